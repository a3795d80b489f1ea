#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod optics {
        /// A spherical surface; `curvature` is 1/R and `index` the refractive index behind it.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Surface {
            pub curvature: f64,
            pub gap: f64,
            pub index: f64,
        }

        #[derive(Debug, Clone, Copy)]
        struct Ray {
            y: f64,
            z: f64,
            dy: f64,
            dz: f64,
        }

        impl Ray {
            /// Moves to the surface with its vertex at `z0`, if it is hit.
            fn intersect(self, curvature: f64, z0: f64) -> Option<Ray> {
                let z = self.z - z0;
                let b = self.dz - curvature * (self.y * self.dy + z * self.dz);
                let c = curvature * (self.y * self.y + z * z) - 2.0 * z;
                let discriminant = b * b - curvature * c;
                if discriminant < 0.0 {
                    return None;
                }
                let t = c / (b + discriminant.sqrt());
                Some(Ray { y: self.y + t * self.dy, z: self.z + t * self.dz, ..self })
            }

            /// Snell's law as a vector equation.
            fn refract(self, curvature: f64, z0: f64, eta: f64) -> Option<Ray> {
                let (ny, nz) = (-curvature * self.y, 1.0 - curvature * (self.z - z0));
                let cos_i = self.dy * ny + self.dz * nz;
                let k = 1.0 - eta * eta * (1.0 - cos_i * cos_i);
                if k < 0.0 {
                    return None;
                }
                let g = k.sqrt() - eta * cos_i;
                Some(Ray { dy: eta * self.dy + g * ny, dz: eta * self.dz + g * nz, ..self })
            }
        }

        fn trace(system: &[Surface], height: f64) -> Option<Ray> {
            let mut ray = Ray { y: height, z: -1.0, dy: 0.0, dz: 1.0 };
            let mut z0 = 0.0;
            let mut index = 1.0;
            for s in system {
                ray = ray.intersect(s.curvature, z0)?.refract(s.curvature, z0, index / s.index)?;
                index = s.index;
                z0 += s.gap;
            }
            Some(ray)
        }

        /// Mean square height in the image plane of a parallel bundle.
        pub fn spot_size(system: &[Surface], image: f64, #[fixed] heights: &[f64]) -> f64 {
            let mut sum = 0.0;
            let mut count = 0;
            for &h in heights {
                if let Some(ray) = trace(system, h) {
                    let y = ray.y + (image - ray.z) * ray.dy / ray.dz;
                    sum += y * y;
                    count += 1;
                }
            }
            sum / count as f64
        }
    }
    pub use optics::*;
}

fn main() {
    use ad::prelude::*;
    let heights = [0.1, 0.2, 0.35, 0.5];
    let e = exp::SpotSize { heights: &heights };
    let x = (
        vec![
            exp::Surface { curvature: 0.2, gap: 0.6, index: 1.5168 },
            exp::Surface { curvature: -0.18, gap: 0.2, index: 1.62 },
            exp::Surface { curvature: -0.03, gap: 0.0, index: 1.0 },
        ],
        6.5,
    );
    let system = [
        plain::Surface { curvature: 0.2, gap: 0.6, index: 1.5168 },
        plain::Surface { curvature: -0.18, gap: 0.2, index: 1.62 },
        plain::Surface { curvature: -0.03, gap: 0.0, index: 1.0 },
    ];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::spot_size(&system, 6.5, &heights));
    ad::testing::check(&e, &x).unwrap();
}
