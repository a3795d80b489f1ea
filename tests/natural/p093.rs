#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn distance2(a: &[f64; 2], b: &[f64; 2]) -> f64 {
        (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
    }

    /// One step of Lloyd's algorithm, then the distortion with the new centroids.
    #[exp(adjoint)]
    pub fn kmeans_step(points: &[[f64; 2]], centroids: &[[f64; 2]]) -> f64 {
        let assignment: Vec<usize> = points
            .iter()
            .map(|p| {
                let mut best = 0;
                for c in 1..centroids.len() {
                    if distance2(p, &centroids[c]) < distance2(p, &centroids[best]) {
                        best = c;
                    }
                }
                best
            })
            .collect();

        let mut sums = vec![[0.0, 0.0]; centroids.len()];
        let mut counts = vec![0usize; centroids.len()];
        for (point, &c) in points.iter().zip(&assignment) {
            sums[c][0] += point[0];
            sums[c][1] += point[1];
            counts[c] += 1;
        }
        let mut moved = centroids.to_vec();
        for (c, &count) in counts.iter().enumerate() {
            if count > 0 {
                moved[c] = [sums[c][0] / count as f64, sums[c][1] / count as f64];
            }
        }
        points.iter().zip(assignment).map(|(p, c)| distance2(p, &moved[c])).sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::KmeansStep;
    let x = (vec![[0.0, 0.1], [0.2, -0.1], [1.0, 1.1], [0.9, 0.8]], vec![[0.1, 0.0], [1.2, 1.0], [9.0, 9.0]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::kmeans_step(&[[0.0, 0.1], [0.2, -0.1], [1.0, 1.1], [0.9, 0.8]], &[[0.1, 0.0], [1.2, 1.0], [9.0, 9.0]]));
    ad::testing::check(&e, &x).unwrap();
}
