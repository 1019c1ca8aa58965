/* A disk for a machine with nothing on it: its boot sector loads the rest, enters 64-bit mode, lets AVX-512 be
   used and calls `guest` (guest.c). KERNELS, PLANE and TARGETS name the files that the disk carries.
   Sources: Intel SDM volume 3, 9.8.5 (long mode) and 13.5 (XCR0); Phoenix, Enhanced Disk Drive 3.0 (int 13h). */

#define SECTORS_AT_ONCE 64
#define TABLES 0x1000

    .section .boot, "ax"
    .code16
    .globl boot
boot:
    ljmp $0, $begin
begin:
    cli
    xor %ax, %ax
    mov %ax, %ds
    mov %ax, %es
    mov %ax, %ss
    mov $0x7c00, %sp
    cld
load:
    mov $0x42, %ah
    mov $request, %si
    int $0x13
    jc stop
    addl $SECTORS_AT_ONCE, request + 8
    addw $(SECTORS_AT_ONCE * 512 / 16), request + 6
    decw rounds
    jnz load

    inb $0x92, %al                  /* A20 */
    orb $2, %al
    outb %al, $0x92

    mov $TABLES, %edi               /* Three tables: the first GiB, 2 MiB a page, where it is. */
    mov %edi, %cr3
    xor %eax, %eax
    mov $(3 * 4096 / 4), %ecx
    rep stosl
    movl $(TABLES + 0x1003), TABLES
    movl $(TABLES + 0x2003), TABLES + 0x1000
    mov $(TABLES + 0x2000), %edi
    mov $0x83, %eax
    mov $512, %ecx
page:
    mov %eax, (%edi)
    add $0x200000, %eax
    add $8, %edi
    loop page

    mov %cr4, %eax
    or $0x40620, %eax               /* PAE, OSFXSR, OSXMMEXCPT, OSXSAVE */
    mov %eax, %cr4
    mov $0xc0000080, %ecx           /* EFER.LME */
    rdmsr
    or $0x100, %eax
    wrmsr
    lgdt pointer
    mov %cr0, %eax
    and $~4, %eax                   /* not EM */
    or $0x80000003, %eax            /* PG, MP, PE */
    mov %eax, %cr0
    ljmpl $8, $long_mode
stop:
    hlt
    jmp stop

    .align 4
request:                            /* size, sectors, to, from */
    .byte 16, 0
    .word SECTORS_AT_ONCE, 0, 0x1000
    .quad 1
rounds:
    .word rounds_to_load
    .align 8
descriptors:
    .quad 0, 0x00209a0000000000, 0x0000920000000000
pointer:
    .word 23
    .long descriptors
    .org 510
    .word 0xaa55

    .section .start, "ax"
    .code64
    .globl long_mode
long_mode:
    mov $16, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    mov $0x9f000, %rsp
    xor %ecx, %ecx
    xor %edx, %edx
    mov $0xe7, %eax                 /* x87, SSE, AVX, AVX-512 */
    xsetbv
    call guest
    hlt

    .section .carried, "a"
    .globl kernels, plane, targets
    .align 4096
kernels:
    .incbin KERNELS
    .align 64
plane:
    .incbin PLANE
    .align 64
targets:
    .incbin TARGETS

    .section .note.GNU-stack, "", @progbits
