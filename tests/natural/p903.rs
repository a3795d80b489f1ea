#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Kernel density estimate with a Gaussian kernel and Silverman's bandwidth,
    /// which uses the smaller of the standard deviation and the scaled interquartile range.
    #[exp(adjoint)]
    pub fn kernel_density(sample: &[f64], at: f64) -> f64 {
        let n = sample.len() as f64;
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let quantile = |q: f64| {
            let h = q * (n - 1.0);
            let i = h.floor() as usize;
            let j = (i + 1).min(sorted.len() - 1);
            sorted[i] + (h - h.floor()) * (sorted[j] - sorted[i])
        };
        let iqr = quantile(0.75) - quantile(0.25);

        let mean = sample.iter().sum::<f64>() / n;
        let sd = (sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0)).sqrt();
        let bandwidth = 0.9 * sd.min(iqr / 1.34) * n.powf(-0.2);

        let norm = (2.0 * std::f64::consts::PI).sqrt() * bandwidth * n;
        sample.iter().map(|x| (-0.5 * ((at - x) / bandwidth).powi(2)).exp()).sum::<f64>() / norm
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::KernelDensity;
    let x = (vec![1.2, 0.4, 2.7, 1.9, 3.3, 0.8], 1.5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::kernel_density(&x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
