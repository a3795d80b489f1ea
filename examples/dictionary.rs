//! A number system of your own is one small `impl`. All functions with `#[exp]` run in this system, derivatives included.
//!
//! `cargo run --release --example dictionary`
//!
//! The example is an acyclic road network: a sum over its routes of products over their roads. In the semiring of floats, the sum
//! counts routes. In (ℕ ∪ {∞}, min, +), a sum chooses and a product adds lengths. So the sum finds the shortest route there.
//!
//! The derivative with respect to a road is the sum over all completions of a route through this road. In floats, the derivative
//! is the number of completions. In (min, +), the derivative is the shortest completion.

use ad::paper::{Closures, Deferred};
use ad::prelude::*;
use ad::{Dict, Ground};

/// The roads: from the start to a and to b, from a to b, from a and from b to the end.
const ROADS: [&str; 5] = ["start-a", "start-b", "a-b", "a-end", "b-end"];

#[exp]
fn routes(roads: [f64; 5]) -> f64 {
    let [start_a, start_b, a_b, a_end, b_end] = roads;
    let a = start_a;
    let b = start_b + a * a_b;
    a * a_end + b * b_end
}

/// (ℕ ∪ {∞}, min, +), where 0 is ∞ and 1 is 0.
#[derive(Clone, Copy, Default)]
struct Shortest;

impl Dict for Shortest {
    type V = u32;
    type Level = Ground;
    fn zero(self) -> u32 {
        u32::MAX
    }
    fn one(self) -> u32 {
        0
    }
    fn add(self, a: u32, b: u32) -> u32 {
        a.min(b)
    }
    fn mul(self, a: u32, b: u32) -> u32 {
        a.saturating_add(b)
    }
}

fn main() {
    let lengths = [2, 7, 1, 9, 3];
    println!("There are {} routes.", Routes.at([1.0; 5]));
    println!("The shortest has length {}.\n", Routes.eval(Shortest, lengths));

    // One backward phase covers all roads.
    let through = stack::grad(Routes).at([1.0; 5]);
    let others = stack::grad(Routes).eval(Shortest, lengths);
    println!("road      length  routes  the shortest one");
    for (i, road) in ROADS.iter().enumerate() {
        println!("{road:8}{:8}{:8}{:18}", lengths[i], through[i], lengths[i] + others[i]);
    }

    // Semirings as records of closures, made at run time.
    let reliabilities = [0.9, 0.8, 1.0, 0.5, 0.75];
    let most_reliable =
        Closures { zero: 0.0, one: 1.0, add: Box::new(f64::max), mul: Box::new(|p, q| p * q) };
    let weakest_link = Closures { zero: 0.0, one: 1.0, add: Box::new(f64::max), mul: Box::new(f64::min) };
    println!();
    for (question, record) in [
        ("The most reliable route works with probability", most_reliable),
        ("The route with the best weakest road has one of", weakest_link),
    ] {
        let dict = record.dict();
        println!("{question} {}.", dict.concrete(Routes.eval(dict, reliabilities.map(Deferred::Value))));
    }
}
