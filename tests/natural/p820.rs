#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    const WGS84_A: f64 = 6_378_137.0;
    const WGS84_F: f64 = 1.0 / 298.257_223_563;

    /// Distance in metres on the WGS84 ellipsoid by Vincenty's inverse formula. Angles are in degrees.
    #[exp(adjoint)]
    pub fn vincenty(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
        let b = WGS84_A * (1.0 - WGS84_F);
        let l = (lon2 - lon1).to_radians();
        let (sin_u1, cos_u1) = ((1.0 - WGS84_F) * lat1.to_radians().tan()).atan().sin_cos();
        let (sin_u2, cos_u2) = ((1.0 - WGS84_F) * lat2.to_radians().tan()).atan().sin_cos();

        let mut lambda = l;
        let mut iterations = 0;
        let (cos_sq_alpha, sin_sigma, cos_sigma, sigma, cos_2sm) = loop {
            let (sin_lambda, cos_lambda) = lambda.sin_cos();
            let sin_sigma = ((cos_u2 * sin_lambda).powi(2)
                + (cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_lambda).powi(2))
            .sqrt();
            if sin_sigma == 0.0 {
                return 0.0;
            }
            let cos_sigma = sin_u1 * sin_u2 + cos_u1 * cos_u2 * cos_lambda;
            let sigma = sin_sigma.atan2(cos_sigma);
            let sin_alpha = cos_u1 * cos_u2 * sin_lambda / sin_sigma;
            let cos_sq_alpha = 1.0 - sin_alpha * sin_alpha;
            let cos_2sm = if cos_sq_alpha != 0.0 { cos_sigma - 2.0 * sin_u1 * sin_u2 / cos_sq_alpha } else { 0.0 };
            let c = WGS84_F / 16.0 * cos_sq_alpha * (4.0 + WGS84_F * (4.0 - 3.0 * cos_sq_alpha));
            let previous = lambda;
            lambda = l
                + (1.0 - c)
                    * WGS84_F
                    * sin_alpha
                    * (sigma + c * sin_sigma * (cos_2sm + c * cos_sigma * (2.0 * cos_2sm * cos_2sm - 1.0)));
            iterations += 1;
            if (lambda - previous).abs() < 1e-12 || iterations >= 100 {
                break (cos_sq_alpha, sin_sigma, cos_sigma, sigma, cos_2sm);
            }
        };

        let u_sq = cos_sq_alpha * (WGS84_A * WGS84_A - b * b) / (b * b);
        let big_a = 1.0 + u_sq / 16384.0 * (4096.0 + u_sq * (-768.0 + u_sq * (320.0 - 175.0 * u_sq)));
        let big_b = u_sq / 1024.0 * (256.0 + u_sq * (-128.0 + u_sq * (74.0 - 47.0 * u_sq)));
        let delta_sigma = big_b
            * sin_sigma
            * (cos_2sm
                + big_b / 4.0
                    * (cos_sigma * (2.0 * cos_2sm.powi(2) - 1.0)
                        - big_b / 6.0 * cos_2sm * (4.0 * sin_sigma.powi(2) - 3.0) * (4.0 * cos_2sm.powi(2) - 3.0)));
        b * big_a * (sigma - delta_sigma)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Vincenty;
    let x = (50.0664, -5.7147, 58.6440, -3.0700);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::vincenty(x.0, x.1, x.2, x.3));
    ad::testing::check(&e, &x).unwrap();
}
