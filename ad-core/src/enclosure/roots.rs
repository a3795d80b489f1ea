//! All roots of a system in a box, with proof.

use alloc::vec;
use alloc::vec::Vec;

use super::{Error, Interval, Intervals, enclose};
use crate::forward::{self, Forward};
use crate::{Exp, Of, Shape};

/// The boxes that are examined, at most. The others count as possible roots.
const BOXES: usize = 100_000;

/// The roots in a box: the result of [`roots`].
#[derive(Clone, Debug, PartialEq)]
pub struct Roots<X> {
    /// Boxes that contain exactly one root each.
    pub unique: Vec<X>,
    /// Small boxes that may contain roots. All other roots are in them.
    pub possible: Vec<X>,
}

/// All roots of `e` in the box `x`, for as many equations as unknowns.
///
/// Every root in the box is in one of the resulting boxes. There is proof that a box in [`unique`](Roots::unique) contains exactly
/// one root. A box in [`possible`](Roots::possible) is narrower than `width`, and nothing is known about it: it may contain a
/// multiple root, or lie at a kink, a jump or a pole.
///
/// ```
/// use ad::enclosure::{Interval, roots};
/// use ad::prelude::*;
///
/// /// A circle and a parabola.
/// #[exp]
/// fn curves([x, y]: [f64; 2]) -> [f64; 2] {
///     [x * x + y * y - 4.0, y - x * x + 1.0]
/// }
///
/// let found = roots(&Curves, &[Interval::new(-3.0, 3.0); 2], 1e-9);
/// assert_eq!((found.unique.len(), found.possible.len()), (2, 0)); // there are two roots and no other ones
/// for [x, y] in found.unique {
///     assert!(x.width() < 1e-12);
///     assert!(y.contains((13f64.sqrt() - 1.0) / 2.0));
/// }
/// ```
///
/// # Source
///
/// Bisection with two tests: that of R. Krawczyk, *Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken*, Computing 4,
/// 1969, and the interval Newton operator of E. R. Hansen and S. Sengupta, BIT 21, 1981. That they prove existence and uniqueness: A.
/// Neumaier, *Interval Methods for Systems of Equations*, Cambridge 1990, section 5.1.
///
/// # Cost
///
/// For each box one value, n directional derivatives, and n³ operations. The number of boxes may be exponential in n. After
/// 100,000 boxes, those that are left are possible roots.
///
/// # Panics
///
/// Panics if the numbers of equations and unknowns differ, if a number of `x` is infinite or undefined, or as [`enclose`].
pub fn roots<E>(e: &E, x: &Of<E::In, Interval>, width: f64) -> Roots<Of<E::In, Interval>>
where
    E: for<'p> Exp<Intervals<'p>> + for<'p, 't> Exp<Forward<'t, Intervals<'p>>>,
{
    let system = System { e, template: x };
    let found = search(&system, numbers::<E::In>(x), width);
    let boxes = |list: Vec<Vec<Interval>>| list.iter().map(|x| system.container(x)).collect();
    Roots { unique: boxes(found.unique), possible: boxes(found.possible) }
}

/// An enclosure of the values of `e` over the box `x`, by its derivatives.
///
/// The mean value form is f(m) + J(x)·(x - m), where m is the midpoint of the box. The result is the intersection of this form
/// with the evaluation over the box. The excess width of the form falls with the square of the width of the box. So the form is
/// narrower for small boxes. Over a box with a jump, a pole or an undecided derivative, the result is the evaluation over the box.
///
/// ```
/// use ad::enclosure::{Interval, enclose, mean_value};
/// use ad::prelude::*;
///
/// #[exp]
/// fn difference(x: f64) -> f64 {
///     x * x - x
/// }
///
/// let x = Interval::new(0.9, 1.1);
/// assert!(enclose(&Difference, &x).unwrap().width() > 0.5);
/// assert!(mean_value(&Difference, &x).unwrap().width() < 0.25); // the range is [-0.09, 0.11]
/// ```
///
/// # Errors
///
/// Those of [`enclose`].
///
/// # Panics
///
/// As [`enclose`].
pub fn mean_value<E>(e: &E, x: &Of<E::In, Interval>) -> Result<Of<E::Out, Interval>, Error>
where
    E: for<'p> Exp<Intervals<'p>> + for<'p, 't> Exp<Forward<'t, Intervals<'p>>>,
{
    let system = System { e, template: x };
    let numbers = numbers::<E::In>(x);
    let middle: Vec<Interval> = numbers.iter().map(|x| Interval::from(x.midpoint())).collect();
    let mut y = enclose(e, &system.container(&middle))?;
    let direct = enclose(e, x)?;
    let equations: &dyn Equations = &system;
    let Some(columns) = equations.columns(&numbers) else { return Ok(direct) };
    let mut row = 0;
    E::Out::for_each_mut(&mut y, &mut |y| {
        for (column, (x, m)) in columns.iter().zip(numbers.iter().zip(&middle)) {
            *y = *y + column[row] * (*x - *m);
        }
        row += 1;
    });
    E::Out::zip_mut(&mut y, &direct, &mut |y, direct| *y = y.intersection(*direct).unwrap_or(*direct));
    Ok(y)
}

