//! Isolated special points: the derivatives of a program at a point, compared with their limits at its neighbours.
//!
//! A branch for one point (`x == 0.0`), a loop that ends because its value is exact, and kinks whose combination is smooth have a
//! derivative at that point only. All strategies share it, since it is the derivative of the program. So the neighbours judge it.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::decisions::{Deciding, Decision};
use super::{Disagreement, NEIGHBOURS, Neighbours, Quantity, Random};
use crate::forward::{self, Forward};
use crate::number::erased::Collected;
use crate::{DoubleDouble, Exp, Num, Of, Shape};

/// The directions in which an entry is first compared, and those that confirm a report.
const DIRECTIONS: usize = 8;
const FURTHER: usize = 64;

/// The distances of neighbours, relative to the numbers of the point. Each is a fifth of the one before.
const DISTANCES: [f64; 7] = [1e-3, 2e-4, 4e-5, 8e-6, 1.6e-6, 3.2e-7, 6.4e-8];

/// Smaller numbers are taken for 0.
const ROUNDING: f64 = 1e-9;

/// The distances that show a limit.
const WINDOW: usize = 3;

/// The expressions whose neighbours can be seen.
pub trait Seen:
    for<'r> Exp<Deciding<'r>> + for<'r, 's, 't> Exp<Forward<'t, Forward<'s, Deciding<'r>>>>
{
}
impl<E> Seen for E where
    E: for<'r> Exp<Deciding<'r>> + for<'r, 's, 't> Exp<Forward<'t, Forward<'s, Deciding<'r>>>>
{
}

/// A value, its derivative by one number of the argument, and the derivative of that in a fixed direction.
type Jet = [f64; 3];

struct Sample {
    decisions: Vec<Decision>,
    /// For each number of the result.
    jets: Vec<Jet>,
}

/// The interval of all limits, without and with the errors of these.
#[derive(Clone, Copy)]
struct Hull {
    limits: [f64; 2],
    bounds: [f64; 2],
}

impl Hull {
    const EMPTY: Hull =
        Hull { limits: [f64::INFINITY, f64::NEG_INFINITY], bounds: [f64::INFINITY, f64::NEG_INFINITY] };

    /// The limit of three numbers at smaller and smaller distances, if they converge like a power of the distance above ⅔.
    fn of(numbers: impl Iterator<Item = f64>) -> Option<Hull> {
        let numbers: Vec<_> = numbers.collected();
        let [a, b, c] = numbers[..] else { return None };
        let (first, second) = (b - a, c - b);
        let rounding = 1e-13 * c.abs();
        let error = 2.0 * second.abs() + rounding;
        // The limit of a power, by A. C. Aitken's formula.
        let rest = if second.abs() < first.abs() { second * second / (first - second) } else { 0.0 };
        // NaN and infinities do not converge.
        let converges = second.abs() <= 0.35 * first.abs() + rounding && error.is_finite();
        converges.then_some(Hull { limits: [c + rest; 2], bounds: [c - error, c + error] })
    }

    /// Whether there is a limit so far.
    fn is_known(self) -> bool {
        self.limits[0] <= self.limits[1]
    }

    fn join(self, other: Hull) -> Hull {
        let join = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.min(c), b.max(d)];
        Hull { limits: join(self.limits, other.limits), bounds: join(self.bounds, other.bounds) }
    }

    /// Whether `x` is certainly outside. `lost` bounds the rounding errors of both.
    fn excludes(self, x: f64, lost: f64) -> bool {
        let [low, high] = self.bounds;
        // Below the least normal number, the digits end.
        let tolerance = 1e-6 * x.abs().max(low.abs()).max(high.abs()) + lost + f64::MIN_POSITIVE;
        let is_far = x < low - tolerance || x > high + tolerance;
        // A derivative without neighbours in the domain is not compared, and neither is one that is infinite.
        is_far && low <= high && x.is_finite() && tolerance.is_finite()
    }
}

/// For each number of the result, the limits of its value and derivatives, by their order. `None` if one of them is not known.
type Limits = Vec<[Option<Hull>; 3]>;

/// How far the decisions of a neighbour are from those at the point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Apart {
    Nowhere,
    /// On another side of a kink or jump of a function.
    ByKinks,
    /// On another branch.
    ByBranches,
}

impl Apart {
    fn of(here: &[Decision], other: &[Decision]) -> Apart {
        let apart = |(a, b): (&Decision, &Decision)| match (a.agrees(b), a.is_a_branch()) {
            (true, _) => Apart::Nowhere,
            (false, false) => Apart::ByKinks,
            (false, true) => Apart::ByBranches,
        };
        // On equal branches there are equally many decisions.
        here.iter().zip(other).map(apart).max().unwrap_or(Apart::Nowhere)
    }
}

