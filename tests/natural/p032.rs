#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Edit distance of words with costs of insertion, deletion and replacement.
    #[exp(adjoint)]
    pub fn edit_distance(from: &str, to: &str, insert: f64, delete: f64, replace: f64) -> f64 {
        let target: Vec<char> = to.chars().collect();
        let mut previous: Vec<f64> = (0..=target.len()).map(|j| j as f64 * insert).collect();
        for c in from.chars() {
            let mut current = Vec::with_capacity(target.len() + 1);
            current.push(previous[0] + delete);
            for (j, &t) in target.iter().enumerate() {
                let keep = previous[j] + if c == t { 0.0 } else { replace };
                let best = keep.min(previous[j + 1] + delete).min(current[j] + insert);
                current.push(best);
            }
            previous = current;
        }
        previous[target.len()]
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::EditDistance { from: "kitten", to: "sitting" };
    let x = (1.0, 1.5, 1.25);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::edit_distance("kitten", "sitting", 1.0, 1.5, 1.25));
    ad::testing::check(&e, &x).unwrap();
}
