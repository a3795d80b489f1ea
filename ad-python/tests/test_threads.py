"""Several threads of Python call one function."""

import os
import threading
import time

import numpy as np
import pytest

import models


def run(threads, work):
    results = [None] * threads

    def one(i):
        results[i] = work(i)

    running = [threading.Thread(target=one, args=(i,)) for i in range(threads)]
    start = time.perf_counter()
    [thread.start() for thread in running]
    [thread.join() for thread in running]
    return time.perf_counter() - start, results


def test_8_threads_have_right_results():
    points = np.random.default_rng(0).uniform(0.1, 2.0, (8, 200, 3))
    expected = [[models.fragile.hvp(x, x)[1].tolist() for x in block] for block in points]
    lengths = [[models.fragile.grad(x[: 1 + i % 3]).tolist() for i, x in enumerate(block)] for block in points]
    for _ in range(5):
        _, results = run(8, lambda i: [models.fragile.hvp(x, x)[1].tolist() for x in points[i]])
        assert results == expected
        _, results = run(8, lambda i: [models.fragile.grad(x[: 1 + k % 3]).tolist() for k, x in enumerate(points[i])])
        assert results == lengths


def test_failures_of_a_thread_are_its_own():
    def work(i):
        try:
            return models.fragile([float(i) - 3.5])
        except RuntimeError as error:
            return str(error)

    for _ in range(50):
        _, results = run(8, work)
        assert [isinstance(result, str) for result in results] == [True] * 4 + [False] * 4


def test_the_interpreter_runs_during_a_call():
    """Without the lock, a loop of Python makes progress while another thread is in a function of Rust."""
    done, count = threading.Event(), 0
    thread = threading.Thread(target=lambda: (models.slow(1.0), done.set()))
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0)
    thread.join()
    assert count > 100


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one processor")
def test_calls_are_parallel():
    def ratio():
        alone, _ = run(1, lambda _: [models.slow(1.0) for _ in range(4)])
        together, _ = run(4, lambda _: models.slow(1.0))
        return together / alone

    # On two processors it is a half. Other programs run as well, so the best of some counts.
    assert min(ratio() for _ in range(5)) < 0.8
