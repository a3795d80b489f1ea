//! The adjoint programs of the products, as `#[exp(adjoint)]` would write them.
//!
//! Let Y = A·B. The adjoint of A is Ȳ·Bᵀ, and that of B is Aᵀ·Ȳ. Both are products of the same kind.

use super::matrix::{Entries, Matrix, Shaded, Vector};
use super::products::{self, numbers, paired, product};
use crate::adjoint::companions::named;
use crate::function::Function;
use crate::number::slot::Slot;
use crate::private::adjoint::chain;
use crate::{Real, Semiring};

/// The adjoints of a matrix.
enum Adjoints<N> {
    Of(Entries<N>),
    /// Some entries have none.
    Partly(Entries<Option<N>>),
}

impl<N: Copy> Adjoints<N> {
    /// Takes them from their slots.
    fn take(slots: Entries<&Slot<N>>) -> Self {
        if slots.list.iter().all(|slot| slot.get().is_some()) {
            Adjoints::Of(slots.map(|slot| slot.take().expect("each entry has an adjoint")))
        } else {
            Adjoints::Partly(slots.map(Slot::take))
        }
    }
}

fn slots<N: Copy, M: Matrix<Slot<N>> + ?Sized>(m: &M) -> Entries<&Slot<N>> {
    Entries::read(m, |slot| slot)
}

/// So many terms cost less one by one than as products. The number depends on the size only, so all dictionaries give the same bits.
const FEW: usize = 64;

/// Adds the adjoints of the factors of a product to their slots, `da` and `db`.
fn factors<N: Semiring, DY, A, B, DA, DB>(dy: &DY, (a, da): (&A, &DA), (b, db): (&B, &DB))
where
    DY: Matrix<Slot<N>> + ?Sized,
    A: Matrix<N> + ?Sized,
    B: Matrix<N> + ?Sized,
    DA: Matrix<Slot<N>> + ?Sized,
    DB: Matrix<Slot<N>> + ?Sized,
{
    let ((rows, columns), (_, depth)) = (dy.dimensions(), a.dimensions());
    let few = rows * columns * depth <= FEW;
    if few && has_lines(dy) && has_lines(a) && has_lines(b) && has_lines(da) && has_lines(db) {
        let (a, b) = ((|i, k| *at(a, i, k), |i, k| at(da, i, k)), (|k, j| *at(b, k, j), |k, j| at(db, k, j)));
        return one_by_one([rows, columns, depth], |i, j| at(dy, i, j).take(), a, b);
    }
    let (a, b) = (numbers(a), numbers(b));
    match Adjoints::take(slots(dy)) {
        // A sum of nothing is not an adjoint.
        Adjoints::Of(dy) if dy.list.is_empty() => {}
        Adjoints::Of(dy) if few => entries_one_by_one(&dy, |d| Some(*d), (&a, &slots(da)), (&b, &slots(db))),
        Adjoints::Of(dy) => {
            add(dy.clone(), b.transposed(), da);
            add(a.transposed(), dy, db);
        }
        Adjoints::Partly(dy) => entries_one_by_one(&dy, |d| *d, (&a, &slots(da)), (&b, &slots(db))),
    }
}

/// Adds the sum of each column to its slot.
#[inline]
fn column_sums<N: Semiring, V: Vector<Slot<N>> + ?Sized>(
    rows: usize,
    dy: impl Fn(usize, usize) -> Option<N>,
    sums: &V,
) {
    for i in 0..rows {
        sums.entries().enumerate().for_each(|(j, sum)| sum.add_some(dy(i, j)));
    }
}

fn has_lines<T, M: Matrix<T> + ?Sized>(m: &M) -> bool {
    let (rows, columns) = m.dimensions();
    (0..if M::BY_COLUMNS { columns } else { rows }).all(|i| m.line(i).is_some())
}

/// An entry of a matrix with lines.
#[inline]
fn at<T, M: Matrix<T> + ?Sized>(m: &M, i: usize, j: usize) -> &T {
    let (line, place) = if M::BY_COLUMNS { (j, i) } else { (i, j) };
    &m.line(line).expect("the matrix has lines")[place]
}

