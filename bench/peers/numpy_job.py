"""`bob run --resume` as a NumPy script: `numpy_job.py CKPT INPUT`. Digests nothing and verifies nothing."""

import sys

import files
import numpy as np

N = files.VOCABULARY


def main(path, input_path):
    """Ten updates of the table, in place in the bytes that were read."""
    header, step, payload = files.read(path)
    p, m, v = np.frombuffer(payload, np.float32).reshape(3, N, N)
    targets = np.frombuffer(files.target_bytes(input_path), np.uint32)
    rows = np.arange(N)
    lr, beta1, beta2 = map(np.float32, (files.LEARNING_RATE, files.BETA1, files.BETA2))
    epsilon, decay = map(np.float32, (files.EPSILON, files.WEIGHT_DECAY))
    one, inverse = np.float32(1), np.float32(1 / N)
    losses, norms = [], []
    g, h, root = np.empty_like(p), np.empty_like(p), np.empty_like(p)
    for c1, c2 in zip(*(np.float32(c) for c in files.corrections(step)), strict=True):
        np.subtract(p, p.max(axis=1, keepdims=True), out=g)
        own = g[rows, targets].copy()
        np.exp(g, out=g)
        s = g.sum(axis=1, keepdims=True)
        g /= s
        g[rows, targets] -= one
        g *= inverse
        losses.append((np.log(s[:, 0]) - own).sum() * inverse)
        norms.append(np.sqrt(np.vdot(g, g)))
        np.multiply(g, one - beta1, out=h)
        m *= beta1
        m += h
        np.multiply(g, g, out=h)
        h *= one - beta2
        v *= beta2
        v += h
        np.multiply(v, c2, out=root)
        np.sqrt(root, out=root)
        root += epsilon
        np.multiply(m, c1, out=h)
        h /= root
        np.multiply(p, decay, out=root)
        h += root
        h *= lr
        p -= h
    files.replace(path, header, step + files.UPDATES, [payload])
    files.say(step, losses, norms)


main(*sys.argv[1:])
