//! Lists of points, in several layouts.

use alloc::vec::Vec;
use core::ops::Range;

use crate::number::erased::made;
use crate::{Argument, Of, Shape};

/// Many arguments of the shape `S`:
///
/// * a slice, array or `Vec` of arguments;
/// * [`Columns`]: a list for each number of the argument;
/// * [`Same`]: one argument for all points;
/// * a tuple of references to these, if the shape is a tuple.
///
/// `How` distinguishes these cases, and is inferred.
///
/// ```
/// use ad::{Columns, Many, Same, exp};
///
/// #[exp]
/// fn line([slope, offset]: [f64; 2], x: f64) -> f64 {
///     slope * x + offset
/// }
///
/// let line = Many::new(Line);
/// assert_eq!(line.values(&[([2.0, 1.0], 3.0), ([1.0, 0.0], 5.0)]), [7.0, 5.0]);
/// assert_eq!(line.values(&(&[[2.0, 1.0], [1.0, 0.0]], &[3.0, 5.0])), [7.0, 5.0]);
/// assert_eq!(line.values(&(&Same([2.0, 1.0]), &[3.0, 5.0])), [7.0, 11.0]);
/// assert_eq!(line.values(&Columns(([[2.0, 1.0].into(), [1.0, 0.0].into()], vec![3.0, 5.0]))), [7.0, 5.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of arguments of the shape `{S}`",
    note = "points are a slice of arguments, `Columns` with a list for each number, `Same` for one argument that all points \
        share, or a tuple of references to these"
)]
pub trait Points<S: Shape, How> {
    /// The number of points, or `None` if there may be any number.
    fn count(&self) -> Option<usize>;

    /// Applies `f` to each number of point `i`, in order, and puts the results into a container of the shape.
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T>;

    /// The points of a range, one after the other: `make` receives each number. Checks of bounds are made once.
    #[doc(hidden)]
    #[inline]
    fn each_point<T: Clone>(
        &self,
        range: Range<usize>,
        make: impl Fn(&f64) -> T + Copy,
    ) -> impl Iterator<Item = Of<S, T>> {
        range.map(move |i| self.map_point(i, &mut |x| make(x)))
    }

    /// The points `ids`, at most `W`, in lanes: `make` receives each number of all of them. Further lanes repeat the first point.
    /// `None` if the points differ in [structure](Shape#structure). `numbers` and `old` are memory.
    #[doc(hidden)]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the container is as large as all lanes, and would be copied")]
    fn lanes<const W: usize, T: Clone>(
        &self,
        ids: &[usize],
        numbers: &mut Vec<[f64; W]>,
        old: Option<Of<S, T>>,
        make: &mut impl FnMut([f64; W]) -> T,
    ) -> Option<Of<S, T>> {
        // Few numbers are values and not memory, so that LLVM makes vectors of them by shuffles. Vectors that are loaded where their numbers
        // were just stored one by one would wait for them.
        if S::COUNT.is_some_and(|count| count <= W) {
            let mut all = self.map_point(ids[0], &mut |x| [*x; W]);
            for lane in 1..ids.len() {
                let point = self.map_point(ids[lane], &mut |x| *x);
                S::zip_mut(&mut all, &point, &mut |all: &mut [f64; W], x: &f64| all[lane] = *x);
            }
            return Some(S::into_map(all, &mut |x| make(x)));
        }
        let structure = if let Some(count) = S::COUNT {
            numbers.resize(count, [0.0; W]);
            let numbers = &mut numbers[..count];
            let mut structure = None;
            for lane in 0..W {
                let i = ids[if lane < ids.len() { lane } else { 0 }];
                let mut k = 0;
                structure = Some(self.map_point(i, &mut |x| {
                    numbers[k][lane] = *x;
                    k += 1;
                }));
            }
            structure?
        } else {
            numbers.clear();
            let first = self.map_point(ids[0], &mut |x| numbers.push([*x; W]));
            for (lane, i) in ids.iter().enumerate().skip(1) {
                let mut numbers = numbers.iter_mut();
                let structure = self.map_point(*i, &mut |x| {
                    if let Some(number) = numbers.next() {
                        number[lane] = *x;
                    }
                });
                if S::mismatch(&first, &structure).is_some() {
                    return None;
                }
            }
            first
        };
        let mut numbers = numbers.iter();
        let mut make = |(): &()| make(*numbers.next().expect("each number has been read"));
        Some(match old {
            Some(old) => S::map_into(old, &structure, &mut make),
            None => S::map(&structure, &mut make),
        })
    }
}

