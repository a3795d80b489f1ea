#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Weighted edit distance between two words.
    #[exp(adjoint)]
    pub fn edit_distance(a: &str, b: &str, insert: f64, delete: f64, substitute: f64) -> f64 {
        let a: Vec<char> = a.chars().collect();
        let b: Vec<char> = b.chars().collect();
        let mut previous: Vec<f64> = (0..=b.len()).map(|j| j as f64 * insert).collect();
        for (i, ca) in a.iter().enumerate() {
            let mut current = vec![(i + 1) as f64 * delete];
            for (j, cb) in b.iter().enumerate() {
                let cost = if ca == cb { 0.0 } else { substitute };
                let best = (previous[j] + cost).min(previous[j + 1] + delete).min(current[j] + insert);
                current.push(best);
            }
            previous = current;
        }
        previous[b.len()]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::EditDistance { a: "kitten", b: "sitting" };
    let x = (0.9, 1.13, 1.37);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::edit_distance("kitten", "sitting", 0.9, 1.13, 1.37));
    ad::testing::check(&e, &x).unwrap();
}
