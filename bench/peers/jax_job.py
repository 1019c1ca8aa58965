"""`bob run --resume` as a JAX script: `jax_job.py CKPT INPUT`. Digests nothing and verifies nothing.

Ten updates are one jitted loop over donated planes; JAX_COMPILATION_CACHE_DIR keeps what was compiled.
"""

import sys
from functools import partial

import files
import jax
import jax.numpy as jnp
import numpy as np

N = files.VOCABULARY


@partial(jax.jit, donate_argnums=0)
def train(planes, targets, c1, c2):
    """Planes [3, N, N] after the updates; losses and norms of the state before each."""
    hits = jax.nn.one_hot(targets, N, dtype=jnp.float32)
    lr, beta1, beta2 = map(jnp.float32, (files.LEARNING_RATE, files.BETA1, files.BETA2))

    def update(state, correction):
        p, m, v = state
        a1, a2 = correction
        x = p - p.max(axis=1, keepdims=True)
        e = jnp.exp(x)
        s = e.sum(axis=1, keepdims=True)
        g = (e / s - hits) * jnp.float32(1 / N)
        loss = (jnp.log(s[:, 0]) - (x * hits).sum(axis=1)).mean()
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * (g * g)
        h = (m * a1) / (jnp.sqrt(v * a2) + jnp.float32(files.EPSILON))
        p = p - lr * (h + jnp.float32(files.WEIGHT_DECAY) * p)
        return (p, m, v), (loss, jnp.sqrt((g * g).sum()))

    state, (losses, norms) = jax.lax.scan(update, tuple(planes), (c1, c2))
    return state, losses, norms


def main(path, input_path):
    """Read, train, write."""
    header, step, payload = files.read(path)
    planes = tuple(np.frombuffer(payload, np.float32).reshape(3, N, N))
    targets = np.frombuffer(files.target_bytes(input_path), np.uint32)
    c1, c2 = (np.array(c, np.float32) for c in files.corrections(step))
    state, losses, norms = train(planes, targets, c1, c2)
    files.replace(path, header, step + files.UPDATES, [np.asarray(plane) for plane in state])
    files.say(step, np.asarray(losses), np.asarray(norms))


main(*sys.argv[1:])
