//! Real functions.

use super::*;

everyday! {
    real at [[0.7, 1.3, 2.1], [1.9, 0.4, 0.6]] {
        fn elementary(x: &[f64; 3]) {
            let a = x[0].sin() * x[1].cos() + x[2].tan();
            let b = x[0].exp().ln_1p() + x[1].sqrt() * x[2].ln();
            a * b + x[0].tanh().atan() + x[1].sinh() / x[2].cosh()
        }
        fn powers(x: &[f64; 3]) {
            x[0].powi(3) * x[1].powf(2.5) + x[2].powf(x[0]) + x[1].powi(-2) + 2f64.powf(x[0])
        }
        fn of_two(x: &[f64; 3]) {
            x[0].atan2(x[1]) * x[1].hypot(x[2]) + x[0].max(x[1]) * x[1].min(x[2])
        }
        fn fused(x: &[f64; 3]) {
            x[0].mul_add(x[1], x[2]) * x[1].mul_add(2.0, 1.0)
        }
        fn pieces(x: &[f64; 3]) {
            x[0].abs() * x[1].signum() * x[2] + (x[0] * x[1]).clamp(0.5, 2.0) * x[2].floor()
        }
        fn largest(x: &[f64; 3]) {
            let m = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let n = x.iter().copied().fold(f64::INFINITY, |a, b| a.min(b));
            m * m * n
        }
        fn normalised(x: &[f64; 3]) {
            let norm = x.iter().map(|v| v * v).sum::<f64>().sqrt();
            let unit: Vec<f64> = x.iter().map(|v| v / norm).collect();
            unit[0] * unit[1] + unit[2].exp()
        }
        fn softmax(x: &[f64; 3]) {
            let m = x.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
            let e: Vec<f64> = x.iter().map(|v| (v - m).exp()).collect();
            let z: f64 = e.iter().sum();
            e.iter().zip(x).map(|(p, v)| p / z * v).sum()
        }
        fn variance(x: &[f64; 3]) {
            let n = x.len() as f64;
            let mean = x.iter().sum::<f64>() / n;
            x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)
        }
        fn horner(x: &[f64; 3]) {
            let t = x[0];
            let mut p = 0.0;
            for c in x.iter().rev() {
                p = p * t + c;
            }
            p / (1.0 + t * t)
        }
        fn newton(x: &[f64; 3]) {
            let a = x[0] * x[1];
            let mut y = 1.0;
            for _ in 0..50 {
                let next = 0.5 * (y + a / y);
                if (next - y).abs() < 1e-14 {
                    break;
                }
                y = next;
            }
            y * x[2]
        }
        fn newton_until(x: &[f64; 3]) {
            let mut y = x[0];
            let mut change = 1.0;
            while change > 1e-13 {
                let step = (y * y * y - x[1]) / (3.0 * y * y);
                y -= step;
                change = if step < 0.0 { -step } else { step };
            }
            y * x[2]
        }
        fn trapezoids(x: &[f64; 3]) {
            let n = 8;
            let h = (x[1] - x[0]) / n as f64;
            let f = |t: f64| (t * x[2]).sin() / (1.0 + t * t);
            let mut s = 0.5 * (f(x[0]) + f(x[1]));
            for i in 1..n {
                s += f(x[0] + i as f64 * h);
            }
            s * h
        }
        fn euler(x: &[f64; 3]) {
            let (mut p, mut v) = (x[0], x[1]);
            let dt = 0.05;
            for _ in 0..20 {
                let a = -x[2] * p.sin() - 0.1 * v;
                v += a * dt;
                p += v * dt;
            }
            p * p + v * v
        }
        fn activations(x: &[f64; 3]) {
            let relu = |v: f64| if v > 0.0 { v } else { 0.0 };
            let sigmoid = |v: f64| 1.0 / (1.0 + (-v).exp());
            relu(x[0] - 1.0) + sigmoid(x[1]) * relu(x[2])
        }
        fn a_layer(x: &[f64; 3]) {
            let w = [[0.3, -0.2, 0.5], [0.8, 0.1, -0.4]];
            let mut h = [0.0; 2];
            for i in 0..2 {
                let mut s = 0.1;
                for j in 0..3 {
                    s += w[i][j] * x[j];
                }
                h[i] = s.tanh();
            }
            h[0] * h[1]
        }
        fn polar(x: &[f64; 3]) {
            let (s, c) = x[0].sin_cos();
            let p = (x[1] * c, x[1] * s);
            p.0 * p.1 + (p.0 * p.0 + p.1 * p.1).sqrt() * x[2]
        }
        fn a_quadratic(x: &[f64; 3]) {
            let [a, b, c] = *x;
            let d = b * b - 4.0 * a * c;
            if d >= 0.0 { (-b + d.sqrt()) / (2.0 * a) } else { d.abs().sqrt() / (2.0 * a) }
        }
        fn error_function(x: &[f64; 3]) {
            special::erf(x[0]) * special::sigmoid(x[1]) + special::ln_gamma(x[2])
        }
        fn between(x: &[f64; 3]) {
            if (9.0..).contains(&x[1]) { x[0] } else if (0.0..=5.0).contains(&x[0]) { x[0] * x[1] } else if (x[1]..x[2]).contains(&(x[0] * 2.0)) { x[2] * x[2] } else { x[1] }
        }
        fn break_with_a_pair(x: &[f64; 3]) {
            let mut t = x[0];
            let mut k = 0;
            let (a, b, n) = loop {
                k += 1;
                t = t * x[1] + x[2];
                if k > 3 || t > 100.0 {
                    break (t * x[0], t * t, k);
                }
            };
            a * b + a * n as f64
        }
        fn name_hidden_in_a_loop(x: &[f64; 3]) {
            let mut s = x[0];
            for i in 0..3 {
                let mut count = 0;
                for i in 0..2 {
                    count += i;
                }
                s = s * x[i] + x[1] * count as f64;
            }
            s
        }
        fn recursive(x: [f64; 3]) {
            if x[0] > 20.0 || x[0] < 1.0 { x[1] * x[2] } else { x[0] * recursive([x[0] * x[0] + 1.0, x[1], x[2] + x[0]]) }
        }
        fn mapped_flat(x: &[f64; 3]) {
            (0..3).flat_map(|i| x.iter().map(move |v| v * v * i as f64)).sum()
        }
        fn zipped_three_times(x: &[f64; 3]) {
            let mut s = 0.0;
            for ((a, b), c) in x.iter().zip(x.iter().skip(1)).zip(WEIGHTS.iter()) {
                s += a * b * c;
            }
            s
        }
        fn constants(x: &[f64; 3]) {
            const LOCAL: f64 = 2.0;
            let mut s = 0.0;
            for i in 0..3 {
                s += WEIGHTS[i] * x[i] * x[i] * RATE + LOCAL * x[0];
            }
            s
        }
        fn with_pi(x: &[f64; 3]) {
            use std::f64::consts::PI;
            (-0.5 * x[0] * x[0]).exp() / (2.0 * PI).sqrt() + (PI * x[1]).sin() * std::f64::consts::E.ln() * x[2]
        }
    }
    real at [[[1.0, 2.0, 3.0], [4.0, -5.0, 6.0], [7.0, 8.0, 0.0]]] {
        fn squared(m: [[f64; 3]; 3]) {
            let mut p = [[0.0; 3]; 3];
            for i in 0..3 {
                for j in 0..3 {
                    p[i][j] = (0..3).map(|k| m[i][k] * m[k][j]).sum();
                }
            }
            p.iter().flat_map(|row| row.iter()).sum()
        }
    }
}
