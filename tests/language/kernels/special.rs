//! Special functions.

use crate::kernels::published;
use std::f64::consts::PI;

const LANCZOS: [f64; 9] = [
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7,
];

kernels! {
    /// The gamma function by Lanczos' approximation with g = 7 and nine terms (P. Godfrey's coefficients).
    pub fn gamma(x: f64) -> f64 {
        if x < 0.5 {
            PI / ((PI * x).sin() * gamma(1.0 - x))
        } else {
            let x = x - 1.0;
            let mut a = LANCZOS[0];
            let t = x + 7.5;
            for i in 1..LANCZOS.len() {
                a += LANCZOS[i] / (x + i as f64);
            }
            (2.0 * PI).sqrt() * t.powf(x + 0.5) * (-t).exp() * a
        }
    }

    /// The digamma function: recurrence up to 6, then the asymptotic series (Abramowitz & Stegun 6.3.18).
    pub fn digamma(x: f64) -> f64 {
        let mut x = x;
        let mut result = 0.0;
        while x < 6.0 {
            result -= 1.0 / x;
            x += 1.0;
        }
        let f = 1.0 / (x * x);
        result + x.ln() - 0.5 / x - f * (1.0 / 12.0 - f * (1.0 / 120.0 - f * (1.0 / 252.0 - f * (1.0 / 240.0 - f * (1.0 / 132.0)))))
    }

    /// The error function, Abramowitz & Stegun 7.1.26: absolute error below 1.5e-7.
    pub fn erf(x: f64) -> f64 {
        const P: f64 = 0.3275911;
        const A: [f64; 5] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
        let sign = if x < 0.0 { -1.0 } else { 1.0 };
        let x = x.abs();
        let t = 1.0 / (1.0 + P * x);
        let poly = ((((A[4] * t + A[3]) * t + A[2]) * t + A[1]) * t + A[0]) * t;
        sign * (1.0 - poly * (-x * x).exp())
    }

    /// The Bessel function of the first kind of integer order by its power series.
    pub fn bessel_j(n: u32, x: f64) -> f64 {
        let half = x / 2.0;
        let mut term = 1.0;
        for k in 1..=n {
            term *= half / k as f64;
        }
        let mut sum = term;
        let mut k = 1;
        loop {
            term *= -half * half / (k * (k + n)) as f64;
            sum += term;
            if term.abs() < 1e-17 * sum.abs() || k > 200 {
                break sum;
            }
            k += 1;
        }
    }

    /// J₀ for |x| ≤ 3, Abramowitz & Stegun 9.4.1.
    pub fn bessel_j0_small(x: f64) -> f64 {
        let t = (x / 3.0).powi(2);
        1.0 + t * (-2.2499997 + t * (1.2656208 + t * (-0.3163866 + t * (0.0444479 + t * (-0.0039444 + t * 0.0002100)))))
    }

    /// The complete elliptic integral of the first kind by the arithmetic-geometric mean.
    pub fn elliptic_k(m: f64) -> f64 {
        let (mut a, mut b) = (1.0, (1.0 - m).sqrt());
        while (a - b).abs() > 1e-15 * a {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
        }
        PI / (2.0 * a)
    }

    /// The complete elliptic integral of the second kind by the arithmetic-geometric mean.
    pub fn elliptic_e(m: f64) -> f64 {
        let mut a = 1.0;
        let mut b = (1.0 - m).sqrt();
        let mut sum = m / 2.0;
        let mut power = 0.5;
        for _ in 0..8 {
            let c = (a - b) / 2.0;
            let mean = (a + b) / 2.0;
            b = (a * b).sqrt();
            a = mean;
            power *= 2.0;
            sum += power * c * c;
        }
        PI / (2.0 * a) * (1.0 - sum)
    }

    /// The regularised lower incomplete gamma function P(a, x): series or Lentz's continued fraction.
    pub fn incomplete_gamma(a: f64, x: f64) -> f64 {
        let scale = (-x + a * x.ln()).exp() / gamma(a);
        if x < a + 1.0 {
            let mut ap = a;
            let mut sum = 1.0 / a;
            let mut delta = sum;
            for _ in 0..500 {
                ap += 1.0;
                delta *= x / ap;
                sum += delta;
                if delta.abs() < sum.abs() * f64::EPSILON {
                    break;
                }
            }
            sum * scale
        } else {
            let tiny = f64::MIN_POSITIVE / f64::EPSILON;
            let mut b = x + 1.0 - a;
            let mut c = 1.0 / tiny;
            let mut d = 1.0 / b;
            let mut h = d;
            for i in 1..500 {
                let an = -(i as f64) * (i as f64 - a);
                b += 2.0;
                d = an * d + b;
                if d.abs() < tiny {
                    d = tiny;
                }
                c = b + an / c;
                if c.abs() < tiny {
                    c = tiny;
                }
                d = 1.0 / d;
                let delta = d * c;
                h *= delta;
                if (delta - 1.0).abs() <= f64::EPSILON {
                    break;
                }
            }
            1.0 - scale * h
        }
    }

    /// The principal branch of Lambert's W by Halley's iteration.
    pub fn lambert_w(x: f64) -> f64 {
        let mut w = if x > 1.0 { x.ln() - x.ln().ln().max(0.0) } else { x };
        for _ in 0..50 {
            let e = w.exp();
            let f = w * e - x;
            let step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
            w -= step;
            if step.abs() < 1e-9 {
                break;
            }
        }
        // One more, so that the result is as exact as the numbers are.
        let e = w.exp();
        w - (w * e - x) / (e * (w + 1.0))
    }

    /// The Riemann zeta function for s > 0 by P. Borwein's alternating series.
    pub fn zeta(s: f64) -> f64 {
        const N: usize = 24;
        let mut d = [0.0; N + 1];
        let mut term = 1.0 / N as f64;
        let mut sum = term;
        d[0] = N as f64 * sum;
        for i in 1..=N {
            term *= 4.0 * ((N + i - 1) * (N - i + 1)) as f64 / ((2 * i) * (2 * i - 1)) as f64;
            sum += term;
            d[i] = N as f64 * sum;
        }
        let mut total = 0.0;
        for k in 0..N {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            total += sign * (d[k] - d[N]) / ((k + 1) as f64).powf(s);
        }
        -total / (d[N] * (1.0 - 2f64.powf(1.0 - s)))
    }

    /// Legendre polynomials by Bonnet's recurrence.
    pub fn legendre(n: usize, x: f64) -> f64 {
        let (mut p0, mut p1) = (1.0, x);
        if n == 0 {
            return p0;
        }
        for k in 1..n {
            let next = ((2 * k + 1) as f64 * x * p1 - k as f64 * p0) / (k + 1) as f64;
            p0 = p1;
            p1 = next;
        }
        p1
    }

    /// B. Carlson's symmetric elliptic integral of the first kind by duplication (1979).
    pub fn carlson_rf(x: f64, y: f64, z: f64) -> f64 {
        assert!(x >= 0.0 && y >= 0.0 && z >= 0.0, "negative argument: {x}, {y}, {z}");
        let (mut x, mut y, mut z) = (x, y, z);
        loop {
            let lambda = (x * y).sqrt() + (y * z).sqrt() + (z * x).sqrt();
            (x, y, z) = ((x + lambda) / 4.0, (y + lambda) / 4.0, (z + lambda) / 4.0);
            let mean = (x + y + z) / 3.0;
            let (dx, dy) = (1.0 - x / mean, 1.0 - y / mean);
            let dz = -dx - dy;
            if dx.abs().max(dy.abs()).max(dz.abs()) < 1e-3 {
                let e2 = dx * dy - dz * dz;
                let e3 = dx * dy * dz;
                return (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0) / mean.sqrt();
            }
        }
    }

    /// Horner's rule, highest coefficient first.
    pub fn horner(coefficients: &[f64], x: f64) -> f64 {
        coefficients.iter().fold(0.0, |acc, &c| acc * x + c)
    }

    /// Clenshaw's recurrence for a Chebyshev series on [-1, 1].
    pub fn clenshaw(c: &[f64], x: f64) -> f64 {
        let mut b1 = 0.0;
        let mut b2 = 0.0;
        for &ck in c.iter().skip(1).rev() {
            let b0 = 2.0 * x * b1 - b2 + ck;
            b2 = b1;
            b1 = b0;
        }
        x * b1 - b2 + c[0]
    }
}

