//! No right derivative is reported by `check`: a report is a special point, where floats find no such derivative nearby.

use ad::prelude::*;
use ad::testing::{self, Disagreement};
use ad::{Exp, F64, hessian};

use crate::machine::{Code, Machine, Random};
use crate::programs::count;

/// Few numbers, so that many are equal and many are on kinks.
fn coordinate(random: &mut Random) -> f64 {
    [0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 0.25][random.below(8)]
}

/// Of a size between 0.03 and 1. Closer to 0, floats take `x.sin() == x` for true.
fn component(random: &mut Random) -> f64 {
    let x = f64::from(u32::try_from(random.below(1 << 21)).unwrap()) / f64::from(1 << 20) - 1.0;
    let x = if random.below(2) == 0 { x } else { x * x * x };
    x + 0.03 * x.signum()
}

/// Whether plain floats agree: no two neighbours in the domain have the derivative at the point between them.
fn is_confirmed(code: &Code, x: [f64; 3], found: &Disagreement) -> bool {
    let e = Machine { code };
    let second = found.neighbours.as_ref().and_then(|neighbours| neighbours.second);
    let derivative = |x: [f64; 3]| match second {
        None => stack::grad(&e).eval(F64, x)[found.entry],
        Some(second) => hessian(&e).eval(F64, x)[found.entry][second],
    };
    let here = derivative(x);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..2000 {
        let distance = [1e-4, 1e-5][i % 2];
        let step = |x: f64| if x.is_finite() { distance * x.abs().max(1.0) } else { 0.0 };
        let near = x.map(|x| x + step(x) * component(&mut random));
        if !e.eval(F64, near).is_nan() {
            let derivative = derivative(near);
            (low, high) = (low.min(derivative), high.max(derivative));
        }
    }
    here < low || here > high
}

/// The programs, each at one point, whose reports are false.
fn each_program(mut coordinate: impl FnMut(&mut Random) -> f64) {
    let mut confirmed = 0;
    let first = std::env::var("MANY_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for seed in first..first + count() {
        let mut random = Random(u64::wrapping_mul(seed, 0xd134_2543_de82_ef95) | 1);
        let code = random.program();
        let x = std::array::from_fn(|_| coordinate(&mut random));
        if let Err(found) = testing::check(&Machine { code: &code }, &x) {
            let is_special = found.neighbours.is_some() && is_confirmed(&code, x, &found);
            assert!(is_special, "program {seed}, {code:?} at {x:?}: {found}");
            confirmed += 1;
        }
    }
    println!("{confirmed} of {} programs have a special point there", count());
}

#[test]
fn no_false_alarm_where_kinks_meet() {
    each_program(coordinate);
}

/// Also beside NaN and infinities, and in loops that do not end.
#[test]
fn no_false_alarm_elsewhere() {
    each_program(Random::coordinate);
}
