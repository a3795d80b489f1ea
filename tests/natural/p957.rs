#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod rope {
        #[derive(Clone, Copy, Debug)]
        pub struct Node {
            pub pos: [f64; 2],
            pub old: [f64; 2],
            pub pinned: bool,
        }

        pub struct Rope {
            nodes: Vec<Node>,
            rest: f64,
        }

        impl Rope {
            pub fn hanging(count: usize, rest: f64, slope: f64) -> Rope {
                let nodes = (0..count)
                    .map(|i| (i == 0, [i as f64 * rest, slope * i as f64 * rest]))
                    .map(|(pinned, pos)| Node { pos, old: pos, pinned })
                    .collect();
                Rope { nodes, rest }
            }

            fn integrate(&mut self, gravity: f64, drag: f64, dt: f64) {
                for node in self.nodes.iter_mut().filter(|n| !n.pinned) {
                    let Node { pos, old, .. } = *node;
                    node.old = pos;
                    for axis in 0..2 {
                        let acc = if axis == 1 { -gravity } else { 0.0 };
                        node.pos[axis] += (1.0 - drag) * (pos[axis] - old[axis]) + acc * dt * dt;
                    }
                }
            }

            fn relax(&mut self, stiffness: f64) {
                for i in 1..self.nodes.len() {
                    let (head, tail) = self.nodes.split_at_mut(i);
                    let (a, b) = (&mut head[i - 1], &mut tail[0]);
                    let d = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1]];
                    let len = (d[0] * d[0] + d[1] * d[1]).sqrt();
                    let correction = stiffness * (len - self.rest) / len;
                    let share = if a.pinned { 0.0 } else { 0.5 };
                    for k in 0..2 {
                        a.pos[k] += share * correction * d[k];
                        b.pos[k] -= (1.0 - share) * correction * d[k];
                    }
                }
            }
        }

        /// Where the free end is after some frames.
        pub fn swing(count: usize, frames: usize, rest: f64, slope: f64, gravity: f64, drag: f64, stiffness: f64) -> [f64; 2] {
            let mut rope = Rope::hanging(count, rest, slope);
            for _ in 0..frames {
                rope.integrate(gravity, drag, 1.0 / 30.0);
                for _ in 0..3 {
                    rope.relax(stiffness);
                }
            }
            rope.nodes.last().expect("a rope has nodes").pos
        }
    }
    pub use rope::*;
}

fn main() {
    let e = exp::Swing { count: 5, frames: 8 };
    let x = (0.4, 0.3, 9.8, 0.02, 0.85);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::swing(5, 8, 0.4, 0.3, 9.8, 0.02, 0.85));
    ad::testing::check(&e, &x).unwrap();
}
