//! Root finding and quadrature.

use crate::kernels::published;

kernels! {
    tape
    /// Newton's method with a derivative that the caller gives.
    pub fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, start: f64) -> f64 {
        let mut x = start;
        for _ in 0..50 {
            let step = f(x) / df(x);
            x -= step;
            if step.abs() <= 1e-9 * x.abs() {
                break;
            }
        }
        x - f(x) / df(x)
    }

    tape
    /// The square root of a number, by Heron's iteration.
    pub fn heron(a: f64) -> f64 {
        newton(|x| x * x - a, |x| 2.0 * x, a.max(1.0))
    }

    tape
    /// The secant method.
    pub fn secant<F: Fn(f64) -> f64>(f: F, mut x0: f64, mut x1: f64, tolerance: f64) -> Option<f64> {
        let (mut f0, mut f1) = (f(x0), f(x1));
        for _ in 0..60 {
            if f1 == f0 || (x1 - x0).abs() < tolerance {
                return Some(x1);
            }
            let x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
            x0 = x1;
            f0 = f1;
            x1 = x2;
            f1 = f(x1);
        }
        None
    }

    tape
    /// Where cos x meets k x.
    pub fn cosine_meets_line(k: f64) -> f64 {
        secant(|x| x.cos() - k * x, 0.5, 1.0, 1e-12).unwrap_or(f64::NAN)
    }

    tape
    /// The composite rule of Simpson.
    pub fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
        let h = (b - a) / n as f64;
        let mut sum = f(a) + f(b);
        for i in 1..n {
            let x = a + i as f64 * h;
            sum += if i % 2 == 0 { 2.0 * f(x) } else { 4.0 * f(x) };
        }
        sum * h / 3.0
    }

    tape
    /// The length of an arc of y = c sin x.
    pub fn arc_length(c: f64, from: f64, to: f64) -> f64 {
        simpson(|x| (1.0 + (c * x.cos()).powi(2)).sqrt(), from, to, 64)
    }

    tape
    /// Adaptive quadrature by Simpson's rule (G. Kuncir, 1962).
    pub fn adaptive(f: &dyn Fn(f64) -> f64, a: f64, b: f64, tolerance: f64, depth: u32) -> f64 {
        let m = (a + b) / 2.0;
        let whole = (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
        let left = (m - a) / 6.0 * (f(a) + 4.0 * f((a + m) / 2.0) + f(m));
        let right = (b - m) / 6.0 * (f(m) + 4.0 * f((m + b) / 2.0) + f(b));
        let delta = left + right - whole;
        if depth == 0 || delta.abs() <= 15.0 * tolerance {
            left + right + delta / 15.0
        } else {
            adaptive(f, a, m, tolerance / 2.0, depth - 1) + adaptive(f, m, b, tolerance / 2.0, depth - 1)
        }
    }

    tape
    /// Dawson's integrand over [0, x].
    pub fn error_integral(x: f64) -> f64 {
        adaptive(&|t| (-t * t).exp(), 0.0, x, 1e-10, 20)
    }

    /// Five-point Gauss–Legendre quadrature of a power.
    pub fn gauss_legendre(a: f64, b: f64, power: f64) -> f64 {
        let nodes = [
            (0.0, 0.568_888_888_888_888_9),
            (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
            (0.906_179_845_938_664, 0.236_926_885_056_189_1),
        ];
        let (mid, half) = ((a + b) / 2.0, (b - a) / 2.0);
        let g = |x: f64| x.powf(power);
        half * nodes
            .iter()
            .map(|&(x, w)| if x == 0.0 { w * g(mid) } else { w * (g(mid + half * x) + g(mid - half * x)) })
            .sum::<f64>()
    }

    /// W. Romberg's extrapolation of the trapezoidal rule.
    pub fn romberg(a: f64, b: f64, k: f64) -> f64 {
        let f = |x: f64| 1.0 / (1.0 + k * x * x);
        const ROWS: usize = 7;
        let mut r = [[0.0; ROWS]; ROWS];
        let mut h = b - a;
        r[0][0] = 0.5 * h * (f(a) + f(b));
        for i in 1..ROWS {
            h *= 0.5;
            let sum: f64 = (1..=1 << (i - 1)).map(|j| f(a + (2 * j - 1) as f64 * h)).sum();
            r[i][0] = 0.5 * r[i - 1][0] + h * sum;
            for j in 1..=i {
                r[i][j] = r[i][j - 1] + (r[i][j - 1] - r[i - 1][j - 1]) / (4f64.powi(j as i32) - 1.0);
            }
        }
        r[ROWS - 1][ROWS - 1]
    }

    tape
    /// The minimum of a parabola-like function by golden-section search; the value there.
    pub fn golden_section(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        let (mut a, mut b) = (low, high);
        let (mut c, mut d) = (b - ratio * (b - a), a + ratio * (b - a));
        while (b - a).abs() > 1e-8 {
            if f(c) < f(d) {
                b = d;
            } else {
                a = c;
            }
            c = b - ratio * (b - a);
            d = a + ratio * (b - a);
        }
        f((a + b) / 2.0)
    }

    tape
    /// The least value of (x - 1)² + k x⁴.
    pub fn least(k: f64) -> f64 {
        golden_section(|x| (x - 1.0).powi(2) + k * x.powi(4), -1.0, 2.0)
    }

    tape
    /// R. Brent's zero finder (1973).
    pub fn brent(f: &dyn Fn(f64) -> f64, a: f64, b: f64, tol: f64) -> Result<f64, &'static str> {
        let (mut a, mut b) = (a, b);
        let (mut fa, mut fb) = (f(a), f(b));
        if fa * fb > 0.0 {
            return Err("not bracketed");
        }
        let (mut c, mut fc) = (a, fa);
        let mut d = b - a;
        let mut e = d;
        for _ in 0..100 {
            if fb.signum() == fc.signum() {
                c = a;
                fc = fa;
                d = b - a;
                e = d;
            }
            if fc.abs() < fb.abs() {
                a = b;
                b = c;
                c = a;
                fa = fb;
                fb = fc;
                fc = fa;
            }
            let tol1 = 2.0 * f64::EPSILON * b.abs() + 0.5 * tol;
            let xm = 0.5 * (c - b);
            if xm.abs() <= tol1 || fb == 0.0 {
                return Ok(b);
            }
            if e.abs() >= tol1 && fa.abs() > fb.abs() {
                let s = fb / fa;
                let (mut p, mut q);
                if a == c {
                    p = 2.0 * xm * s;
                    q = 1.0 - s;
                } else {
                    q = fa / fc;
                    let r = fb / fc;
                    p = s * (2.0 * xm * q * (q - r) - (b - a) * (r - 1.0));
                    q = (q - 1.0) * (r - 1.0) * (s - 1.0);
                }
                if p > 0.0 {
                    q = -q;
                } else {
                    p = -p;
                }
                if 2.0 * p < f64::min(3.0 * xm * q - (tol1 * q).abs(), (e * q).abs()) {
                    e = d;
                    d = p / q;
                } else {
                    d = xm;
                    e = d;
                }
            } else {
                d = xm;
                e = d;
            }
            a = b;
            fa = fb;
            if d.abs() > tol1 {
                b += d;
            } else {
                b += tol1.copysign(xm);
            }
            fb = f(b);
        }
        Err("too many iterations")
    }

    tape
    /// The root of a cubic by Brent's method.
    pub fn wallis(k: f64) -> Result<f64, &'static str> {
        brent(&|x| x.powi(3) - 2.0 * x - k, 2.0, 3.0, 1e-12)
    }
}

