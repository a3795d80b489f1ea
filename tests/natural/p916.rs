#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod simplex {
        #[derive(Debug, Clone, Copy)]
        struct Vertex {
            at: [f64; 2],
            value: f64,
        }

        struct NelderMead<F: Fn([f64; 2]) -> f64> {
            f: F,
            vertices: Vec<Vertex>,
        }

        impl<F: Fn([f64; 2]) -> f64> NelderMead<F> {
            fn new(f: F, start: [f64; 2], size: f64) -> Self {
                let corners = [start, [start[0] + size, start[1]], [start[0], start[1] + size]];
                let vertices = corners.into_iter().map(|at| Vertex { at, value: f(at) }).collect();
                NelderMead { f, vertices }
            }

            fn vertex(&self, at: [f64; 2]) -> Vertex {
                Vertex { at, value: (self.f)(at) }
            }

            fn step(&mut self) {
                self.vertices.sort_by(|a, b| a.value.partial_cmp(&b.value).unwrap());
                let worst = self.vertices.pop().unwrap();
                let best = self.vertices[0];
                let centre = [0, 1].map(|i| self.vertices.iter().map(|v| v.at[i]).sum::<f64>() / 2.0);
                let towards = |s: f64| [0, 1].map(|i| centre[i] + s * (worst.at[i] - centre[i]));

                let reflected = self.vertex(towards(-1.0));
                let candidate = if reflected.value < best.value {
                    let expanded = self.vertex(towards(-2.0));
                    if expanded.value < reflected.value { expanded } else { reflected }
                } else if reflected.value < self.vertices[1].value {
                    reflected
                } else {
                    let contracted = self.vertex(towards(0.5));
                    if contracted.value > worst.value {
                        self.vertices.push(worst);
                        return self.shrink(best);
                    }
                    contracted
                };
                self.vertices.push(candidate);
            }

            fn shrink(&mut self, best: Vertex) {
                for i in 1..self.vertices.len() {
                    let at = self.vertices[i].at;
                    self.vertices[i] = self.vertex([0, 1].map(|k| 0.5 * (at[k] + best.at[k])));
                }
            }

            fn best(&self) -> Option<Vertex> {
                self.vertices.iter().copied().min_by(|a, b| a.value.total_cmp(&b.value))
            }
        }

        pub fn minimum(a: f64, b: f64, start: [f64; 2], steps: usize) -> f64 {
            let banana = |[x, y]: [f64; 2]| (a - x).powi(2) + b * (y - x * x).powi(2);
            let mut search = NelderMead::new(banana, start, 0.5);
            (0..steps).for_each(|_| search.step());
            search.best().map_or(f64::NAN, |v| v.value)
        }
    }
    pub use simplex::*;
}

fn main() {
    let e = exp::Minimum { steps: 12 };
    let x = (1.1, 3.7, [-0.85, 0.63]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::minimum(1.1, 3.7, [-0.85, 0.63], 12));
    ad::testing::check(&e, &x).unwrap();
}