/// Reports a derivative of `e` at `x` that is not among its limits.
pub(super) fn compare<E: Seen>(e: &E, x: &Of<E::In, f64>, random: &mut Random) -> Result<(), Disagreement> {
    let mut point = Vec::new();
    E::In::for_each(x, &mut |x| point.push(*x));
    let second = point.iter().map(|_| generic(random)).collected();
    let place = Place { e: &Expression(e, x), point, second };
    place.compare(random).map_or(Ok(()), Err)
}

/// A number between 0.3 and 1 with a random sign. No direction of such numbers is close to an axis or a diagonal.
fn generic(random: &mut Random) -> f64 {
    let x = random.float();
    (0.3 + 0.7 * x.abs()).copysign(x)
}

/// An expression at any numbers, listed. All expressions have this type, so the comparison is compiled once.
trait Evaluated {
    /// The decisions.
    fn decisions(&self, at: &[f64]) -> Vec<Decision>;

    /// The results, with derivatives by number `i`, and of these in the direction `second`.
    fn jets(&self, at: &[f64], i: usize, second: &[f64]) -> Vec<Jet>;
}

/// An expression, and an argument of the same structure.
struct Expression<'e, E: Seen>(&'e E, &'e Of<E::In, f64>);

impl<E: Seen> Expression<'_, E> {
    /// The argument with the numbers `at`.
    fn argument<'r>(&self, dict: Deciding<'r>, at: &[f64]) -> Of<E::In, Num<Deciding<'r>>> {
        let mut at = at.iter();
        E::In::map(self.1, &mut |_| {
            let x = *at.next().expect("as many numbers as the argument has");
            Num::new(dict, (x, DoubleDouble::from(x)))
        })
    }
}

impl<E: Seen> Evaluated for Expression<'_, E> {
    fn decisions(&self, at: &[f64]) -> Vec<Decision> {
        let record = RefCell::new(Vec::new());
        let dict = Deciding(Some(&record));
        _ = self.0.apply(dict, &self.argument(dict, at));
        record.take()
    }

    fn jets(&self, at: &[f64], i: usize, second: &[f64]) -> Vec<Jet> {
        let dict = Deciding::default();
        let (mut unit, zeros) = (vec![0.0; at.len()], vec![0.0; at.len()]);
        unit[i] = 1.0;
        let directed = (self.argument(dict, at), self.argument(dict, second));
        let direction = (self.argument(dict, &unit), self.argument(dict, &zeros));
        let ((y, _), (d, dd)) = forward::jvp(forward::jvp(self.0)).apply(dict, &(directed, direction));
        let list = |y: &Of<E::Out, Num<Deciding<'_>>>| {
            let mut numbers = Vec::new();
            E::Out::for_each(y, &mut |y| numbers.push(y.value().1.high()));
            numbers
        };
        jets(&list(&y), &list(&d), &list(&dd))
    }
}

fn jets(y: &[f64], d: &[f64], dd: &[f64]) -> Vec<Jet> {
    y.iter().zip(d).zip(dd).map(|((y, d), dd)| [*y, *d, *dd]).collected()
}

struct Place<'e> {
    e: &'e dyn Evaluated,
    point: Vec<f64>,
    /// The direction of second derivatives.
    second: Vec<f64>,
}

