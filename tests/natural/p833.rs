#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// UTM easting and northing by Krüger's series to third order in `n`. Angles are in degrees.
    #[exp(adjoint)]
    pub fn utm(zone: u8, latitude: f64, longitude: f64) -> (f64, f64) {
        const A: f64 = 6378.137;
        const F: f64 = 1.0 / 298.257223563;
        const K0: f64 = 0.9996;

        let n = F / (2.0 - F);
        let a = A / (1.0 + n) * (1.0 + n.powi(2) / 4.0 + n.powi(4) / 64.0);
        let alpha = [
            n / 2.0 - 2.0 / 3.0 * n.powi(2) + 5.0 / 16.0 * n.powi(3),
            13.0 / 48.0 * n.powi(2) - 3.0 / 5.0 * n.powi(3),
            61.0 / 240.0 * n.powi(3),
        ];

        let central = f64::from(zone) * 6.0 - 183.0;
        let phi = latitude.to_radians();
        let dl = (longitude - central).to_radians();

        let c = 2.0 * n.sqrt() / (1.0 + n);
        let t = (phi.sin().atanh() - c * (c * phi.sin()).atanh()).sinh();
        let xi = t.atan2(dl.cos());
        let eta = (dl.sin() / (1.0 + t * t).sqrt()).atanh();

        let mut easting = eta;
        let mut northing = xi;
        for (j, a) in alpha.iter().enumerate() {
            let k = 2.0 * (j + 1) as f64;
            easting += a * (k * xi).cos() * (k * eta).sinh();
            northing += a * (k * xi).sin() * (k * eta).cosh();
        }
        let false_northing = if latitude < 0.0 { 10_000.0 } else { 0.0 };
        (500.0 + K0 * a * easting, false_northing + K0 * a * northing)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Utm { zone: 33 };
    let x = (-22.5, 14.8);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::utm(33, x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
