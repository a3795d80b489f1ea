//! Long computations, wide ones, and graphs with irregular references. Every strategy and every nesting of two completes,
//! exactly, also in debug builds (at a tenth of the length). All tests run on the stack of a spawned thread, 2 MiB, which is less
//! than the usual 8 MiB of a main thread.

use std::thread;

use ad::Exp;
use ad::prelude::*;
use ad_testing::nestings;

use crate::length;

mod old_vertices;
mod programs;
mod steps;
mod wide;

/// `e` at `x`, on a small stack. The thread has the name of the derivative, which is printed if that overflows.
fn on_a_small_stack<E>(name: &str, e: &E, x: ad::Of<E::In, i64>) -> ad::Of<E::Out, i64>
where
    E: Exp<I64> + Sync,
    ad::Of<E::In, i64>: Send,
    ad::Of<E::Out, i64>: Send,
{
    let (mut x, mut y) = (Some(x), None);
    run_on_a_small_stack(name, &mut || y = x.take().map(|x| e.eval(I64, x)));
    y.expect("the thread has finished")
}

/// The same for a job, so that each derivative compiles no thread of its own.
fn run_on_a_small_stack(name: &str, job: &mut (dyn FnMut() + Send)) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(name.to_string()).stack_size(2 << 20);
        let thread = thread.spawn_scoped(scope, job).expect("a thread");
        thread.join().unwrap_or_else(|_| panic!("{name} panics"));
    });
}
