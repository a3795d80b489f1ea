//! Derivatives of many equal parts, computed in vectors of the processor.
//!
//! The tangents of a sparse Jacobian are recorded as steps, for one path of the program. Steps with the same operation on similar
//! operands are computed together: S. Larsen and S. Amarasinghe, *Exploiting superword level parallelism with multimedia instruction
//! sets*, PLDI 2000. In a sum over data, a discretized equation or a chain of stages there are as many of them as parts.
//!
//! The operations are those of forward mode with one tangent, in the same order. So the bits are the same.
//!
//! A record holds as long as comparisons have the same outcomes, constants are the same, and questions of derivative rules have
//! the same answers. Each evaluation checks all three. For the first two, the program itself is evaluated at this point. For the
//! third, there are guards among the steps.

mod classes;
mod interned;
mod layout;
mod pairs;
mod record;
mod run;
mod steps;

use alloc::vec::Vec;

use super::colouring::{Colouring, Pattern};
use super::witness::{Outcomes, Way, Witness};
use crate::forward::{Dual, Forward};
use crate::number::erased::Collected;
use crate::{Dict, Exp, Num, Of, Shape, Signature};

use record::Record;
use run::Vectorized;
pub use steps::{Stepped, Steps};

/// So many evaluations by sweeps make a record worth while.
const AFTER: u32 = 8;

/// An instruction must compute so many steps on the average. With fewer, sweeps are as fast.
const OCCUPIED: usize = 8;

/// So many records may become invalid. Then the program takes a new path too often.
const RECORDS: u32 = 8;

/// The bytes of a record's steps, unless the user says otherwise.
const LIMIT: usize = 1 << 28;

/// How an expression is recorded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recordable<E: Signature> {
    /// The path of the expression.
    pub(super) path: Path<E>,
    /// Passes on the [parameters](crate::RealDict::parameter), in their order.
    pub(super) parameters: fn(&E, &mut dyn FnMut(&[f64])),
    /// Records the tangents for each colour: the results of the first one come first.
    pub(super) tangents: Tangents<E>,
    /// The results, among those of all entries of the pattern.
    pub(super) wanted: fn(&Pattern, &[usize]) -> Vec<usize>,
}

type Path<E> = for<'w> fn(&E, &'w Outcomes, Watched<'w>, &Of<<E as Signature>::In, Num<Watched<'w>>>) -> Way;

/// The dictionary under which the path of an evaluation is found.
pub(super) type Watched<'w> = Witness<'w, true>;
type Tangents<E> = fn(&E, &Record, &Of<<E as Signature>::In, f64>, &Colouring) -> Vec<Stepped>;

/// The entries of a sparse Jacobian, from a record of their computation.
#[derive(Clone, Debug)]
pub(super) struct Recorded<E: Signature> {
    methods: Recordable<E>,
    current: Option<(Way, Vectorized)>,
    /// The number of evaluations by sweeps since the last record.
    sweeps: u32,
    /// How many records may still be made.
    left: u32,
    /// The steps of a record may have so many bytes.
    pub(super) limit: usize,
}

impl<E> Recordable<E>
where
    E: Signature + for<'w> Exp<Watched<'w>> + for<'t> Exp<Forward<'t, Steps<'t>>>,
{
    /// The methods of an expression whose argument is its only input.
    pub(super) fn new() -> Self {
        Recordable {
            path: |e, outcomes, witness, x| {
                e.apply(witness, x);
                outcomes.end()
            },
            parameters: |_, _| {},
            tangents,
            wanted: |_, reads| reads.to_vec(),
        }
    }
}

/// Records the tangents for each colour.
fn tangents<E: Signature + for<'t> Exp<Forward<'t, Steps<'t>>>>(
    e: &E,
    record: &Record,
    x: &Of<E::In, f64>,
    colouring: &Colouring,
) -> Vec<Stepped> {
    let (steps, mut results) = (record.dict(), Vec::new());
    let apply = |colour: Option<usize>| {
        let (forward, mut column) = (Forward::new(steps), 0);
        let x = E::In::map(x, &mut |_| {
            let seeded = colour.is_some() && colouring.of(column) == colour;
            column += 1;
            Num::new(forward, Dual { v: record.number(column - 1), d: seeded.then(|| [steps.one()]) })
        });
        e.apply(forward, &x)
    };
    // Without tangents, so that the values come first.
    apply(None);
    for colour in 0..colouring.count() {
        record.repeat();
        E::Out::for_each(&apply(Some(colour)), &mut |y| {
            results.push(y.value().d.map_or_else(|| steps.zero(), |[d]| d));
        });
    }
    results
}

