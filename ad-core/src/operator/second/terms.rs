//! Second derivatives of sums by programs of second order, in the caller's memory.

use alloc::vec::Vec;

use super::programmed::Finite;
use crate::number::quadratic::{Along, Assemble};
use crate::{Exp, F64, Num, Of, Signature};

/// A gradient and a Hessian, row by row, of floats.
struct Rows<'a> {
    gradient: &'a mut [f64],
    hessian: &'a mut [f64],
    finite: Finite,
    /// It is apart, since a list in a struct has that struct in memory.
    dense: &'a mut Parts,
}

/// The state for rows and parts.
#[derive(Default)]
struct Parts {
    /// The gradients and the Hessians of the parts before the last one.
    slopes: Vec<Vec<Num<F64>>>,
    before: Vec<Vec<f64>>,
    /// Whether there is a part.
    begun: bool,
    /// Whether only the upper triangle is complete, and no entry has been checked.
    upper: bool,
    squares: Squares,
}

/// The most products of a row with itself that are added at once, so that each entry is read and written once for all.
const SQUARES: usize = 4;

/// Products of rows with themselves that have not been added.
#[derive(Default)]
struct Squares {
    /// The place of the first number.
    place: usize,
    /// The count of the rows.
    count: usize,
    /// The multiples of the rows, and the factors of all rows by each number. The others are 0.
    multiples: [f64; SQUARES],
    factors: Vec<[f64; SQUARES]>,
}

impl Assemble<Num<F64>> for Rows<'_> {
    const DENSE: bool = true;

    #[inline]
    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        gradient: [Num<F64>; K],
        triangle: [Num<F64>; T],
    ) {
        let n = self.gradient.len();
        let mut entries = triangle.into_iter().map(Num::value);
        for (j, (q, d)) in at.into_iter().zip(gradient.map(Num::value)).enumerate() {
            self.gradient[q] += d;
            self.finite.check(d);
            for (i, p) in at.into_iter().enumerate().take(j + 1) {
                let entry = entries.next().unwrap_or_default();
                self.finite.check(entry);
                self.hessian[p * n + q] += entry;
                if i != j {
                    self.hessian[q * n + p] += entry;
                }
            }
        }
    }

    fn scale(&mut self, factor: Num<F64>) {
        let factor = factor.value();
        for d in self.gradient.iter_mut().chain(self.hessian.iter_mut()) {
            *d *= factor;
            self.finite.check(*d);
        }
    }

    fn begin(&mut self) {
        self.add_squares();
        if core::mem::replace(&mut self.dense.begun, true) {
            self.dense.slopes.push(as_factors(self.gradient));
            self.dense.before.push(self.hessian.to_vec());
            self.gradient.fill(0.0);
            self.hessian.fill(0.0);
        }
    }

    #[inline]
    fn add_along<const K: usize, const T: usize>(
        &mut self,
        at: [Along<'_, Num<F64>>; K],
        gradient: [Num<F64>; K],
        triangle: [Num<F64>; T],
    ) {
        self.dense.upper = true;
        let (slopes, one) = (self.joined(&at, &gradient), [Num::new(F64, 1.0)]);
        let mut entries = triangle.into_iter().map(Num::value);
        for j in 0..K {
            let (q, second) = factors(&at[j], &slopes, &one);
            if !matches!(at[j], Along::Part(_)) {
                let d = gradient[j].value();
                add_multiple(&mut self.gradient[q..], d, second);
            }
            for first in &at[..j] {
                let (p, first) = factors(first, &slopes, &one);
                self.add_outer(entries.next().unwrap_or_default(), (p, first), (q, second));
            }
            self.add_square(entries.next().unwrap_or_default(), (q, second));
        }
    }
}

/// A place, and the factors of the numbers from there on.
type Factors<'a> = (usize, &'a [Num<F64>]);

