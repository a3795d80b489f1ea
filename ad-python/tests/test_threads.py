"""Several threads of Python call one function."""

import threading
import time

import numpy as np

import models


def run(threads, work):
    results = [None] * threads

    def one(i):
        results[i] = work(i)

    running = [threading.Thread(target=one, args=(i,)) for i in range(threads)]
    [thread.start() for thread in running]
    [thread.join() for thread in running]
    return results


def test_8_threads_have_right_results():
    points = np.random.default_rng(0).uniform(0.1, 2.0, (8, 200, 3))
    expected = [[models.fragile.hvp(x, x)[1].tolist() for x in block] for block in points]
    lengths = [[models.fragile.grad(x[: 1 + i % 3]).tolist() for i, x in enumerate(block)] for block in points]
    for _ in range(5):
        results = run(8, lambda i: [models.fragile.hvp(x, x)[1].tolist() for x in points[i]])
        assert results == expected
        results = run(8, lambda i: [models.fragile.grad(x[: 1 + k % 3]).tolist() for k, x in enumerate(points[i])])
        assert results == lengths


def test_failures_of_a_thread_are_its_own():
    def work(i):
        try:
            return models.fragile([float(i) - 3.5])
        except RuntimeError as error:
            return str(error)

    for _ in range(50):
        results = run(8, work)
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


def test_8_threads_are_in_one_function_at_the_same_time():
    assert run(8, lambda i: models.meeting(i + 1.0)) == [i + 1.0 for i in range(8)]
