#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::f64::consts::PI;

    /// Elevation and azimuth of the sun in degrees, after the NOAA approximation.
    #[exp(adjoint)]
    pub fn solar_position(day_of_year: u32, leap_year: bool, hour_utc: f64, latitude: f64, longitude: f64) -> (f64, f64) {
        let days = if leap_year { 366.0 } else { 365.0 };
        let gamma = 2.0 * PI / days * (f64::from(day_of_year) - 1.0 + (hour_utc - 12.0) / 24.0);

        let eqtime = 229.18
            * (0.000075 + 0.001868 * gamma.cos()
                - 0.032077 * gamma.sin()
                - 0.014615 * (2.0 * gamma).cos()
                - 0.040849 * (2.0 * gamma).sin());
        let decl = 0.006918 - 0.399912 * gamma.cos() + 0.070257 * gamma.sin() - 0.006758 * (2.0 * gamma).cos()
            + 0.000907 * (2.0 * gamma).sin()
            - 0.002697 * (3.0 * gamma).cos()
            + 0.00148 * (3.0 * gamma).sin();

        let true_solar_minutes = (hour_utc * 60.0 + eqtime + 4.0 * longitude).rem_euclid(1440.0);
        let hour_angle = (true_solar_minutes / 4.0 - 180.0).to_radians();
        let phi = latitude.to_radians();

        let cos_zenith = phi.sin() * decl.sin() + phi.cos() * decl.cos() * hour_angle.cos();
        let zenith = cos_zenith.clamp(-1.0, 1.0).acos();
        let azimuth = hour_angle.sin().atan2(hour_angle.cos() * phi.sin() - decl.tan() * phi.cos());

        let elevation = 90.0 - zenith.to_degrees();
        let refraction = if elevation > 5.0 {
            let t = elevation.to_radians().tan();
            (58.1 / t - 0.07 / t.powi(3) + 0.000086 / t.powi(5)) / 3600.0
        } else if elevation > -0.575 {
            (1735.0 + elevation * (-518.2 + elevation * (103.4 + elevation * (-12.79 + elevation * 0.711)))) / 3600.0
        } else {
            -20.772 / elevation.to_radians().tan() / 3600.0
        };
        (elevation + refraction, azimuth.to_degrees() + 180.0)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SolarPosition { day_of_year: 172, leap_year: false };
    let x = (9.25, 52.52, 13.405);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::solar_position(172, false, x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
