//! Panics and abandoned continuations at every point of a program with three nested handlers. All destructors run, no stack is
//! lost, the payload arrives, and later computations work.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::Once;

use ad_core::paper::handler::{Continuation, Handler, Performer, handle, idle};

/// The payload of the panics injected here.
#[derive(Debug, PartialEq)]
pub(crate) struct Injected(pub(crate) usize);

/// The kind and the time of the fault, and the living values.
pub(crate) struct World {
    pub(crate) fault: fn(&World) -> Reaction,
    /// Points left until the fault.
    pub(crate) fuse: Cell<usize>,
    pub(crate) alive: Cell<usize>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reaction {
    GoOn,
    Abandon,
    Forget,
}

impl World {
    /// Any point of the program: the fault occurs at one of them.
    fn point(&self) -> Reaction {
        self.fuse.set(self.fuse.get().wrapping_sub(1));
        if self.fuse.get() == 0 { (self.fault)(self) } else { Reaction::GoOn }
    }

    pub(crate) fn alive(&self) -> Alive<'_> {
        self.alive.set(self.alive.get() + 1);
        Alive(self)
    }
}

/// A value in every frame, whose destructor counts.
pub(crate) struct Alive<'w>(&'w World);

impl Drop for Alive<'_> {
    fn drop(&mut self) {
        self.0.alive.set(self.0.alive.get() - 1);
    }
}

type Ask<'p, 'w> = Performer<'p, Alive<'w>, Alive<'w>>;

struct Level<'p, 'w> {
    world: &'w World,
    outer: Option<Ask<'p, 'w>>,
}

impl<'w> Handler for Level<'_, 'w> {
    type Effect = Alive<'w>;
    type Answer = Alive<'w>;
    type Return = Alive<'w>;
    type Result = Alive<'w>;

    fn effect(&mut self, effect: Alive<'w>, k: Continuation<'_, Self>) -> Alive<'w> {
        let _alive = self.world.alive();
        match self.world.point() {
            Reaction::GoOn => {}
            Reaction::Abandon => return effect,
            Reaction::Forget => {
                std::mem::forget(k);
                return effect;
            }
        }
        let answer = self.outer.map(|outer| outer.perform(self.world.alive()));
        self.world.point();
        let result = k.resume(self, effect);
        self.world.point();
        let again = self.outer.map(|outer| outer.perform(self.world.alive()));
        self.world.point();
        drop((answer, again));
        result
    }

    fn returns(&mut self, value: Alive<'w>) -> Alive<'w> {
        let _alive = self.world.alive();
        self.world.point();
        value
    }
}

/// A computation under three handlers, the innermost of which performs the effects of all.
fn nest<'w>(world: &'w World, performers: &[Ask<'_, 'w>]) -> Alive<'w> {
    let _alive = world.alive();
    world.point();
    for performer in performers {
        let _answer = performer.perform(world.alive());
        world.point();
    }
    if performers.len() < 3 {
        let mut level = Level { world, outer: performers.last().copied() };
        let _result = handle(&mut level, |performer| nest(world, &[performers, &[performer]].concat()));
        world.point();
        for performer in performers {
            performer.perform(world.alive());
        }
    }
    world.alive()
}

/// Runs the program with a fault at each of its points in turn, and returns how many it has.
fn with_each_fault(fault: fn(&World) -> Reaction, check: fn(usize, Result<(), Injected>)) -> usize {
    quiet();
    let run = |fuse| {
        let world = World { fault, fuse: Cell::new(fuse), alive: Cell::new(0) };
        let outcome = catch_unwind(AssertUnwindSafe(|| drop(nest(&world, &[]))));
        assert_eq!(world.alive.get(), 0, "destructors that did not run, or ran twice, at {fuse}");
        (outcome.map_err(|payload| *payload.downcast::<Injected>().unwrap()), world.fuse.get())
    };
    let stacks = |fuse| (run(fuse), idle()).1;
    let before = stacks(0);
    for fuse in 1.. {
        let (outcome, left) = run(fuse);
        if (1..=fuse).contains(&left) {
            return fuse - left;
        }
        check(fuse, outcome);
        assert_eq!(idle(), before, "a stack is lost, or one too many was taken, at {fuse}");
        assert_eq!(stacks(0), before, "after the fault at {fuse}");
    }
    unreachable!()
}

/// Keeps the panic messages of injected faults off the output.
pub(crate) fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !info.payload().is::<Injected>() {
                default(info);
            }
        }));
    });
}

#[test]
fn a_panic_anywhere_reaches_the_caller_and_leaves_nothing() {
    let points = with_each_fault(
        |world| panic_any(Injected(world.fuse.get())),
        |_, outcome| assert_eq!(outcome, Err(Injected(0))),
    );
    assert!(points >= 100, "{points}");
}

#[test]
fn a_continuation_dropped_anywhere_leaves_nothing() {
    with_each_fault(|_| Reaction::Abandon, |_, outcome| assert_eq!(outcome, Ok(())));
}

#[test]
fn a_continuation_forgotten_anywhere_leaves_nothing() {
    with_each_fault(|_| Reaction::Forget, |_, outcome| assert_eq!(outcome, Ok(())));
}
