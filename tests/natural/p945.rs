#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub enum Obstacle {
        Disc { center: (f64, f64), radius: f64 },
        Wall { normal: (f64, f64), offset: f64 },
    }

    #[exp(adjoint)]
    impl Obstacle {
        /// Signed distance, positive outside.
        fn clearance(&self, (px, py): (f64, f64)) -> f64 {
            match *self {
                Obstacle::Disc { center: (cx, cy), radius } => ((px - cx).powi(2) + (py - cy).powi(2)).sqrt() - radius,
                Obstacle::Wall { normal: (nx, ny), offset } => {
                    let len = nx.hypot(ny);
                    (nx * px + ny * py) / len - offset
                }
            }
        }
    }

    #[exp(adjoint)]
    fn smoothness(path: &[(f64, f64)]) -> f64 {
        path.windows(3)
            .map(|w| {
                let [a, b, c] = w else { unreachable!() };
                let ddx = a.0 - 2.0 * b.0 + c.0;
                let ddy = a.1 - 2.0 * b.1 + c.1;
                ddx * ddx + ddy * ddy
            })
            .sum()
    }

    /// CHOMP-like cost of a trajectory.
    #[exp(adjoint)]
    pub fn trajectory_cost(path: &[(f64, f64)], obstacles: &[Obstacle], margin: f64, weight: f64) -> f64 {
        if path.len() < 2 {
            return 0.0;
        }
        let mut collision = 0.0;
        for pair in path.windows(2) {
            let (p, q) = (pair[0], pair[1]);
            let mid = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
            let speed = ((q.0 - p.0).powi(2) + (q.1 - p.1).powi(2)).sqrt();
            let penalty: f64 = obstacles
                .iter()
                .map(|o| o.clearance(mid))
                .filter(|&d| d < margin)
                .map(|d| if d < 0.0 { margin / 2.0 - d } else { (d - margin).powi(2) / (2.0 * margin) })
                .sum();
            collision += penalty * speed;
        }
        smoothness(path) + weight * collision
    }
}

fn main() {
    macro_rules! obstacles {
        ($m:ident) => {
            vec![
                $m::Obstacle::Disc { center: (1.5, 0.6), radius: 0.5 },
                $m::Obstacle::Wall { normal: (0.1, 1.0), offset: -0.2 },
                $m::Obstacle::Disc { center: (4.0, 3.0), radius: 0.3 },
            ]
        };
    }
    let path = vec![(0.0, 0.0), (0.8, 0.3), (1.7, 0.4), (2.4, 1.1), (3.2, 1.0)];
    let e = exp::TrajectoryCost;
    let x = (path.clone(), obstacles!(exp), 0.45, 3.0);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::trajectory_cost(&path, &obstacles!(plain), 0.45, 3.0));
    ad::testing::check(&e, &x).unwrap();
}
