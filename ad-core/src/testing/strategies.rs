//! The comparison of all strategies at one point.

use alloc::vec;
use alloc::vec::Vec;

use crate::number::erased::Collected;
use crate::number::quadratic::{Along, Assemble};

use super::{Both, Checked, Disagreement, Quantity, Random, plain};
use crate::{Exp, F64, Num, Of, Product, Residue, Residues, Shape, forward, reverse, stack};

const ZERO: (f64, Residue) = (0.0, Residue::new(0));
const ONE: (f64, Residue) = (1.0, Residue::new(1));

/// Numbers of floats and residues.
type Numbers<S> = Of<S, Num<Both>>;

fn number(v: (f64, Residue)) -> Num<Both> {
    Num::new(Product(F64, Residues), v)
}

fn numbers<S: Shape>(x: &Of<S, (f64, Residue)>) -> Numbers<S> {
    S::map(x, &mut |x| number(*x))
}

/// A container like `x`, filled at random.
fn filled<S: Shape, T: Clone>(x: &Of<S, T>, random: &mut Random) -> Numbers<S> {
    S::map(x, &mut |_| number((random.float(), random.residue())))
}

fn zeros<S: Shape, T: Clone>(x: &Of<S, T>) -> Numbers<S> {
    S::map(x, &mut |_| number((0.0, Residue::default())))
}

fn listed<S: Shape>(x: &Numbers<S>) -> Vec<Num<Both>> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

fn dot<S: Shape>(a: &Numbers<S>, b: &Numbers<S>) -> Num<Both> {
    listed::<S>(a).iter().zip(&listed::<S>(b)).map(|(a, b)| a * b).sum()
}

/// For each number of `x`, a direction in which only that number varies.
fn directions<S: Shape, T: Clone>(x: &Of<S, T>) -> impl Iterator<Item = Numbers<S>> {
    (0..S::count(x)).map(|i| {
        let mut j = 0;
        S::map(x, &mut |_| {
            let here = i == j;
            j += 1;
            number((f64::from(u8::from(here)), Residue::new(here.into())))
        })
    })
}