impl Place<'_> {
    fn compare(&self, random: &mut Random) -> Option<Disagreement> {
        let sides: Vec<_> = (0..DIRECTIONS).flat_map(|_| self.sides(|_| generic(random))).collected();
        let here: Vec<Sample> = (0..self.point.len()).map(|i| self.here(i)).collected();
        let size = |result: usize, order: usize| {
            here.iter().map(|here| here.jets[result][order].abs()).fold(0.0, f64::max)
        };
        // A size below which a derivative is 0: the digits that special functions lose.
        let lost = |result: usize, order: usize, y: f64| {
            let lower = if order == 1 { 1e-13 * y.abs() } else { 1e-10 * size(result, 1) };
            lower + 1e-12 * size(result, order)
        };
        let mut seen = Vec::new();
        for (i, here) in here.iter().enumerate() {
            seen.push(self.limits(i, here, &sides, |limits| settled(here, limits, &[1, 2], &lost))?);
        }
        let suspects = [1, 2].into_iter().flat_map(|order| (0..here.len()).map(move |i| (order, i)));
        suspects
            .filter(|(order, i)| {
                seen[*i].iter().flatten().any(|limits| outside(&here[*i], limits, *order, &lost).is_some())
            })
            .find_map(|(order, i)| self.confirmed(i, order, &sides, random, &lost))
    }

    /// The report of a derivative by number `i`, if further neighbours confirm it.
    fn confirmed(
        &self,
        i: usize,
        order: usize,
        sides: &[Vec<f64>],
        random: &mut Random,
        lost: &impl Fn(usize, usize, f64) -> f64,
    ) -> Option<Disagreement> {
        let all: Vec<_> = self.further(i, random).into_iter().chain(sides.iter().cloned()).collected();
        // A second derivative in one direction may have other sides of kinks in each of its terms.
        let units = (0..self.point.len())
            .map(|j| (0..self.point.len()).map(|k| f64::from(u8::from(k == j))).collected());
        let places = units.map(|second| Place { second, point: self.point.clone(), ..*self });
        let count = if order == 1 { 1 } else { self.point.len() };
        places.enumerate().take(count).find_map(|(j, place)| {
            let here = place.here(i);
            let decision = place.reason(&here, sides)?;
            // Where functions jump, there is no derivative. More limits show more jumps.
            let jumps = |limits: &Limits, result: usize| {
                let [y, dy, _] = here.jets[result];
                let is_close = |limit: f64| (limit - y).abs() <= 1e-6 * (y.abs() + dy.abs() + 1.0);
                limits[result][0].is_none_or(|hull| hull.is_known() && !hull.limits.into_iter().all(is_close))
            };
            let enough = |limits: &[Option<Limits>; 2]| {
                settled(&here, limits, &[order], lost)
                    || !decision.is_a_branch()
                        && limits
                            .iter()
                            .flatten()
                            .all(|limits| (0..limits.len()).all(|result| jumps(limits, result)))
            };
            let limits = place.limits(i, &here, &all, enough)?;
            let limits =
                limits.iter().flatten().find(|limits| outside(&here, limits, order, lost).is_some())?;
            let result = outside(&here, limits, order, lost)?;
            let is_continuous = !jumps(limits, result);
            let [low, high] = limits[result][order]?.limits;
            let derivative = here.jets[result][order];
            (is_continuous || decision.is_a_branch()).then(|| Disagreement {
                quantity: if order == 1 { Quantity::First } else { Quantity::Second },
                entry: i,
                roads: [("the program", derivative), (NEIGHBOURS, if derivative < low { low } else { high })],
                point: self.point.clone(),
                function: None,
                neighbours: Some(Box::new(Neighbours {
                    result,
                    second: (order == 2).then_some(j),
                    limits: [low, high],
                    decision,
                })),
            })
        })
    }

    /// Further directions. Where one number varies most, it decides most kinks.
    fn further(&self, i: usize, random: &mut Random) -> Vec<Vec<f64>> {
        let square = |x: f64| x * x;
        let directions = (0..FURTHER).flat_map(|k| {
            let least = if k % 2 == 0 { 0.01 } else { 1.0 };
            self.sides(|j| {
                let size = if j == i { 1.0 } else { least + (1.0 - least) * square(square(random.float())) };
                generic(random) * size
            })
        });
        directions.collected()
    }

    /// A direction and its opposite, scaled like the point. A number is small by its unit, or it is a rounding error beside 0.
    fn sides(&self, mut component: impl FnMut(usize) -> f64) -> [Vec<f64>; 2] {
        let scale = |x: f64| match x.abs() {
            size if !size.is_finite() => 0.0,
            size if size < ROUNDING => 1.0,
            size => size,
        };
        let side: Vec<_> = self.point.iter().enumerate().map(|(j, x)| scale(*x) * component(j)).collected();
        let opposite = side.iter().map(|x| -x).collected();
        [side, opposite]
    }

    fn here(&self, i: usize) -> Sample {
        // -0 + 0 is 0, and not the point.
        self.sample(&vec![-0.0; self.point.len()], i)
    }

    /// The numbers of a neighbour.
    fn neighbour(&self, shift: &[f64]) -> Vec<f64> {
        self.point.iter().zip(shift).map(|(x, shift)| x + shift).collected()
    }

    /// The decisions at a neighbour.
    fn decisions(&self, shift: &[f64]) -> Vec<Decision> {
        self.e.decisions(&self.neighbour(shift))
    }

    /// The results at a neighbour, with derivatives by number `i`.
    fn sample(&self, shift: &[f64], i: usize) -> Sample {
        let at = self.neighbour(shift);
        Sample { decisions: self.e.decisions(&at), jets: self.e.jets(&at, i, &self.second) }
    }

    /// The decisions at the neighbours along a side, and their results, from the farthest to the closest one.
    fn neighbours(&self, i: usize, here: &Sample, side: &[f64]) -> Vec<(Apart, Sample)> {
        let near = DISTANCES.iter().map(|distance| {
            let shift: Vec<_> = side.iter().map(|x| x * distance).collected();
            let sample = self.sample(&shift, i);
            (Apart::of(&sample.decisions, &here.decisions), sample)
        });
        near.collected()
    }

    /// The limits along all sides, of neighbours that are apart at least by kinks, and of those that are apart by branches. `None` if
    /// there are no such neighbours along one of the sides. Then the derivative at the point is its limit along this side.
    ///
    /// The second limits are those outside of a guard `x.abs() < 1e-6`, inside of which there is a kink.
    ///
    /// It stops if the limits so far are enough.
    fn limits(
        &self,
        i: usize,
        here: &Sample,
        sides: &[Vec<f64>],
        enough: impl Fn(&[Option<Limits>; 2]) -> bool,
    ) -> Option<[Option<Limits>; 2]> {
        let none: Limits = here.jets.iter().map(|_| [Some(Hull::EMPTY); 3]).collected();
        let mut limits = [Some(none.clone()), Some(none)];
        for side in sides {
            let neighbours = self.neighbours(i, here, side);
            for (limits, least) in limits.iter_mut().zip([Apart::ByKinks, Apart::ByBranches]) {
                let is_apart = |(apart, sample): &(Apart, Sample)| {
                    *apart >= least && sample.jets.len() == here.jets.len()
                };
                let windows = neighbours.windows(WINDOW).rev().filter(|window| window.iter().all(is_apart));
                let windows: Vec<_> = windows.collected();
                *limits = limits.take().filter(|_| !windows.is_empty());
                limits.iter_mut().for_each(|limits| join(limits, &windows));
            }
            limits[0].as_ref()?;
            if enough(&limits) {
                break;
            }
        }
        Some(limits)
    }

    /// The first branch at which the last neighbours leave the evaluation, or else the first kink with another side at all of them.
    fn reason(&self, here: &Sample, sides: &[Vec<f64>]) -> Option<Decision> {
        let closest = |side: &Vec<f64>, least: Apart| {
            let shifts = DISTANCES.iter().rev().map(|distance| side.iter().map(|x| x * distance).collected());
            let mut decisions = shifts.map(|shift: Vec<f64>| self.decisions(&shift));
            decisions.find(|decisions| Apart::of(decisions, &here.decisions) >= least)
        };
        [Apart::ByBranches, Apart::ByKinks].into_iter().find_map(|apart| {
            let all: Option<Vec<_>> = sides.iter().map(|side| closest(side, apart)).collect();
            let mut with = all?;
            let decision = here.decisions.iter().enumerate().find(|(j, decision)| {
                let agrees =
                    |other: &Vec<Decision>| other.get(*j).is_some_and(|other| decision.agrees(other));
                if decision.is_a_branch() {
                    with.retain(agrees);
                    return with.is_empty();
                }
                apart == Apart::ByKinks && !with.iter().any(agrees)
            });
            decision.map(|(_, decision)| decision.clone())
        })
    }
}

