//! Panics at every operation of an evaluation, in the dictionary and in the expression, under every mixture of strategies to the
//! third order. The payload must reach the caller, every local is dropped exactly once, nothing leaks, and the next evaluation is
//! right. The name of a test is its mixture, the outermost strategy first.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ad::prelude::*;
use ad::{Dict, Num, Signature, checkpoint};
use ad_testing::{nest, nesting_tests};
use fused::Fused;
use world::{Injected, World};

mod fused;
mod live;
mod programs;
mod world;

/// The beginning, which reverse modes evaluate again in the backward phase.
#[exp]
fn beginning(x: f64) -> f64 {
    x * x + 3.0
}

/// x⁵ + 3x³ + x² + x + 1, with locals in several frames and points where it may panic itself.
#[exp(class = Semiring)]
fn subject(world: &World, x: f64) -> f64 {
    let step = |y: f64| {
        let _before = world.local();
        let product = y * x;
        let _between = world.local();
        world.operation();
        product + 1.0
    };
    let _first = world.local();
    let mut y = checkpoint(Beginning).at(x);
    let many: Vec<_> = (0..50).map(|_| world.local()).collect();
    for _ in 0..2 {
        let _inner = world.local();
        world.operation();
        y = step(y);
    }
    drop(many);
    let _last = Box::new(world.local());
    step(y)
}

/// The nth derivative of `subject` at 2, for n from 0 to 3.
const DERIVATIVES: [i64; 4] = [63, 121, 198, 258];

/// Counts up to `stop` operations, and returns from where it is then: 2^stop · x, but for 2³² · x at most.
#[exp]
fn early(world: &World, stop: u32, x: f64) -> f64 {
    let _outer = world.local();
    let mut y = x;
    for i in 0..32 {
        let _inner = world.local();
        let twice = 2.0 * y;
        if i == stop {
            let _innermost = world.local();
            return y;
        }
        y = twice;
    }
    y
}

/// Evaluates `e` at 2 with a panic at each of its operations in turn, and without one before and after.
fn with_a_panic_at_each_operation<'w, E>(world: &'w World, e: &E, expected: i64)
where
    E: Exp<Fused<'w>> + Signature<In = f64, Out = f64>,
{
    let run = |fuse| {
        world.light(fuse);
        let outcome = catch_unwind(AssertUnwindSafe(|| e.eval(Fused::new(world), 2)));
        world.assert_that_every_local_was_dropped_once(fuse);
        outcome.map_err(|payload| *payload.downcast::<Injected>().expect("the payload of the fuse"))
    };
    assert_eq!(run(None), Ok(expected));
    let operations = world.operations();
    let before = live::now();
    for fuse in 0..operations {
        assert_eq!(run(Some(fuse)), Err(Injected(fuse)));
        assert_eq!(live::now(), before, "leaked after a panic at operation {fuse}");
        assert_eq!(run(None), Ok(expected), "after a panic at operation {fuse}");
        assert_eq!(live::now(), before, "leaked by an evaluation after a panic at operation {fuse}");
    }
    assert!(operations > 10, "{operations} operations are too few to have tried much");
}

macro_rules! check {
    ($($strategy:ident)*) => {
        world::quiet();
        let order = [$(stringify!($strategy)),*].len();
        let world = &World::new();
        let e = nest!(Subject { world }; $($strategy)*);
        with_a_panic_at_each_operation(world, &e, DERIVATIVES[order]);
        for stop in [0, 1, 5, 40] {
            world.light(None);
            let slope = if order == 1 { 1 << stop.min(32) } else { 0 };
            assert_eq!(nest!(Early { world, stop }; $($strategy)*).eval(Fused::new(world), 3), slope);
            world.assert_that_every_local_was_dropped_once(None);
        }
        assert_that_destructors_may_compute(world, &nest!(Computing { world }; $($strategy)*));
    };
}

mod first_order {
    use super::*;

    nesting_tests!([*] check);
}

mod second_order {
    use super::*;

    nesting_tests!([* *] check);
}

mod third_order {
    use super::*;

    nesting_tests!(paper: [* * *] check);
}

/// An expression that panics while locals are alive whose destructors compute with numbers.
struct Computing<'w> {
    world: &'w World,
}

/// The payload of the panic.
const AMID: &str = "amid the expression";

/// A local whose destructor computes with a number.
struct Computes<'w, D: Dict> {
    world: &'w World,
    y: Num<D>,
}

impl<D: Dict> Drop for Computes<'_, D> {
    fn drop(&mut self) {
        self.y = self.y * self.y + self.y;
        drop(self.world.local());
    }
}

impl Signature for Computing<'_> {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Computing<'_> {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        let _outer = Computes { world: self.world, y: *x };
        let _inner = Computes { world: self.world, y: x * x };
        std::panic::resume_unwind(Box::new(AMID))
    }
}

fn assert_that_destructors_may_compute<'w, E>(world: &'w World, e: &E)
where
    E: Exp<Fused<'w>> + Signature<In = f64, Out = f64>,
{
    for _ in 0..3 {
        world.light(None);
        let panic = catch_unwind(AssertUnwindSafe(|| e.eval(Fused::new(world), 2))).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&AMID));
        assert_eq!(world.assert_that_every_local_was_dropped_once(None), 2);
    }
}
