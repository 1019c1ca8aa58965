"""The same runs in many ways, and whether every plane is the independent program's, bit for bit.

`cases` says what is run and what must come out, `comparison` how a file differs from that. Ways to run it are
`native` (Bob for this processor, others and other versions), `environments` (their Pythons), `arm` (Bob for
64-bit Arm, emulated), `portable` (the C program) and `bare` (kernels with AVX-512 in an emulated machine).
`ways` lists them, `judgement` runs and judges them, `page` writes docs/reproducibility.md. `job` runs inside
each Python and is the only module here that needs Bob's kernels.
"""
