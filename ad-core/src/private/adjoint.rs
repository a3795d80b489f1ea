//! The names that adjoint programs use.

use alloc::borrow::ToOwned;
pub use alloc::boxed::Box;
use alloc::collections::BTreeMap;
pub use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cell::Cell;
use core::cmp::Ordering;
#[cfg(feature = "std")]
use std::collections::HashMap;

use crate::function::{Function, Partial};
use crate::number::erased::{Collected, made};
use crate::number::num::each;
use crate::{Dict, FieldDict, Real, RealDict, Semiring};

pub use super::blocks::Blocks;
pub use super::constructors::{Constructed, FromMatrixUnchecked, New, NewUnchecked, Sweep};
pub use super::curvature::{Curved, curvature, curvature_of_power, duals, local, receivers, seed, unit};
pub use super::filled::filled;
pub use super::fit::dropped;
pub use super::identity::{Name, is_of_core, name_of, same_function};
pub use super::iterations::Iterations;
pub use super::number;
pub use super::order::Order;
pub use super::parts::Parts;
pub use super::record::{
    Exchange, OnTape, Place, Places, Pulled, Recordable, Recorded, Recording, ResultAdjoints, recording,
};
pub use super::retain::{Part, PartIsNumber, held, regain, retain, taken, unheld};
pub use super::step::{StepFunction, one, step};
pub use super::unannotated;
pub use crate::Seeding;
pub use crate::adjoint::{
    Adjoint, Shadow, Shadowed, Slot, Structure, Total, offer, offer_given, offer_in_place,
};
pub use crate::function;
pub use crate::number::memory::{empty, keep};
pub use crate::number::quadratic::{Along, Assemble, Quadratic, Row, numbers_in, position, position_of_part};
pub use crate::number::slot::{Active, Receive, structures_differ, total, unwanted};
pub use crate::{Of, Shape};
pub use core::marker::PhantomData;

/// The traits whose methods the sweeps call.
pub mod methods {
    pub use super::{
        Deque as _, FromMatrixUnchecked as _, Keyed as _, Keys as _, Maybe as _, New as _, NewUnchecked as _,
        Parts as _,
    };
}

/// Two shadows of one type, which may be that of data without slots. A method of the type itself has precedence over one of a trait.
pub struct Shadows<'a, T: ?Sized>(pub &'a T, pub &'a T);

impl<T: Shadow + ?Sized> Shadows<'_, T> {
    /// See [`Shadow::transfer`].
    #[inline]
    pub fn transfer(self) {
        self.0.transfer(self.1);
    }
}

/// See [`Shadows`].
pub trait NoShadow: Sized {
    /// Nothing is there to be moved.
    #[inline]
    fn transfer(self) {}
}
impl<T: ?Sized> NoShadow for Shadows<'_, T> {}

/// The result of a companion, if its type has no numbers and perhaps no shadow.
pub struct Data<T>(Cell<Option<T>>);

impl<T> Data<T> {
    /// Wraps the result.
    #[inline]
    pub const fn new(data: T) -> Self {
        Data(Cell::new(Some(data)))
    }

    /// The result, which is taken once.
    ///
    /// # Panics
    ///
    /// Panics if it was taken.
    #[inline]
    pub fn take(&self) -> T {
        self.0.take().expect("the data of a call is taken once")
    }
}

impl<T> Shadowed for Data<T> {
    type Structure = ();
    type Shape = ();
    #[inline]
    fn structure(&self) {}
}

/// Anything, in the place of the shadow of data.
pub trait Unused {}
impl<T> Unused for T {}

/// [`Shadow::transfer`] for the slots of a shape that may be data without slots.
pub fn transfer<S: Shape, N: Semiring>(from: &S::Of<Slot<N>>, to: &S::Of<Slot<N>>) {
    if matches!(S::COUNT, Some(0)) {
        return;
    }
    if S::mismatch(from, to).is_some() {
        structures_differ();
    }
    let mut moved = Vec::new();
    S::for_each(from, &mut |slot| moved.push(slot.take()));
    let mut moved = moved.into_iter();
    S::for_each(to, &mut |slot| {
        if let Some(adjoint) = moved.next().flatten() {
            slot.add(adjoint);
        }
    });
}

