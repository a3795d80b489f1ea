#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod camera {
        use std::ops::Mul;

        #[derive(Debug, Clone, Copy)]
        pub struct Mat4(pub [[f64; 4]; 4]);

        impl Mul for Mat4 {
            type Output = Mat4;
            fn mul(self, rhs: Mat4) -> Mat4 {
                let mut out = [[0.0; 4]; 4];
                for (i, row) in out.iter_mut().enumerate() {
                    for (j, entry) in row.iter_mut().enumerate() {
                        *entry = (0..4).map(|k| self.0[i][k] * rhs.0[k][j]).sum();
                    }
                }
                Mat4(out)
            }
        }

        impl Mul<[f64; 4]> for Mat4 {
            type Output = [f64; 4];
            fn mul(self, v: [f64; 4]) -> [f64; 4] {
                self.0.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] * v[3])
            }
        }

        fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
            std::array::from_fn(|i| a[i] - b[i])
        }
        fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
            (0..3).map(|i| a[i] * b[i]).sum()
        }
        fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
            [b * z - c * y, c * x - a * z, a * y - b * x]
        }
        fn unit(v: [f64; 3]) -> [f64; 3] {
            let n = dot(v, v).sqrt();
            v.map(|c| c / n)
        }

        impl Mat4 {
            pub fn look_at(eye: [f64; 3], target: [f64; 3], up: [f64; 3]) -> Mat4 {
                let f = unit(sub(target, eye));
                let s = unit(cross(f, up));
                let u = cross(s, f);
                Mat4([
                    [s[0], s[1], s[2], -dot(s, eye)],
                    [u[0], u[1], u[2], -dot(u, eye)],
                    [-f[0], -f[1], -f[2], dot(f, eye)],
                    [0.0, 0.0, 0.0, 1.0],
                ])
            }

            pub fn perspective(fov_y: f64, aspect: f64, near: f64, far: f64) -> Mat4 {
                let f = 1.0 / (fov_y / 2.0).tan();
                Mat4([
                    [f / aspect, 0.0, 0.0, 0.0],
                    [0.0, f, 0.0, 0.0],
                    [0.0, 0.0, (far + near) / (near - far), 2.0 * far * near / (near - far)],
                    [0.0, 0.0, -1.0, 0.0],
                ])
            }
        }

        /// Mean squared distance, in pixels, of the projected points from where they were seen.
        pub fn reprojection_error(
            eye: [f64; 3],
            target: [f64; 3],
            fov_y: f64,
            points: &[[f64; 3]],
            #[fixed] seen: &[(f64, f64)],
            width: u32,
            height: u32,
        ) -> f64 {
            let (w, h) = (f64::from(width), f64::from(height));
            let view = Mat4::look_at(eye, target, [0.0, 1.0, 0.0]);
            let transform = Mat4::perspective(fov_y, w / h, 0.1, 100.0) * view;
            let mut error = 0.0;
            for (p, &(px, py)) in points.iter().zip(seen) {
                let clip = transform * [p[0], p[1], p[2], 1.0];
                let x = (clip[0] / clip[3] + 1.0) * 0.5 * w;
                let y = (1.0 - clip[1] / clip[3]) * 0.5 * h;
                error += (x - px).powi(2) + (y - py).powi(2);
            }
            error / points.len() as f64
        }
    }
    pub use camera::*;
}

fn main() {
    let seen = [(310.0, 250.0), (400.0, 130.0), (250.0, 300.0)];
    let e = exp::ReprojectionError { seen: &seen, width: 640, height: 480 };
    let x = ([2.0, 1.5, 4.0], [0.1, 0.0, -0.2], 0.9, vec![[0.0, 0.0, 0.0], [0.8, 0.9, 0.1], [-0.7, -0.4, 0.5]]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::reprojection_error(x.0, x.1, x.2, &x.3, &seen, 640, 480));
    ad::testing::check(&e, &x).unwrap();
}
