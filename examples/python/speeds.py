"""Values and gradients beside JAX's own, on one thread. Prints the table of README.md."""

import ctypes
import os
import time

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import orbits  # noqa: E402

jax.config.update("jax_enable_x64", True)


def lorenz(x):
    p = x[3:]

    def rate(u):
        return jnp.array([p[0] * (u[1] - u[0]), u[0] * (p[1] - u[2]) - u[1], u[0] * u[1] - p[2] * u[2]])

    def step(u, _):
        k1 = rate(u)
        k2 = rate(u + 0.00005 * k1)
        k3 = rate(u + 0.00005 * k2)
        k4 = rate(u + 0.0001 * k3)
        return u + (k1 + 2 * k2 + 2 * k3 + k4) * (0.0001 / 6), None

    return jnp.sum(jax.lax.scan(step, x[:3], None, length=1000)[0])


def kepler(anomaly, eccentricity, axis):
    def improve(state):
        e, _ = state
        step = (e - eccentricity * jnp.sin(e) - anomaly) / (1 - eccentricity * jnp.cos(e))
        return e - step, step

    e, _ = jax.lax.while_loop(lambda s: jnp.abs(s[1]) >= 1e-12, improve, (anomaly, jnp.ones_like(anomaly)))
    return jnp.stack([axis * (jnp.cos(e) - eccentricity), axis * jnp.sqrt(1 - eccentricity**2) * jnp.sin(e)])


def distance(place):
    return jnp.sqrt(jnp.sum(place**2))


def rosenbrock(x):
    return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def seconds(f, *args):
    """The shortest time of a call."""
    start = time.perf_counter()
    jax.block_until_ready(f(*args))
    count = max(1, int(0.02 / (time.perf_counter() - start)))
    best = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(count):
            result = f(*args)
        jax.block_until_ready(result)
        best = min(best, (time.perf_counter() - start) / count)
    return best


def first(f, *args):
    start = time.perf_counter()
    jax.block_until_ready(f(*args))
    return time.perf_counter() - start


def shown(seconds):
    for unit, scale in [("s", 1), ("ms", 1e3), ("µs", 1e6)]:
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def row(name, ours, theirs, args, points=1):
    ours, theirs = jax.jit(ours), jax.jit(theirs)
    compile_ours, compile_theirs = first(ours, *args), first(theirs, *args)
    for a, b in zip(jax.tree.leaves(ours(*args)), jax.tree.leaves(theirs(*args))):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-9)
    a, b = seconds(ours, *args) / points, seconds(theirs, *args) / points
    print(f"| {name} | {shown(a)} | {shown(b)} | {b / a:.1f} | {compile_ours:.2f} s; {compile_theirs:.2f} s |")


door = orbits.ad_python.jax
point = jnp.array([1.0, 1.0, 1.0, 10.0, 28.0, 8 / 3])
many = point + 0.1 * np.random.default_rng(0).normal(size=(1024, 6))
generator = np.random.default_rng(1)
places = tuple(jnp.array(generator.uniform(a, b, 4096)) for a, b in [(0, 3.1), (0.05, 0.9), (0.5, 2)])

print("| value and gradient | Rust in JAX | JAX | ratio | compilation |")
print("|---|---:|---:|---:|---|")
row("Lorenz, 1000 steps", jax.value_and_grad(door(orbits.lorenz)), jax.value_and_grad(lorenz), (point,))
row("the same by `vmap`, 1024 points, a point", jax.vmap(jax.value_and_grad(door(orbits.lorenz))), jax.vmap(jax.value_and_grad(lorenz)), (many,), 1024)
row("its Hessian", jax.hessian(door(orbits.lorenz)), jax.jacfwd(jax.grad(lorenz)), (point,))
row(
    "Kepler's equation by `while`, 4096 points, gradient of the distance, a point; JAX forward",
    jax.vmap(jax.grad(lambda *x: distance(door(orbits.kepler)(*x)), (0, 1, 2))),
    jax.vmap(jax.jacfwd(lambda *x: distance(kepler(*x)), (0, 1, 2))),
    places,
    4096,
)
row("Rosenbrock, n = 1000", jax.value_and_grad(door(orbits.rosenbrock)), jax.value_and_grad(rosenbrock), (jnp.linspace(0.5, 1.5, 1000),))

# The cost of a call from Python. By ctypes, `memcpy` with arrays that exist is the least that a call with three pointers can cost.
x, gradient = np.array([0.5, 1.0, 1.5]), np.zeros(3)
copy = ctypes.CDLL(None).memcpy
copy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
pointers = gradient.ctypes.data, x.ctypes.data, 24
a, b = seconds(orbits.rosenbrock.value_and_grad, x), seconds(copy, *pointers)
print(f"\nA value and gradient of three numbers takes {shown(a)} from Python, and a call by ctypes at least {shown(b)}.")
