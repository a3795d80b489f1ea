#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ekf {
        type Vec3 = [f64; 3];
        type Mat3 = [[f64; 3]; 3];

        fn mat_mul(a: &Mat3, b: &Mat3) -> Mat3 {
            std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
        }

        fn transpose(a: &Mat3) -> Mat3 {
            let mut t = *a;
            for (i, row) in a.iter().enumerate() {
                for (j, v) in row.iter().enumerate() {
                    t[j][i] = *v;
                }
            }
            t
        }

        pub struct Ekf {
            pub mean: Vec3,
            pub covariance: Mat3,
        }

        impl Ekf {
            fn predict(&mut self, v: f64, w: f64, dt: f64, noise: f64) {
                let [x, y, th] = self.mean;
                self.mean = [x + v * dt * th.cos(), y + v * dt * th.sin(), th + w * dt];
                let f = [[1.0, 0.0, -v * dt * th.sin()], [0.0, 1.0, v * dt * th.cos()], [0.0, 0.0, 1.0]];
                self.covariance = mat_mul(&mat_mul(&f, &self.covariance), &transpose(&f));
                for i in 0..3 {
                    self.covariance[i][i] += noise;
                }
            }

            /// Range measurement to a landmark.
            fn correct(&mut self, landmark: (f64, f64), range: f64, variance: f64) {
                let dx = self.mean[0] - landmark.0;
                let dy = self.mean[1] - landmark.1;
                let predicted = (dx * dx + dy * dy).sqrt();
                let h = [dx / predicted, dy / predicted, 0.0];
                let ph: Vec3 = std::array::from_fn(|i| (0..3).map(|j| self.covariance[i][j] * h[j]).sum());
                let s = h.iter().zip(&ph).map(|(a, b)| a * b).sum::<f64>() + variance;
                for i in 0..3 {
                    self.mean[i] += ph[i] / s * (range - predicted);
                    for j in 0..3 {
                        self.covariance[i][j] -= ph[i] * ph[j] / s;
                    }
                }
            }
        }

        pub fn uncertainty(start: Vec3, controls: &[(f64, f64)], range: f64, noise: f64) -> f64 {
            let mut ekf = Ekf { mean: start, covariance: [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.05]] };
            for &(v, w) in controls {
                ekf.predict(v, w, 0.1, noise);
                ekf.correct((3.0, 2.0), range, 0.04);
            }
            (0..3).map(|i| ekf.covariance[i][i]).sum::<f64>() + ekf.mean[2].powi(2)
        }
    }
    pub use ekf::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Uncertainty;
    let x = ([0.1, 0.2, 0.3], vec![(1.0, 0.1), (0.8, -0.2), (1.1, 0.3)], 3.3, 0.01);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::uncertainty([0.1, 0.2, 0.3], &vec![(1.0, 0.1), (0.8, -0.2), (1.1, 0.3)], 3.3, 0.01));
    ad::testing::check(&e, &x).unwrap();
}