/// The points are a list.
#[derive(Debug)]
pub struct Listed<How>(How);

/// The points are columns.
#[derive(Debug)]
pub enum ByColumn {}

/// The points are a tuple of references.
#[derive(Debug)]
pub struct Zipped<How>(How);

impl<S: Shape, X: Argument<S, How>, How> Points<S, Listed<How>> for [X] {
    #[inline]
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
    #[inline]
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        self[i].map_numbers(f)
    }
    #[inline]
    fn each_point<T: Clone>(
        &self,
        range: Range<usize>,
        make: impl Fn(&f64) -> T + Copy,
    ) -> impl Iterator<Item = Of<S, T>> {
        self[range].iter().map(move |x| x.map_numbers(&mut |x| make(x)))
    }
}

impl<S: Shape, X: Argument<S, How>, How, const N: usize> Points<S, Listed<How>> for [X; N] {
    #[inline]
    fn count(&self) -> Option<usize> {
        Some(N)
    }
    #[inline]
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        self[i].map_numbers(f)
    }
    #[inline]
    fn each_point<T: Clone>(
        &self,
        range: Range<usize>,
        make: impl Fn(&f64) -> T + Copy,
    ) -> impl Iterator<Item = Of<S, T>> {
        self[range].iter().map(move |x| x.map_numbers(&mut |x| make(x)))
    }
}

impl<S: Shape, X: Argument<S, How>, How> Points<S, Listed<How>> for Vec<X> {
    #[inline]
    fn count(&self) -> Option<usize> {
        Some(self.len())
    }
    #[inline]
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        self[i].map_numbers(f)
    }
    #[inline]
    fn each_point<T: Clone>(
        &self,
        range: Range<usize>,
        make: impl Fn(&f64) -> T + Copy,
    ) -> impl Iterator<Item = Of<S, T>> {
        self[range].iter().map(move |x| x.map_numbers(&mut |x| make(x)))
    }
}

/// One argument for all points: see [`Points`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Same<X>(pub X);

impl<S: Shape, X: Argument<S, How>, How> Points<S, Listed<How>> for Same<X> {
    #[inline]
    fn count(&self) -> Option<usize> {
        None
    }
    #[inline]
    fn map_point<T: Clone>(&self, _: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        self.0.map_numbers(f)
    }
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn lanes<const W: usize, T: Clone>(
        &self,
        _: &[usize],
        _: &mut Vec<[f64; W]>,
        old: Option<Of<S, T>>,
        make: &mut impl FnMut([f64; W]) -> T,
    ) -> Option<Of<S, T>> {
        // The same for all groups.
        Some(old.unwrap_or_else(|| self.0.map_numbers(&mut |x| make([*x; W]))))
    }
}

/// Numbers of many points as a structure of arrays: the shape, with a `Vec` in place of each number. See [`Points`] and
/// [`Results`](crate::Results).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns<C>(pub C);

/// A container of columns.
pub trait Containing<S: Shape> {
    /// The same.
    fn columns(&self) -> &Of<S, Vec<f64>>;
    /// The same.
    fn columns_mut(&mut self) -> &mut Of<S, Vec<f64>>;
}

impl<S: Shape<Of<Vec<f64>> = C>, C> Containing<S> for C {
    #[inline]
    fn columns(&self) -> &C {
        self
    }
    #[inline]
    fn columns_mut(&mut self) -> &mut C {
        self
    }
}

/// The length of the columns.
pub(super) fn length<S: Shape>(columns: &Of<S, Vec<f64>>) -> Option<usize> {
    let mut length = None;
    S::for_each(columns, &mut |column: &Vec<f64>| {
        let first = *length.get_or_insert(column.len());
        assert!(first == column.len(), "columns differ in length: {first} numbers and {}", column.len());
    });
    length
}