#[test]
fn gamma_by_lanczos() {
    published(plain::gamma(5.0), 24.0, 1e-13);
    published(plain::gamma(0.5), PI.sqrt(), 1e-13);
    compare!(Gamma, |&x| gamma(x), at 4.3, 0.7, 0.2, -1.4);
    compare_second!(Gamma, at 4.3, 0.2);
}

#[test]
fn digamma_by_recurrence_and_series() {
    published(plain::digamma(1.0), -0.577_215_664_901_532_9, 1e-10);
    compare!(Digamma, |&x| digamma(x), at 1.2, 0.3, 12.5);
}

#[test]
fn erf_by_abramowitz_and_stegun() {
    published(plain::erf(1.0), 0.842_700_792_949_715, 1.5e-7);
    compare!(Erf, |&x| erf(x), at 0.3, 1.0, -2.0);
}

#[test]
fn bessel_j_by_series() {
    published(plain::bessel_j(2, 1.0), 0.114_903_484_931_900_5, 1e-14);
    for n in 0..3 {
        compare!(BesselJ { n }, |&x| bessel_j(n, x), at 0.5, 3.7);
    }
}

#[test]
fn bessel_j0_by_polynomial() {
    published(plain::bessel_j0_small(1.0), 0.765_197_686_557_966_6, 5e-8);
    compare!(BesselJ0Small, |&x| bessel_j0_small(x), at 0.5, 2.9);
}

