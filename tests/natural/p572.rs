#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lens {
        #[derive(Debug, Clone, Copy)]
        pub struct Surface {
            pub radius: f64,
            pub index: f64,
            pub thickness: f64,
        }

        #[derive(Debug, Clone, Copy)]
        struct Ray {
            height: f64,
            angle: f64,
        }

        #[derive(Debug)]
        pub enum TraceError {
            Missed(usize),
            TotalReflection(usize),
        }

        /// Traces a meridional ray exactly through spherical surfaces.
        fn trace(surfaces: &[Surface], mut ray: Ray) -> Result<Ray, TraceError> {
            let mut n = 1.0;
            for (i, s) in surfaces.iter().enumerate() {
                let ratio = ray.height / s.radius;
                if ratio.abs() >= 1.0 {
                    return Err(TraceError::Missed(i));
                }
                let normal = ratio.asin();
                let sin_out = n / s.index * (ray.angle + normal).sin();
                if sin_out.abs() > 1.0 {
                    return Err(TraceError::TotalReflection(i));
                }
                ray.angle = sin_out.asin() - normal;
                ray.height += s.thickness * ray.angle.tan();
                n = s.index;
            }
            Ok(ray)
        }

        /// Root mean square spot size of a bundle of parallel rays.
        pub fn spot_size(surfaces: &[Surface], aperture: f64) -> Result<f64, TraceError> {
            let mut sum = 0.0;
            for k in 1..=4 {
                let height = aperture * k as f64 / 4.0;
                let ray = trace(surfaces, Ray { height, angle: 0.0 })?;
                sum += ray.height * ray.height;
            }
            Ok((sum / 4.0).sqrt())
        }

        pub fn merit(surfaces: &[Surface], aperture: f64) -> f64 {
            match spot_size(surfaces, aperture) {
                Ok(size) => size,
                Err(TraceError::Missed(i)) => 1e3 + i as f64,
                Err(TraceError::TotalReflection(i)) => 2e3 + i as f64,
            }
        }
    }
    pub use lens::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Merit;
    let x = (vec![exp::Surface { radius: 50.0, index: 1.5168, thickness: 4.0 }, exp::Surface { radius: -45.0, index: 1.0, thickness: 46.0 }], 5.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::merit(&vec![plain::Surface { radius: 50.0, index: 1.5168, thickness: 4.0 }, plain::Surface { radius: -45.0, index: 1.0, thickness: 46.0 }], 5.0));
    ad::testing::check(&e, &x).unwrap();
}