pub(super) fn check_at<E: Checked>(
    e: &E,
    f: impl Fn(&Of<E::In, f64>) -> Option<Of<E::Out, f64>>,
    point: &Of<E::In, (f64, Residue)>,
    random: &mut Random,
) -> Result<(), Disagreement> {
    let dict = Product(F64, Residues);
    let x = numbers::<E::In>(point);
    let y = e.apply(dict, &x);
    let (v, w) = (filled::<E::In, _>(&x, random), filled::<E::Out, _>(&y, random));
    let (no_x, no_y) = (zeros::<E::In, _>(&x), zeros::<E::Out, _>(&y));
    let programmed = Exp::<Both>::has_program(e);
    let plain = listed::<E::Out>(&y);
    plain::compare(e, f, point, &plain)?;

    // The values and first derivatives. With one tangent at a time the other inputs are constants, so no 0 meets an infinity.
    let (forward_y, jacobian) = forward::value_and_jacobian(e).width::<1>().apply(dict, &x);
    let mut rows = Vec::new();
    E::Out::for_each(&jacobian, &mut |row| rows.push(listed::<E::In>(row)));
    let weights = listed::<E::Out>(&w);
    let by_forward: Vec<_> =
        (0..E::In::count(&x)).map(|i| rows.iter().zip(&weights).map(|(row, w)| row[i] * w).sum()).collected();
    let seeded = (x.clone(), w.clone());
    let (tape_y, by_tape) = stack::vjp(e).apply(dict, &seeded);
    let by_program = programmed.then(|| reverse::vjp(e).apply(dict, &seeded));

    let point = listed::<E::In>(&x);
    let moderate = are_moderate(&plain) && are_moderate(&point);
    let mut compared = Compared { point, quantity: Quantity::Value, moderate };
    compared.compare("plain evaluation", &plain, "forward", &listed::<E::Out>(&forward_y))?;
    compared.compare("plain evaluation", &plain, "tape", &listed::<E::Out>(&tape_y))?;
    if let Some((y, _)) = &by_program {
        compared.compare("plain evaluation", &plain, "program", &listed::<E::Out>(y))?;
    }
    compared.quantity = Quantity::First;
    compared.compare("forward", &by_forward, "tape", &listed::<E::In>(&by_tape))?;
    if let Some((_, dx)) = &by_program {
        compared.compare("forward", &by_forward, "program", &listed::<E::In>(dx))?;
    }

    // A program of second order, if all is finite. Otherwise its caller computes by other means.
    let by_second_order = e.quadratic(&x).map(|(y, gradient, hessian)| {
        let mut rows = Vec::new();
        E::In::for_each(&hessian, &mut |row| rows.push(listed::<E::In>(row)));
        (y, listed::<E::In>(&gradient), rows)
    });
    let by_second_order = by_second_order.or_else(|| {
        let n = E::In::count(&x);
        let mut terms = Terms { before: Vec::new(), begun: false, sum: Sum::empty(n) };
        let y = e.assemble(&x, &mut terms)?;
        Some((y, terms.sum.gradient, terms.sum.rows))
    });
    let by_second_order = by_second_order
        .filter(|(_, gradient, rows)| rows.iter().flatten().chain(gradient).all(|x| x.value().0.is_finite()));
    if let Some((y, gradient, _)) = &by_second_order {
        compared.quantity = Quantity::Value;
        compared.compare("plain evaluation", &plain, "second-order program", &[*y])?;
        compared.quantity = Quantity::First;
        let gradient: Vec<_> = gradient.iter().map(|d| d * weights[0]).collected();
        compared.compare("forward", &by_forward, "second-order program", &gradient)?;
    }

    // The second derivatives: of w·J(x)·v.
    compared.moderate &= are_moderate(&by_forward);
    compared.quantity = Quantity::Second;
    let directed = (x.clone(), v.clone());
    let reference: Vec<_> = directions::<E::In, _>(&x)
        .map(|direction| {
            let twice = forward::jvp(forward::jvp(e));
            let (_, (_, d)) = twice.apply(dict, &(directed.clone(), (direction, no_x.clone())));
            dot::<E::Out>(&d, &w)
        })
        .collected();
    if let Some((_, _, rows)) = &by_second_order {
        let v = listed::<E::In>(&v);
        let product = |row: &[Num<Both>]| row.iter().zip(&v).map(|(d, v)| d * v).sum::<Num<_>>();
        let products: Vec<_> = rows.iter().map(|row| product(row) * weights[0]).collected();
        compared.compare("forward∘forward", &reference, "second-order program", &products)?;
    }
    let second =
        |name, d: &Numbers<E::In>| compared.compare("forward∘forward", &reference, name, &listed::<E::In>(d));
    let tangent = (seeded.clone(), (v.clone(), no_y.clone()));
    let cotangent = (directed, (no_y.clone(), w.clone()));
    let twice = (seeded, (no_y, v));
    second("forward∘tape", &forward::jvp(stack::vjp(e)).apply(dict, &tangent).1.1)?;
    second("tape∘forward", &stack::vjp(forward::jvp(e)).apply(dict, &cotangent).1.0)?;
    second("tape∘tape", &stack::vjp(stack::vjp(e)).apply(dict, &twice).1.0)?;
    if programmed {
        second("forward∘program", &forward::jvp(reverse::vjp(e)).apply(dict, &tangent).1.1)?;
        second("tape∘program", &stack::vjp(reverse::vjp(e)).apply(dict, &twice).1.0)?;
    }
    Ok(())
}

/// The derivatives of sums of terms.
struct Terms {
    /// The parts before the last one.
    before: Vec<Sum>,
    begun: bool,
    sum: Sum,
}

/// The derivatives of a sum.
struct Sum {
    gradient: Vec<Num<Both>>,
    rows: Vec<Vec<Num<Both>>>,
}

impl Sum {
    fn empty(n: usize) -> Self {
        Sum { gradient: vec![number(ZERO); n], rows: vec![vec![number(ZERO); n]; n] }
    }

