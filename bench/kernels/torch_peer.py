"""The table's training by torch, autograd and the fused AdamW on one thread, timed on request.

    python torch_peer.py FOLDER VOCABULARY N_UPDATES

FOLDER holds `p` (float32) and `targets` (uint32), little-endian. A line on standard input asks for one
training from the start; the answer is its nanoseconds. At the end of the input the planes, losses and norms
of the last one lie in the folder as `torch_p`, `torch_m`, `torch_v`, `torch_trace`. torch alone is
imported.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import cross_entropy


def training(start: Any, targets: Any, n_updates: int) -> tuple[int, dict[str, Any]]:
    """Train from the start; losses and norms are taken, and read as numbers at the end."""
    p = start.clone().requires_grad_()
    optimizer = torch.optim.AdamW([p], lr=0.05, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01, fused=True)
    began = time.perf_counter_ns()
    losses, norms = [], []
    for _ in range(n_updates):
        optimizer.zero_grad()
        loss = cross_entropy(p, targets)
        loss.backward()
        losses.append(loss.detach())
        norms.append(torch.linalg.vector_norm(p.grad))
        optimizer.step()
    trace = torch.stack([*losses, *norms])
    took = time.perf_counter_ns() - began
    state = optimizer.state[p]
    return took, {"p": p.detach(), "m": state["exp_avg"], "v": state["exp_avg_sq"], "trace": trace}


def main() -> None:
    """Answer until the input ends, then leave what came of it."""
    folder, n, n_updates = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    torch.set_num_threads(1)
    p = torch.frombuffer(bytearray((folder / "p").read_bytes()), dtype=torch.float32).reshape(n, n)
    targets = torch.frombuffer(bytearray((folder / "targets").read_bytes()), dtype=torch.int32).long()
    print(torch.__version__, flush=True)
    planes: dict[str, Any] = {}
    for _ in sys.stdin:
        took, planes = training(p, targets, n_updates)
        print(took, flush=True)
    for name, plane in planes.items():
        (folder / f"torch_{name}").write_bytes(plane.contiguous().view(torch.uint8).numpy().tobytes())


if __name__ == "__main__":
    main()
