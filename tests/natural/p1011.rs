#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bezier {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct P2 {
            x: f64,
            y: f64,
        }

        impl From<[f64; 2]> for P2 {
            fn from([x, y]: [f64; 2]) -> P2 {
                P2 { x, y }
            }
        }

        impl P2 {
            fn lerp(self, other: P2, t: f64) -> P2 {
                P2 { x: self.x + (other.x - self.x) * t, y: self.y + (other.y - self.y) * t }
            }

            fn distance(&self, other: &P2) -> f64 {
                (self.x - other.x).hypot(self.y - other.y)
            }
        }

        #[derive(Clone)]
        struct Bezier {
            control: [P2; 4],
        }

        impl Bezier {
            fn split(&self, t: f64) -> (Bezier, Bezier) {
                let [a, b, c, d] = self.control;
                let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
                let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
                let m = abc.lerp(bcd, t);
                (Bezier { control: [a, ab, abc, m] }, Bezier { control: [m, bcd, cd, d] })
            }

            fn chord(&self) -> f64 {
                self.control[0].distance(&self.control[3])
            }

            fn polygon(&self) -> f64 {
                self.control.windows(2).map(|w| w[0].distance(&w[1])).sum()
            }

            fn length(&self, tolerance: f64, depth: u32) -> f64 {
                let (chord, polygon) = (self.chord(), self.polygon());
                if depth == 0 || polygon - chord < tolerance {
                    return 0.5 * (chord + polygon);
                }
                let (left, right) = self.split(0.5);
                left.length(tolerance * 0.5, depth - 1) + right.length(tolerance * 0.5, depth - 1)
            }
        }

        pub fn arc_length(points: [[f64; 2]; 4]) -> f64 {
            let curve = Bezier { control: points.map(P2::from) };
            curve.length(1e-2, 6)
        }
    }
    pub use bezier::*;
}

fn main() {
    ad::testing::check_function(&exp::ArcLength, |x| plain::arc_length(*x), &[[0.0, 0.0], [1.0, 2.0], [3.0, -1.0], [4.0, 1.0]]).unwrap();
}