#[test]
fn elliptic_integrals_by_agm() {
    published(plain::elliptic_k(0.5), 1.854_074_677_301_372, 1e-14);
    published(plain::elliptic_e(0.5), 1.350_643_881_047_675, 1e-14);
    compare!(EllipticK, |&m| elliptic_k(m), at 0.5, 0.99, 0.01);
    compare!(EllipticE, |&m| elliptic_e(m), at 0.5, 0.9, 0.01);
}

#[test]
fn incomplete_gamma_by_series_and_fraction() {
    published(plain::incomplete_gamma(1.0, 2.0), 1.0 - (-2.0_f64).exp(), 1e-13);
    published(plain::incomplete_gamma(0.5, 0.5), 0.682_689_492_137_085_9, 1e-13);
    compare!(IncompleteGamma, |&(a, x)| incomplete_gamma(a, x), at(2.5, 1.5), (2.5, 6.0));
}

#[test]
fn lambert_w_by_halley() {
    published(plain::lambert_w(1.0), 0.567_143_290_409_783_8, 1e-15);
    compare!(LambertW, |&x| lambert_w(x), at 1.0, 0.2, 30.0);
}

#[test]
fn zeta_by_borwein() {
    published(plain::zeta(2.0), PI * PI / 6.0, 1e-14);
    compare!(Zeta, |&s| zeta(s), at 2.0, 0.5, 4.5);
}

#[test]
fn legendre_by_bonnet() {
    published(plain::legendre(3, 0.5), -0.4375, 1e-15);
    compare!(Legendre { n: 5 }, |&x| legendre(5, x), at 0.5, -0.9);
}

#[test]
fn horner_and_clenshaw() {
    published(plain::horner(&[2.0, -6.0, 2.0, -1.0], 3.0), 5.0, 0.0);
    published(plain::clenshaw(&[1.0, 2.0, 3.0], 0.5), 1.0 + 2.0 * 0.5 + 3.0 * -0.5, 1e-15);
    compare!(Horner, |(c, x)| horner(c, *x), at(vec![2.0, -6.0, 2.0, -1.0], 3.0));
    compare!(Clenshaw, |(c, x)| clenshaw(c, *x), at(vec![1.0, 0.5, -0.3, 0.2], 0.4));
}

#[test]
fn carlson_integral() {
    published(plain::carlson_rf(0.0, 1.0, 2.0), 1.311_028_777_146_06, 1e-10);
    compare!(CarlsonRf, |&(x, y, z)| carlson_rf(x, y, z), at(0.5, 1.0, 2.0));
}
