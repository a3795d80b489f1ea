//! Panics and abandoned continuations at every point of a program with three nested handlers: all
//! destructors run, no stack is lost, the payload arrives, and everything works afterwards.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::process::Command;
use std::sync::Once;

use ad_core::handler::{Continuation, Handler, Performer, handle, idle};

/// The payload of the panics injected here.
#[derive(Debug, PartialEq)]
struct Injected(usize);

/// What goes wrong, where, and what is alive.
struct World {
    fault: fn(&World) -> Reaction,
    /// Points left until the fault.
    fuse: Cell<usize>,
    alive: Cell<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Reaction {
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

    fn alive(&self) -> Alive<'_> {
        self.alive.set(self.alive.get() + 1);
        Alive(self)
    }
}

/// What every frame holds, to see its destructor run.
struct Alive<'w>(&'w World);

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
fn quiet() {
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

/// Abandons its computation at the given question.
struct Until(u32);

impl Handler for Until {
    type Effect = u32;
    type Answer = u32;
    type Return = u32;
    type Result = Option<u32>;

    fn effect(&mut self, question: u32, k: Continuation<'_, Self>) -> Option<u32> {
        if question == self.0 { None } else { k.resume(self, question) }
    }

    fn returns(&mut self, value: u32) -> Option<u32> {
        Some(value)
    }
}

/// Performs an effect when dropped.
struct Parting<'p>(Performer<'p, u32, u32>, &'p Cell<u32>);

impl Drop for Parting<'_> {
    fn drop(&mut self) {
        self.1.set(self.0.perform(7));
    }
}

#[test]
fn a_destructor_may_perform_an_effect_while_its_computation_panics() {
    quiet();
    let answer = Cell::new(0);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handle(&mut Until(0), |performer| {
            let _parting = Parting(performer, &answer);
            panic_any(Injected(3))
        })
    }));
    assert_eq!(*outcome.unwrap_err().downcast::<Injected>().unwrap(), Injected(3));
    assert_eq!(answer.get(), 7);
}

#[test]
fn a_destructor_that_performs_an_effect_in_an_abandoned_computation_aborts() {
    const NAME: &str = "unwinding::a_destructor_that_performs_an_effect_in_an_abandoned_computation_aborts";
    if std::env::var_os("ABORT").is_some() {
        let answer = Cell::new(0);
        handle(&mut Until(3), |performer| {
            let _parting = Parting(performer, &answer);
            performer.perform(3)
        });
        return;
    }
    let mut this = Command::new(std::env::current_exe().unwrap());
    let child = this.args(["--exact", NAME, "--nocapture"]).env("ABORT", "").output().unwrap();
    assert!(!child.status.success());
    let message = String::from_utf8_lossy(&child.stderr);
    assert!(message.contains("panic in a destructor during cleanup"), "{message}");
}

#[test]
fn an_abandoned_computation_that_stops_unwinding_is_unwound_again() {
    let unwound = Cell::new(0);
    let result = handle(&mut Until(0), |performer| {
        for _ in 0..3 {
            assert!(catch_unwind(AssertUnwindSafe(|| performer.perform(0))).is_err());
            unwound.set(unwound.get() + 1);
        }
        99
    });
    assert_eq!((result, unwound.get()), (None, 3));
}

/// Turns a panic of its computation into a result.
struct Rescue;

impl Handler for Rescue {
    type Effect = ();
    type Answer = ();
    type Return = ();
    type Result = Vec<usize>;

    fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> Vec<usize> {
        catch_unwind(AssertUnwindSafe(|| k.resume(self, ())))
            .unwrap_or_else(|payload| vec![payload.downcast::<Injected>().unwrap().0])
    }

    fn returns(&mut self, (): ()) -> Vec<usize> {
        Vec::new()
    }
}

#[test]
fn a_handler_may_catch_a_panic_of_what_it_resumes() {
    quiet();
    let result = handle(&mut Rescue, |performer| {
        performer.perform(());
        performer.perform(());
        panic_any(Injected(5));
    });
    assert_eq!(result, [5]);
}

#[test]
fn a_panic_below_many_activations_leaves_nothing() {
    quiet();
    let steps = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    let before = (handle(&mut Until(0), |_| 0), idle()).1;
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handle(&mut Until(0), |performer| {
            for i in 1..steps {
                performer.perform(i);
            }
            panic_any(Injected(1))
        })
    }));
    assert!(outcome.is_err());
    assert!(idle() >= before);
    assert_eq!(handle(&mut Until(0), |performer| performer.perform(4)), Some(4));
}
