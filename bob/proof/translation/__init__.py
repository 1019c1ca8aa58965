"""What LLVM's text of a kernel computes: an executor of the text over symbolic numbers.

    machine = Machine(module_of(llvm_text), terms)
    machine.call("adamw", arguments)                    # what machine.memory holds afterwards are terms

Lengths and addresses are concrete, or linear in the number of a row and in a target; binary32 and binary64
numbers are terms, each kept once, so that equal terms are one object. It knows LLVM's text and nothing of
the kernels; whoever compares the terms with a formula's, builds those himself (`bob.kernels.meaning`).
"""