#[test]
fn newton_and_secant() {
    compare!(Heron, |&a| heron(a), at 2.0, 0.3, 144.0);
    published(plain::cosine_meets_line(1.0), 0.739_085_133_215_160_6, 1e-14);
    compare!(CosineMeetsLine, |&k| cosine_meets_line(k), within 1e-5, at 1.0, 0.4);
}

#[test]
fn quadrature() {
    published(plain::arc_length(1.0, 0.0, std::f64::consts::PI), 3.820_197_789_027_712, 1e-9);
    compare!(ArcLength, |&(c, a, b)| arc_length(c, a, b), at(1.3, 0.1, 2.0));
    published(plain::error_integral(1.0), 0.746_824_132_812_427, 1e-9);
    compare!(ErrorIntegral, |&x| error_integral(x), within 1e-5, at 1.0, 2.3);
    published(plain::gauss_legendre(0.0, 1.0, 4.0), 0.2, 1e-14);
    compare!(GaussLegendre, |&(a, b, p)| gauss_legendre(a, b, p), at(0.5, 2.0, 3.3));
    published(plain::romberg(0.0, 1.0, 1.0), std::f64::consts::FRAC_PI_4, 1e-9);
    compare!(Romberg, |&(a, b, k)| romberg(a, b, k), at(0.2, 1.4, 0.7));
    compare_second!(ArcLength, at(1.3, 0.1, 2.0));
}

#[test]
fn golden_section_search() {
    compare!(Least, |&k| least(k), within 1e-6, at 1.0, 0.2);
}

#[test]
fn brent_zero_finder() {
    // J. Wallis' equation of 1685.
    published(plain::wallis(5.0).unwrap(), 2.094_551_481_542_327, 1e-12);
    compare!(Wallis, |&k| wallis(k), within 1e-5, at 5.0, 7.3);
}
