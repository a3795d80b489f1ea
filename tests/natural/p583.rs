#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bvh {
        #[derive(Clone, Copy, Debug)]
        pub struct Aabb {
            pub min: [f64; 3],
            pub max: [f64; 3],
        }

        impl Aabb {
            pub fn union(&self, other: &Aabb) -> Aabb {
                let mut result = *self;
                for axis in 0..3 {
                    result.min[axis] = result.min[axis].min(other.min[axis]);
                    result.max[axis] = result.max[axis].max(other.max[axis]);
                }
                result
            }

            pub fn area(&self) -> f64 {
                let d: Vec<f64> = self.min.iter().zip(self.max.iter()).map(|(a, b)| b - a).collect();
                2.0 * (d[0] * d[1] + d[1] * d[2] + d[2] * d[0])
            }

            fn center(&self, axis: usize) -> f64 {
                0.5 * (self.min[axis] + self.max[axis])
            }
        }

        const TRAVERSAL: f64 = 0.125;

        /// Cost of the best tree under the surface area heuristic, splitting at medians.
        pub fn sah_cost(boxes: &[Aabb]) -> f64 {
            let bounds = boxes[1..].iter().fold(boxes[0], |acc, b| acc.union(b));
            let leaf = boxes.len() as f64;
            if boxes.len() <= 1 {
                return leaf;
            }
            let mut best = leaf;
            for axis in 0..3 {
                let mut sorted = boxes.to_vec();
                sorted.sort_by(|a, b| a.center(axis).partial_cmp(&b.center(axis)).unwrap());
                let (left, right) = sorted.split_at(sorted.len() / 2);
                let hull = |part: &[Aabb]| part.iter().skip(1).fold(part[0], |acc, b| acc.union(b)).area();
                let cost = TRAVERSAL
                    + hull(left) / bounds.area() * left.len() as f64
                    + hull(right) / bounds.area() * right.len() as f64;
                best = best.min(cost);
            }
            best
        }
    }
    pub use bvh::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::SahCost;
    let x = vec![exp::Aabb { min: [0.0, 0.1, 0.2], max: [1.0, 1.1, 0.9] }, exp::Aabb { min: [2.0, 0.3, -0.1], max: [3.1, 1.2, 1.0] }, exp::Aabb { min: [0.5, 1.4, 0.3], max: [1.7, 2.0, 1.3] }, exp::Aabb { min: [3.5, 2.2, 0.45], max: [4.0, 3.0, 1.7] }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::sah_cost(&vec![plain::Aabb { min: [0.0, 0.1, 0.2], max: [1.0, 1.1, 0.9] }, plain::Aabb { min: [2.0, 0.3, -0.1], max: [3.1, 1.2, 1.0] }, plain::Aabb { min: [0.5, 1.4, 0.3], max: [1.7, 2.0, 1.3] }, plain::Aabb { min: [3.5, 2.2, 0.45], max: [4.0, 3.0, 1.7] }]));
    ad::testing::check(&e, &x).unwrap();
}
