//! An adjoint program in memory that is retained from one evaluation to the next.

use core::cell::Cell;
use core::marker::PhantomData;

use super::offer::sums_in_place;
use crate::mode::reverse::stack::Seeds;
use crate::number::destination::assert_fits;
use crate::number::shape::assert_length;
use crate::number::slot::{Slot, Total};
use crate::{Argument, Destination, Dict, Exp, Num, Of, Request, Seeding, Shape, Signature};

/// The slots of a shape.
type Slots<S, D> = Of<S, Slot<Num<D>>>;
/// The sums of a shape.
type Totals<S, D> = Of<S, Total<Num<D>>>;

/// The numbers of the argument and the slots of their adjoints, while no evaluation is under way.
pub(crate) struct Programmed<I: Shape, D: Dict> {
    x: Option<Of<I, Num<D>>>,
    retained: Retained<I, D>,
}

impl<I: Shape, D: Dict> Default for Programmed<I, D> {
    fn default() -> Self {
        Programmed { x: None, retained: Retained { slots: None, totals: None, in_place: None } }
    }
}

struct Retained<I: Shape, D: Dict> {
    slots: Option<Slots<I, D>>,
    /// Sums, all empty, for an adjoint program that takes them.
    totals: Option<Totals<I, D>>,
    /// Whether reading empties the slots themselves, once it is known for their structure.
    in_place: Option<bool>,
}

impl<I: Shape, D: Dict> Retained<I, D> {
    /// Drops slots of another structure than that of `x`.
    #[inline]
    fn expect(&mut self, x: &Of<I, Num<D>>) {
        let slots = self.slots.take_if(|slots| I::mismatch(slots, x).is_some());
        let totals = self.totals.take_if(|totals| I::mismatch(totals, x).is_some());
        if slots.is_some() || totals.is_some() {
            self.in_place = None;
        }
    }

    /// Takes the adjoints out of the slots.
    #[inline]
    fn read<G, K>(&mut self, dict: D, dx: &Slots<I, D>, into: &mut G)
    where
        G: Destination<I, K, D::V> + ?Sized,
    {
        into.zip_with(dx, &mut |entry, slot: &Slot<Num<D>>| {
            let d = slot.take();
            *entry = d.map_or_else(|| dict.zero(), |d| dict.incoming(d.value_under(dict), false));
        });
        if !*self.in_place.get_or_insert_with(|| zips_in_place::<I, _>(dx)) {
            I::for_each(dx, &mut |slot: &Slot<Num<D>>| _ = slot.take());
        }
    }
}

/// The adjoint of a sum. A sum without terms may be -0, which becomes 0 without a comparison, so LLVM vectorizes it.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn adjoint_of<D: Dict>(dict: D, sum: D::V) -> D::V {
    dict.incoming(dict.add(sum, dict.zero()), false)
}

/// Whether [`Shape::zip_mut`] visits the second container itself, and not a copy as the provided one does. Parts of a user's shape
/// decide, so it depends on the structure.
#[cold]
pub(crate) fn zips_in_place<S: Shape, T: Clone>(x: &Of<S, T>) -> bool {
    let visited = S::map(x, &mut |_| Cell::new(false));
    S::zip_mut(&mut S::map(x, &mut |_| ()), &visited, &mut |(), visited| visited.set(true));
    let mut all = true;
    S::for_each(&visited, &mut |visited| all &= visited.get());
    all
}

impl<I: Shape, D: Dict> Programmed<I, D> {
    /// The numbers of `x`.
    #[inline]
    fn numbers<X, H>(&mut self, dict: D, x: &X) -> Of<I, Num<D>>
    where
        X: Argument<I, H, D::V> + ?Sized,
    {
        let mut number = |v: &D::V| Num::new(dict, *v);
        if I::COUNT.is_some() {
            return x.map_numbers(&mut number);
        }
        x.map_numbers_within(&mut self.x, &mut number)
    }

    /// Retains the memory of `x`, unless its type determines the number of numbers: then it has none of its own.
    #[inline]
    fn retain(&mut self, x: Of<I, Num<D>>) {
        if I::COUNT.is_none() {
            self.x = Some(x);
        }
    }