    /// Adds the derivatives of a term by linear combinations of numbers, each of them a list of places and factors.
    fn add(
        &mut self,
        along: &[Vec<(usize, Num<Both>)>],
        gradient: &[Num<Both>],
        mut triangle: impl Iterator<Item = Num<Both>>,
    ) {
        for (j, b) in along.iter().enumerate() {
            b.iter().for_each(|&(q, factor)| self.gradient[q] += gradient[j] * factor);
            for (i, a) in along[..=j].iter().enumerate() {
                let entry = triangle.next().expect("an entry for each pair");
                for &(p, a) in a {
                    for &(q, b) in b {
                        self.rows[p][q] += entry * a * b;
                        if i != j {
                            self.rows[q][p] += entry * a * b;
                        }
                    }
                }
            }
        }
    }
}

impl Assemble<Num<Both>> for Terms {
    const DENSE: bool = true;

    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        gradient: [Num<Both>; K],
        triangle: [Num<Both>; T],
    ) {
        let along = at.map(|place| vec![(place, number(ONE))]);
        self.sum.add(&along, &gradient, triangle.into_iter());
    }

    fn scale(&mut self, factor: Num<Both>) {
        self.sum.gradient.iter_mut().chain(self.sum.rows.iter_mut().flatten()).for_each(|d| *d *= factor);
    }

    fn begin(&mut self) {
        if core::mem::replace(&mut self.begun, true) {
            let empty = Sum::empty(self.sum.gradient.len());
            self.before.push(core::mem::replace(&mut self.sum, empty));
        }
    }

    fn add_along<const K: usize, const T: usize>(
        &mut self,
        at: [Along<'_, Num<Both>>; K],
        gradient: [Num<Both>; K],
        triangle: [Num<Both>; T],
    ) {
        let parts = at.iter().zip(gradient).filter_map(|(along, d)| match along {
            Along::Part(part) => Some((*part, d)),
            _ => None,
        });
        let parts: Vec<_> = parts.collect();
        if !parts.is_empty() {
            self.begin();
            for (part, d) in parts {
                for (sums, row) in self.sum.rows.iter_mut().zip(&self.before[part].rows) {
                    sums.iter_mut().zip(row).for_each(|(sum, entry)| *sum += d * entry);
                }
            }
        }
        let along = at.map(|along| match along {
            Along::Number(place) => vec![(place, number(ONE))],
            Along::Row(place, factors) => (place..).zip(factors.iter().copied()).collect(),
            Along::Part(part) => self.before[part].gradient.iter().copied().enumerate().collect(),
        });
        self.sum.add(&along, &gradient, triangle.into_iter());
    }
}

fn are_moderate(numbers: &[Num<Both>]) -> bool {
    numbers.iter().map(|x| x.value().0.abs()).all(|x| x == 0.0 || (1e-100..1e100).contains(&x))
}

/// The place of a comparison.
struct Compared {
    point: Vec<Num<Both>>,
    quantity: Quantity,
    /// Whether the numbers so far are so moderate that products do not overflow. Then a derivative that is NaN is so by all strategies.
    moderate: bool,
}

impl Compared {
    fn compare(
        &self,
        one: &'static str,
        a: &[Num<Both>],
        other: &'static str,
        b: &[Num<Both>],
    ) -> Result<(), Disagreement> {
        let differ = |(a, b): (&Num<Both>, &Num<Both>)| {
            let ((a, r), (b, s)) = (a.value(), b.value());
            let differ = match (a.is_nan(), b.is_nan()) {
                (true, true) => false,
                (false, false) => r != s,
                _ => r != s || self.moderate && (a.is_finite() || b.is_finite()),
            };
            differ && r.is_known() && s.is_known()
        };
        let Some(entry) = a.iter().zip(b).position(differ) else { return Ok(()) };
        Err(Disagreement {
            quantity: self.quantity,
            entry,
            roads: [(one, a[entry].value().0), (other, b[entry].value().0)],
            point: self.point.iter().map(|x| x.value().0).collected(),
            function: None,
            neighbours: None,
        })
    }
}
