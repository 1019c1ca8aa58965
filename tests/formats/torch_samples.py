"""Checkpoints as PyTorch 2.13 writes them (torch.save of tensors, views, an optimizer), compressed."""

from __future__ import annotations

import base64
import zlib

_ZIP = (
    "c-pO4TWlLu8Xm`qlNw0UY}1wkrQF@6r13pY+qf9&u$@wpfi5Nx%*3A9Q^p?uGsj6&Fa%0cQlPZZEth4v?}g<eBpy~PB$nm5Ab~"
    "(C5)TL-5CW;<2_AUhTpV}KF=>j;C}Yd^`M&@AFXuo1WJGqiN>WFMRCjetJ(6l=^7@pvIjbVIuXMMOOms?P+%?-$0m+wgVZb!FG"
    "RVY;zH}MshV4yT+C*75vT39hZPQ9m1-#JW^QGGHVjHhia~ilA#G5os72V9f^g=5o?1#3L8^32tW$?%z1nr};B)7=!dFYVcvTGh"
    "zEMzjKVQ3kon?>7ula<vhEqlG5L0<4~RNx#0=PGbs%7a-@*(z#T=*(jYd3U}w-<GGOU4+yvx6DJg>>}JN7xDz#gWwMetfC4ma~"
    "gU@;ObEfbI-vV*)<1i8R&cj>lC;kg<~q^Rbvt^WT>i_3F@XlQgieo>Zl*qW6Bl;7gGo4U<0ANgi&6K;4%d+r#{#j)le<Cf+O8!"
    "7IQViD=A?BuEK;a1U^i-aU&zzh~SS3TurqV&7uaI7CoYvAY6kn5`sP=LXunOVYA#yqTJ8$egpvpf^=~SLQCYjq*`i0Lz?A<Fvl"
    "N)2y-%8b#j0>8Drdo2(~D&^<ny9+d&voAWnrMy*LBgm#M3u7p^@WkiKeddG{32Oi9buVw0dc!f+kaaeY<C4x%H;bPQKxI!W?0k"
    "k&$l;AGJYHz4?v0y|S}7_XJgOde#}P4!tS(qPwc{7bfJ=y!&0Be-!KcJsM6O`|5|CMqQYBTUL@Rf<BS+{~ohf?$sVe^#l{f|=C"
    "}xRw5p^3htD*7RH+!EIcSqcFx8Zzqf{Qq_0h9fOlN&RFk6kXGO>s&hhDZBRM<08FsL$x!?pWXX%hu#*UK3gpWb&{He$;xx{)N?"
    "HT#rN7^uA|U{y0tLFqr!>pP`x1(>%eL(aiZM$_FX;O<3(N|XeAGD`ksv|^ET1e@!1hsfHquIfICU{7Gj&srvYtk;Pk|X~QQKEa"
    "t5Z4HUxT%f?bQ$Wu&CTyi%Nw><vzx7KZ02W9!PmlbEIv62YDJl9AGpL)oA7z%{-$yh~Qxb7Rs`#0*8Eg#KQyd2vh&4L;Yh24lD"
    "3@UQir_BW&%_Y95{-FHbVeF$8~6;CNn;7lNl4=IJWt8S?Th!~7M&a|-;eTuz-!wlCSF>6~SjOEx?|4lh*TMIU7`EO==+J~DCRC"
    "qKOQGtJHfPO=Rz568bhL9P#n<EMW7==0SFubzijXmivs$E(9bJ7x}l)&J-q<!7~-&T1KT2L3KfG&yR)&RJ>}{;`lE$4x=qM=Js"
    "Txj=uOG%ZcVJL_M&X&N$W33qID!qDKgg;Xd0CaX_Q;`UxdI{o(F3sl}@*~VS{_1&q}WQmr+E*V-j%_(?ef$kXUwGD5M!&^QQA+"
    "4;I%Y7qqd&lA4O_>ky5^|3$c_OZnVzm>o56dm6C|#}bWFjmajAwcIiTVGW`r-hoZ*nhfew`FOZNA#$(yF27iUk~$WFpvzf=Gx6"
    "h)=_}B>OFA6tGf?*91(=Ak8GlZ8EW?G0)j$=m;4a(J;5|>+?yLJZIF<DGhN`$>#oKVz3DTjCD4SU$)~ve9z+h#qC7Vnj_yFU5k"
    "HMyNseuydr-x;X7+Z@5iP0iLLh0v9C$jYhA|HcHUMXnb_J)_{ZE;W}@NH$v3|vMmuU6q+ivrmDdnVCI%YTa3)_@@peMVM7LC*K"
    "a#uIIMIJ()bkmyzvFE5hnvwqKr7|gsb@DVzkfQV1aCQ#Obj)Zy|FPD&D?vJeUNIvezbY}?``|&-9zvEe~75K2xZC*#DAcf_zw>"
    "C{*Tz+IlSxV2KG;^+5NLvdwci3^v3e`yBr;q^@{!``{#!zPHZDL(Qx^#Jx?wl|1N2ZpaD0mXrmg;o&$sACiegPYHCL#_5)4WZ#"
    "MqH-y#0Q{@cnAEsfX@HEDk__JwiRBfrglZE|VKe$Y#-fBbxI&+`3ey%ab-z)<&X&C>A%vtK38?`b`oO!WOmG5%10AQ}yY!;wfR"
    "7!Cv?u~^t2@yB9;STHaU35WVa(O@_fr03gn=mj6v;iD>DL~Ko`a{}zHQ!f4=L_|9WxHTNIr(IfVW)w-BL)bcw<fxORZt@d(oP*"
    "R#UQCBnKfsA_=hV~5!H;)H!t5ntol^{t^{o)Fei7@OK6vag5gS;<{`!34yw-XJY*4i8oEmuStcVSXSm(LVV^50Mu!wb@**sP`N"
    "5Doztn;Mhv7d<8sEBo*lsuL^y74Eoh;?>Z9{Z_?jfq(2>D0wxZ#hq_jk>~e9xXihWF6RlCe=KcJXZ>5kqCA+b{_m`9k{NxoLyP"
    ")xl07s6_>NA3YHz<C7Ow|*RAKPt6N&83y;Vi&!)wm?Y^dl>=oWGY-8^~buT_cc*ujiv}!f`%pPakJPgxI*R!?10G$?2Tm"
)
_LEGACY = (
    "c-nncNpRa#7?x}&Y2AfVXrZiScPIqev7I>3xRka5)TWKfB9<Uz`^8dGEPv8d(i9AVlC&<R?0bQ-&A^!>Gf?hr58Svh+?Zj8;lw"
    "c01MfY_8GA-WW4*E7^8Mfc{mWZSoJcztPw)A6>!EKCY#CZi?E53h#ulWEzCn_trsq<(>N>_8@qF8DKxP~Cb!^44DRqcJ8a3N&A"
    "aPtzvq`$pB!+JvAwH5Vq%wLRoAfQ$qv%r;dXjzF4T^p>rKdQC+o)qeO$9;6rp#vNAy=vERjnZ-ptj?u4Ubd;+o>6pG<?@H=5lE"
    "yG8uh<gR`Axogf(=N$+u7lO7Bw(@5#-*`88f8Bvtsk*tzevPJX>9@S>Rc=S(F3{0t#noyI=SfwUac^RwQRpzoos+4)`r}uj`;*"
    "r`eyGqkY4{BILu~x%6y`Os=cnwm+dW#XVl2)w2%dF7Q25u;+CYEuzDsy`q+ZM;Wg5pXIn*=S-oyX??1G_2$yLyU2C6};8m6vc$"
    "2y`vQbsDZ0+FGVFgBwDmNSmEPoNRGLo*O#`iltJ44cUAykFCr=f*H6;$g+f+xq(|k1GiG#rr~zsxnDIM)59G-Cib$3uE1w{`DY"
    "7?GKxV4FEjW%8T{a22)m8qE)91J-VL`wFchyqwlI><;~s_}F$9GZl+@HRvTBOQEf=B<Q{*)iL@qT^yhJWFP0ySqlz3^3T*6v0%"
    "dCw?a+D%D#<(2!hL-N5*sfvxxcDd^!wwDii<Bo#w`yUhniMX1CM9@aqWqgAo-p-opJLZEcK1feb)6OY_Vm)pl?pip6A_&UBRUU"
    "pIuD0*REoVC_L+jhtXm@vCdI=3jELAgvFjGafp~X^^Vw_;QxU$#@nxQ?2U%?}aUTh7JWBDHhR1~u72EWoUjj|ZmU4I^3igu%Z3"
    "$2D;pq@*n&KG^M$p2u`f7I6V9_vZCN*J-^@`5LLbZjOsPs+;BC72Benp&do7A3V?Z(4Q3-zeoP%gLCf}K&N77k?uSD%t5o{QmH"
    "DCG;K(LxbU#C5hSF<Gy2H8h2Na=2-jb9EpVgas#;SKvkR`783#P`)4poTHf6a9A|U2+;6>g;>mDZlpM>;7Ek|{0im^A!aMYe39"
    "ZM4U2&)xA1btig&V@A67<3@k-?6(Jm)nrC8FiY{fg4FAf(9IUI`)9*-i~=EI2);5CYq8eX^Jy(pE6BP?-GMF4L^0B`c)tq|aCi"
    "gz@;8wC1VUbDP1jk@OsO&{+~<NX#s$mj`PG#);jC?BZo`{nQNE{b4RSkCzPXrlb*IsTlVDF5}(g<m%x+qR64ML#7B<CBT;-3zC"
    "FS5A%z{ICp+8mXEKIIT(|y5_83_skkTZR@Le^_Yi6V&Sv4Se|h`VzQF{d{Tt2YBpKpH!BXonYQq@X3xy9TcSa2G5bYZ(3=T-b~"
    "$`Gsc+_6NR_$dkeboM;H$PMPT{qWucz@%hATt@Q(TMF{924@({kM9kcjKJ$+#vO+w1z`I!=FFVGqRhj#Y7GwK^`F(s6mdCN5#u"
    "##Pz6xCC2Ih7w_emClx>v;9){vsh-s4)$a3B74v5kfW8P)cYiQ&McNY-?G#>F*d&Gr_St;+b{fZ;`^V+<*rkm|L4!0+uqsdZag"
    "~1-|l^hu6_KKyY~JE+L3z="
)
MADE_ZIP = zlib.decompress(base64.b85decode(_ZIP))
MADE_LEGACY = zlib.decompress(base64.b85decode(_LEGACY))
