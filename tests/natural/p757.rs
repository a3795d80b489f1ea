#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// One joint position per link of a planar arm, base first.
    #[exp(adjoint)]
    fn joints(angles: &[f64], lengths: &[f64]) -> Vec<(f64, f64)> {
        let mut heading = 0.0;
        let mut at = (0.0, 0.0);
        let mut points = Vec::with_capacity(angles.len() + 1);
        points.push(at);
        for (angle, length) in angles.iter().zip(lengths) {
            heading += angle;
            at = (at.0 + length * heading.cos(), at.1 + length * heading.sin());
            points.push(at);
        }
        points
    }

    /// Distance of the point `p` from the segment from `a` to `b`.
    #[exp(adjoint)]
    fn segment_distance(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
        let (abx, aby) = (b.0 - a.0, b.1 - a.1);
        let t = (((p.0 - a.0) * abx + (p.1 - a.1) * aby) / (abx * abx + aby * aby)).clamp(0.0, 1.0);
        let (dx, dy) = (p.0 - a.0 - t * abx, p.1 - a.1 - t * aby);
        (dx * dx + dy * dy).sqrt()
    }

    /// Cost for reaching `target` with a penalty for being near round obstacles.
    #[exp(adjoint)]
    pub fn reach_cost(angles: &[f64], lengths: &[f64], target: (f64, f64), #[fixed] obstacles: &[(f64, f64, f64)]) -> f64 {
        let points = joints(angles, lengths);
        let &(ex, ey) = points.last().unwrap();
        let miss = (ex - target.0).powi(2) + (ey - target.1).powi(2);

        let mut penalty = 0.0;
        for link in points.windows(2) {
            for &(ox, oy, radius) in obstacles {
                let gap = segment_distance((ox, oy), link[0], link[1]) - radius;
                if gap < 0.2 {
                    penalty += (0.2 - gap).powi(2);
                }
            }
        }
        miss + 10.0 * penalty + 1e-3 * angles.iter().map(|a| a * a).sum::<f64>()
    }
}

fn main() {
    use ad::prelude::*;
    let obstacles = [(0.8, 0.7, 0.2), (1.6, -0.4, 0.1)];
    let e = exp::ReachCost { obstacles: &obstacles };
    let x = (vec![0.4, 0.3, -0.5], vec![1.0, 0.8, 0.5], (1.2, 1.1));
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::reach_cost(&x.0, &x.1, x.2, &obstacles));
    ad::testing::check(&e, &x).unwrap();
}
