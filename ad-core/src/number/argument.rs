//! Arguments of an expression: a container of its argument's shape, or a borrow of one.

use alloc::vec::Vec;

use crate::number::erased::{converted_with, push_in_room};
use crate::{Mismatch, Of, Shape};

/// Plain values of the shape `S`, floats unless `V` says otherwise. A container `Of<S, V>` is an argument, and so are:
///
/// * a slice or an array, if the shape is a `Vec`;
/// * a tuple of references to arguments, if the shape is a tuple, so that several parameters need not be moved.
///
/// `How` distinguishes these cases, and is inferred.
///
/// ```
/// use ad::{call, exp};
///
/// #[exp]
/// fn dot(x: &[f64], y: &[f64]) -> f64 {
///     x.iter().zip(y).map(|(x, y)| x * y).sum()
/// }
///
/// let data = [1.0, 2.0, 3.0];
/// let y = vec![5.0, 7.0];
/// assert_eq!(call::grad(&Dot, &(&data[..2], &y)), (vec![5.0, 7.0], vec![1.0, 2.0]));
/// assert_eq!(call::grad(&Dot, &(vec![1.0], vec![2.0])), (vec![2.0], vec![1.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot call an expression of `{S}` with `{Self}`",
    label = "not an argument of the shape `{S}`",
    note = "an argument is a container of plain values of that shape, or a slice if the shape is a `Vec`; several \
        parameters are one tuple, `&(x, y)`, or a tuple of references, `&(&x, &y[..])`",
    note = "plain values of `call::…` are `f64`: write a literal with a point, `1.0`; a function over `f32` also takes `f32`, as in \
        `1.0_f32`; evaluate any other at `f32` by an operator, `stack::grad(e).eval(F32, x)`",
    note = "each parameter whose type mentions `f64` is part of the argument, unless it is marked `#[fixed]`; the others are fields of the expression"
)]
pub trait Argument<S: Shape, How, V: Clone = f64> {
    /// Applies `f` to each number, in order, and puts the results into a container of the shape.
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> Of<S, T>;

    /// Like [`map_numbers`](Argument::map_numbers), reusing the memory of `old` where possible: see [`Shape::map_into`].
    fn map_numbers_into<T: Clone, U: Clone>(&self, old: Of<S, U>, f: &mut impl FnMut(&V) -> T) -> Of<S, T>;

    /// The same in the memory of `idle`, which is left empty, if there is any.
    #[inline]
    fn map_numbers_within<T: Clone, U: Clone>(
        &self,
        idle: &mut Option<Of<S, U>>,
        f: &mut impl FnMut(&V) -> T,
    ) -> Of<S, T> {
        match idle.take() {
            Some(old) => self.map_numbers_into(old, f),
            None => self.map_numbers(f),
        }
    }

    /// Visits the numbers of a container together with those of this argument, in order.
    ///
    /// # Panics
    ///
    /// Panics if they differ in structure, possibly after some visits.
    fn zip_numbers<T: Clone>(&self, to: &mut Of<S, T>, f: &mut impl FnMut(&mut T, &V));

    /// The same numbers in an owned container.
    #[inline]
    fn to_container(&self) -> Of<S, V> {
        self.map_numbers(&mut V::clone)
    }
}

/// The structure of arguments without their numbers, in memory that is retained from one to the next.
pub(crate) struct LastStructure<S: Shape>(Option<Of<S, ()>>);

impl<S: Shape> Default for LastStructure<S> {
    fn default() -> Self {
        LastStructure(None)
    }
}

impl<S: Shape> LastStructure<S> {
    /// The structure of `x`, whose numbers are passed to `f`.
    #[inline]
    pub(crate) fn of<X, H, V: Clone>(&mut self, x: &X, mut f: impl FnMut(&V)) -> &Of<S, ()>
    where
        X: Argument<S, H, V> + ?Sized,
    {
        let structure = x.map_numbers_within(&mut self.0, &mut f);
        self.0.insert(structure)
    }
}

/// The argument is a container.
#[derive(Debug)]
pub struct Itself;

/// The argument is a slice or an array of arguments.
#[derive(Debug)]
pub struct Elements<How>(How);

/// The argument is a tuple of references to arguments.
#[derive(Debug)]
pub struct References<How>(How);

/// A type that is `T`.
///
/// This indirection improves an error message. With an implementation of [`Argument`] for `Of<S, V>`, rustc would say that
/// another argument does not have this container's type.
pub trait Is<T> {
    /// The same.
    fn as_that_type(&self) -> &T;
    /// The same, to be changed.
    fn as_that_type_mut(&mut self) -> &mut T;
}

