//! Panics and abandoned computations: where they can be caught, effects of destructors in the meantime, and unwinding through
//! many activations and segments.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::process::Command;

use ad_core::paper::handler::{Continuation, Handler, Performer, handle, idle};

use super::faults::{Injected, Reaction, World, quiet};

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
fn a_computation_is_unwound_where_its_continuation_is_dropped() {
    /// Drops the continuation, and looks whether the computation has gone before anything else happens.
    struct Drops<'c>(&'c Cell<bool>);

    impl Handler for Drops<'_> {
        type Effect = ();
        type Answer = ();
        type Return = bool;
        type Result = bool;

        fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> bool {
            assert!(!self.0.get());
            drop(k);
            self.0.get()
        }

        fn returns(&mut self, value: bool) -> bool {
            value
        }
    }

    struct Gone<'c>(&'c Cell<bool>);

    impl Drop for Gone<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    let gone = Cell::new(false);
    let seen = handle(&mut Drops(&gone), |performer| {
        let _gone = Gone(&gone);
        performer.perform(());
        unreachable!("nobody resumes it")
    });
    assert!(seen);
}

#[test]
fn the_value_of_an_abandoned_computation_is_dropped_at_once() {
    struct Value<'c>(&'c Cell<u32>);

    impl Drop for Value<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    /// Drops the continuation, and counts the drops up to that time.
    struct Drops<'c>(&'c Cell<u32>);

    impl<'c> Handler for Drops<'c> {
        type Effect = ();
        type Answer = ();
        type Return = Value<'c>;
        type Result = u32;

        fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> u32 {
            drop(k);
            self.0.get()
        }

        fn returns(&mut self, _: Value<'c>) -> u32 {
            unreachable!("the computation was abandoned")
        }
    }

    quiet();
    let dropped = Cell::new(0);
    let seen = handle(&mut Drops(&dropped), |performer| {
        _ = catch_unwind(AssertUnwindSafe(|| performer.perform(())));
        Value(&dropped)
    });
    assert_eq!((seen, dropped.get()), (1, 1));
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
    const NAME: &str =
        "handler::unwinding::a_destructor_that_performs_an_effect_in_an_abandoned_computation_aborts";
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

/// Has something to destroy in each of its activations.
struct Hold<'w>(&'w World);

impl Handler for Hold<'_> {
    type Effect = ();
    type Answer = ();
    type Return = ();
    type Result = ();

    fn effect(&mut self, (): (), k: Continuation<'_, Self>) {
        let _alive = self.0.alive();
        k.resume(self, ());
    }

    fn returns(&mut self, (): ()) {}
}

/// Runs `last` below enough activations of a handler to need several segments.
fn below_many_activations(last: impl FnOnce()) -> usize {
    quiet();
    let world = World { fault: |_| Reaction::GoOn, fuse: Cell::new(0), alive: Cell::new(0) };
    let most = Cell::new(0);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        handle(&mut Hold(&world), |performer| {
            (0..30_000).for_each(|_| performer.perform(()));
            most.set(world.alive.get());
            last();
        });
    }));
    assert_eq!((most.get(), world.alive.get()), (30_000, 0));
    if let Err(payload) = outcome {
        std::panic::resume_unwind(payload);
    }
    idle().0
}

#[test]
fn a_panic_below_many_activations_leaves_nothing() {
    let before = below_many_activations(|| {});
    let outcome = catch_unwind(|| below_many_activations(|| panic_any(Injected(1))));
    assert_eq!(*outcome.unwrap_err().downcast::<Injected>().unwrap(), Injected(1));
    assert_eq!(idle().0, before);
    assert_eq!(below_many_activations(|| {}), before);
}

#[test]
fn abandoning_a_computation_unwinds_many_activations_of_a_handler_in_it() {
    let run = |question| {
        let result = handle(&mut Until(3), |performer| {
            below_many_activations(|| {
                performer.perform(question);
            });
            4
        });
        (result, idle().0)
    };
    let (result, stacks) = run(2);
    assert_eq!(result, Some(4));
    assert_eq!(run(3), (None, stacks));
}