impl<E: Signature> Recorded<E> {
    pub(super) fn new(methods: Recordable<E>) -> Self {
        Recorded { methods, current: None, sweeps: 0, left: RECORDS, limit: LIMIT }
    }

    /// Whether there is a record.
    pub(super) fn is_there(&self) -> bool {
        self.current.is_some()
    }

    /// The value and the entries at `x`, if the record holds there. A container is retained in `idle`.
    pub(super) fn value_and_entries(
        &mut self,
        idle: &mut Option<Of<E::In, f64>>,
        e: &E,
        x: &Of<E::In, f64>,
        entries: &mut [f64],
    ) -> Option<Of<E::Out, f64>>
    where
        E: for<'w> Exp<Watched<'w>>,
    {
        let (known, vectorized) = self.current.as_mut()?;
        let container = match idle.take() {
            Some(mut container) if E::In::mismatch(&container, x).is_none() => {
                E::In::zip_mut(&mut container, x, &mut |to: &mut f64, x: &f64| *to = *x);
                container
            }
            _ => x.clone(),
        };
        let (y, way) = watched::<E::In, _>(idle, container, |outcomes, witness, x| {
            let y = E::Out::map(&e.apply(witness, x), &mut |y| y.value());
            (y, outcomes.end())
        });
        let inputs = vectorized.inputs();
        let mut first = 0;
        E::In::for_each(x, &mut |x| {
            inputs[first] = *x;
            first += 1;
        });
        (self.methods.parameters)(e, &mut into(&mut inputs[first..]));
        (way == *known && vectorized.run(entries)).then_some(y)
    }

    /// Whether the record holds for the numbers `x`, where the expression has the path `way`. Then the entries there are written.
    pub(super) fn entries(
        &mut self,
        e: &E,
        x: &[f64],
        way: impl FnOnce() -> Way,
        entries: &mut [f64],
    ) -> bool {
        let Some((known, vectorized)) = self.current.as_mut() else { return false };
        if way() != *known {
            return false;
        }
        let (first, rest) = vectorized.inputs().split_at_mut(x.len());
        first.copy_from_slice(x);
        (self.methods.parameters)(e, &mut into(rest));
        vectorized.run(entries)
    }

    /// Whether the record has the results of sweeps at `x`, if it holds there. Each entry reads one number of the `matrix`.
    pub(super) fn agrees(
        &mut self,
        e: &E,
        x: &Of<E::In, f64>,
        pattern: &Pattern,
        reads: &[usize],
        matrix: &[f64],
    ) -> bool {
        if !self.is_there() {
            return true;
        }
        let way = self.way(e, x);
        let expected = (self.methods.wanted)(pattern, reads);
        let (mut inputs, mut entries) = (Vec::new(), vec![0.0; expected.len()]);
        E::In::for_each(x, &mut |x| inputs.push(*x));
        if !self.entries(e, &inputs, || way, &mut entries) {
            return true;
        }
        let differ = |a: f64, b: f64| (a - b).abs() > 1e-6 * a.abs().max(b.abs());
        expected.iter().zip(entries).all(|(read, entry)| !differ(matrix[*read], entry))
    }