/// The largest integer of a type: the end of `k..`.
#[inline]
pub fn largest<T: num_traits::Bounded>(_: T) -> T {
    T::max_value()
}

/// Item `i` of `start..`.
///
/// # Panics
///
/// Panics if the integer is larger than its type allows.
#[inline]
pub fn counted<T: num_traits::FromPrimitive + core::ops::Add<Output = T>>(start: T, i: usize) -> T {
    start + T::from_usize(i).expect("the integer fits its type")
}

/// A copy, of the type of another value: that of the content of a `Box`, where the other value is none.
#[inline]
pub fn like<T: Clone>(_: &T, x: &T) -> T {
    x.clone()
}

/// The structure of a value, which makes its shadow.
#[inline]
pub fn structure<S: Shadowed + ?Sized>(x: &S) -> S::Structure {
    x.structure()
}

/// See [`Dict::times_constant`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn times_constant<N: Semiring>(x: N, c: N, first: bool) -> N {
    let dict = x.dict().join(c.dict());
    N::from_value(dict, dict.times_constant(x.value(), c.value(), first))
}

/// See [`Semiring::power`].
#[inline]
pub fn power<N: Semiring>(x: N, n: u32) -> N {
    x.power(n)
}

/// The incoming adjoint of operand `i` of an elementary function, from the adjoint of its result, if there is one.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn through<N: Real, F: Function<K>, const K: usize>(f: F, i: usize, x: [N; K], y: N, d: N) -> Option<N> {
    passed(f, i, x, y, d, |dict| dict.scale(x[0].value()).map(|s| N::from_value(dict, s)))
}

/// [`through`] for a partial derivative that does not use the value.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn through_operands<N: Real, F: Function<K>, const K: usize>(
    f: F,
    i: usize,
    x: [N; K],
    d: N,
) -> Option<N> {
    through(f, i, x, unused(), d)
}

/// [`through`] for a partial derivative that uses only the value.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn through_value<N: Real, F: Function<K>, const K: usize>(f: F, i: usize, y: N, d: N) -> Option<N> {
    // The only such function with factors is the reciprocal.
    passed(f, i, [unused(); K], y, d, |dict| dict.scale(y.value()).map(|s| N::from_value(dict, s).recip()))
}

/// The power of two `scale` brings the first operand near 1, if it is far.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn passed<N: Real, F: Function<K>, const K: usize>(
    f: F,
    i: usize,
    x: [N; K],
    y: N,
    d: N,
    scale: impl FnOnce(N::Dict) -> Option<N>,
) -> Option<N> {
    let dict = joined(d, &x);
    if let Some(d) = dict.pass(f, i, each(x, N::value), d.value()) {
        return Some(N::from_value(dict, d));
    }
    // The rule's own functions are not steps of the program.
    let before = dict.vary(false);
    let partial = f.partial(i, x, y);
    dict.vary(before);
    match partial {
        Partial::Zero => None,
        Partial::One => Some(d),
        Partial::Value(p) | Partial::MinusOne(p) => {
            if const { F::SPLITS }
                && i == 0
                && let Some(s) = scale(dict)
                && let Some([p, q]) = f.factors(x, y)
            {
                return Some((d * s) * (p * s.recip() * q));
            }
            Some(d * p)
        }
    }
}

/// The handle of these numbers. In a function that is generic over `F`, the closure would be compiled for each `F`.
#[inline]
fn joined<N: Real>(d: N, x: &[N]) -> N::Dict {
    x.iter().fold(d.dict(), |dict, x| dict.join(x.dict()))
}

/// The incoming adjoint of the operand of [`power`](Semiring::power).
#[inline]
pub fn through_power<N: Semiring>(n: u32, x: N, d: N) -> Option<N> {
    match n {
        0 => None,
        1 => Some(d),
        _ => Some(d * (x.power(n - 1) * N::natural(n.into()))),
    }
}

/// Passes it on.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn chain<N: Real, F: Function<K>, const K: usize>(f: F, i: usize, x: [N; K], y: N, d: N, to: &Slot<N>) {
    if let Some(d) = through(f, i, x, y, d) {
        to.add(d);
    }
}