/// The factors of a linear combination. Those of parts are their gradients.
#[inline]
fn factors<'a>(of: &Along<'a, Num<F64>>, slopes: &'a [Vec<Num<F64>>], one: &'a [Num<F64>; 1]) -> Factors<'a> {
    match *of {
        Along::Number(place) => (place, one),
        Along::Row(place, factors) => (place, factors),
        Along::Part(part) => (0, &slopes[part]),
    }
}

fn as_factors(slopes: &[f64]) -> Vec<Num<F64>> {
    slopes.iter().map(|d| Num::new(F64, *d)).collect()
}

/// Adds c·a to the first entries. It is not inlined, so LLVM knows that the lists are apart.
#[inline(never)]
fn add_multiple(entries: &mut [f64], c: f64, a: &[Num<F64>]) {
    entries.iter_mut().zip(a).for_each(|(entry, factor)| *entry += c * factor.value());
}

/// Adds the products of rows with themselves to the upper triangle of a matrix with `n` columns, from its first entry on.
#[inline(never)]
fn add_squares(entries: &mut [f64], n: usize, multiples: [f64; SQUARES], factors: &[[f64; SQUARES]]) {
    for (i, row) in factors.iter().enumerate() {
        let multiples: [f64; SQUARES] = core::array::from_fn(|k| multiples[k] * row[k]);
        for (entry, factors) in entries[i * (n + 1)..].iter_mut().zip(&factors[i..]) {
            let [a, b, c, d]: [f64; SQUARES] = core::array::from_fn(|k| multiples[k] * factors[k]);
            *entry += (a + c) + (b + d);
        }
    }
}

impl Rows<'_> {
    /// Makes parts one, if there are some. Returns the gradients that they had.
    #[inline]
    fn joined(&mut self, at: &[Along<'_, Num<F64>>], gradient: &[Num<F64>]) -> Vec<Vec<Num<F64>>> {
        if !at.iter().any(|along| matches!(along, Along::Part(_))) {
            return Vec::new();
        }
        self.join(&|part| {
            let place = at.iter().position(|along| matches!(along, Along::Part(this) if *this == part));
            place.map_or(0.0, |place| gradient[place].value())
        })
    }

    /// The same with the adjoint of each part.
    fn join(&mut self, adjoint: &dyn Fn(usize) -> f64) -> Vec<Vec<Num<F64>>> {
        self.add_squares();
        let mut slopes = core::mem::take(&mut self.dense.slopes);
        slopes.push(as_factors(self.gradient));
        self.gradient.fill(0.0);
        for (part, slopes) in slopes.iter().enumerate() {
            add_multiple(self.gradient, adjoint(part), slopes);
        }
        let last = adjoint(self.dense.before.len());
        self.hessian.iter_mut().for_each(|entry| *entry *= last);
        for (part, entries) in self.dense.before.iter().enumerate() {
            let d = adjoint(part);
            self.hessian.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += d * entry);
        }
        slopes
    }

    /// Adds c·a·aᵀ to the upper triangle, perhaps later. If a factor is not finite and c is 0, the gradient is not finite.
    #[inline]
    fn add_square(&mut self, c: f64, (place, a): Factors<'_>) {
        if c == 0.0 || a.is_empty() {
            return;
        }
        let Squares { place: known, count, factors, .. } = &self.dense.squares;
        if *count == SQUARES || (*known, factors.len()) != (place, a.len()) {
            self.add_squares();
            self.dense.squares.place = place;
            self.dense.squares.factors.resize(a.len(), [0.0; SQUARES]);
        }
        let Squares { count, multiples, factors, .. } = &mut self.dense.squares;
        multiples[*count] = c;
        factors.iter_mut().zip(a).for_each(|(factors, factor)| factors[*count] = factor.value());
        *count += 1;
    }

    /// Adds the products of rows with themselves.
    fn add_squares(&mut self) {
        let (n, Squares { place, multiples, factors, .. }) = (self.gradient.len(), &mut self.dense.squares);
        add_squares(&mut self.hessian[*place * (n + 1)..], n, *multiples, factors);
        factors.clear();
        self.dense.squares.count = 0;
    }

    /// Adds c·(a·bᵀ + b·aᵀ) to the upper triangle.
    #[inline]
    fn add_outer(&mut self, c: f64, one: Factors<'_>, other: Factors<'_>) {
        if c == 0.0 {
            return;
        }
        let n = self.gradient.len();
        let ((p, a), (q, b)) = if one.1.len() <= other.1.len() { (one, other) } else { (other, one) };
        for (row, factor) in (p..).zip(a) {
            let c = c * factor.value();
            // The columns to the left of the diagonal, on it, and to its right.
            let (left, right) = b.split_at(row.saturating_sub(q).min(b.len()));
            if !left.is_empty() {
                let entries = self.hessian[q * n + row..].iter_mut().step_by(n);
                entries.zip(left).for_each(|(entry, factor)| *entry += c * factor.value());
            }
            let right = match right.split_first() {
                Some((factor, right)) if q <= row => {
                    self.hessian[row * (n + 1)] += 2.0 * (c * factor.value());
                    right
                }
                _ => right,
            };
            if !right.is_empty() {
                add_multiple(&mut self.hessian[row * n + q.max(row + 1)..], c, right);
            }
        }
    }

    /// Copies the upper triangle to the lower one, and checks all derivatives.
    fn complete(&mut self) {
        self.add_squares();
        let n = self.gradient.len();
        self.gradient.iter().for_each(|d| self.finite.check(*d));
        for i in 0..n {
            for j in 0..i {
                self.hessian[i * n + j] = self.hessian[j * n + i];
            }
            self.hessian[i * n..][..n].iter().for_each(|d| self.finite.check(*d));
        }
    }
}