    /// Notes that sweeps at `x` were necessary. Some of them lead to a record. Each entry reads the result of a row and a colour: number
    /// row · colours + colour of `reads`.
    pub(super) fn swept(
        &mut self,
        e: &E,
        x: &Of<E::In, f64>,
        pattern: &Pattern,
        colouring: &Colouring,
        reads: &[usize],
    ) {
        self.sweeps += 1;
        if self.sweeps < AFTER || self.left == 0 {
            return;
        }
        self.sweeps = 0;
        let mut inputs = Vec::new();
        E::In::for_each(x, &mut |x| inputs.push(*x));
        (self.methods.parameters)(e, &mut |x| inputs.extend_from_slice(x));
        let count = inputs.len();
        let way = self.way(e, x);
        let record = Record::new(inputs, E::In::count(x), self.limit);
        let tangents = (self.methods.tangents)(e, &record, x, colouring);
        let (rows, colours) = (pattern.rows(), colouring.count());
        let tangent = |read: usize| tangents[read % colours * rows + read / colours];
        let results = (self.methods.wanted)(pattern, reads).into_iter().map(tangent);
        let vectorized = record.vectorized(count, results);
        // A constant that changes from one evaluation to the next is in no record.
        self.current = vectorized.filter(|_| way == self.way(e, x)).map(|vectorized| (way, vectorized));
        self.left = if self.is_there() { self.left - 1 } else { 0 };
    }

    /// The path at `x`, with its constants.
    fn way(&self, e: &E, x: &Of<E::In, f64>) -> Way {
        let outcomes = Outcomes::new();
        let witness = Witness::new(&outcomes);
        (self.methods.path)(e, &outcomes, witness, &E::In::map(x, &mut |x| Num::new(witness, *x)))
    }

    /// The pattern has grown.
    pub(super) fn forget(&mut self) {
        self.current = None;
    }
}

/// Writes numbers one after the other.
fn into(mut inputs: &mut [f64]) -> impl FnMut(&[f64]) {
    move |x| {
        let (here, rest) = core::mem::take(&mut inputs).split_at_mut(x.len());
        here.copy_from_slice(x);
        inputs = rest;
    }
}

/// `evaluate` at `x`, which is retained in `idle`.
pub(super) fn watched<S: Shape, R>(
    idle: &mut Option<Of<S, f64>>,
    x: Of<S, f64>,
    evaluate: impl for<'w> FnOnce(&'w Outcomes, Watched<'w>, &Of<S, Num<Watched<'w>>>) -> R,
) -> R {
    let outcomes = Outcomes::new();
    let witness = Witness::new(&outcomes);
    let x = S::into_map(x, &mut |x| Num::new(witness, x));
    let result = evaluate(&outcomes, witness, &x);
    *idle = Some(S::into_map(x, &mut |x| x.value()));
    result
}

impl Record {
    /// The instructions for some recorded results, in their order. `None` if they are not worth while, or if not everything was recorded.
    fn vectorized(self, inputs: usize, results: impl Iterator<Item = Stepped>) -> Option<Vectorized> {
        let outputs: Vec<(u32, u32)> = results.zip(0..).map(|(y, place)| (self.of(y), place)).collected();
        let (steps, operations) = self.finish()?;
        layout::vectorized(OCCUPIED, inputs, &steps, &operations, &outputs)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::record::Record;
    use super::{Stepped, Steps, Vectorized, layout};
    use crate::function::{Abs, Exponential, Max, Sin};
    use crate::{F64, RealDict};

    /// Numbers that are as good as random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    fn operation<D: RealDict>(dict: D, kind: usize, a: D::V, b: D::V) -> D::V {
        match kind {
            0 => dict.add(a, b),
            1 => dict.sub(a, b),
            2 => dict.mul(a, b),
            3 => dict.div(a, dict.add(dict.mul(b, b), dict.natural(2))),
            4 => dict.neg(a),
            5 => dict.function(Sin, [a]),
            6 => dict.function(Max, [a, b]),
            7 => dict.mul(dict.decimal(crate::Decimal { digits: 5, exponent: -1, nearest: 0.5 }), a),
            _ => dict.function(Exponential, [dict.neg(dict.function(Abs, [b]))]),
        }
    }

