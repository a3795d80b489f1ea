#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod kmeans {
        pub struct Clustering {
            pub centers: Vec<Vec<f64>>,
            pub assignment: Vec<usize>,
        }

        fn distance2(a: &[f64], b: &[f64]) -> f64 {
            a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum()
        }

        fn nearest(point: &[f64], centers: &[Vec<f64>]) -> usize {
            let mut best = 0;
            for c in 1..centers.len() {
                if distance2(point, &centers[c]) < distance2(point, &centers[best]) {
                    best = c;
                }
            }
            best
        }

        pub fn lloyd(points: &[Vec<f64>], mut centers: Vec<Vec<f64>>, rounds: usize) -> Clustering {
            let mut assignment = vec![0; points.len()];
            for _ in 0..rounds {
                for (slot, p) in assignment.iter_mut().zip(points) {
                    *slot = nearest(p, &centers);
                }
                for (c, center) in centers.iter_mut().enumerate() {
                    let members: Vec<&Vec<f64>> =
                        points.iter().zip(&assignment).filter(|(_, a)| **a == c).map(|(p, _)| p).collect();
                    if members.is_empty() {
                        continue;
                    }
                    for d in 0..center.len() {
                        center[d] = members.iter().map(|m| m[d]).sum::<f64>() / members.len() as f64;
                    }
                }
            }
            Clustering { centers, assignment }
        }

        pub fn inertia(points: &[Vec<f64>], start: &[Vec<f64>]) -> f64 {
            let result = lloyd(points, start.to_vec(), 3);
            points.iter().zip(&result.assignment).map(|(p, &a)| distance2(p, &result.centers[a])).sum()
        }
    }
    pub use kmeans::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Inertia;
    let x = (vec![vec![0.1, 0.2], vec![0.4, -0.1], vec![2.1, 2.3], vec![1.8, 1.9], vec![0.7, 0.5]], vec![vec![0.0, 0.3], vec![1.5, 1.4]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::inertia(&vec![vec![0.1, 0.2], vec![0.4, -0.1], vec![2.1, 2.3], vec![1.8, 1.9], vec![0.7, 0.5]], &vec![vec![0.0, 0.3], vec![1.5, 1.4]]));
    ad::testing::check(&e, &x).unwrap();
}
