//! `Box<dyn Error>` as the error of a private function over numbers.

use alloc::boxed::Box;
use alloc::rc::Rc;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// An error of any type, as `Box<dyn Error>`, that can be cloned.
#[derive(Clone)]
pub struct AnyError(Rc<dyn Error>);

/// It is no `Error` itself, so that every error becomes one by `?`.
impl<E: Into<Box<dyn Error>>> From<E> for AnyError {
    fn from(error: E) -> Self {
        AnyError(error.into().into())
    }
}

impl Deref for AnyError {
    type Target = dyn Error;
    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
