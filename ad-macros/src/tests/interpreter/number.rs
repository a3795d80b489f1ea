//! The numbers of the interpreter: integers modulo the prime 2⁶¹ - 1, in which all four operations are exact, with derivatives by
//! definition.

use std::cmp::Ordering;

const P: u64 = (1 << 61) - 1;
/// The number of variables of a program.
pub(in crate::tests) const VARIABLES: usize = 5;

fn add(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= P { sum - P } else { sum }
}

fn mul(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let low = u64::try_from(product & u128::from(P)).expect("61 bits");
    let high = u64::try_from(product >> 61).expect("61 bits");
    add(low, high)
}

/// 1/a, and 0 for 0. Then `a / b` is `a · inverse(b)` everywhere, with the rules of a field.
fn inverse(a: u64) -> u64 {
    let (mut power, mut base, mut result) = (P - 2, a, 1);
    while power > 0 {
        if power % 2 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        power /= 2;
    }
    result
}

/// A value and its derivative in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Dual(u64, u64);

impl Dual {
    fn neg(self) -> Dual {
        Dual(add(0, P - self.0) % P, add(0, P - self.1) % P)
    }

    fn add(self, other: Dual) -> Dual {
        Dual(add(self.0, other.0), add(self.1, other.1))
    }

    fn mul(self, other: Dual) -> Dual {
        Dual(mul(self.0, other.0), add(mul(self.0, other.1), mul(self.1, other.0)))
    }
}

/// A number with its gradient, and the derivatives of both in one direction, by definition and without a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tests) struct Number {
    value: Dual,
    gradient: [Dual; VARIABLES],
}

impl Number {
    pub(in crate::tests) fn constant(c: i128) -> Number {
        let residue = c.rem_euclid(i128::from(P));
        Number { value: Dual(u64::try_from(residue).expect("61 bits"), 0), ..Number::default() }
    }

    /// A value that moves in this direction.
    pub(in crate::tests) fn along(x: i64, direction: i64) -> Number {
        let (x, direction) = (Number::constant(x.into()), Number::constant(direction.into()));
        Number { value: Dual(x.value.0, direction.value.0), ..Number::default() }
    }

    /// The same, as variable `i`.
    pub(in crate::tests) fn variable(self, i: usize) -> Number {
        let mut gradient = self.gradient;
        gradient[i] = Dual(1, 0);
        Number { value: self.value, gradient }
    }

    /// Its value, and the derivative of its value.
    pub(in crate::tests) fn primal(self) -> Number {
        Number { value: self.value, ..Number::default() }
    }

    /// The derivative of its value alone.
    pub(in crate::tests) fn tangent(self) -> Number {
        Number { value: Dual(self.value.1, 0), ..Number::default() }
    }

    /// Its value alone.
    pub(in crate::tests) fn still(self) -> Number {
        Number { value: Dual(self.value.0, 0), ..Number::default() }
    }

    /// Its partial derivatives, and their derivatives.
    pub(in crate::tests) fn gradient(self) -> [Number; VARIABLES] {
        self.gradient.map(|value| Number { value, ..Number::default() })
    }

    fn each(self, value: Dual, partial: Dual) -> Number {
        Number { value, gradient: self.gradient.map(|d| d.mul(partial)) }
    }

    pub(in crate::tests) fn add(self, other: Number) -> Number {
        let mut gradient = self.gradient;
        gradient.iter_mut().zip(other.gradient).for_each(|(a, b)| *a = a.add(b));
        Number { value: self.value.add(other.value), gradient }
    }

    pub(in crate::tests) fn neg(self) -> Number {
        Number { value: self.value.neg(), gradient: self.gradient.map(Dual::neg) }
    }

    pub(in crate::tests) fn mul(self, other: Number) -> Number {
        let value = self.value.mul(other.value);
        self.each(value, other.value).add(Number { value: Dual::default(), ..other.each(value, self.value) })
    }

    pub(in crate::tests) fn div(self, other: Number) -> Number {
        let Dual(v, d) = other.value;
        let i = inverse(v);
        // 1/b is i, and its derivative -i² b'.
        let value = Dual(i, mul(mul(i, i), (P - d) % P));
        let partial = value.mul(value).neg();
        self.mul(other.each(value, partial))
    }

    /// The order of integers around 0.
    pub(in crate::tests) fn compare(self, other: Number) -> Ordering {
        self.centered().cmp(&other.centered())
    }

    /// The integer that is closest to 0.
    pub(in crate::tests) fn centered(self) -> i128 {
        let v = i128::from(self.value.0);
        if self.value.0 > P / 2 { v - i128::from(P) } else { v }
    }
}
