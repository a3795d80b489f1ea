//! The paper's figures: the differentiation of `monomial 3` in reverse mode. `cargo run --release --example figures`

use ad::prelude::*;
use ad::trace;

/// xᵏ, as the paper defines it first: x times xᵏ⁻¹.
#[exp(name = Recursive)]
fn recursive(k: u32, x: f64) -> f64 {
    if k == 0 { 1.0 } else { x * recursive(k - 1, x) }
}

/// xᵏ by repeated squaring, as the paper defines it then.
#[exp(name = Loop)]
fn squaring(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}

fn figures(trace: &trace::Trace, numeric: &trace::Table<f64>) {
    println!("The forward phase, step by step:\n\n{}\n", trace.sequence());
    println!("Its graph, for `dot -Tsvg`:\n\n{}", trace.dot());
    println!("The adjoints in the backward phase:\n\n{}", trace.table());
    println!("The same at x = 2:\n\n{numeric}");
}

fn main() {
    println!("# monomial 3, recursively\n");
    let e = Recursive { k: 3 };
    figures(&trace::symbolic(&e, "x"), &trace::numeric(&e, F64, 2.0));

    println!("# monomial 3, by repeated squaring\n");
    let e = Loop { k: 3 };
    figures(&trace::symbolic(&e, "x"), &trace::numeric(&e, F64, 2.0));
}
