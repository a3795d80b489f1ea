//! Results of plain functions: floats, containers and structs that meet numbers.

use ad::prelude::*;

fn rate(n: u32) -> f64 {
    f64::from(n) * 0.5
}

fn weights(n: usize) -> Vec<f64> {
    vec![1.5; n]
}

fn pair() -> (f64, f64) {
    (3.0, 0.25)
}

#[derive(Clone)]
struct Settings {
    rate: f64,
    inner: [f64; 2],
    weights: Vec<Vec<f64>>,
}

fn settings() -> Settings {
    Settings { rate: 0.5, inner: [1.0, 2.0], weights: vec![vec![4.0]] }
}

/// A source of plain values, like those of `rand`.
struct Source(u64);

fn source(seed: u64) -> Source {
    Source(seed)
}

trait Draw {
    fn within(&mut self, range: std::ops::Range<f64>) -> f64;
}

impl Draw for Source {
    fn within(&mut self, range: std::ops::Range<f64>) -> f64 {
        self.0 = self.0 * 5 % 7;
        range.start + (range.end - range.start) * self.0 as f64 / 7.0
    }
}

/// Not plain: its numbers are inferred.
mod annotated {
    #[ad::exp]
    pub(super) fn halves(n: usize) -> Vec<f64> {
        vec![0.5; n]
    }

    #[ad::exp]
    pub(super) fn count(n: u32) -> f64 {
        n as f64
    }

    #[ad::exp]
    pub(super) fn harmonic(n: u32) -> f64 {
        (1..=n).map(|k| 1.0 / k as f64).sum()
    }
}
use annotated::{halves, harmonic};

const TABLE: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];

fn doubled(x: f64) -> f64 {
    x * 2.0
}

fn half(x: f32) -> f32 {
    x / 2.0
}

fn lent(x: &f64) -> &f64 {
    x
}

fn digits(x: f64) -> usize {
    x.to_string().len()
}

#[exp]
fn product(a: f64, b: f64) -> f64 {
    a * b - a
}

#[exp]
fn scaled(x: f64, #[fixed] by: f64, n: usize) -> f64 {
    x * by * n as f64
}

#[exp]
fn power(n: usize, x: f64) -> f64 {
    if n == 0 { 1.0 } else { x * power(n - 1, x) }
}

constructs! {
    fn a_float_of_a_plain_function(x: f64) -> f64 {
        let r: f64 = rate(3);
        let mut s = rate(2);
        s -= x;
        r * s + rate(1)
    } as E at [0.5, -2.0];

    fn a_local_that_becomes_a_number_later(x: f64) -> f64 {
        let mut s = rate(1);
        while s < 4.0 * x {
            s += 1.0;
        }
        let mut most: f64 = rate(4);
        most = most.max(x);
        s * x + most + rate(2).min(x)
    } as E at [0.6, -2.0];

    fn branches_of_plain_functions(x: f64) -> f64 {
        let y = if x > rate(3) { rate(2) } else { x };
        match y < rate(1) {
            true => rate(7) * y,
            false => y * x,
        }
    } as E at [0.2, 0.9, 5.0];

    fn into_a_number(x: f64) -> f64 {
        let r: f64 = rate(3).into();
        let third: f64 = "0.25".parse().unwrap();
        r * x + third + "2.5".parse::<f64>().unwrap() * x
    } as E at [0.5, -2.0];

    fn parts_of_a_plain_struct(x: f64) -> f64 {
        let s = settings();
        x * settings().rate + s.inner[1] * x + s.weights[0][0] - x * s.rate
    } as E at [0.5, -2.0];

    fn a_tuple_of_a_plain_function(x: f64) -> f64 {
        let (a, b) = pair();
        a * x + b
    } as E at [0.5, -2.0];

    fn elements_of_a_plain_vector(x: f64) -> f64 {
        let total: f64 = weights(3).iter().map(|w| w * x).sum();
        total * weights(2)[0]
    } as E at [0.5, -2.0];

    fn containers_become_numbers_where_their_type_is_declared(x: f64) -> f64 {
        let mut w: Vec<f64> = weights(3);
        w[1] = x;
        let p: (f64, f64) = pair();
        let nested: Vec<Vec<f64>> = settings().weights;
        let inner: [f64; 2] = settings().inner;
        w[0] * w[1] + p.0 * x + nested[0][0] + inner[1] * x
    } as E at [0.5, -2.0];

    fn fixed_data_becomes_numbers_where_its_type_is_declared(x: f64) -> f64 {
        let m: &[[f64; 2]; 2] = &TABLE;
        let rows: &[[f64; 2]] = &TABLE;
        let mut row: [f64; 2] = TABLE[1];
        row[0] *= x;
        m[0][1] * x + rows[1][0] * row[0] + row[1]
    } as E at [0.5, -2.0];

    fn annotated_functions_keep_their_numbers(x: f64) -> f64 {
        let h: f64 = harmonic(3);
        let mut v: Vec<f64> = halves(2);
        v[0] += x;
        h * v[0] + v[1]
    } as E at [0.5, -2.0];

    fn single_precision_is_plain(x: f64) -> f64 {
        let a: f32 = 0.1;
        let v: Vec<f32> = vec![0.5, 1.0];
        x * a as f64 + v[0] as f64
    } as E at [0.5, -2.0];

    fn integers_that_describe_floats(x: f64) -> f64 {
        x * f64::MAX_EXP as f64 + f64::DIGITS as f64 + (f64::MANTISSA_DIGITS % 5) as f64
    } as E at [0.5, -2.0];

    fn calls_of_literals_beside_a_number(x: f64) -> f64 {
        let y = product(x, product(2.0, 1.5));
        let z = product(power(2, 1.5), x) + product(x, (product(power(3, -2.0), product(0.5, 3.0))));
        // Where a plain float is wanted, an ordinary function may return it.
        y * z + scaled(x, doubled(2.0), digits(12.5))
    } as E at [0.5, -2.0];

    fn locals_that_calls_of_literals_gave(x: f64) -> f64 {
        // Of generic functions they are floats, and numbers where a generic function is given one as well.
        let y = product(2.0, product(1.5, 0.5));
        let z = (product(y, x) + product(x, 3.0 * product(2.0, 1.0))) * y.sin();
        // Integers of ordinary functions stay integers.
        let n = digits(7.5);
        let single = half(3.0);
        let lent = lent(&2.0);
        (0..n).fold(z, |z, _| if single > 1.0 { z + x } else { z }) + *lent
    } as E at [0.5, -2.0];

    fn methods_of_a_source(x: f64) -> f64 {
        let mut source = source(3);
        let noise: f64 = source.within(0.0..2.0);
        x * noise + source.within(1.0..2.0)
    } as E at [0.5, -2.0];
}