    /// The value at `x` goes into `y`.
    #[inline]
    pub(crate) fn value_into<E, X, H, Y, L>(&mut self, e: &E, dict: D, x: &X, y: &mut Y)
    where
        E: Signature<In = I> + Exp<D>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let x = self.numbers(dict, x);
        let result = e.apply(dict, &x);
        assert_fits::<E::Out, _, _, _, _>(("result", &result), ("container for it", y));
        y.zip_with(&result, &mut |y, result: &Num<D>| *y = result.value_under(dict));
        self.retain(x);
    }

    /// The value at `x` goes into `y`, and the adjoint of `x` for each of the `seeds` into `rows`.
    #[inline]
    pub(crate) fn rows_into<E, X, H, Y, L>(
        &mut self,
        e: &E,
        how: (D, Seeds<'_, D::V>),
        x: &X,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + Exp<D>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let x = self.numbers(how.0, x);
        self.rows_at(e, how, &x, y, rows);
        self.retain(x);
    }

    /// The same at numbers under the dictionary.
    #[inline]
    pub(crate) fn rows_at<E, Y, L>(
        &mut self,
        e: &E,
        (dict, seeds): (D, Seeds<'_, D::V>),
        x: &Of<I, Num<D>>,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + Exp<D>,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        let retained = &mut self.retained;
        retained.expect(x);
        let sizes = (0, I::count(x));
        let mut sweeps = RowsInto { dict, seeds, y, entries: rows, sizes, retained, how: PhantomData };
        e.program(dict, x, &mut sweeps);
    }

    /// Returns the value at `x`; the gradient goes into `gradient`.
    #[inline]
    pub(crate) fn gradient_into<E, X, H, G, K>(&mut self, e: &E, dict: D, x: &X, gradient: &mut G) -> D::V
    where
        E: Signature<In = I, Out = f64> + Exp<D>,
        X: Argument<I, H, D::V> + ?Sized,
        G: Destination<I, K, D::V> + ?Sized,
    {
        let x = self.numbers(dict, x);
        assert_fits::<I, _, _, _, _>(("argument", &x), ("gradient", gradient));
        if I::COUNT.is_some()
            && let Some((y, sums)) = sums_in_place(e, dict, &x, false)
        {
            let dict = dict.join(y.dict());
            gradient.zip_with(&sums, &mut |entry, sum: &Total<Num<D>>| {
                *entry = adjoint_of(dict, sum.get().value_under(dict));
            });
            return y.value_under(dict);
        }
        let retained = &mut self.retained;
        retained.expect(&x);
        let mut one = GradientInto { dict, into: gradient, y: dict.zero(), retained, how: PhantomData };
        e.program(dict, &x, &mut one);
        let y = one.y;
        self.retain(x);
        y
    }
}

/// One sweep from one number, for its gradient.
struct GradientInto<'a, I: Shape, D: Dict, G: ?Sized, K> {
    dict: D,
    into: &'a mut G,
    y: D::V,
    retained: &'a mut Retained<I, D>,
    how: PhantomData<K>,
}

