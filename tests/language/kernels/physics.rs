//! Equations of state, friction, colour and other closed formulas of physics and engineering.

use crate::kernels::published;
use std::f64::consts::PI;

const GAS_CONSTANT: f64 = 8.314_462_618;

kernels! {
    /// Pressure of a van der Waals gas.
    pub fn van_der_waals(n: f64, v: f64, t: f64, a: f64, b: f64) -> f64 {
        n * GAS_CONSTANT * t / (v - n * b) - a * (n / v).powi(2)
    }

    /// The largest root of a cubic with real coefficients by Cardano and Viète.
    pub fn largest_root(a2: f64, a1: f64, a0: f64) -> f64 {
        let q = (3.0 * a1 - a2 * a2) / 9.0;
        let r = (9.0 * a2 * a1 - 27.0 * a0 - 2.0 * a2.powi(3)) / 54.0;
        let d = q.powi(3) + r * r;
        if d >= 0.0 {
            let s = (r + d.sqrt()).cbrt();
            let t = (r - d.sqrt()).cbrt();
            s + t - a2 / 3.0
        } else {
            let theta = (r / (-q.powi(3)).sqrt()).acos();
            let roots = [0.0, 2.0, 4.0].map(|k| 2.0 * (-q).sqrt() * ((theta + k * PI) / 3.0).cos() - a2 / 3.0);
            roots.into_iter().fold(f64::NEG_INFINITY, f64::max)
        }
    }

    /// The compressibility of a gas by D.-Y. Peng and D. Robinson, 1976.
    pub fn peng_robinson_z(t: f64, p: f64, tc: f64, pc: f64, omega: f64) -> f64 {
        let kappa = 0.37464 + 1.54226 * omega - 0.26992 * omega * omega;
        let alpha = (1.0 + kappa * (1.0 - (t / tc).sqrt())).powi(2);
        let a = 0.45724 * (GAS_CONSTANT * tc).powi(2) / pc * alpha;
        let b = 0.07780 * GAS_CONSTANT * tc / pc;
        let a = a * p / (GAS_CONSTANT * t).powi(2);
        let b = b * p / (GAS_CONSTANT * t);
        largest_root(-(1.0 - b), a - 3.0 * b * b - 2.0 * b, -(a * b - b * b - b.powi(3)))
    }

    /// Friction of pipe flow by C. Colebrook, 1939, by fixed-point iteration from P. Swamee and A. Jain's value.
    pub fn colebrook(reynolds: f64, roughness: f64) -> f64 {
        if reynolds < 2300.0 {
            return 64.0 / reynolds;
        }
        let mut f = 0.25 / (roughness / 3.7 + 5.74 / reynolds.powf(0.9)).log10().powi(2);
        for _ in 0..40 {
            f = (-2.0 * (roughness / 3.7 + 2.51 / (reynolds * f.sqrt())).log10()).powi(-2);
        }
        f
    }

    /// Discharge of a trapezoidal channel by R. Manning.
    pub fn manning(width: f64, depth: f64, side_slope: f64, bed_slope: f64, n: f64) -> f64 {
        let area = (width + side_slope * depth) * depth;
        let perimeter = width + 2.0 * depth * (1.0 + side_slope * side_slope).sqrt();
        let radius = area / perimeter;
        area / n * radius.powf(2.0 / 3.0) * bed_slope.sqrt()
    }

    /// sRGB to CIE L*a*b* under D65.
    pub fn srgb_to_lab(rgb: [f64; 3]) -> [f64; 3] {
        let linear = rgb.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
        let matrix = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        let white = [0.95047, 1.0, 1.08883];
        let mut f = [0.0; 3];
        for (i, row) in matrix.iter().enumerate() {
            let xyz: f64 = row.iter().zip(&linear).map(|(m, c)| m * c).sum();
            let t = xyz / white[i];
            f[i] = if t > (6.0f64 / 29.0).powi(3) { t.cbrt() } else { t / (3.0 * (6.0f64 / 29.0).powi(2)) + 4.0 / 29.0 };
        }
        [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]
    }

    /// HSV to RGB.
    pub fn hsv_to_rgb(h: f64, s: f64, v: f64) -> (f64, f64, f64) {
        let c = v * s;
        let h6 = (h / 60.0).rem_euclid(6.0);
        let x = c * (1.0 - (h6 % 2.0 - 1.0).abs());
        let m = v - c;
        let (r, g, b) = if h6 < 1.0 {
            (c, x, 0.0)
        } else if h6 < 2.0 {
            (x, c, 0.0)
        } else if h6 < 3.0 {
            (0.0, c, x)
        } else if h6 < 4.0 {
            (0.0, x, c)
        } else if h6 < 5.0 {
            (x, 0.0, c)
        } else {
            (c, 0.0, x)
        };
        (r + m, g + m, b + m)
    }

    /// The dew point by Magnus' formula.
    pub fn dew_point(temperature: f64, humidity: f64) -> f64 {
        let (b, c) = (17.62, 243.12);
        let gamma = (humidity / 100.0).ln() + b * temperature / (c + temperature);
        c * gamma / (b - gamma)
    }

    /// M. Planck's radiance by wavelength.
    pub fn planck(wavelength: f64, temperature: f64) -> f64 {
        const H: f64 = 6.626_070_15e-34;
        const C: f64 = 299_792_458.0;
        const K: f64 = 1.380_649e-23;
        2.0 * H * C * C / wavelength.powi(5) / ((H * C / (wavelength * K * temperature)).exp_m1())
    }

    /// Refraction by Snell's law and reflectance by Fresnel's equations, unpolarised.
    pub fn fresnel(cos_i: f64, n1: f64, n2: f64) -> f64 {
        let sin_t = n1 / n2 * (1.0 - cos_i * cos_i).max(0.0).sqrt();
        if sin_t >= 1.0 {
            return 1.0;
        }
        let cos_t = (1.0 - sin_t.powi(2)).sqrt();
        let rs = (n1 * cos_i - n2 * cos_t) / (n1 * cos_i + n2 * cos_t);
        let rp = (n1 * cos_t - n2 * cos_i) / (n1 * cos_t + n2 * cos_i);
        0.5 * (rs * rs + rp * rp)
    }
}

