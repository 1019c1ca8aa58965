"""`bob run --resume` in raw torch: `torch_raw_job.py CKPT INPUT`. Digests nothing and verifies nothing.

No autograd and no optimiser: inference mode, one thread, operations in place, raw bytes read and written.
"""

import sys

import files
import torch

N = files.VOCABULARY


@torch.inference_mode()
def main(path, input_path):
    """Ten updates of the table, in place in the bytes that were read."""
    torch.set_num_threads(1)
    header, step, payload = files.read(path)
    p, m, v = torch.frombuffer(payload, dtype=torch.float32).view(3, N, N).unbind()
    targets = torch.frombuffer(files.target_bytes(input_path), dtype=torch.int32).long().unsqueeze(1)
    minus_one = torch.full((N, 1), -1.0)
    losses, norms = [], []
    g, root = torch.empty_like(p), torch.empty_like(p)
    for c1, c2 in zip(*files.corrections(step), strict=True):
        torch.sub(p, p.amax(dim=1, keepdim=True), out=g)
        own = g.gather(1, targets)
        g.exp_()
        s = g.sum(dim=1, keepdim=True)
        g.div_(s).scatter_add_(1, targets, minus_one).mul_(1 / N)
        losses.append((s.log() - own).mean())
        norms.append(torch.linalg.vector_norm(g))
        m.mul_(files.BETA1).add_(g, alpha=1 - files.BETA1)
        v.mul_(files.BETA2).addcmul_(g, g, value=1 - files.BETA2)
        torch.mul(v, c2, out=root).sqrt_().add_(files.EPSILON)
        torch.mul(p, files.LEARNING_RATE * files.WEIGHT_DECAY, out=g)
        p.sub_(g).addcdiv_(m, root, value=-files.LEARNING_RATE * c1)
    files.replace(path, header, step + files.UPDATES, [payload])
    files.say(step, [loss.item() for loss in losses], [norm.item() for norm in norms])


main(*sys.argv[1:])