/// Adds a product to slots.
fn add<N: Semiring, M: Matrix<Slot<N>> + ?Sized>(a: Entries<N>, b: Entries<N>, to: &M) {
    if a.columns == 1 {
        let (outer, inner) = if M::BY_COLUMNS { (&b.list, &a.list) } else { (&a.list, &b.list) };
        let mut place = 0;
        to.for_each_part(|mut part| {
            while !part.is_empty() {
                let (line, start) = (place / inner.len(), place % inner.len());
                let (here, after) = part.split_at(part.len().min(inner.len() - start));
                let d = outer[line];
                here.iter().zip(&inner[start..]).for_each(|(slot, factor)| slot.add(d * *factor));
                place += here.len();
                part = after;
            }
        });
        a.end();
        b.end();
        return;
    }
    let product = product(a, b, M::BY_COLUMNS);
    let mut rest = &product.list[..];
    to.for_each_part(|part| {
        let (here, after) = rest.split_at(part.len());
        part.iter().zip(here).for_each(|(slot, d)| slot.add(*d));
        rest = after;
    });
    product.end();
}

/// The same, term by term. Entries of the product without an adjoint contribute nothing, not even 0 · ∞.
#[inline]
fn one_by_one<'s, N: Semiring + 's>(
    [rows, columns, depth]: [usize; 3],
    dy: impl Fn(usize, usize) -> Option<N>,
    (a, da): (impl Fn(usize, usize) -> N, impl Fn(usize, usize) -> &'s Slot<N>),
    (b, db): (impl Fn(usize, usize) -> N, impl Fn(usize, usize) -> &'s Slot<N>),
) {
    for i in 0..rows {
        for j in 0..columns {
            let Some(d) = dy(i, j) else { continue };
            for k in 0..depth {
                da(i, k).add(d * b(k, j));
                db(k, j).add(a(i, k) * d);
            }
        }
    }
}

fn entries_one_by_one<N: Semiring, D>(
    dy: &Entries<D>,
    adjoint: impl Fn(&D) -> Option<N>,
    (a, da): (&Entries<N>, &Entries<&Slot<N>>),
    (b, db): (&Entries<N>, &Entries<&Slot<N>>),
) {
    let size = [dy.rows, dy.columns, a.columns];
    let (a, b) = ((|i, k| *a.at(i, k), |i, k| *da.at(i, k)), (|k, j| *b.at(k, j), |k, j| *db.at(k, j)));
    one_by_one(size, |i, j| adjoint(dy.at(i, j)), a, b);
}

named!(matvec, products::MODULE);
named!(matmul, products::MODULE);
named!(affine, products::MODULE);
named!(transpose, products::MODULE);
named!(map, products::MODULE);
named!(sum, products::MODULE);
named!(dot, products::MODULE);

impl matvec {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized>(
        a: &A,
        x: &A::Vector<N>,
        _: bool,
    ) -> (
        A::Column<N>,
        impl FnOnce(
            &A::Column<Slot<N>>,
            &A,
            &A::Vector<N>,
            &A::Slots,
            &A::Vector<Slot<N>>,
        ) -> Option<A::Column<N>>
        + Clone
        + use<N, A>,
    ) {
        let y = products::matvec(a, x);
        (y, |dy: &A::Column<Slot<N>>, a: &A, x: &A::Vector<N>, da: &A::Slots, dx: &A::Vector<Slot<N>>| {
            let (a, x) = (numbers(a), Entries::column(x.entries().copied()));
            let dx: Entries<&Slot<N>> = Entries::column(dx.entries());
            match Adjoints::take(Entries::column(dy.entries())) {
                Adjoints::Of(dy) if dy.list.is_empty() => {}
                Adjoints::Of(dy) => {
                    add(dy.clone(), x.transposed(), da);
                    let product = product(a.transposed(), dy, true);
                    dx.list.iter().zip(&product.list).for_each(|(dx, d)| dx.add(*d));
                    product.end();
                }
                Adjoints::Partly(dy) => entries_one_by_one(&dy, |d| *d, (&a, &slots(da)), (&x, &dx)),
            }
            None
        })
    }
}

impl matmul {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized, B: Shaded<N> + ?Sized>(
        a: &A,
        b: &B,
        _: bool,
    ) -> (
        A::Owned<N>,
        impl FnOnce(&A::Owned<Slot<N>>, &A, &B, &A::Slots, &B::Slots) -> Option<A::Owned<N>>
        + Clone
        + use<N, A, B>,
    ) {
        let y = products::matmul(a, b);
        (y, |dy: &A::Owned<Slot<N>>, a: &A, b: &B, da: &A::Slots, db: &B::Slots| {
            factors(dy, (a, da), (b, db));
            None
        })
    }
}

impl affine {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized, B: Shaded<N> + ?Sized>(
        a: &A,
        b: &B,
        c: &A::Vector<N>,
        _: bool,
    ) -> (
        A::Owned<N>,
        impl FnOnce(
            &A::Owned<Slot<N>>,
            &A,
            &B,
            &A::Vector<N>,
            &A::Slots,
            &B::Slots,
            &A::Vector<Slot<N>>,
        ) -> Option<A::Owned<N>>
        + Clone
        + use<N, A, B>,
    ) {
        let y = products::affine(a, b, c);
        (
            y,
            |dy: &A::Owned<Slot<N>>,
             a: &A,
             b: &B,
             _: &A::Vector<N>,
             da: &A::Slots,
             db: &B::Slots,
             dc: &A::Vector<Slot<N>>| {
                if has_lines(dy) {
                    column_sums(dy.dimensions().0, |i, j| at(dy, i, j).get(), dc);
                } else {
                    let dy = slots(dy);
                    column_sums(dy.rows, |i, j| dy.at(i, j).get(), dc);
                    dy.end();
                }
                factors(dy, (a, da), (b, db));
                None
            },
        )
    }
}

impl transpose {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized>(
        a: &A,
        _: bool,
    ) -> (
        A::Owned<N>,
        impl FnOnce(&A::Owned<Slot<N>>, &A, &A::Slots) -> Option<A::Owned<N>> + Clone + use<N, A>,
    ) {
        let y = products::transpose(a);
        (y, |dy: &A::Owned<Slot<N>>, _: &A, da: &A::Slots| {
            let dy = slots(dy).transposed();
            let da = slots(da).ordered(dy.by_columns);
            dy.list.iter().zip(&da.list).for_each(|(dy, da)| dy.with(|d| da.add(d)));
            da.end();
            dy.end();
            None
        })
    }
}

impl map {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, F: Function<1>, A: Shaded<N> + ?Sized>(
        f: F,
        a: &A,
        _: bool,
    ) -> (
        A::Owned<N>,
        impl FnOnce(&A::Owned<Slot<N>>, (), &A, &(), &A::Slots) -> Option<A::Owned<N>> + Clone + use<N, F, A>,
    ) {
        let y = Entries::read(a, |a| N::function(f, [*a]));
        let result = products::owned::<N, A>(&y);
        (result, move |dy: &A::Owned<Slot<N>>, (): (), a: &A, (): &(), da: &A::Slots| {
            let (dy, a, da) = (slots(dy), numbers(a), slots(da));
            for ((dy, da), (a, y)) in dy.list.iter().zip(&da.list).zip(a.list.iter().zip(&y.list)) {
                dy.with(|d| chain(f, 0, [*a], *y, d, da));
            }
            da.end();
            a.end();
            dy.end();
            y.end();
            None
        })
    }
}

impl sum {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized>(
        a: &A,
        _: bool,
    ) -> (N, impl FnOnce(&Slot<N>, &A, &A::Slots) -> Option<N> + Clone + use<N, A>) {
        let y = products::sum(a);
        (y, |dy: &Slot<N>, _: &A, da: &A::Slots| {
            dy.with(|d| da.for_each_part(|part| part.iter().for_each(|da| da.add(d))));
            None
        })
    }
}

impl dot {
    #[doc(hidden)]
    #[track_caller]
    pub fn __adjoint<N: Real, A: Shaded<N> + ?Sized, B: Shaded<N> + ?Sized>(
        a: &A,
        b: &B,
        _: bool,
    ) -> (N, impl FnOnce(&Slot<N>, &A, &B, &A::Slots, &B::Slots) -> Option<N> + Clone + use<N, A, B>) {
        let y = products::dot(a, b);
        (y, |dy: &Slot<N>, a: &A, b: &B, da: &A::Slots, db: &B::Slots| {
            dy.with(|d| {
                let (a, b) = paired(a, b);
                let (da, db) = (slots(da), slots(db).ordered(A::BY_COLUMNS));
                for ((a, da), (b, db)) in a.list.iter().zip(&da.list).zip(b.list.iter().zip(&db.list)) {
                    da.add(d * *b);
                    db.add(d * *a);
                }
                da.end();
                db.end();
                a.end();
                b.end();
            });
            None
        })
    }
}
