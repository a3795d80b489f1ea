#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lens {
        /// Ray transfer matrices.
        #[derive(Clone, Copy, Debug)]
        enum Optic {
            Free(f64),
            ThinLens { f: f64 },
            Interface { from: f64, to: f64, radius: Option<f64> },
        }

        impl Optic {
            fn matrix(&self) -> [[f64; 2]; 2] {
                match self {
                    Optic::Free(d) => [[1.0, *d], [0.0, 1.0]],
                    Optic::ThinLens { f } => [[1.0, 0.0], [-1.0 / f, 1.0]],
                    Optic::Interface { from, to, radius } => {
                        let power = radius.map(|r| (from - to) / (r * to)).unwrap_or(0.0);
                        [[1.0, 0.0], [power, from / to]]
                    }
                }
            }
        }

        fn multiply<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> [[f64; N]; N] {
            let mut c = [[0.0; N]; N];
            for i in 0..N {
                for j in 0..N {
                    c[i][j] = (0..N).map(|k| a[i][k] * b[k][j]).sum();
                }
            }
            c
        }

        struct System(Vec<Optic>);

        impl System {
            fn total(&self) -> [[f64; 2]; 2] {
                self.0.iter().map(Optic::matrix).reduce(|acc, m| multiply(&m, &acc)).unwrap_or([[1.0, 0.0], [0.0, 1.0]])
            }
        }

        impl FromIterator<Optic> for System {
            fn from_iter<I: IntoIterator<Item = Optic>>(iter: I) -> Self {
                System(iter.into_iter().collect())
            }
        }

        pub fn focal_spot(f: f64, thickness: f64, index: f64, offset: f64) -> f64 {
            let glass = vec![
                Optic::Interface { from: 1.0, to: index, radius: Some(80.0) },
                Optic::Free(thickness),
                Optic::Interface { from: index, to: 1.0, radius: None },
            ];
            let system: System = glass.into_iter().chain([Optic::Free(offset), Optic::ThinLens { f }]).collect();
            let [[a, b], [c, d]] = system.total();
            let back = -a / c;
            let heights = [0.5, 1.0, 2.0].map(|h| (a * h + back * c * h + 0.01 * (b + back * d)).abs());
            heights.into_iter().sum::<f64>() + back
        }
    }
    pub use lens::*;
}

fn main() {
    ad::testing::check_function(&exp::FocalSpot, |x| plain::focal_spot(x.0, x.1, x.2, x.3), &(50.0, 5.0, 1.5, 3.0)).unwrap();
}
