//! Borrowed data among the values that a forward sweep saves. A reverse sweep cannot capture a reference, so it gets a copy of the
//! content.

use core::borrow::Borrow;
use core::cell::Cell;
use core::ops::Deref;

use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::Real;
use crate::number::erased::Collected;

/// A saved value: `retain(x).retained()` is a copy of the content of references, and any other value itself. It is shared if it is not
/// `Clone`, since a reverse sweep is. Method lookup decides.
pub fn retain<T>(x: T) -> Retain<T> {
    Retain(Cloned(Whole(Cell::new(Some(x)))))
}

/// See [`retain`].
pub struct Retain<T>(Cloned<T>);
/// See [`retain`].
pub struct Cloned<T>(Whole<T>);
/// See [`retain`].
pub struct Whole<T>(Cell<Option<T>>);

impl<T> Deref for Retain<T> {
    type Target = Cloned<T>;
    #[inline]
    fn deref(&self) -> &Cloned<T> {
        &self.0
    }
}

impl<T> Deref for Cloned<T> {
    type Target = Whole<T>;
    #[inline]
    fn deref(&self) -> &Whole<T> {
        &self.0
    }
}

impl<T> Whole<T> {
    fn take(&self) -> T {
        self.0.take().expect("a value is saved once")
    }

    /// The value, shared.
    #[inline]
    pub fn retained(&self) -> Shared<T> {
        Shared(Rc::new(self.take()))
    }
}

impl<T: Clone> Cloned<T> {
    /// The value itself.
    #[inline]
    pub fn retained(&self) -> T {
        self.0.take()
    }
}

impl<T: Borrows> Retain<T> {
    /// A copy of the content.
    #[inline]
    pub fn retained(&self) -> Copied<T::Content> {
        Copied(self.0.0.take().content())
    }
}

/// The value for the reverse sweep: `regain(&mut saved).regained()`.
pub fn regain<T>(saved: &mut Option<T>) -> Regain<'_, T> {
    Regain(Taken(Cell::new(Some(saved))))
}

/// See [`regain`].
pub struct Regain<'m, T>(Taken<'m, T>);
/// See [`regain`].
pub struct Taken<'m, T>(Cell<Option<&'m mut Option<T>>>);

impl<'m, T> Deref for Regain<'m, T> {
    type Target = Taken<'m, T>;
    #[inline]
    fn deref(&self) -> &Taken<'m, T> {
        &self.0
    }
}

impl<'m, T> Taken<'m, T> {
    fn saved(&self) -> &'m mut Option<T> {
        self.0.take().expect("a saved value is used once")
    }

    /// The value itself.
    #[inline]
    pub fn regained(&self) -> T {
        self.saved().take().expect("a saved value is used once")
    }
}

impl<'m, T: Views> Regain<'m, Copied<T>> {
    /// References to the content.
    #[inline]
    pub fn regained(&self) -> T::View<'m> {
        self.saved().as_ref().expect("a saved value is used once").0.view()
    }
}

impl<'m, T> Regain<'m, Shared<T>> {
    /// A reference to the value.
    #[inline]
    pub fn regained(&self) -> &'m T {
        &self.0.saved().as_ref().expect("a saved value is used once").0
    }
}

/// A value that is not `Clone`.
pub struct Shared<T>(Rc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Rc::clone(&self.0))
    }
}

/// A part that a `match` moves out of a value: [`taken`] gives it once.
#[inline]
pub fn held<T>(part: T) -> Cell<Option<T>> {
    Cell::new(Some(part))
}

/// A part of an arm that is not chosen.
#[inline]
pub fn unheld<T>() -> Cell<Option<T>> {
    Cell::new(None)
}

/// The part that was moved out of a value.
///
/// # Panics
///
/// Panics if its arm was not chosen.
#[inline]
pub fn taken<T>(part: &Cell<Option<T>>) -> T {
    part.take().expect("the parts of the chosen arm are taken once")
}

/// A part as a number: a plain float, a reference to one, or a number that was parsed. See [`super::AlreadyNumber`].
pub struct Part<T>(pub T);

impl Part<f64> {
    /// The constant.
    #[inline]
    pub fn number<N: Real>(self) -> N {
        N::constant(self.0)
    }
}

impl Part<&f64> {
    /// The constant.
    #[inline]
    pub fn number<N: Real>(self) -> N {
        N::constant(*self.0)
    }
}

