//! Functions of a few numbers as rows of the table: a call of one is one step, whatever the strategy.

use crate::check;
use ad::prelude::*;
use ad::trace;

/// The same function twice: as a step, and recorded operation by operation.
macro_rules! twice {
    ($($(#[$attr:meta])* fn $name:ident($($x:ident: $T:ty),*) $body:block)*) => {
        mod steps {
            use super::*;
            $(#[exp(adjoint, step)] $(#[$attr])* pub(crate) fn $name($($x: $T),*) -> f64 $body)*
        }
        mod recorded {
            use super::*;
            $(#[exp] $(#[$attr])* pub(crate) fn $name($($x: $T),*) -> f64 $body)*
        }
        mod plain {
            $(pub(crate) fn $name($($x: $T),*) -> f64 $body)*
        }
    };
}

twice! {
    fn wave(k: u32, x: f64, y: f64) {
        let mut z = x;
        for i in 0..k {
            z = if i % 2 == 0 { z * y + (z * z).sin() } else { (z - y).exp() };
        }
        z / (2.0 + y * y).sqrt()
    }
    fn polynomial(x: f64) {
        let mut y = 1.0;
        for c in [3.0, -2.0, 0.5] {
            y = y * x + c;
        }
        y
    }
    fn least(x: f64, y: f64, z: f64) {
        x.min(y) * z.abs()
    }
    fn eight(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64) {
        (a * b + c * d).tanh() * (e + f / (1.5 + g * g)) - h * a
    }
}

macro_rules! callers {
    ($($module:ident)*) => {$(
        pub(crate) mod $module {
            use super::super::$module::*;
            use super::*;

            #[exp]
            pub(crate) fn sums(x: &[f64]) -> f64 {
                let mut s = 1.0;
                for (i, v) in x.iter().enumerate() {
                    s = wave(i as u32, *v, s) + polynomial(s) * least(s, *v, 2.0);
                }
                s * eight(x[0], x[1], x[2], s, x[0], s, x[1] * x[2], 0.5)
            }
        }
    )*};
}
mod by {
    use super::*;
    callers!(steps recorded);
}

/// All strategies, and all of them twice.
#[test]
fn derivatives_are_those_of_the_operations() {
    let x = vec![0.3, 0.7, -0.4];
    let mut x2 = x.clone();
    let (y, g) = stack::value_and_grad(by::recorded::Sums).eval(F64, x.clone());
    assert_eq!(by::steps::Sums.eval(F64, x.clone()).to_bits(), y.to_bits());
    ad_testing::nestings!([jacobian], by::steps::Sums, |name, d| {
        let found = d.eval(F64, x.clone());
        println!("{name}");
        check::close(&g, &found, 1e-11);
    });
    for _ in 0..2 {
        let h = forward::jacobian(stack::jacobian(by::recorded::Sums)).at(x2.clone());
        ad_testing::chain!([jacobian[jacobian]], by::steps::Sums, |name, d| {
            let found = d.eval(F64, x2.clone());
            println!("{name}");
            h.iter().zip(&found).for_each(|(h, found)| check::close(h, found, 1e-9));
        });
        x2[0] = -1.2;
    }
    check::gradient(steps::Eight, (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8));
    check::hessian(steps::Wave { k: 3 }, (0.4, 1.1));
}

/// A step function, and a program that calls one: its value in residues is that of its operations.
#[test]
fn steps_are_checked() {
    ad::testing::check(&steps::Wave { k: 3 }, &(0.4, 1.1)).unwrap();
    ad::testing::check(&Around, &vec![0.3, 0.7, -0.4]).unwrap();
}

#[exp]
fn three_calls(x: f64) -> f64 {
    let y = steps::polynomial(x);
    let z = steps::wave(4, y, x);
    let constant = steps::wave(3, 0.5, 0.25);
    z * constant + steps::polynomial(z)
}

/// As many steps as the tape has without the calls: one each, two for three numbers, and none where nothing varies.
#[test]
fn a_call_is_one_step() {
    let count = |columns: Vec<String>| columns.len() - 1;
    assert_eq!(count(trace::numeric(&steps::Polynomial, F64, 0.5).columns), 1);
    // Two polynomials, the wave, the product, the sum.
    assert_eq!(count(trace::numeric(&ThreeCalls, F64, 0.5).columns), 5);
    assert!(count(trace::numeric(&recorded::Polynomial, F64, 0.5).columns) > 3);
}

#[exp]
fn kink(x: f64, z: f64) -> f64 {
    steps::least(x, 1.0 / z, x)
}

/// The operand that `min` does not choose is not multiplied by 0, so 0 · ∞ does not occur.
#[test]
fn slots_without_influence_stay_empty() {
    assert_eq!(stack::grad(Kink).at((2.0, 0.0)), (4.0, 0.0));
    assert_eq!(backpropagator::grad(Kink).at((2.0, 0.0)), (4.0, 0.0));
}

/// Its program can be called like that of any function.
#[exp(adjoint)]
fn around(x: &[f64]) -> f64 {
    x.windows(2).map(|w| steps::wave(3, w[0], w[1]) * steps::polynomial(w[0])).sum()
}

#[test]
fn an_adjoint_program_calls_its_program() {
    check::gradient(Around, vec![0.3, 0.7, -0.4]);
    check::hessian(Around, vec![0.3, 0.7, -0.4]);
    assert_eq!(adjoint::grad(Around).at(vec![0.3]), [0.0]);
}

#[test]
fn the_value_is_that_of_the_plain_function() {
    for x in [-1.5, 0.0, 0.3] {
        assert_eq!(steps::wave(5, x, 0.7).to_bits(), plain::wave(5, x, 0.7).to_bits());
        assert_eq!(steps::polynomial(x).to_bits(), plain::polynomial(x).to_bits());
        assert_eq!(steps::least(x, 0.1, 3.0).to_bits(), plain::least(x, 0.1, 3.0).to_bits());
        assert_eq!(plain::eight(x, x, x, x, x, x, x, x), steps::eight(x, x, x, x, x, x, x, x));
    }
}

/// Of plain floats its program gives the value, too; of single precision that would be rounded at each operation.
#[test]
fn a_strategy_does_not_change_the_value() {
    let wave = || steps::Wave { k: 5 };
    for x in [-1.5, 0.0, 0.3] {
        let (y, _): (f64, _) = stack::value_and_grad(wave()).eval(F64, (x, 0.7));
        assert_eq!(y.to_bits(), wave().eval(F64, (x, 0.7)).to_bits());
        for x in [x as f32, x as f32 + 0.1] {
            let (y, _): (f32, _) = forward::value_and_grad(wave()).eval(F32, (x, 0.7));
            assert_eq!(y.to_bits(), wave().eval(F32, (x, 0.7)).to_bits());
        }
    }
}

/// Taylor series are made from its derivatives.
#[test]
fn taylor_series() {
    let ours = ad::taylor::coefficients::<5, _>(ThreeCalls).at(0.4);
    let theirs = ad::taylor::coefficients::<5, _>(Expanded).at(0.4);
    check::close(&theirs, &ours, 1e-9);
}

#[exp]
fn expanded(x: f64) -> f64 {
    let y = recorded::polynomial(x);
    let z = recorded::wave(4, y, x);
    z * recorded::wave(3, 0.5, 0.25) + recorded::polynomial(z)
}
