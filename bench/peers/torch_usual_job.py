"""`bob run --resume` as torch is usually written: `torch_usual_job.py FILE.pt INPUT`.

A parameter, cross-entropy, autograd and AdamW; the state is loaded by torch.load and saved by torch.save,
with a sync, a rename and a sync of the folder so that it is as durable as its peers. `--from CKPT` makes
FILE.pt of a checkpoint and `--to CKPT` gives its planes back, outside of what is measured.
"""

import os
import sys

import files
import torch

N = files.VOCABULARY


def build():
    """The parameter and its optimiser, untrained."""
    table = torch.nn.Parameter(torch.zeros(N, N))
    optimiser = torch.optim.AdamW(
        [table],
        lr=files.LEARNING_RATE,
        betas=(files.BETA1, files.BETA2),
        eps=files.EPSILON,
        weight_decay=files.WEIGHT_DECAY,
    )
    return table, optimiser


def save(path, table, optimiser, step):
    """The whole state, durably."""
    temporary = path + ".tmp"
    with open(temporary, "wb") as out:
        torch.save({"table": table.detach(), "optimiser": optimiser.state_dict(), "step": step}, out)
        out.flush()
        os.fsync(out.fileno())
    os.rename(temporary, path)
    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(folder)
    os.close(folder)


def load(path):
    """What `save` wrote."""
    table, optimiser = build()
    state = torch.load(path, weights_only=True)
    with torch.no_grad():
        table.copy_(state["table"])
    optimiser.load_state_dict(state["optimiser"])
    return table, optimiser, state["step"]


def main(path, input_path):
    """Load, train, save."""
    table, optimiser, step = load(path)
    targets = torch.frombuffer(files.target_bytes(input_path), dtype=torch.int32).long()
    bytes_in = torch.arange(N)
    criterion = torch.nn.CrossEntropyLoss()
    losses, norms = [], []
    for _ in range(files.UPDATES):
        optimiser.zero_grad()
        loss = criterion(table[bytes_in], targets)
        loss.backward()
        losses.append(loss.item())
        norms.append(table.grad.norm().item())
        optimiser.step()
    save(path, table, optimiser, step + files.UPDATES)
    files.say(step, losses, norms)


def convert(path, checkpoint):
    """FILE.pt from the planes of a checkpoint."""
    _, step, payload = files.read(checkpoint)
    p, m, v = torch.frombuffer(payload, dtype=torch.float32).view(3, N, N).unbind()
    table, optimiser = build()
    with torch.no_grad():
        table.copy_(p)
    state = {"step": torch.tensor(float(step)), "exp_avg": m.clone(), "exp_avg_sq": v.clone()}
    groups = optimiser.state_dict()["param_groups"]
    optimiser.load_state_dict({"state": {0: state}, "param_groups": groups})
    save(path, table, optimiser, step)


def give_back(path, checkpoint):
    """The planes of FILE.pt, written into a checkpoint under its old header."""
    table, optimiser, step = load(path)
    header, _, _ = files.read(checkpoint)
    state = optimiser.state[table]
    planes = [table.detach(), state["exp_avg"], state["exp_avg_sq"]]
    files.replace(checkpoint, header, step, [plane.numpy() for plane in planes])


if sys.argv[1] == "--from":
    convert(sys.argv[3], sys.argv[2])
elif sys.argv[1] == "--to":
    give_back(sys.argv[3], sys.argv[2])
else:
    main(*sys.argv[1:])