/// All roots in the box `start`. This does not depend on the expression, so rustc compiles it once.
fn search(equations: &dyn Equations, start: Vec<Interval>, width: f64) -> Roots<Vec<Interval>> {
    assert!(
        start.iter().all(|x| x.width().is_finite()),
        "cannot search for roots in an infinite or undefined box"
    );
    let (mut unique, mut possible, mut todo) = (Vec::new(), Vec::new(), vec![start]);
    let mut examined = 0;
    while let Some(x) = todo.pop() {
        examined += 1;
        if examined > BOXES {
            possible.push(x);
            continue;
        }
        match equations.test(&x) {
            Test::None => {}
            Test::Unique(x) => unique.push(equations.narrowed(x)),
            Test::Unknown(narrower) => {
                let widest = widest(&narrower);
                let before = x.iter().map(|x| x.width()).fold(0.0, f64::max);
                let after = narrower[widest].width();
                if after <= width {
                    possible.push(narrower);
                } else if after < 0.7 * before {
                    todo.push(narrower);
                } else {
                    let middle = divide(narrower[widest]);
                    let (mut left, mut right) = (narrower.clone(), narrower);
                    left[widest] = Interval::new(left[widest].lower(), middle);
                    right[widest] = Interval::new(middle, right[widest].upper());
                    if left[widest].is_point() || right[widest].is_point() {
                        // No double is left between the ends.
                        left[widest] = left[widest].hull(right[widest]);
                        possible.push(left);
                    } else {
                        todo.extend([right, left]);
                    }
                }
            }
        }
    }
    // Each root is in the interior of the box in which it was found, and these boxes share only sides. So no root is here twice.
    Roots { unique, possible }
}

enum Test {
    /// There is no root.
    None,
    /// There is exactly one, and it is here.
    Unique(Vec<Interval>),
    /// If there are roots, they are here.
    Unknown(Vec<Interval>),
}

fn numbers<S: Shape>(x: &Of<S, Interval>) -> Vec<Interval> {
    let mut numbers = Vec::new();
    S::for_each(x, &mut |x| numbers.push(*x));
    numbers
}

/// An expression with its argument as a list.
struct System<'a, E: crate::Signature> {
    e: &'a E,
    template: &'a Of<E::In, Interval>,
}

impl<E> System<'_, E>
where
    E: for<'p> Exp<Intervals<'p>> + for<'p, 't> Exp<Forward<'t, Intervals<'p>>>,
{
    fn container(&self, numbers: &[Interval]) -> Of<E::In, Interval> {
        let mut numbers = numbers.iter();
        E::In::map(self.template, &mut |_| *numbers.next().expect("there are as many numbers"))
    }
}

/// A system of equations for a list of unknowns.
trait Equations {
    fn value(&self, x: &[Interval]) -> Result<Vec<Interval>, Error>;
    /// The derivative at `x` in a direction.
    fn slope(&self, x: &[Interval], direction: &[Interval]) -> Result<Vec<Interval>, Error>;
}

impl<E> Equations for System<'_, E>
where
    E: for<'p> Exp<Intervals<'p>> + for<'p, 't> Exp<Forward<'t, Intervals<'p>>>,
{
    fn value(&self, x: &[Interval]) -> Result<Vec<Interval>, Error> {
        Ok(numbers::<E::Out>(&enclose(self.e, &self.container(x))?))
    }

    fn slope(&self, x: &[Interval], direction: &[Interval]) -> Result<Vec<Interval>, Error> {
        let (_, dy) = enclose(&forward::jvp(self.e), &(self.container(x), self.container(direction)))?;
        Ok(numbers::<E::Out>(&dy))
    }
}

