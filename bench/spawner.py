"""A small process that starts commands, times them and reads their peak memory; run as `python -I -S`.

Each line of standard input is a command: fields joined by tabs, first the folder, then variables joined by
\\x1f as NAME=VALUE, then the arguments. Each answer is a line: nanoseconds, status, peak KiB. It is a process
of its own because a command's peak memory, as the kernel counts it, begins with that of whatever starts it:
a starter full of libraries would hide what is being measured. It imports nothing that Python has not loaded.
"""

import posix
import sys
import time

NULL = [(posix.POSIX_SPAWN_OPEN, fd, "/dev/null", flags, 0) for fd, flags in ((0, 0), (1, 1), (2, 1))]
DEFAULTS = dict(posix.environ)


def run(folder, variables, arguments):
    """Start one command, wait for it, and give nanoseconds from start to end, status and peak KiB."""
    environment = dict(DEFAULTS)
    environment.update(pair.encode().split(b"=", 1) for pair in variables if pair)
    posix.chdir(folder)
    start = time.perf_counter_ns()
    pid = posix.posix_spawn(arguments[0], arguments, environment, file_actions=NULL)
    _, status, used = posix.wait4(pid, 0)
    elapsed = time.perf_counter_ns() - start
    return elapsed, posix.waitstatus_to_exitcode(status), used.ru_maxrss


def main():
    """Answer line by line until standard input ends."""
    for line in sys.stdin:
        folder, variables, *arguments = line.rstrip("\n").split("\t")
        print(*run(folder, variables.split("\x1f"), arguments), flush=True)


if __name__ == "__main__":
    main()
