#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    type Matrix = [[f64; 3]; 3];

    #[derive(Debug, Clone, Copy)]
    enum Axis {
        X,
        Y,
        Z,
    }

    #[exp(adjoint)]
    fn rotation(axis: Axis, angle: f64) -> [[f64; 3]; 3] {
        let (s, c) = angle.sin_cos();
        match axis {
            Axis::X => [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]],
            Axis::Y => [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]],
            Axis::Z => [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]],
        }
    }

    #[exp(adjoint)]
    fn apply(m: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| m[i].iter().zip(v).map(|(a, b)| a * b).sum())
    }

    /// Altitude in degrees of a star with J2000 coordinates (degrees), after precession to the Julian date `jd`.
    #[exp(adjoint)]
    pub fn altitude(ra: f64, dec: f64, jd: f64, latitude: f64, longitude: f64) -> f64 {
        let t = (jd - 2_451_545.0) / 36_525.0;
        let arcsec = |a: f64| (a / 3600.0).to_radians();
        let zeta = arcsec(t * (2306.2181 + t * (0.30188 + t * 0.017998)));
        let z = arcsec(t * (2306.2181 + t * (1.09468 + t * 0.018203)));
        let theta = arcsec(t * (2004.3109 - t * (0.42665 + t * 0.041833)));

        let (ra, dec) = (ra.to_radians(), dec.to_radians());
        let mut v = [dec.cos() * ra.cos(), dec.cos() * ra.sin(), dec.sin()];
        for (axis, angle) in [(Axis::Z, -zeta), (Axis::Y, theta), (Axis::Z, -z)] {
            v = apply(&rotation(axis, angle), v);
        }

        let gmst = (280.46061837 + 360.98564736629 * (jd - 2_451_545.0) + t * t * 0.000387933) % 360.0;
        let local = (gmst + longitude).to_radians();
        let horizon = apply(&rotation(Axis::Z, local), v);
        let phi = latitude.to_radians();
        (horizon[0] * phi.cos() + horizon[2] * phi.sin()).asin().to_degrees()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Altitude;
    let x = (88.793, 7.407, 2_460_320.4, 48.14, 11.58);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::altitude(x.0, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