impl<I: Shape, D: Dict, G, K> Seeding<I, f64, D> for GradientInto<'_, I, D, G, K>
where
    G: Destination<I, K, D::V> + ?Sized,
{
    #[inline]
    fn request(&self) -> Request {
        Request::Gradient
    }
    #[inline]
    fn value(&mut self, y: &Num<D>) -> usize {
        self.dict = self.dict.join(y.dict());
        self.y = y.value_under(self.dict);
        1
    }
    #[inline]
    fn slots(&mut self) -> Option<Slots<I, D>> {
        self.retained.slots.take()
    }
    /// Sums, where a number that is no sum is known, as -0.0 for floats.
    #[inline]
    fn totals(&mut self, x: &Of<I, Num<D>>) -> Option<Totals<I, D>> {
        let empty = D::SHORTCUTS.untouched?.value;
        let dict = self.dict;
        Some(
            self.retained
                .totals
                .take()
                .unwrap_or_else(|| I::map(x, &mut |_| Total::new(Num::new(dict, empty)))),
        )
    }
    #[inline]
    fn total(&mut self, dx: Totals<I, D>) {
        let Some(untouched) = D::SHORTCUTS.untouched else { return };
        let dict = self.dict;
        let empty = Num::new(dict, untouched.value);
        self.into.zip_with(&dx, &mut |entry, total: &Total<Num<D>>| {
            *entry = adjoint_of(dict, total.replace(empty).value_under(dict));
        });
        if !*self.retained.in_place.get_or_insert_with(|| zips_in_place::<I, _>(&dx)) {
            I::for_each(&dx, &mut |total: &Total<Num<D>>| _ = total.replace(empty));
        }
        self.retained.totals = Some(dx);
    }
    #[inline]
    fn seed(&mut self, _: usize, dy: &Slot<Num<D>>) {
        dy.add(Num::new(self.dict, self.dict.one()));
    }
    #[inline]
    fn adjoints(&mut self, _: usize, dx: &Slots<I, D>) {
        self.retained.read(self.dict, dx, self.into);
    }
    #[inline]
    fn retain(&mut self, dx: Slots<I, D>) {
        self.retained.slots = Some(dx);
    }
}

/// A sweep for each of several seeds.
struct RowsInto<'a, I: Shape, D: Dict, Y: ?Sized, L> {
    dict: D,
    seeds: Seeds<'a, D::V>,
    y: Option<&'a mut Y>,
    entries: &'a mut [D::V],
    /// The numbers of numbers of the result and the argument.
    sizes: (usize, usize),
    retained: &'a mut Retained<I, D>,
    how: PhantomData<L>,
}

impl<I: Shape, O: Shape, D: Dict, Y, L> Seeding<I, O, D> for RowsInto<'_, I, D, Y, L>
where
    Y: Destination<O, L, D::V> + ?Sized,
{
    /// One row is one sweep, whatever the number of results.
    #[inline]
    fn request(&self) -> Request {
        let one = self.entries.len() == self.sizes.1 && !self.entries.is_empty();
        if one && matches!(self.seeds, Seeds::Rows(_)) { Request::Vjp } else { Request::Rows }
    }
    #[inline]
    fn value(&mut self, y: &Of<O, Num<D>>) -> usize {
        let RowsInto { dict, y: into, sizes: (m, n), .. } = self;
        O::for_each(y, &mut |y| {
            *m += 1;
            *dict = dict.join(y.dict());
        });
        if let Some(into) = into {
            assert_fits::<O, _, _, _, _>(("result", y), ("container for it", *into));
            Y::zip_with(into, y, &mut |into, y: &Num<D>| *into = y.value_under(*dict));
        }
        let count = self.seeds.count(*m);
        assert_length("rows", (count, *n), self.entries);
        count
    }
    fn slots(&mut self) -> Option<Slots<I, D>> {
        self.retained.slots.take()
    }
    fn seed(&mut self, i: usize, dy: &Slots<O, D>) {
        let RowsInto { dict, seeds, sizes: (m, _), .. } = self;
        let mut j = 0;
        O::for_each(dy, &mut |slot: &Slot<Num<D>>| {
            if let Some(d) = seeds.at(*m, i, j, dict.one()) {
                slot.add(Num::new(*dict, d));
            }
            j += 1;
        });
    }
    fn adjoints(&mut self, i: usize, dx: &Slots<I, D>) {
        let n = self.sizes.1;
        let mut row = self.entries[i * n..][..n].iter_mut();
        I::for_each(dx, &mut |slot: &Slot<Num<D>>| {
            let entry = row.next().expect("it has an entry for each number");
            let d = slot.take().map(|d| self.dict.incoming(d.value_under(self.dict), false));
            *entry = d.unwrap_or_else(|| self.dict.zero());
        });
    }
    #[inline]
    fn row(&mut self, i: usize) -> Option<&mut [D::V]> {
        let n = self.sizes.1;
        matches!(self.seeds, Seeds::Each).then(|| &mut self.entries[i * n..][..n])
    }
    fn retain(&mut self, dx: Slots<I, D>) {
        self.retained.slots = Some(dx);
    }
}