#[test]
fn equations_of_state() {
    compare!(
        VanDerWaals,
        |&(n, v, t, a, b)| van_der_waals(n, v, t, a, b),
        at(1.0, 0.02, 300.0, 0.364, 4.27e-5)
    );
    compare!(LargestRoot, |&(a, b, c)| largest_root(a, b, c), at(-6.0, 11.0, -6.1), (1.0, 2.0, -3.0));
    published(plain::largest_root(-6.0, 11.0, -6.0), 3.0, 1e-14);
    compare!(
        PengRobinsonZ,
        |&(t, p, tc, pc, w)| peng_robinson_z(t, p, tc, pc, w),
        within 1e-7,
        at (350.0, 5e6, 304.2, 7.382e6, 0.228)
    );
    compare_second!(PengRobinsonZ, at(350.0, 5e6, 304.2, 7.382e6, 0.228));
}

#[test]
fn flow() {
    // Moody's diagram at Re = 10⁵ and ε/D = 10⁻⁴.
    published(plain::colebrook(1e5, 1e-4), 0.018_513, 1e-5);
    compare!(Colebrook, |&(re, e)| colebrook(re, e), at(1e5, 1e-4), (1500.0, 1e-4));
    compare!(Manning, |&(b, y, z, s, n)| manning(b, y, z, s, n), at(3.0, 1.2, 1.5, 0.001, 0.013));
}

#[test]
fn colours() {
    published(plain::srgb_to_lab([1.0, 0.0, 0.0])[0], 53.2408, 1e-5);
    compare!(SrgbToLab, |&rgb| srgb_to_lab(rgb), at [0.5, 0.2, 0.8], [0.02, 0.01, 0.015]);
    published(plain::hsv_to_rgb(120.0, 1.0, 1.0).1, 1.0, 0.0);
    compare!(
        HsvToRgb,
        |&(h, s, v)| hsv_to_rgb(h, s, v),
        at(40.0, 0.6, 0.9),
        (350.0, 0.6, 0.9),
        (200.0, 0.5, 0.7)
    );
}

#[test]
fn formulas() {
    published(plain::dew_point(25.0, 60.0), 16.7, 1e-2);
    compare!(DewPoint, |&(t, h)| dew_point(t, h), at(25.0, 60.0));
    compare!(Planck, |&(l, t)| planck(l, t), at(5e-7, 5778.0));
    published(plain::fresnel(1.0, 1.0, 1.5), 0.04, 1e-14);
    compare!(Fresnel, |&(c, a, b)| fresnel(c, a, b), at(0.6, 1.0, 1.5));
}