impl<T> Is<T> for T {
    #[inline]
    fn as_that_type(&self) -> &T {
        self
    }
    #[inline]
    fn as_that_type_mut(&mut self) -> &mut T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, V: Clone, X: Is<Of<S, V>>> Argument<S, Itself, V> for X {
    #[inline]
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> Of<S, T> {
        S::map(self.as_that_type(), f)
    }
    #[inline]
    fn map_numbers_into<T: Clone, U: Clone>(&self, old: Of<S, U>, f: &mut impl FnMut(&V) -> T) -> Of<S, T> {
        S::map_into(old, self.as_that_type(), f)
    }
    #[inline]
    fn zip_numbers<T: Clone>(&self, to: &mut Of<S, T>, f: &mut impl FnMut(&mut T, &V)) {
        S::zip_mut(to, self.as_that_type(), f);
    }
}

impl<S: Shape, X: Argument<S, How, V>, How, V: Clone> Argument<Vec<S>, Elements<How>, V> for [X] {
    #[inline]
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> Vec<Of<S, T>> {
        let mut mapped = Vec::with_capacity(self.len());
        for x in self {
            push_in_room(&mut mapped, Argument::<S, How, V>::map_numbers(x, f));
        }
        mapped
    }
    #[inline]
    fn map_numbers_into<T: Clone, U: Clone>(
        &self,
        old: Vec<Of<S, U>>,
        f: &mut impl FnMut(&V) -> T,
    ) -> Vec<Of<S, T>> {
        if old.len() == self.len() {
            converted_with(old, self, |(old, x)| Argument::<S, How, V>::map_numbers_into(x, old, f))
        } else {
            Argument::<Vec<S>, Elements<How>, V>::map_numbers(self, f)
        }
    }
    #[inline]
    fn zip_numbers<T: Clone>(&self, to: &mut Vec<Of<S, T>>, f: &mut impl FnMut(&mut T, &V)) {
        if let Some(mismatch) = Mismatch::of_lengths(to.len(), self.len(), "element") {
            mismatch.refuse("container", "argument");
        }
        to.iter_mut().zip(self).for_each(|(to, x)| Argument::<S, How, V>::zip_numbers(x, to, f));
    }
}

impl<S: Shape, X: Argument<S, How, V>, How, V: Clone, const N: usize> Argument<Vec<S>, Elements<How>, V>
    for [X; N]
{
    #[inline]
    fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> Vec<Of<S, T>> {
        Argument::<Vec<S>, Elements<How>, V>::map_numbers(self.as_slice(), f)
    }
    #[inline]
    fn map_numbers_into<T: Clone, U: Clone>(
        &self,
        old: Vec<Of<S, U>>,
        f: &mut impl FnMut(&V) -> T,
    ) -> Vec<Of<S, T>> {
        Argument::<Vec<S>, Elements<How>, V>::map_numbers_into(self.as_slice(), old, f)
    }
    #[inline]
    fn zip_numbers<T: Clone>(&self, to: &mut Vec<Of<S, T>>, f: &mut impl FnMut(&mut T, &V)) {
        Argument::<Vec<S>, Elements<How>, V>::zip_numbers(self.as_slice(), to, f);
    }
}

macro_rules! references {
    ($($S:ident $X:ident $How:ident $x:ident $old:ident),+) => {
        impl<$($S: Shape, $X: Argument<$S, $How, V> + ?Sized, $How),+, V: Clone> Argument<($($S,)+), References<($($How,)+)>, V>
            for ($(&$X,)+)
        {
            #[inline]
            fn map_numbers<T: Clone>(&self, f: &mut impl FnMut(&V) -> T) -> ($(Of<$S, T>,)+) {
                let ($($x,)+) = self;
                ($(Argument::<$S, $How, V>::map_numbers(*$x, f),)+)
            }
            #[inline]
            fn map_numbers_into<T: Clone, U: Clone>(
                &self,
                ($($old,)+): ($(Of<$S, U>,)+),
                f: &mut impl FnMut(&V) -> T,
            ) -> ($(Of<$S, T>,)+) {
                let ($($x,)+) = self;
                ($(Argument::<$S, $How, V>::map_numbers_into(*$x, $old, f),)+)
            }
            #[inline]
            fn zip_numbers<T: Clone>(&self, ($($old,)+): &mut ($(Of<$S, T>,)+), f: &mut impl FnMut(&mut T, &V)) {
                let ($($x,)+) = self;
                $(Argument::<$S, $How, V>::zip_numbers(*$x, $old, f);)+
            }
        }
    };
}

references!(A X0 H0 x0 y0, B X1 H1 x1 y1);
references!(A X0 H0 x0 y0, B X1 H1 x1 y1, C X2 H2 x2 y2);
references!(A X0 H0 x0 y0, B X1 H1 x1 y1, C X2 H2 x2 y2, D X3 H3 x3 y3);
references!(A X0 H0 x0 y0, B X1 H1 x1 y1, C X2 H2 x2 y2, D X3 H3 x3 y3, E X4 H4 x4 y4);
references!(A X0 H0 x0 y0, B X1 H1 x1 y1, C X2 H2 x2 y2, D X3 H3 x3 y3, E X4 H4 x4 y4, F X5 H5 x5 y5);