    /// Loops over parts, whose operands are at some distance of each other, single operations, and long sums.
    fn program<D: RealDict>(seed: u64, dict: D, x: &[D::V]) -> Vec<D::V> {
        let (mut random, mut values) = (Random(seed), x.to_vec());
        for _ in 0..8 {
            let count = [1, 3, 70, 200][random.below(4)];
            let body: Vec<[usize; 5]> =
                (0..=random.below(6)).map(|_| [9, 200, 3, 200, 3].map(|n| random.below(n))).collect();
            for i in 0..count {
                for [kind, a, step_a, b, step_b] in &body {
                    let at = |first: usize, step: usize| values[(first + i * step) % values.len()];
                    values.push(operation(dict, *kind, at(*a, *step_a), at(*b, *step_b)));
                }
            }
            let mut sum = values[random.below(values.len())];
            for _ in 0..random.below(30) {
                let term = values[random.below(values.len())];
                sum = if random.below(3) == 0 { dict.sub(sum, term) } else { dict.add(sum, term) };
            }
            values.push(sum);
        }
        (0..150).map(|_| values[random.below(values.len())]).collect()
    }

    fn point(seed: u64) -> Vec<f64> {
        let mut random = Random(seed);
        (0..40).map(|_| f64::from(u16::try_from(random.below(1000)).unwrap()) / 500.0 - 1.0).collect()
    }

    /// A number for all positions is gathered once. Its register must not be that of a result, which the next positions write again.
    #[test]
    fn common_factors_remain_for_all_positions() {
        fn program<D: RealDict>(dict: D, x: &[D::V]) -> Vec<D::V> {
            let factors = [0, 1].map(|i| dict.function(Sin, [x[i]]));
            let part = |i: usize| {
                let scaled = dict.mul(factors[0], dict.sub(x[i % 40], x[i / 40]));
                dict.mul(dict.mul(dict.add(scaled, x[i / 40]), scaled), factors[1])
            };
            (0..400).map(part).collect()
        }
        let mut vectorized = recorded(point(1), |dict, x| program(dict, x));
        let mut results = [f64::NAN; 400];
        vectorized.inputs().copy_from_slice(&point(2));
        vectorized.run(&mut results);
        assert_eq!(results[..], program(F64, &point(2))[..]);
    }

    /// The vectorized form of a program with 40 inputs, which a record at some point gives.
    fn recorded(point: Vec<f64>, program: impl Fn(Steps<'_>, &[Stepped]) -> Vec<Stepped>) -> Vectorized {
        let record = Record::new(point, 40, super::LIMIT);
        let x: Vec<_> = (0..40).map(|i| record.number(i)).collect();
        let results = program(record.dict(), &x);
        let outputs: Vec<_> = results.into_iter().zip(0..).map(|(y, place)| (record.of(y), place)).collect();
        let (steps, operations) = record.finish().unwrap();
        layout::vectorized(0, 40, &steps, &operations, &outputs).unwrap()
    }

    /// Results of one class, one result for many places, and constants, up to the last place.
    #[test]
    fn results_are_written_at_any_stride() {
        fn program<D: RealDict>(dict: D, x: &[D::V], stride: usize) -> Vec<D::V> {
            let shared = dict.function(Sin, [x[3]]);
            let rows = (0..200).map(|i| dict.mul(x[i % 40], dict.add(x[i / 40], x[7])));
            rows.flat_map(|row| (0..stride).map(move |j| [row, shared, dict.one()][j.min(j % 2 + 1)]))
                .collect()
        }
        for stride in 1..9 {
            let mut vectorized = recorded(point(1), |dict, x| program(dict, x, stride));
            let mut results = vec![f64::NAN; 200 * stride];
            vectorized.inputs().copy_from_slice(&point(2));
            assert!(vectorized.run(&mut results));
            assert_eq!(results, program(F64, &point(2), stride));
        }
    }

    #[test]
    fn instructions_compute_what_the_steps_do() {
        for seed in 0..if cfg!(miri) { 3 } else { 300 } {
            let mut vectorized = recorded(point(seed), |dict, x| program(seed, dict, x));
            for other in [seed, seed + 1] {
                let (x, mut results) = (point(other), [f64::NAN; 150]);
                vectorized.inputs().copy_from_slice(&x);
                vectorized.run(&mut results);
                let expected = program(seed, F64, &x);
                assert!(
                    results
                        .iter()
                        .zip(&expected)
                        .all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()),
                    "seed {seed}: {results:?} {expected:?}"
                );
            }
        }
    }
}
