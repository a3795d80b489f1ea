//! Destinations of derivatives: a container of the shape, or a borrow of one.

use alloc::vec::Vec;

use crate::number::argument::{Elements, Is, Itself};
use crate::{Mismatch, Of, Shape};

/// Plain values of the shape `S` that a derivative overwrites, floats unless `V` says otherwise: the counterpart of
/// [`Argument`](crate::Argument). A container `Of<S, V>` is a destination, and so are:
///
/// * a slice or an array, if the shape is a `Vec`;
/// * a slice with the numbers of any shape, by [`Flat::at_mut`](crate::Flat::at_mut).
///
/// `How` distinguishes these cases, and is inferred.
///
/// ```
/// use ad::{Prepared, exp};
///
/// #[exp]
/// fn product(x: &[f64]) -> f64 {
///     x.iter().product()
/// }
///
/// let mut gradients = [0.0; 6];
/// Prepared::new(Product).grad_into(&[2.0, 3.0, 5.0], &mut gradients[3..]);
/// assert_eq!(gradients, [0.0, 0.0, 0.0, 15.0, 10.0, 6.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot write numbers of the shape `{S}` into `{Self}`",
    label = "not a container of the shape `{S}`",
    note = "a destination is a container of plain values of that shape, or a slice if the shape is a `Vec`; any other shape goes into \
        a slice by `Flat::at_mut`"
)]
pub trait Destination<S: Shape, How, V: Clone = f64> {
    /// The number of numbers.
    fn numbers(&self) -> usize;

    /// The first difference in [structure](Shape#structure) between `x` and this container, if there is one.
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<Mismatch>;

    /// Visits the numbers of this container together with those of `x`, in order.
    ///
    /// # Panics
    ///
    /// Panics if they differ in structure, possibly after some visits.
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut V, &T));

    /// Visits each number, in order.
    fn each_number(&mut self, f: &mut impl FnMut(&mut V));
}

#[diagnostic::do_not_recommend]
impl<S: Shape, V: Clone, X: Is<Of<S, V>>> Destination<S, Itself, V> for X {
    #[inline]
    fn numbers(&self) -> usize {
        S::count(self.as_that_type())
    }
    #[inline]
    fn mismatch_with<T: Clone>(&self, x: &Of<S, T>) -> Option<Mismatch> {
        S::mismatch(x, self.as_that_type())
    }
    #[inline]
    fn zip_with<T: Clone>(&mut self, x: &Of<S, T>, f: &mut impl FnMut(&mut V, &T)) {
        S::zip_mut(self.as_that_type_mut(), x, f);
    }
    #[inline]
    fn each_number(&mut self, f: &mut impl FnMut(&mut V)) {
        S::for_each_mut(self.as_that_type_mut(), f);
    }
}

impl<S: Shape, X: Destination<S, How, V>, How, V: Clone> Destination<Vec<S>, Elements<How>, V> for [X] {
    #[inline]
    fn numbers(&self) -> usize {
        S::COUNT.map_or_else(|| self.iter().map(X::numbers).sum(), |count| count * self.len())
    }
    #[inline]
    fn mismatch_with<T: Clone>(&self, x: &Vec<Of<S, T>>) -> Option<Mismatch> {
        let unit = if matches!(S::COUNT, Some(1)) { "number" } else { "element" };
        Mismatch::of_lengths(x.len(), self.len(), unit).or_else(|| {
            let mut pairs = self.iter().zip(x).enumerate();
            pairs.find_map(|(i, (to, x))| to.mismatch_with(x).map(|m| m.within(format_args!("[{i}]"))))
        })
    }
    #[inline]
    fn zip_with<T: Clone>(&mut self, x: &Vec<Of<S, T>>, f: &mut impl FnMut(&mut V, &T)) {
        if x.len() != self.len() {
            refuse_other_structure(self, x);
        }
        self.iter_mut().zip(x).for_each(|(to, x)| to.zip_with(x, f));
    }
    #[inline]
    fn each_number(&mut self, f: &mut impl FnMut(&mut V)) {
        self.iter_mut().for_each(|to| to.each_number(f));
    }
}

impl<S: Shape, X: Destination<S, How, V>, How, V: Clone, const N: usize> Destination<Vec<S>, Elements<How>, V>
    for [X; N]
{
    #[inline]
    fn numbers(&self) -> usize {
        self.as_slice().numbers()
    }
    #[inline]
    fn mismatch_with<T: Clone>(&self, x: &Vec<Of<S, T>>) -> Option<Mismatch> {
        self.as_slice().mismatch_with(x)
    }
    #[inline]
    fn zip_with<T: Clone>(&mut self, x: &Vec<Of<S, T>>, f: &mut impl FnMut(&mut V, &T)) {
        self.as_mut_slice().zip_with(x, f);
    }
    #[inline]
    fn each_number(&mut self, f: &mut impl FnMut(&mut V)) {
        self.as_mut_slice().each_number(f);
    }
}

#[cold]
fn refuse_other_structure<S: Shape, G: Destination<S, H, V> + ?Sized, H, V: Clone, T: Clone>(
    to: &G,
    x: &Of<S, T>,
) {
    if let Some(mismatch) = to.mismatch_with(x) {
        mismatch.refuse("numbers", "container for them");
    }
}

/// Panics unless `x` and its destination have the same structure. The names appear in the message.
#[inline]
#[track_caller]
pub(crate) fn assert_fits<S: Shape, G: Destination<S, H, V> + ?Sized, H, V: Clone, T: Clone>(
    (first, x): (&str, &Of<S, T>),
    (second, to): (&str, &G),
) {
    if let Some(mismatch) = to.mismatch_with(x) {
        mismatch.refuse(first, second);
    }
}

/// Writes a row of numbers into their destination.
#[inline]
pub(crate) fn write<S: Shape, G: Destination<S, H, V> + ?Sized, H, V: Copy>(row: &[V], to: &mut G) {
    let mut entries = row.iter();
    to.each_number(&mut |entry| *entry = *entries.next().expect("the row has an entry for each number"));
}
