#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn forward_kinematics(lengths: &[f64], angles: &[f64]) -> Vec<(f64, f64)> {
        lengths
            .iter()
            .zip(angles)
            .scan((0.0, 0.0, 0.0), |(x, y, heading), (length, angle)| {
                *heading += angle;
                *x += length * heading.cos();
                *y += length * heading.sin();
                Some((*x, *y))
            })
            .collect()
    }

    /// Cost of a pose: distance of the tip to a goal, joint limits, and clearance from a disk.
    #[exp(adjoint)]
    pub fn pose_cost(#[fixed] lengths: &[f64], #[fixed] goal: (f64, f64), obstacle: [f64; 3], angles: &[f64]) -> f64 {
        let joints = forward_kinematics(lengths, angles);
        let &(tip_x, tip_y) = joints.last().unwrap();
        let reach = (tip_x - goal.0).powi(2) + (tip_y - goal.1).powi(2);
        let limits: f64 = angles.iter().map(|a| (a.abs() - 2.0).max(0.0).powi(2)).sum();
        let [ox, oy, radius] = obstacle;
        let closest = joints
            .iter()
            .map(|(x, y)| ((x - ox).powi(2) + (y - oy).powi(2)).sqrt() - radius)
            .min_by(|a, b| a.partial_cmp(b).unwrap())
            .unwrap();
        reach + 10.0 * limits + (-5.0 * closest).exp()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PoseCost { lengths: &[1.0, 0.8, 0.5], goal: (1.2, 1.1) };
    let x = ([0.8, 0.2, 0.3], vec![0.4, 0.9, -2.2]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::pose_cost(&[1.0, 0.8, 0.5], (1.2, 1.1), [0.8, 0.2, 0.3], &[0.4, 0.9, -2.2]));
    ad::testing::check(&e, &x).unwrap();
}