#[exp]
fn with_matrix(#[fixed] m: &[[f64; 2]; 2], x: &[f64; 2]) -> f64 {
    let m: &[[f64; 2]; 2] = m;
    m[0][0] * x[0] + m[1][1] * x[1]
}

#[test]
fn fixed_data_may_be_named_with_its_type() {
    let e = WithMatrix { m: &TABLE };
    assert_eq!(e.eval(F64, [2.0, 3.0]), 14.0);
    assert_eq!(stack::grad(e).eval(F64, [2.0, 3.0]), [1.0, 4.0]);
}

/// An asserted class stays unchanged: callees count as generic.
#[exp(class = Ring)]
fn in_a_ring(x: f64) -> f64 {
    let two: f64 = annotated::count(4);
    x * two - x
}

#[test]
fn an_asserted_class_is_not_exceeded() {
    assert_eq!(forward::diff(InARing).eval(I64, 5), 3);
}

/// A plain float cannot become a number of a ring. So a call of literals returns a number where one is wanted.
#[exp(class = Ring)]
fn calls_in_a_ring(n: usize, x: f64) -> f64 {
    let mut y = x * power(n, 2.0) + power(n, 3.0) * x - power(2, 2.0);
    y *= power(1, 3.0);
    y -= (power(2, 5.0)) * power(n, -1.0) * x;
    let z: f64 = power(n, 2.0);
    if n > digits(1.5) && doubled(1.5) > 3.0 { power(2, 3.0) } else { product(y, z) * x }
}

/// A `match` or an `if` in the middle of a block has no value, with a semicolon or without.
#[exp(class = Ring)]
fn statements_in_a_ring(k: usize, x: f64) -> f64 {
    let (mut s, a) = (x, x * x);
    match k {
        0 => s *= a,
        1 => s += a,
        _ => {}
    }
    if k > 1 {
        s -= x
    } else {
        s = s + x
    }
    s
}

#[test]
fn statements_without_a_semicolon_are_no_numbers() {
    let values = [27 + 3, 9 + 3 + 3, 0];
    let slopes = [27 + 1, 6 + 1 + 1, 0];
    for k in 0..3 {
        let e = StatementsInARing { k };
        assert_eq!((e.eval(I64, 3), forward::diff(e).eval(I64, 3)), (values[k], slopes[k]));
        assert_eq!(statements_in_a_ring(k, 3.0), values[k] as f64);
    }
}

#[test]
fn calls_of_literals_are_numbers_in_a_ring() {
    let (n, x) = (3, 5.0);
    let value = calls_in_a_ring(n, x);
    // y = (35 x - 4) · 3 + 25 x = 130 x - 12, product(y, 8) · x = 7 x y.
    assert_eq!(value, 7.0 * 5.0 * 638.0);
    assert_eq!(CallsInARing { n }.eval(I64, 5), 22_330);
    assert_eq!(forward::diff(CallsInARing { n }).eval(I64, 5), 7 * (260 * 5 - 12));
}
