//! Second derivatives by programs of second order.

use alloc::vec::Vec;

use crate::number::shortcuts::annihilates;
use crate::number::slot::Slot;
use crate::{Dict, Exp, Matrix, Num, Of, Semiring, Shape, Signature};

/// A value, its gradient by an argument of shape `I`, and its Hessian.
pub type Quadratic<I, N> = (N, Of<I, N>, Of<Matrix<I, I>, N>);

/// The most inputs of such a program.
const INPUTS: usize = 6;

/// Receives the derivatives of the terms of a sum.
pub trait Assemble<N> {
    /// Whether the Hessian is dense. Then there may be rows and parts. Other receivers need none of the methods for these.
    const DENSE: bool = false;

    /// Adds the derivatives of a term by `K` numbers: its gradient, and the upper triangle of its Hessian, column by column. `at` are the
    /// places of these numbers among all numbers of the argument. Two of them may be one.
    fn add<const K: usize, const T: usize>(&mut self, at: [usize; K], gradient: [N; K], triangle: [N; T]);

    /// Multiplies all derivatives so far.
    fn scale(&mut self, factor: N);

    /// Begins the next part. The derivatives until the next part belong to it.
    fn begin(&mut self) {}

    /// Adds the derivatives of a term by `K` linear combinations of numbers. If some are parts, these parts become one. It has the
    /// derivatives of all of them, times their entry of `gradient`.
    fn add_along<const K: usize, const T: usize>(
        &mut self,
        _at: [Along<'_, N>; K],
        _gradient: [N; K],
        _triangle: [N; T],
    ) {
    }
}

/// A linear combination of numbers of the argument, by which a term has derivatives.
#[derive(Clone, Copy, Debug)]
pub enum Along<'a, N> {
    /// The number at this place.
    Number(usize),
    /// Numbers from this place on, with these factors.
    Row(usize, &'a [N]),
    /// The sum to which this part belongs. The factors are its gradient.
    Part(usize),
}

/// The derivatives of a linear call by a list.
#[derive(Debug)]
pub struct Row<N: Copy> {
    slots: Vec<Slot<N>>,
    factors: Vec<N>,
}

impl<N: Semiring> Row<N> {
    /// The memory for the derivatives by any part of `base`.
    #[inline]
    pub fn of(base: &[N]) -> Self {
        Row { slots: base.iter().map(|_| Slot::new()).collect(), factors: Vec::with_capacity(base.len()) }
    }

    /// Empty slots for the adjoints of `x`.
    #[inline]
    pub fn slots(&self, x: &[N]) -> &[Slot<N>] {
        &self.slots[..x.len()]
    }

    /// Takes the adjoints of `x`, which are the factors. An empty slot is 0.
    #[inline]
    pub fn take(&mut self, x: &[N]) {
        self.factors.clear();
        let slots = self.slots[..x.len()].iter();
        self.factors.extend(slots.map(|slot| slot.take().unwrap_or_else(|| N::natural(0))));
    }

    /// The factors from place `at` on.
    #[inline]
    pub fn along(&self, at: usize) -> Along<'_, N> {
        Along::Row(at, &self.factors)
    }
}

/// The place of the first number of `part`, a part of a parameter.
#[inline]
pub fn position_of_part<N>(base: &[N], part: &[N]) -> Option<usize> {
    part.first().map_or(Some(0), |first| position(base, first))
}

/// The place of a number in a parameter of slices and arrays, or `None` if it is elsewhere.
#[inline]
pub fn position<N, T: ?Sized>(base: &T, at: &N) -> Option<usize> {
    let place = core::ptr::from_ref(at).addr().wrapping_sub(core::ptr::from_ref(base).addr());
    if place < size_of_val(base) { place.checked_div(size_of::<N>()) } else { None }
}

/// The count of numbers in a parameter of slices and arrays.
#[inline]
pub fn numbers_in<N, T: ?Sized>(base: &T) -> usize {
    size_of_val(base).checked_div(size_of::<N>()).unwrap_or(0)
}

/// Whether a program of second order serves under this dictionary, if `E` has one. In lanes, the points of one number may be on several
/// sides of a kink. A dictionary that does not know when 0 times a number is 0 cannot say whether the program serves.
#[inline]
pub(crate) fn has_quadratic<D: Dict, E: Signature + ?Sized>(dict: D) -> bool {
    !D::IN_PLACE && matches!(E::In::COUNT, Some(1..=INPUTS)) && annihilates(dict, dict.one())
}

/// The value, the gradient and the Hessian of `e` at `x` by a program of second order, if there is one, and if all numbers are finite: see
/// [`Exp::quadratic`].
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn quadratic<D: Dict, E: Exp<D> + Signature<Out = f64> + ?Sized>(
    e: &E,
    dict: D,
    x: &Of<E::In, Num<D>>,
) -> Option<Quadratic<E::In, Num<D>>> {
    if !has_quadratic::<D, E>(dict) {
        return None;
    }
    let (mut y, mut gradient, mut hessian) = e.quadratic(x)?;
    let mut finite = true;
    let mut bind = |n: &mut Num<D>| {
        let v = n.value_under(dict);
        finite &= annihilates(dict, v);
        *n = Num::new(dict, v);
    };
    bind(&mut y);
    E::In::for_each_mut(&mut gradient, &mut bind);
    E::In::for_each_mut(&mut hessian, &mut |row| E::In::for_each_mut(row, &mut bind));
    finite.then_some((y, gradient, hessian))
}
