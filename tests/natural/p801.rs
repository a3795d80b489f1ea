#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub fn squared_distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
        a.iter().zip(b.iter()).map(|(x, y)| (x - y).powi(2)).sum()
    }

    /// Some Lloyd iterations from the given centers; the result is the within-cluster sum of squares.
    #[exp(adjoint)]
    pub fn kmeans_inertia(iterations: usize, points: &[[f64; 2]], centers: &[[f64; 2]]) -> f64 {
        let mut centers = centers.to_vec();
        let nearest = |p: &[f64; 2], centers: &[[f64; 2]]| {
            let mut best = (0, f64::INFINITY);
            for (k, c) in centers.iter().enumerate() {
                let d = squared_distance(p, c);
                if d < best.1 {
                    best = (k, d);
                }
            }
            best
        };

        for _ in 0..iterations {
            let mut sums = vec![[0.0; 2]; centers.len()];
            let mut counts = vec![0usize; centers.len()];
            for p in points {
                let (k, _) = nearest(p, &centers);
                counts[k] += 1;
                for d in 0..2 {
                    sums[k][d] += p[d];
                }
            }
            for ((center, sum), &count) in centers.iter_mut().zip(&sums).zip(&counts) {
                if count > 0 {
                    *center = [sum[0] / count as f64, sum[1] / count as f64];
                }
            }
        }
        points.iter().map(|p| nearest(p, &centers).1).sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::KmeansInertia { iterations: 3 };
    let x = (
        vec![[0.1, 0.2], [0.3, -0.1], [2.1, 1.9], [1.8, 2.3], [2.4, 2.0]],
        vec![[0.5, 0.5], [1.5, 1.5]],
    );
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::kmeans_inertia(3, &x.0, &x.1));
    ad::testing::check(&e, &x).unwrap();
}
