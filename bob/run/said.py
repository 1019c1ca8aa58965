"""What an invocation says: the line of each update and the answers; text out, nothing printed.

Both ways through an invocation say it with these functions. The quick one has a few milliseconds in all, so
this module imports nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Late(Exception):
    """The new checkpoint has its name, and after that something went wrong: syncing the folder, or saying so.

    `step` is the new checkpoint's; `synced` tells which of the two it was.
    """

    def __init__(self, path: str, step: int, wrong: OSError, synced: bool) -> None:
        super().__init__(path, step, wrong, synced)
        self.path = path
        self.step = step
        self.wrong = wrong
        self.synced = synced


def update_lines(
    step_before: int, losses: "Sequence[float]", norms: "Sequence[float]", rate: str, every: int
) -> list[str]:
    """The line of each update whose number `every` divides, none for 0; losses in nats."""
    lines = []
    for number, (loss, norm) in enumerate(zip(losses, norms, strict=True), step_before + 1):
        if every and number % every == 0:
            lines.append(f"step {number:,}  loss {loss:.6f}  lr {rate}  |g| {norm:.6f}")
    return lines


def summary(
    name: str,
    steps: tuple[int, int],
    losses: "Sequence[float]",
    answers: "Iterable[tuple[int, tuple[int, int]]]",
    header_digest: bytes,
) -> str:
    """What changed, each prompt's answer (byte, (token, validity)), and the name of what is there now."""
    before, after = steps
    lines = [f"{name}: step {before:,} -> {after:,}  loss {losses[0]:.4f} -> {losses[-1]:.4f}"]
    for prompt, (token, validity) in answers:
        answer = f"byte {token} {_letter(token)}" if validity else "nothing: its row is not finite"
        lines.append(f"  after byte {prompt} {_letter(prompt)} comes {answer}")
    lines.append(f"  header digest {header_digest.hex()}")
    return "\n".join(lines)


def _letter(byte: int) -> str:
    return ascii(chr(byte))
