//! The laws of a dictionary, on samples.
//!
//! Derivatives are right under every dictionary whose values represent the numbers of a commutative semiring. The paper states this as
//! six claims about `zero`, `one`, `add`, `mul`, equality and time. The strategies rely on nothing else: forward and reverse mode multiply
//! in different orders.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::{Dict, Num};

/// A law that does not hold: the error of [`laws`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Violation<V> {
    /// The law, as an equation of `a`, `b` and `c`.
    pub law: &'static str,
    /// The values of `a`, `b` and `c`, as far as they occur.
    pub values: Vec<V>,
    /// The left side.
    pub left: V,
    /// The right side.
    pub right: V,
}

impl<V: fmt::Debug> fmt::Display for Violation<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law `{}` does not hold", self.law)?;
        for (name, value) in ["a", "b", "c"].into_iter().zip(&self.values) {
            write!(f, ", for {name} = {value:?}")?;
        }
        write!(f, ": the left side is {:?}, and the right side {:?}", self.left, self.right)
    }
}

impl<V: fmt::Debug> core::error::Error for Violation<V> {}

/// Compares both sides of an equation for all tuples of the samples.
fn every<V: Copy + PartialEq, const K: usize>(
    samples: &[V],
    law: &'static str,
    sides: impl Fn([V; K]) -> [V; 2],
) -> Result<(), Violation<V>> {
    every_tuple(samples, law, &sides)
}

/// It is compiled once for a number system, and not once for each law.
fn every_tuple<V: Copy + PartialEq, const K: usize>(
    samples: &[V],
    law: &'static str,
    sides: &dyn Fn([V; K]) -> [V; 2],
) -> Result<(), Violation<V>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..K {
        let longer =
            |tuple: &Vec<V>| samples.iter().map(|&v| [&tuple[..], &[v]].concat()).collect::<Vec<_>>();
        tuples = tuples.iter().flat_map(longer).collect();
    }
    for values in tuples {
        let [left, right] = sides(core::array::from_fn(|i| values[i]));
        if left != right {
            return Err(Violation { law, values, left, right });
        }
    }
    Ok(())
}

/// Asserts that a dictionary is a commutative semiring, on all triples of the samples, 0 and 1.
///
/// These laws are the paper's six claims about a dictionary:
///
/// | claim about | laws |
/// |---|---|
/// | `zero` | 0 + a = a, 0 × a = 0 |
/// | `one` | 1 × a = a |
/// | `add` | a + b = b + a, (a + b) + c = a + (b + c) |
/// | `mul` | a × b = b × a, (a × b) × c = a × (b × c), (a + b) × c = a × c + b × c |
/// | equality | equal values have equal sums and products |
/// | time | an operation gives the same value later |
///
/// Overrides of [`natural`](Dict::natural), [`power`](Dict::power), [`sum`](Dict::sum) and [`dot`](Dict::dot) are compared with sums and
/// products.
///
/// ```
/// use ad::{Dict, Ground, I64, testing};
///
/// /// 2 × 2 matrices, whose product depends on the order.
/// #[derive(Clone, Copy, Default)]
/// struct Matrices;
///
/// impl Dict for Matrices {
///     type V = [[i64; 2]; 2];
///     type Level = Ground;
///     fn zero(self) -> Self::V { [[0; 2]; 2] }
///     fn one(self) -> Self::V { [[1, 0], [0, 1]] }
///     fn add(self, a: Self::V, b: Self::V) -> Self::V {
///         [0, 1].map(|i| [0, 1].map(|j| a[i][j] + b[i][j]))
///     }
///     fn mul(self, a: Self::V, b: Self::V) -> Self::V {
///         [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
///     }
/// }
///
/// assert!(testing::laws(I64, &[2, -3, 5]).is_ok());
/// let violation = testing::laws(Matrices, &[[[0, 1], [0, 0]], [[0, 0], [1, 0]]]).unwrap_err();
/// assert_eq!(violation.law, "a × b = b × a");
/// ```
///
/// Floats obey the laws up to rounding. Samples for which the arithmetic is exact, such as small whole numbers, pass.
///
/// # Cost
///
/// About 20 operations for each triple of the samples.
///
/// # Errors
///
/// The first law that does not hold, with its values.
pub fn laws<D: Dict<V: PartialEq>>(dict: D, samples: &[D::V]) -> Result<(), Violation<D::V>> {
    let (zero, one) = (dict.zero(), dict.one());
    let samples: Vec<D::V> = [zero, one].into_iter().chain(samples.iter().copied()).collect();
    let s = &samples[..];
    let add = |a, b| dict.add(a, b);
    let mul = |a, b| dict.mul(a, b);
    let pairs = || s.iter().flat_map(|&a| s.iter().map(move |&b| (a, b)));
    let first: Vec<[D::V; 2]> = pairs().map(|(a, b)| [add(a, b), mul(a, b)]).collect();

    every(s, "0 + a = a", |[a]| [add(zero, a), a])?;
    every(s, "0 × a = 0", |[a]| [mul(zero, a), zero])?;
    every(s, "1 × a = a", |[a]| [mul(one, a), a])?;
    every(s, "a + b = b + a", |[a, b]| [add(a, b), add(b, a)])?;
    every(s, "(a + b) + c = a + (b + c)", |[a, b, c]| [add(add(a, b), c), add(a, add(b, c))])?;
    every(s, "a × b = b × a", |[a, b]| [mul(a, b), mul(b, a)])?;
    every(s, "(a × b) × c = a × (b × c)", |[a, b, c]| [mul(mul(a, b), c), mul(a, mul(b, c))])?;
    every(s, "(a + b) × c = a × c + b × c", |[a, b, c]| [mul(add(a, b), c), add(mul(a, c), mul(b, c))])?;
    let if_equal = |a, b, sides| if a == b { sides } else { [zero, zero] };
    every(s, "a = b makes a + c = b + c", |[a, b, c]| if_equal(a, b, [add(a, c), add(b, c)]))?;
    every(s, "a = b makes a × c = b × c", |[a, b, c]| if_equal(a, b, [mul(a, c), mul(b, c)]))?;

    let (mut natural, mut power) = (zero, vec![one; samples.len()]);
    for n in 0_u32..=9 {
        every(&[one], "natural(n) = 1 + … + 1", |[_]| [dict.natural(n.into()), natural])?;
        for (&a, power) in samples.iter().zip(&mut power) {
            every(&[a], "power(a, n) = a × … × a", |[a]| [dict.power(a, n), *power])?;
            *power = mul(*power, a);
        }
        natural = add(natural, one);
    }
    let numbers = |values: [D::V; 3]| values.map(|v| Num::new(dict, v));
    every(s, "sum of a, b, c = (a + b) + c", |[a, b, c]| {
        [D::sum(numbers([a, b, c]).into_iter()).value_under(dict), add(add(a, b), c)]
    })?;
    every(s, "dot of a, b, c and b, c, a = (a × b + b × c) + c × a", |[a, b, c]| {
        let dot = D::dot(&numbers([a, b, c]), &numbers([b, c, a])).value_under(dict);
        [dot, add(add(mul(a, b), mul(b, c)), mul(c, a))]
    })?;

    for ((a, b), [sum, product]) in pairs().zip(first) {
        let later =
            [("a + b is the same later", sum, add(a, b)), ("a × b is the same later", product, mul(a, b))];
        for (law, left, right) in later {
            if left != right {
                return Err(Violation { law, values: vec![a, b], left, right });
            }
        }
    }
    Ok(())
}