/// A number stays unchanged.
pub trait PartIsNumber {
    /// The type of the value.
    type Number;
    /// The value itself.
    fn number<N>(self) -> Self::Number;
}

impl<T> PartIsNumber for Part<T> {
    type Number = T;
    #[inline]
    fn number<N>(self) -> T {
        self.0
    }
}

/// The copied content of references.
#[derive(Clone)]
pub struct Copied<T>(T);

/// A value that consists of references.
pub trait Borrows {
    /// Their content.
    type Content: Views;
    /// A copy of their content.
    fn content(self) -> Self::Content;
}

/// The content of references.
pub trait Views {
    /// The references.
    type View<'a>
    where
        Self: 'a;
    /// References to the content.
    fn view(&self) -> Self::View<'_>;
}

/// The content of one reference.
pub struct One<U: ToOwned + ?Sized>(U::Owned);

impl<U: ToOwned<Owned: Clone> + ?Sized> Clone for One<U> {
    fn clone(&self) -> Self {
        One(self.0.clone())
    }
}

impl<U: ToOwned<Owned: Clone> + ?Sized> Borrows for &U {
    type Content = One<U>;
    #[inline]
    fn content(self) -> One<U> {
        One(self.to_owned())
    }
}

impl<U: ToOwned<Owned: Clone> + ?Sized> Views for One<U> {
    type View<'a>
        = &'a U
    where
        U: 'a;
    #[inline]
    fn view(&self) -> &U {
        self.0.borrow()
    }
}

impl<T: Borrows> Borrows for Option<T> {
    type Content = Option<T::Content>;
    #[inline]
    fn content(self) -> Self::Content {
        self.map(T::content)
    }
}

impl<T: Views> Views for Option<T> {
    type View<'a>
        = Option<T::View<'a>>
    where
        T: 'a;
    #[allow(clippy::redundant_closure_for_method_calls, reason = "Rust 1.88 refuses the path")]
    #[inline]
    fn view(&self) -> Self::View<'_> {
        self.as_ref().map(|x| x.view())
    }
}

impl<T: Borrows> Borrows for Vec<T> {
    type Content = Vec<T::Content>;
    #[inline]
    fn content(self) -> Self::Content {
        self.into_iter().map(T::content).collected()
    }
}

impl<T: Views> Views for Vec<T> {
    type View<'a>
        = Vec<T::View<'a>>
    where
        T: 'a;
    #[allow(clippy::redundant_closure_for_method_calls, reason = "Rust 1.88 refuses the path")]
    #[inline]
    fn view(&self) -> Self::View<'_> {
        self.iter().map(|x| x.view()).collected()
    }
}

impl<A: Borrows, B: Borrows> Borrows for (A, B) {
    type Content = (A::Content, B::Content);
    #[inline]
    fn content(self) -> Self::Content {
        (self.0.content(), self.1.content())
    }
}

impl<A: Views, B: Views> Views for (A, B) {
    type View<'a>
        = (A::View<'a>, B::View<'a>)
    where
        A: 'a,
        B: 'a;
    #[inline]
    fn view(&self) -> Self::View<'_> {
        (self.0.view(), self.1.view())
    }
}

/// Pairs with a reference beside plain data, which is copied.
macro_rules! beside {
    ($($data:ty),*) => {$(
        impl<B: Borrows> Borrows for ($data, B) {
            type Content = ($data, B::Content);
            #[inline]
            fn content(self) -> Self::Content {
                (self.0, self.1.content())
            }
        }

        impl<B: Views> Views for ($data, B) {
            type View<'a>
                = ($data, B::View<'a>)
            where
                B: 'a;
            #[inline]
            fn view(&self) -> Self::View<'_> {
                (self.0, self.1.view())
            }
        }

        impl<B: Borrows> Borrows for (B, $data) {
            type Content = (B::Content, $data);
            #[inline]
            fn content(self) -> Self::Content {
                (self.0.content(), self.1)
            }
        }

        impl<B: Views> Views for (B, $data) {
            type View<'a>
                = (B::View<'a>, $data)
            where
                B: 'a;
            #[inline]
            fn view(&self) -> Self::View<'_> {
                (self.0.view(), self.1)
            }
        }
    )*};
}
beside!(bool, char, f64, i32, i64, u8, u32, u64, usize);