impl dyn Equations + '_ {
    /// The columns of the Jacobian. `None` if they prove nothing: the functions may jump in the box, or have a pole there. At a pole,
    /// no derivative is bounded.
    fn columns(&self, x: &[Interval]) -> Option<Vec<Vec<Interval>>> {
        let column = |i: usize| {
            let direction: Vec<Interval> =
                (0..x.len()).map(|j| Interval::from(f64::from(u8::from(i == j)))).collect();
            let column = self.slope(x, &direction).ok()?;
            column.iter().all(|d| d.magnitude().is_finite()).then_some(column)
        };
        (0..x.len()).map(column).collect()
    }

    fn test(&self, x: &[Interval]) -> Test {
        match self.value(x) {
            Ok(y) => {
                let (n, m) = (x.len(), y.len());
                assert!(n == m, "cannot search for roots: there are {m} equations for {n} unknowns");
                if y.iter().any(|y| !y.contains(0.0)) {
                    return Test::None;
                }
            }
            Err(_) => return Test::Unknown(x.to_vec()),
        }
        self.contract(x).unwrap_or_else(|| Test::Unknown(x.to_vec()))
    }

    /// The box x, contracted by two operators. The matrix C is about the inverse of J(x).
    ///
    /// * Krawczyk's operator is K(x) = m - C·f(m) + (1 - C·J(x))·(x - m).
    /// * The interval Newton operator solves row i of C·J(x)·(x - m) = -C·f(m) for number i.
    ///
    /// The results of both contain all roots in x. If one result is in the interior of x, there is exactly one root.
    fn contract(&self, x: &[Interval]) -> Option<Test> {
        let n = x.len();
        let columns = self.columns(x)?;
        let middle: Vec<Interval> = x.iter().map(|x| Interval::from(x.midpoint())).collect();
        let y = self.value(&middle).ok()?;
        let inverse = inverse((0..n).map(|i| columns.iter().map(|c| c[i].midpoint()).collect()).collect())?;
        let (mut result, mut krawczyk_inside, mut newton_inside) = (Vec::with_capacity(n), true, true);
        for (i, row) in inverse.iter().enumerate() {
            let dot = |v: &[Interval]| {
                row.iter().zip(v).fold(Interval::from(0.0), |sum, (c, v)| sum + Interval::from(*c) * *v)
            };
            let (step, slopes) = (dot(&y), columns.iter().map(|column| dot(column)).collect::<Vec<_>>());
            let (mut krawczyk, mut others) = (middle[i] - step, Interval::from(0.0));
            for j in 0..n {
                let one = Interval::from(f64::from(u8::from(i == j)));
                krawczyk = krawczyk + (one - slopes[j]) * (x[j] - middle[j]);
                if j != i {
                    others = others + slopes[j] * (x[j] - middle[j]);
                }
            }
            // 0 · t = 0 holds for all t.
            let is_open = slopes[i].contains(0.0) && (step + others).contains(0.0);
            let newton = if is_open { Interval::ENTIRE } else { middle[i] - (step + others) / slopes[i] };
            if krawczyk.is_undefined() {
                return None;
            }
            krawczyk_inside &= krawczyk.is_interior_of(x[i]);
            newton_inside &= newton.is_interior_of(x[i]);
            let part = krawczyk.intersection(x[i]);
            let part =
                if newton.is_undefined() { part } else { part.and_then(|part| part.intersection(newton)) };
            match part {
                Some(part) => result.push(part),
                None => return Some(Test::None),
            }
        }
        Some(if krawczyk_inside || newton_inside { Test::Unique(result) } else { Test::Unknown(result) })
    }

    /// A smaller box with the same single root.
    fn narrowed(&self, mut x: Vec<Interval>) -> Vec<Interval> {
        let width = |x: &[Interval]| x.iter().map(|x| x.width()).fold(0.0, f64::max);
        while let Some(Test::Unique(next) | Test::Unknown(next)) = self.contract(&x) {
            if width(&next) >= 0.9 * width(&x) {
                break;
            }
            x = next;
        }
        x
    }
}

/// A place close to the middle, but not there: roots are often in the middle, and a root on a side has no proof.
fn divide(x: Interval) -> f64 {
    (x.lower() + (x.upper() - x.lower()) * 0.4921).clamp(x.lower(), x.upper())
}

/// The index of the widest number.
fn widest(x: &[Interval]) -> usize {
    (0..x.len()).max_by(|i, j| x[*i].width().total_cmp(&x[*j].width())).unwrap_or(0)
}

/// About the inverse of a matrix, by elimination with pivots.
fn inverse(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for i in 0..n {
        let pivot = (i..n).max_by(|j, k| a[*j][i].abs().total_cmp(&a[*k][i].abs()))?;
        a.swap(i, pivot);
        inverse.swap(i, pivot);
        let scale = a[i][i].recip();
        if !scale.is_finite() {
            return None;
        }
        a[i].iter_mut().chain(&mut inverse[i]).for_each(|x| *x *= scale);
        for j in (0..n).filter(|j| *j != i) {
            let factor = a[j][i];
            for k in 0..n {
                a[j][k] -= factor * a[i][k];
                inverse[j][k] -= factor * inverse[i][k];
            }
        }
    }
    inverse.iter().flatten().all(|x| x.is_finite()).then_some(inverse)
}