/// Empty slots in the shape of numbers.
#[inline]
pub fn slots<S: Shape, N: Semiring>(x: &Of<S, N>) -> Of<S, Slot<N>> {
    S::map(x, &mut |_| Slot::new())
}

/// Replaces a value that a partial derivative does not use. A use would be noticed.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unused<N: Real>() -> N {
    N::constant(f64::NAN)
}

/// The start of a sum, which is -0.0 for floats: so is the sum of no numbers, and of zeros with that sign.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn empty_sum<N: Semiring>() -> N {
    let dict = <N::Dict>::default();
    N::from_value(dict, dict.empty_sum())
}

/// A plain float as a number.
#[inline]
pub fn constant<N: Real>(c: impl Borrow<f64>) -> N {
    N::constant(*c.borrow())
}

/// `vec![element; count]`
#[inline]
pub fn repeated<T: Clone>(element: T, count: usize) -> Vec<T> {
    let mut vector = empty();
    vector.resize(count, element);
    vector
}

/// An array of numbers, whose elements are written next.
#[inline]
pub fn array<N: Semiring, const LENGTH: usize>() -> [N; LENGTH] {
    [N::default(); LENGTH]
}

/// Lets rustc infer the content of an `Option` that is empty at first.
#[inline]
pub fn same_content<T>(_: &Option<T>, _: &T) {}

/// Lets rustc infer the length of an array that has as many elements as another one.
#[inline]
pub fn same_length<A, B, const LENGTH: usize>(_: &[A; LENGTH], _: &[B; LENGTH]) {}

/// Replaces a number that was not computed on the path taken.
#[inline]
pub fn filler<N: Semiring>() -> N {
    N::default()
}

/// What is written next, whatever it is at first.
pub trait Written {
    fn filler() -> Self;
}

impl<N: Semiring> Written for N {
    #[inline]
    fn filler() -> N {
        N::default()
    }
}

impl<T: Written, const LENGTH: usize> Written for [T; LENGTH] {
    #[inline]
    fn filler() -> Self {
        made(|_| T::filler())
    }
}

impl<T> Written for Vec<T> {
    #[inline]
    fn filler() -> Self {
        Vec::new()
    }
}

/// Removes the saved values of the last iteration that is not reversed yet.
#[inline]
pub fn pop<T>(kept: &mut Vec<T>) -> T {
    kept.pop().expect("the reverse sweep has more iterations than the forward sweep")
}

/// Returns the memory of a stack of saved values, which a recursion shares.
///
/// # Panics
///
/// Panics if the reverse sweep did not reverse each call.
#[inline]
pub fn end<T>(kept: Vec<T>) {
    assert!(kept.is_empty(), "the reverse sweep has fewer calls than the forward sweep");
    keep(kept);
}

/// Containers from which an element may be removed, and their shadows.
pub trait Keyed<K> {
    /// An element.
    type Part;
    /// Removes the element at a place.
    fn __take(&mut self, at: K) -> Self::Part;
    /// Inserts an element, the inverse of `__take`.
    fn __put(&mut self, at: K, part: Self::Part);
}

impl<T> Keyed<usize> for Vec<T> {
    type Part = T;
    #[inline]
    fn __take(&mut self, at: usize) -> T {
        self.remove(at)
    }
    #[inline]
    fn __put(&mut self, at: usize, part: T) {
        self.insert(at, part);
    }
}

impl<T> Keyed<usize> for VecDeque<T> {
    type Part = T;
    #[inline]
    fn __take(&mut self, at: usize) -> T {
        self.remove(at).expect("the element is there")
    }
    #[inline]
    fn __put(&mut self, at: usize, part: T) {
        self.insert(at, part);
    }
}

/// A text among values whose type the macro does not see.
#[inline]
pub fn text<T: AsRef<str> + ?Sized>(text: &T) -> &str {
    text.as_ref()
}

/// Maps, which are iterated over by a list of their keys.
pub trait Keys {
    /// The type of the keys.
    type Key;
    /// The keys, in the order of the map.
    fn __keys(&self) -> Vec<Self::Key>;
    /// The key itself. rustc converts the argument to the type of the keys.
    fn __of_key(&self, key: Self::Key) -> Self::Key;
}

