//! Random code as `#[exp]` functions: the generator's output, pasted here.
//!
//! So the printed function has the meaning of the generator's interpreter, and strategies treat the macro's expansion like the
//! interpreted code.

// They are pasted as they are.
#![allow(
    unused_mut,
    unused_variables,
    unused_assignments,
    clippy::all,
    clippy::pedantic,
    reason = "a generator has no style"
)]

use ad::prelude::*;
use ad_testing::{chain, nestings};

use crate::random::code;
use crate::support::Several;
use crate::support::class::OrderedRings;
use crate::support::code::Kind;

/// Compares a pasted function with the generated code that it was printed from.
macro_rules! compare {
    ($number:literal, $pasted:ident) => {
        let mut state = 7;
        let codes: Vec<_> = (0..=$number).map(|_| code(Kind::OrderedRing, 2, &mut state)).collect();
        let code = &codes[$number];
        assert!(include_str!("pasted.rs").contains(&code.to_string()), "program {} is\n{code}", $number);
        let interpreted = Several::new(OrderedRings, code);
        for (x, y) in [(3, -2), (-5, 7), (0, 0), (1, 4), (-9, -9)] {
            let point = || vec![x, y];
            let pair = |gradient: Vec<i64>| (gradient[0], gradient[1]);
            assert_eq!(interpreted.eval(I64, point()), $pasted.eval(I64, (x, y)));
            nestings!([grad], $pasted, |name, gradient| {
                let expected = pair(stack::grad(interpreted).eval(I64, point()));
                assert_eq!(gradient.eval(I64, (x, y)), expected, "{name} at {x}, {y}");
            });
            chain!([grad[jacobian]], $pasted, |name, hessian| {
                let rows = stack::jacobian(forward::grad(interpreted)).eval(I64, point());
                let mut rows = rows.into_iter().map(pair);
                let expected = (rows.next().unwrap(), rows.next().unwrap());
                assert_eq!(hessian.eval(I64, (x, y)), expected, "{name} at {x}, {y}");
            });
        }
    };
}

#[test]
#[rustfmt::skip]
fn program_7_means_what_the_interpreter_makes_of_it() {
#[exp]
fn program(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = 2.0;
    let mut c = 1.0;
    let mut d = y;
    let mut t = [1.0; 3];
    for i in 0..2usize {
        t[(i + 2) % 3] += t[0] - (b * x);
        t[0] *= (0.0 * t[(i + 2) % 3]) + t[2];
        a += x;
    }
    a *= d;
    (b, d) = (d, b);
    c += (b + x) * (y * d);
    a += a + (-x);
    a *= y + b;
    d += b;
    b = b + (d + x);
    b * a
}
compare!(7, Program);
}

#[test]
#[rustfmt::skip]
fn program_12_means_what_the_interpreter_makes_of_it() {
#[exp]
fn program(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = 2.0;
    let mut c = 1.0;
    let mut d = y;
    let mut t = [1.0; 3];
    for i in 0..2usize {
        d += 3.0 * (i as f64);
        if i % 2 == 0 {
            break;
        }
        for j in 0..3usize {
            (d, b) = (b, d);
        }
        b += (t[(i + 1) % 3] + x) + d;
        if i % 2 == 1 {
            break;
        }
    }
    for i in 0..2usize {
        a -= y;
        t[1] += ((i as f64) * t[2]) * (i as f64);
        t[(i + 2) % 3] *= (x * (i as f64)) + (d * x);
        a *= a;
    }
    b *= -(a + y);
    c += c;
    d *= (b * x) - d;
    d = b;
    b *= (b + d) * 3.0;
    d *= 0.0;
    if (y - x) < x {
    } else {
        c = y * (d * y);
        if y < (x - y) {
            for i in 0..1usize {
            }
        } else {
            (a, d) = (d, a);
            t[1] = a;
        }
        for i in 0..0usize {
        }
        a = x;
        a = x;
    }
    x
}
compare!(12, Program);
}

#[test]
#[rustfmt::skip]
fn program_15_means_what_the_interpreter_makes_of_it() {
#[exp]
fn program(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = 2.0;
    let mut c = 1.0;
    let mut d = y;
    let mut t = [1.0; 3];
    a *= a * c;
    for i in 0..3usize {
        if (y + x) < ((i as f64) - 2.0) {
            for j in 0..1usize {
            }
            if i % 2 == 0 {
            } else {
                d += x * t[1];
            }
            c += x;
        } else {
            b = x;
            t[(i + 0) % 3] += t[(i + 2) % 3];
            a += t[(i + 2) % 3];
        }
        d -= t[(i + 2) % 3];
    }
    a + b
}
compare!(15, Program);
}
