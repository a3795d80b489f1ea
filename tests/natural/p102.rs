#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, Debug)]
    pub enum Kernel {
        Gaussian,
        Epanechnikov,
        Triangular,
    }

    #[exp(adjoint)]
    fn kernel_value(kernel: Kernel, u: f64) -> f64 {
        match kernel {
            Kernel::Gaussian => (-0.5 * u * u).exp() / (2.0 * std::f64::consts::PI).sqrt(),
            Kernel::Epanechnikov if u.abs() <= 1.0 => 0.75 * (1.0 - u * u),
            Kernel::Triangular if u.abs() <= 1.0 => 1.0 - u.abs(),
            _ => 0.0,
        }
    }

    /// Leave-one-out log score of a kernel density estimate, to choose the bandwidth.
    #[exp(adjoint)]
    pub fn leave_one_out(kernel: Kernel, sample: &[f64], bandwidth: f64) -> f64 {
        let n = sample.len();
        let mut score = 0.0;
        for i in 0..n {
            let mut density = 1e-12;
            for j in 0..n {
                if i == j {
                    continue;
                }
                density += kernel_value(kernel, (sample[i] - sample[j]) / bandwidth);
            }
            score += (density / ((n - 1) as f64 * bandwidth)).ln();
        }
        score / n as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::LeaveOneOut { kernel: exp::Kernel::Epanechnikov };
    let x = (vec![0.1, 0.5, 0.65, 1.3, 1.1], 0.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::leave_one_out(plain::Kernel::Epanechnikov, &[0.1, 0.5, 0.65, 1.3, 1.1], 0.9));
    ad::testing::check(&e, &x).unwrap();
}
