#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// A hanging rope: Verlet integration, then relaxation of the links. Returns the tip.
    #[exp(adjoint)]
    pub fn rope_tip(nodes: usize, steps: usize, link: f64, gravity: f64, wind: f64) -> (f64, f64) {
        let mut now: Vec<(f64, f64)> = (0..nodes).map(|i| (i as f64 * link, 0.0)).collect();
        let mut before = now.clone();
        let dt2 = 0.02 * 0.02;
        for _ in 0..steps {
            for i in 1..nodes {
                let (x, y) = now[i];
                let (px, py) = before[i];
                before[i] = (x, y);
                now[i] = (2.0 * x - px + wind * dt2, 2.0 * y - py - gravity * dt2);
            }
            for _relax in 0..3 {
                for i in 1..nodes {
                    let (ax, ay) = now[i - 1];
                    let (bx, by) = now[i];
                    let (dx, dy) = (bx - ax, by - ay);
                    let length = (dx * dx + dy * dy).sqrt();
                    let excess = (length - link) / length;
                    if i == 1 {
                        now[i] = (bx - dx * excess, by - dy * excess);
                    } else {
                        now[i - 1] = (ax + 0.5 * dx * excess, ay + 0.5 * dy * excess);
                        now[i] = (bx - 0.5 * dx * excess, by - 0.5 * dy * excess);
                    }
                }
            }
        }
        *now.last().unwrap()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RopeTip { nodes: 4, steps: 5 };
    let x = (0.25, 9.81, 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(1.0, -2.0)).1);
    println!("value {:?} plain {:?}", value, plain::rope_tip(4, 5, 0.25, 9.81, 1.5));
    ad::testing::check(&e, &x).unwrap();
}
