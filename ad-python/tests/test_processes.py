"""Copies, other processes, other interpreters and signals."""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import models

# Nothing of JAX is called after the fork.
pytestmark = pytest.mark.filterwarnings("ignore:os.fork")
POINTS = np.random.default_rng(0).uniform(0.1, 2.0, (500, 3))


def test_a_copy_of_a_function_is_the_function():
    for copied in (copy.copy, copy.deepcopy, lambda f: pickle.loads(pickle.dumps(f))):
        assert copied(models.field) is models.field
    assert pickle.loads(pickle.dumps(models.fifth.grad))(2.0) == 80.0


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_functions_run_in_other_processes(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(models.fifth.grad, [1.0, 2.0, 3.0]) == [5.0, 80.0, 405.0]


def test_a_fork_during_a_call_of_another_thread_has_the_same_results():
    expected = models.field.at(POINTS).jacobian()
    thread = threading.Thread(target=models.slow, args=(1.0,))
    thread.start()
    child = os.fork()
    if child == 0:
        found = models.field.at(POINTS).jacobian()
        os._exit(0 if np.array_equal(found, expected) and models.fifth.grad(2.0) == 80.0 else 1)
    assert os.waitpid(child, 0)[1] == 0
    thread.join()


def test_a_process_that_can_have_no_more_threads_has_the_same_results():
    code = """
import models, numpy as np, resource, threading
x = np.random.default_rng(0).uniform(0.1, 2.0, (20000, 3))
expected = [models.field(x) for x in x]
many = models.field.at(x)
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
# The stack of a thread does not fit.
threading.stack_size(16 << 20)
resource.setrlimit(resource.RLIMIT_AS, (size + (12 << 20), resource.RLIM_INFINITY))
try:
    threading.Thread(target=print).start()
    raise SystemExit("there are threads")
except RuntimeError:
    pass
assert np.array_equal(many.value(), expected)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_an_interrupt_is_raised_after_the_call():
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            models.slow(1.0)
    assert models.fifth(2.0) == 32.0


def test_a_second_interpreter_is_refused():
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    code = f"""
import models, {name} as interpreters
other = interpreters.create()
try:
    found = interpreters.{"exec" if name == "_interpreters" else "run_string"}(other, "import models")
    print(getattr(getattr(found, "type", None), "__name__", "accepted"), getattr(found, "msg", ""))
except Exception as error:
    print(error)
interpreters.destroy(other)
assert models.field([1.0, 2.0, 3.0]).shape == (3,)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0 and "ImportError" in run.stdout, run.stdout + run.stderr


def test_an_interpreter_ends_during_a_call():
    code = "import models, threading, time; threading.Thread(target=lambda: [models.slow(1.0) for _ in range(9)], daemon=True).start(); time.sleep(0.05)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == ""
