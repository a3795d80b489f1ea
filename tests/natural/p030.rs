#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Continued fractions a0 + 1/(a1 + 1/(a2 + …)), of tan and of given terms.
    #[exp(adjoint)]
    pub fn continued(terms: &[f64], x: f64, depth: usize) -> [f64; 2] {
        let (head, tail) = terms.split_first().expect("no terms");
        let general = match tail.iter().rev().copied().reduce(|acc, t| t + 1.0 / acc) {
            Some(rest) => head + 1.0 / rest,
            None => *head,
        };
        let tan = x / (1..depth).rev().fold((2 * depth - 1) as f64, |acc, k| (2 * k - 1) as f64 - x * x / acc);
        [general, tan]
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Continued { depth: 5 };
    let x = (vec![1.0, 2.0, 3.0, 4.0], 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::continued(&[1.0, 2.0, 3.0, 4.0], 0.7, 5));
    ad::testing::check(&e, &x).unwrap();
}