/// The value of a sum at `x`. The gradient is written into `gradient`, and the Hessian into `rows`. `None` if there is no program of second
/// order, or if a derivative is not finite.
#[inline]
pub(super) fn assembled<E: Exp<F64> + Signature<Out = f64>>(
    e: &E,
    x: &Of<E::In, Num<F64>>,
    gradient: &mut [f64],
    rows: &mut [f64],
) -> Option<f64> {
    gradient.fill(0.0);
    rows.fill(0.0);
    let mut dense = Parts::default();
    let mut sink = Rows { gradient, hessian: rows, finite: Finite::default(), dense: &mut dense };
    let value = e.assemble(x, &mut sink)?.value();
    if sink.dense.upper {
        sink.complete();
    }
    (value.is_finite() && sink.finite.all()).then_some(value)
}

/// The same in a function of its own, which has all registers for its loops.
#[inline(never)]
pub(super) fn assembled_apart<E: Exp<F64> + Signature<Out = f64>>(
    e: &E,
    x: &Of<E::In, Num<F64>>,
    gradient: &mut [f64],
    rows: &mut [f64],
) -> Option<f64> {
    assembled(e, x, gradient, rows)
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Along, Assemble, Finite, Parts, Rows, SQUARES};
    use crate::{F64, Num};

    const N: usize = 5;

    /// The derivatives by definition: a gradient, and a Hessian.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Sum {
        gradient: [f64; N],
        rows: [[f64; N]; N],
    }

    impl Sum {
        fn add(&mut self, along: &[[f64; N]], gradient: &[f64], triangle: &[f64]) {
            let mut entries = triangle.iter();
            for (j, b) in along.iter().enumerate() {
                (0..N).for_each(|q| self.gradient[q] += gradient[j] * b[q]);
                for (i, a) in along[..=j].iter().enumerate() {
                    let entry = entries.next().unwrap();
                    for (p, q) in (0..N).flat_map(|p| (0..N).map(move |q| (p, q))) {
                        let other = if i == j { 0.0 } else { b[p] * a[q] };
                        self.rows[p][q] += entry * (a[p] * b[q] + other);
                    }
                }
            }
        }
    }

    /// Small integers.
    struct Integers(u64);

    impl Integers {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
        fn number(&mut self) -> f64 {
            f64::from(u8::try_from(self.below(7)).unwrap()) - 3.0
        }
        fn numbers<const K: usize>(&mut self) -> [f64; K] {
            core::array::from_fn(|_| self.number())
        }
    }

    fn numbers<const K: usize>(x: [f64; K]) -> [Num<F64>; K] {
        x.map(|x| Num::new(F64, x))
    }

    /// Adds a term by `K` numbers, rows and parts to both.
    fn add<const K: usize, const T: usize>(
        rows: &mut Rows<'_>,
        sum: &mut Sum,
        before: &[Sum],
        random: &mut Integers,
    ) {
        let lists: [Vec<Num<F64>>; K] = core::array::from_fn(|_| {
            (0..random.below(N + 1)).map(|_| Num::new(F64, random.number())).collect()
        });
        let places = lists.each_ref().map(|list| random.below(N + 1 - list.len()));
        let kinds: [usize; K] = core::array::from_fn(|_| random.below(3));
        let at = core::array::from_fn(|k| match (kinds[k], before.len()) {
            (0, _) => Along::Number(places[k].min(N - 1)),
            (1, 1..) if k < before.len() => Along::Part(k),
            _ => Along::Row(places[k], &lists[k]),
        });
        let (gradient, triangle) = (random.numbers::<K>(), random.numbers::<T>());
        let along = at.map(|along| match along {
            Along::Number(place) => core::array::from_fn(|i| f64::from(u8::from(i == place))),
            Along::Part(part) => before[part].gradient,
            Along::Row(place, list) => core::array::from_fn(|i| {
                i.checked_sub(place).and_then(|i| list.get(i)).map_or(0.0, |factor| factor.value())
            }),
        });
        if at.iter().any(|along| matches!(along, Along::Part(_))) {
            *sum = Sum::default();
        }
        sum.add(&along, &gradient, &triangle);
        for (along, d) in at.iter().zip(gradient) {
            if let Along::Part(part) = along {
                let of_part = before[*part].rows.as_flattened();
                sum.rows
                    .as_flattened_mut()
                    .iter_mut()
                    .zip(of_part)
                    .for_each(|(sum, entry)| *sum += d * entry);
            }
        }
        rows.add_along(at, numbers(gradient), numbers(triangle));
    }

    /// Rows at any place and of any length, more of them than are added at once, and functions of sums.
    #[test]
    fn rows_and_parts_add_what_their_definition_says() {
        let mut random = Integers(1);
        for round in 0..if cfg!(miri) { 20 } else { 3000 } {
            let (mut gradient, mut hessian) = (vec![0.0; N], vec![0.0; N * N]);
            let mut dense = Parts::default();
            let mut rows = Rows {
                gradient: &mut gradient,
                hessian: &mut hessian,
                finite: Finite::default(),
                dense: &mut dense,
            };
            let (mut before, mut sum) = (Vec::new(), Sum::default());
            for part in 0..random.below(4) {
                rows.begin();
                if part > 0 {
                    before.push(core::mem::take(&mut sum));
                }
                for _ in 0..random.below(2 * SQUARES + 2) {
                    match random.below(4) {
                        0 => add::<1, 1>(&mut rows, &mut sum, &[], &mut random),
                        1 => add::<2, 3>(&mut rows, &mut sum, &[], &mut random),
                        2 => add::<3, 6>(&mut rows, &mut sum, &[], &mut random),
                        _ => {
                            let (at, slopes, entries) = (
                                [random.below(N), random.below(N)],
                                random.numbers::<2>(),
                                random.numbers::<3>(),
                            );
                            let along = at.map(|at| core::array::from_fn(|i| f64::from(u8::from(i == at))));
                            sum.add(&along, &slopes, &entries);
                            rows.add(at, numbers(slopes), numbers(entries));
                        }
                    }
                }
            }
            if rows.dense.begun {
                before.push(sum.clone());
                add::<3, 6>(&mut rows, &mut sum, &before, &mut random);
            }
            if rows.dense.upper {
                rows.complete();
            }
            assert!(rows.finite.all());
            assert_eq!(
                (&gradient[..], &hessian[..]),
                (&sum.gradient[..], sum.rows.as_flattened()),
                "{round}"
            );
        }
    }
}
