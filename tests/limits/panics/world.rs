//! The fault, its time, and the living values.

use std::cell::{Cell, RefCell};
use std::panic::panic_any;
use std::sync::Once;

/// The payload of the panic at the operation with this number.
#[derive(Debug, PartialEq)]
pub(crate) struct Injected(pub(crate) usize);

/// Counts operations and locals, and panics at one of the operations.
pub(crate) struct World {
    fuse: Cell<Option<usize>>,
    operations: Cell<usize>,
    /// How often each local was dropped.
    drops: RefCell<Vec<u32>>,
}

impl World {
    pub(crate) fn new() -> Self {
        World { fuse: Cell::new(None), operations: Cell::new(0), drops: RefCell::default() }
    }

    /// Begins anew, with a panic at the operation number `fuse`.
    pub(crate) fn light(&self, fuse: Option<usize>) {
        self.fuse.set(fuse);
        self.operations.set(0);
        self.drops.borrow_mut().clear();
    }

    /// An operation.
    pub(crate) fn operation(&self) {
        let number = self.operations.replace(self.operations.get() + 1);
        if self.fuse.get() == Some(number) {
            panic_any(Injected(number));
        }
    }

    /// How many operations there have been.
    pub(crate) fn operations(&self) -> usize {
        self.operations.get()
    }

    /// A local whose destructor is counted.
    pub(crate) fn local(&self) -> Local<'_> {
        let mut drops = self.drops.borrow_mut();
        drops.push(0);
        Local { world: self, number: drops.len() - 1 }
    }

    /// Returns how many there were.
    #[track_caller]
    pub(crate) fn assert_that_every_local_was_dropped_once(&self, fuse: Option<usize>) -> usize {
        for (local, drops) in self.drops.borrow().iter().enumerate() {
            assert_eq!(*drops, 1, "drops of local {local}, with a panic at {fuse:?}");
        }
        self.drops.borrow().len()
    }
}

/// See [`World::local`].
pub(crate) struct Local<'w> {
    world: &'w World,
    number: usize,
}

impl Drop for Local<'_> {
    fn drop(&mut self) {
        self.world.drops.borrow_mut()[self.number] += 1;
    }
}

/// Keeps the messages of injected panics off the output.
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