macro_rules! maps {
    ($($(#[$attr:meta])* $Map:ident<K, V $(, $H:ident)?> where K: $($Key:path),+;)*) => {$(
        $(#[$attr])*
        impl<K: Clone, V $(, $H)?> Keys for $Map<K, V $(, $H)?> {
            type Key = K;
            fn __keys(&self) -> Vec<K> {
                self.keys().cloned().collected()
            }
            #[inline]
            fn __of_key(&self, key: K) -> K {
                key
            }
        }

        $(#[$attr])*
        impl<K: $($Key +)+ Clone, V $(, $H: core::hash::BuildHasher)?> Keyed<&K> for $Map<K, V $(, $H)?> {
            type Part = V;
            #[inline]
            fn __take(&mut self, at: &K) -> V {
                self.remove(at).expect("the entry is there")
            }
            #[inline]
            fn __put(&mut self, at: &K, part: V) {
                self.insert(at.clone(), part);
            }
        }
    )*};
}
maps! {
    BTreeMap<K, V> where K: Ord;
    #[cfg(feature = "std")]
    HashMap<K, V, H> where K: Eq, core::hash::Hash;
}

/// The methods of a `Vec` for a deque, and for its shadow.
pub trait Deque<T> {
    /// Appends an element.
    fn push(&mut self, value: T);
    /// Removes the last element.
    fn pop(&mut self) -> Option<T>;
}

impl<T> Deque<T> for VecDeque<T> {
    #[inline]
    fn push(&mut self, value: T) {
        self.push_back(value);
    }
    #[inline]
    fn pop(&mut self) -> Option<T> {
        self.pop_back()
    }
}

/// A list without elements.
#[inline]
#[must_use]
pub fn no_elements<L: Default>() -> L {
    L::default()
}

/// `Option` and `Result`, and their shadows.
pub trait Maybe {
    /// The type of the content.
    type Inside;
    /// The content.
    fn __there(&self) -> Option<&Self::Inside>;
    /// The content, to be changed.
    fn __there_mut(&mut self) -> Option<&mut Self::Inside>;
}

impl<T> Maybe for Option<T> {
    type Inside = T;
    #[inline]
    fn __there(&self) -> Option<&T> {
        self.as_ref()
    }
    #[inline]
    fn __there_mut(&mut self) -> Option<&mut T> {
        self.as_mut()
    }
}

impl<T, E> Maybe for Result<T, E> {
    type Inside = T;
    #[inline]
    fn __there(&self) -> Option<&T> {
        self.as_ref().ok()
    }
    #[inline]
    fn __there_mut(&mut self) -> Option<&mut T> {
        self.as_mut().ok()
    }
}

/// A borrowed value whose previous content is restored after a call that changed it.
pub trait Restore: ToOwned {
    /// Restores the content.
    fn restore(&mut self, old: Self::Owned);
}

impl<T: Clone> Restore for T {
    #[inline]
    fn restore(&mut self, old: T) {
        *self = old;
    }
}

impl<T: Clone> Restore for [T] {
    #[inline]
    fn restore(&mut self, old: Vec<T>) {
        self.clone_from_slice(&old);
    }
}

/// The saved values of a branch that was taken.
#[inline]
pub fn there<T>(kept: Option<T>) -> T {
    kept.expect("the reverse sweep takes another branch than the forward sweep")
}

/// Refuses a number at compile time, where the macro expects none.
#[inline]
pub fn plain<T: Plain>(x: T) -> T {
    x
}

/// A type without numbers. It is not implemented for the number type of a generic function.
#[diagnostic::on_unimplemented(
    message = "cannot use `{Self}` as plain data in an adjoint program: it may contain numbers",
    label = "bind it with its type first"
)]
pub trait Plain {}

macro_rules! plain {
    ($($T:ty)*) => {$( impl Plain for $T {} )*};
}
plain!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 String &str);

/// The calls in a loop that the reverse sweep runs again. If a second call may give another result, as with random numbers, the
/// results of the first calls are saved in a queue.
///
/// `Same::<{ f::__SAME }>` decides this for the function `f`, as [`Cheap`] does.
pub struct Same<const SAME: bool>;