/// Points of a column that do not follow each other, or that are few.
#[cold]
#[inline(never)]
fn gathered<const W: usize>(column: &[f64], ids: &[usize]) -> [f64; W] {
    made(|lane| column[*ids.get(lane).unwrap_or(&ids[0])])
}

impl<S: Shape, C: Containing<S>> Points<S, ByColumn> for Columns<C> {
    fn count(&self) -> Option<usize> {
        length::<S>(self.0.columns())
    }
    #[inline]
    fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> Of<S, T> {
        S::map(self.0.columns(), &mut |column: &Vec<f64>| f(&column[i]))
    }
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn lanes<const W: usize, T: Clone>(
        &self,
        ids: &[usize],
        _: &mut Vec<[f64; W]>,
        old: Option<Of<S, T>>,
        make: &mut impl FnMut([f64; W]) -> T,
    ) -> Option<Of<S, T>> {
        let start = ids[0];
        let neighbours = ids.len() == W && ids.iter().enumerate().all(|(lane, i)| *i == start + lane);
        let mut make = |column: &Vec<f64>| {
            make(match column.get(start..).and_then(<[f64]>::first_chunk) {
                Some(number) if neighbours => *number,
                _ => gathered(column, ids),
            })
        };
        let columns = self.0.columns();
        Some(match old {
            Some(old) => S::map_into(old, columns, &mut make),
            None => S::map(columns, &mut make),
        })
    }
}

macro_rules! zipped {
    ($($S:ident $P:ident $How:ident $p:ident $old:ident),+) => {
        impl<$($S: Shape, $P: Points<$S, $How> + ?Sized, $How),+> Points<($($S,)+), Zipped<($($How,)+)>> for ($(&$P,)+) {
            fn count(&self) -> Option<usize> {
                let ($($p,)+) = self;
                let mut count = None;
                $(if let Some(found) = $p.count() {
                    let first = *count.get_or_insert(found);
                    assert!(first == found, "lists of points differ in length: {first} and {found}");
                })+
                count
            }
            #[inline]
            fn map_point<T: Clone>(&self, i: usize, f: &mut impl FnMut(&f64) -> T) -> ($(Of<$S, T>,)+) {
                let ($($p,)+) = self;
                ($($p.map_point(i, f),)+)
            }
            #[inline]
            fn each_point<T: Clone>(
                &self,
                range: Range<usize>,
                make: impl Fn(&f64) -> T + Copy,
            ) -> impl Iterator<Item = ($(Of<$S, T>,)+)> {
                let ($($p,)+) = self;
                $(let mut $p = $p.each_point(range.clone(), make);)+
                range.map_while(move |_| Some(($($p.next()?,)+)))
            }
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "as above")]
            fn lanes<const W: usize, T: Clone>(
                &self,
                ids: &[usize],
                numbers: &mut Vec<[f64; W]>,
                old: Option<($(Of<$S, T>,)+)>,
                make: &mut impl FnMut([f64; W]) -> T,
            ) -> Option<($(Of<$S, T>,)+)> {
                let ($($p,)+) = self;
                let ($($old,)+) = old.map_or_else(Default::default, |($($old,)+)| ($(Some($old),)+));
                Some(($($p.lanes(ids, numbers, $old, make)?,)+))
            }
        }
    };
}

zipped!(A P0 H0 x0 old0, B P1 H1 x1 old1);
zipped!(A P0 H0 x0 old0, B P1 H1 x1 old1, C P2 H2 x2 old2);
zipped!(A P0 H0 x0 old0, B P1 H1 x1 old1, C P2 H2 x2 old2, D P3 H3 x3 old3);
zipped!(A P0 H0 x0 old0, B P1 H1 x1 old1, C P2 H2 x2 old2, D P3 H3 x3 old3, E P4 H4 x4 old4);
zipped!(A P0 H0 x0 old0, B P1 H1 x1 old1, C P2 H2 x2 old2, D P3 H3 x3 old3, E P4 H4 x4 old4, F P5 H5 x5 old5);
