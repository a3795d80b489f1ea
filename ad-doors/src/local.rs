//! Memory that a thread retains between calls. Prepared derivatives need not be `Send`, and threads do not wait for each other.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many values a thread retains.
const RETAINED: usize = 64;

thread_local! {
    static VALUES: RefCell<Vec<(u64, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// A value of each thread.
pub struct Local<T> {
    id: u64,
    value: PhantomData<fn() -> T>,
}

impl<T> Default for Local<T> {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Local { id: NEXT.fetch_add(1, Ordering::Relaxed), value: PhantomData }
    }
}

impl<T: 'static> Local<T> {
    /// Uses the value of this thread, or a new one. A panic drops the value.
    pub(crate) fn with<R>(&self, make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        let idle = VALUES.with_borrow_mut(|values| {
            let found = values.iter().rposition(|(id, _)| *id == self.id)?;
            Some(values.remove(found).1)
        });
        let mut value = idle.unwrap_or_else(|| Box::new(make()));
        let result = f(value.downcast_mut().expect("a number belongs to one type"));
        let oldest = VALUES.with_borrow_mut(|values| {
            values.push((self.id, value));
            (values.len() > RETAINED).then(|| values.remove(0))
        });
        drop(oldest);
        result
    }
}