impl Same<true> {
    /// Nothing is saved.
    #[inline]
    pub fn queue() {}

    /// The value of a call of the forward sweep.
    #[inline]
    pub fn give<Y, P>((): &mut (), (y, _): (Y, P)) -> Y {
        y
    }

    /// For the reverse sweep.
    #[inline]
    pub fn begin((): ()) {}

    /// Repeats the call.
    #[inline]
    pub fn take<T>((): &mut (), call: impl FnOnce() -> T) -> T {
        call()
    }
}

impl Same<false> {
    /// The empty queue.
    #[inline]
    pub fn queue<T>() -> Vec<T> {
        Vec::new()
    }

    /// Saves the result of a call of the forward sweep, and returns its value.
    #[inline]
    pub fn give<Y: Clone, P>(queue: &mut Vec<(Y, P)>, call: (Y, P)) -> Y {
        let y = call.0.clone();
        queue.push(call);
        y
    }

    /// For the reverse sweep.
    #[inline]
    pub fn begin<T>(queue: Vec<T>) -> alloc::vec::IntoIter<T> {
        queue.into_iter()
    }

    /// The result of the same call in the forward sweep.
    #[inline]
    pub fn take<T>(queue: &mut alloc::vec::IntoIter<T>, _: impl FnOnce() -> T) -> T {
        queue.next().expect("the reverse sweep makes a call that the forward sweep did not make")
    }
}

/// Between the sweeps, the pullback of a call is saved, or the call of a cheap function is repeated.
///
/// `Cheap::<{ f::__CHEAP }>` decides this for the function `f`. A type in place of the constant would not compile if a public `f`
/// calls a private `g`. The constant of `f` may mention the constant of `g`, but no type of `f` may mention a type of `g`.
pub struct Cheap<const CHEAP: bool>;

impl Cheap<true> {
    /// Saves nothing.
    #[inline]
    pub fn keep<T>(_: T) {}

    /// Repeats the call.
    #[inline]
    pub fn again<T>((): (), make: impl FnOnce() -> T) -> T {
        make()
    }
}

impl Cheap<false> {
    /// Saves the pullback.
    #[inline]
    pub fn keep<T>(pullback: T) -> T {
        pullback
    }

    /// Returns the pullback.
    #[inline]
    pub fn again<T>(kept: T, _: impl FnOnce() -> T) -> T {
        kept
    }
}

/// The position of the item that `max_by` would give: the last greatest one.
#[inline]
pub fn max_by_position<I: IntoIterator>(
    items: I,
    mut compare: impl FnMut(&I::Item, &I::Item) -> Ordering,
) -> Option<usize> {
    items.into_iter().enumerate().max_by(|(_, a), (_, b)| compare(a, b)).map(|(i, _)| i)
}

/// The position of the item that `min_by` would give: the first least one.
#[inline]
pub fn min_by_position<I: IntoIterator>(
    items: I,
    mut compare: impl FnMut(&I::Item, &I::Item) -> Ordering,
) -> Option<usize> {
    items.into_iter().enumerate().min_by(|(_, a), (_, b)| compare(a, b)).map(|(i, _)| i)
}

/// The position of the item that `find` would give.
#[inline]
pub fn find_position<I: IntoIterator>(items: I, mut wanted: impl FnMut(&I::Item) -> bool) -> Option<usize> {
    items.into_iter().position(|item| wanted(&item))
}

/// The position of the last item.
#[inline]
pub fn last_position<I: IntoIterator>(items: I) -> Option<usize> {
    items.into_iter().count().checked_sub(1)
}

/// The position of the item that `nth` would give.
#[inline]
pub fn nth_position<I: IntoIterator>(items: I, n: usize) -> Option<usize> {
    items.into_iter().nth(n).map(|_| n)
}

/// The indices of a list in the order in which `sort_by` would sort it.
#[inline]
pub fn order_by<T>(list: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collected();
    order.sort_by(|&i, &j| compare(&list[i], &list[j]));
    order
}

/// The indices of a list in the order in which `sort_by_key` would sort it.
#[inline]
pub fn order_by_key<T, K: Ord>(list: &[T], mut key: impl FnMut(&T) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collected();
    order.sort_by_key(|&i| key(&list[i]));
    order
}