/// The first result whose derivative is not among its limits.
fn outside(
    here: &Sample,
    limits: &Limits,
    order: usize,
    lost: &impl Fn(usize, usize, f64) -> f64,
) -> Option<usize> {
    let is_outside = |(result, (jet, limits)): (usize, (&Jet, &[Option<Hull>; 3]))| {
        let excluded =
            limits[order].is_some_and(|hull| hull.excludes(jet[order], lost(result, order, jet[0])));
        excluded.then_some(result)
    };
    here.jets.iter().zip(limits).enumerate().find_map(is_outside)
}

/// Whether no derivative of these orders is outside. More limits exclude less.
fn settled(
    here: &Sample,
    limits: &[Option<Limits>; 2],
    orders: &[usize],
    lost: &impl Fn(usize, usize, f64) -> f64,
) -> bool {
    let is_known = |hull: &Option<Hull>| hull.is_none_or(Hull::is_known);
    limits.iter().flatten().all(|limits| {
        orders.iter().all(|order| {
            limits.iter().all(|of| is_known(&of[*order])) && outside(here, limits, *order, lost).is_none()
        })
    })
}

/// Adds the limits along one side, by the closest neighbours that show one.
fn join(limits: &mut Limits, windows: &[&[(Apart, Sample)]]) {
    for (result, limits) in limits.iter_mut().enumerate() {
        // The other side of the end of a domain has no limits.
        if windows[0].iter().any(|(_, sample)| sample.jets[result][0].is_nan()) {
            continue;
        }
        for (order, all) in limits.iter_mut().enumerate() {
            let along = windows
                .iter()
                .find_map(|window| Hull::of(window.iter().map(|(_, sample)| sample.jets[result][order])));
            *all = all.zip(along).map(|(all, along)| all.join(along));
        }
    }
}
