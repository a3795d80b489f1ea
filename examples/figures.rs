//! The paper's figures 5 and 6: `monomial 3` in reverse mode. `cargo run --release --example figures`
//!
//! Figure 5 is the forward phase and its graph. Figure 6 is the table of the derivatives over time. In the first column of the paper's
//! table, u₃ and u₄ are exchanged: the backward phase begins with u₄, the last step.

use ad::prelude::*;
use ad::trace;

/// xᵏ by repeated squaring, in place.
#[exp]
fn monomial(k: u32, x: f64) -> f64 {
    let (mut result, mut x, mut k) = (1.0, x, k);
    while k > 0 {
        result *= if k % 2 == 0 { 1.0 } else { x };
        x = x * x;
        k /= 2;
    }
    result
}

fn main() {
    let e = Monomial { k: 3 };
    let trace = trace::symbolic(&e, "x");
    println!("The forward phase, step by step:\n\n{}\n", trace.sequence());
    println!("Its graph, for `dot -Tsvg`:\n\n{}", trace.dot());
    println!("The adjoints in the backward phase:\n\n{}", trace.table());
    println!("In the first column of the paper's table, u3 and u4 are exchanged.\n");
    println!("The same at x = 2:\n\n{}", trace::numeric(&e, F64, 2.0));
}
