//! `match` on a number whose arms bind it and ask, and arrays that are mapped where they are written.

use crate::check;
use ad::prelude::*;

programs! {
    fn arms_that_ask(n, x) as ArmsThatAsk {
        let mut s = x[0];
        for i in 0..n {
            s += match x[i] * s {
                a if a < x[1] => a * s,
                a if a == s => a * a,
                _ if i == 2 => s * x[2],
                a => a * a * x[3],
            };
            let mut t = x[i];
            match s * t {
                a if { t += s; t > a } => s *= a,
                s if s < t => t *= s,
                _ => {}
            }
            s = s * t + match t { t if t < s => match s { s => s * t }, _ => t };
        }
        s
    }
    fn literals_mapped(n, x) as LiteralsMapped {
        let mut s = x[0] * x[1];
        for i in 0..n {
            let y = [x[i], s, s * x[2]].map(|v| v * v + s);
            s = y.into_iter().fold(x[3], |a, b| a * b) + [1.0, 2.0].map(|k| k * s).iter().product::<f64>();
        }
        s
    }
}
