//! The gradient by an adjoint program again and again, in the same memory.

use super::program::Adjoint;
use crate::number::shape::assert_same_structure;
use crate::number::slot::Slot;
use crate::{Argument, Dict, Num, Of, Shape, Signature, Under};

/// The gradient of an expression, prepared: it keeps its containers from one evaluation to the next.
///
/// ```
/// use ad::{F64, Var, adjoint, pow};
/// let mut cube = adjoint::Prepared::new(pow(3, Var), F64);
/// let mut gradient = 0.0;
/// assert_eq!(cube.gradient_into(&2.0, &mut gradient), 8.0);
/// assert_eq!(gradient, 12.0);
/// ```
pub struct Prepared<E: Signature, D: Dict> {
    e: E,
    dict: D,
    kept: Option<Kept<E, D>>,
    /// Whether the slots are known to be empty once they have been read: a shape's own way to visit two containers may
    /// copy the second.
    emptied: bool,
}

/// The numbers of the argument, and the slots of their adjoints.
struct Kept<E: Signature, D: Dict> {
    x: Of<E::In, Num<D>>,
    dx: Of<E::In, Slot<Num<D>>>,
}

impl<E: Signature<Out = f64> + Adjoint<D>, D: Dict> Prepared<E, D> {
    /// Prepares the gradient of `e` under `dict`. Memory is allocated by the first evaluation.
    pub fn new(e: E, dict: D) -> Self {
        Prepared { e, dict, kept: None, emptied: false }
    }

    /// Returns the value of the expression at `x`; its gradient goes into `gradient`, which has the shape of `x`.
    ///
    /// # Cost
    ///
    /// One forward sweep and one reverse sweep, with memory for what the reverse sweep needs, which the thread keeps.
    ///
    /// # Panics
    ///
    /// Panics if `gradient` and `x` differ in [structure](Shape#structure). After a panic, also one of the expression,
    /// this can be used again.
    #[inline]
    pub fn gradient_into<X, H>(&mut self, x: &X, gradient: &mut <E as Under<D>>::Argument) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.sweep(x, gradient, true)
    }

    /// Puts the gradient at `x` into `gradient`, as [`gradient_into`](Prepared::gradient_into) does, and leaves out what only the
    /// value is made by; the numbers are the same.
    ///
    /// ```
    /// use ad::{F64, adjoint, exp};
    ///
    /// #[exp(adjoint)]
    /// fn sum_of_squares(x: &[f64]) -> f64 {
    ///     x.iter().map(|x| x * x).sum()
    /// }
    ///
    /// let mut sum_of_squares = adjoint::Prepared::new(SumOfSquares, F64);
    /// let mut gradient = vec![0.0; 3];
    /// sum_of_squares.gradient_alone_into(&[2.0, 3.0, 5.0][..], &mut gradient);
    /// assert_eq!(gradient, [4.0, 6.0, 10.0]);
    /// ```
    ///
    /// # Cost
    ///
    /// That of [`gradient_into`](Prepared::gradient_into), or less: see [the page of this
    /// strategy](crate::adjoint#where-nobody-asks-for-the-value).
    ///
    /// # Panics
    ///
    /// As [`gradient_into`](Prepared::gradient_into).
    #[inline]
    pub fn gradient_alone_into<X, H>(&mut self, x: &X, gradient: &mut <E as Under<D>>::Argument)
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        self.sweep(x, gradient, false);
    }

    /// Both sweeps; returns the value if it is asked for, and else anything.
    fn sweep<X, H>(&mut self, x: &X, gradient: &mut <E as Under<D>>::Argument, value: bool) -> D::V
    where
        X: Argument<E::In, H, D::V> + ?Sized,
    {
        let dict = self.dict;
        let number = &mut |v: &D::V| Num::new(dict, *v);
        let (x, slots) = match self.kept.take() {
            Some(Kept { x: old, dx }) => (x.map_numbers_into(old, number), Some(dx)),
            None => (x.map_numbers(number), None),
        };
        assert_same_structure::<E::In, _, _>(("argument", &x), ("gradient", gradient));
        let dx = slots.filter(|dx| E::In::mismatch(dx, &x).is_none());
        let dx = dx.unwrap_or_else(|| E::In::map(&x, &mut |_| Slot::new()));
        let kept = Kept { x, dx };
        let (y, sweep) = self.e.pullback(dict, &kept.x, value);
        let dict = dict.join(y.dict());
        let dy = Slot::new();
        dy.add(Num::new(dict, dict.one()));
        sweep(&dy, &kept.x, &kept.dx);
        let mut arrived = false;
        E::In::zip_mut(gradient, &kept.dx, &mut |gradient, slot: &Slot<Num<D>>| {
            let d = slot.take();
            arrived |= d.is_some();
            *gradient = d.map_or(dict.zero(), |d| d.value_under(dict));
        });
        if arrived && !self.emptied {
            self.emptied = true;
            E::In::for_each(&kept.dx, &mut |slot: &Slot<Num<D>>| self.emptied &= slot.take().is_none());
        }
        self.kept = Some(kept);
        y.value_under(dict)
    }
}
