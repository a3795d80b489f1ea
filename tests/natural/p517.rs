#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy)]
    pub enum Padding {
        Zero,
        Reflect,
        Wrap,
    }

    #[exp(adjoint)]
    pub fn convolve(signal: &[f64], kernel: &[f64], padding: Padding) -> Vec<f64> {
        let n = signal.len() as isize;
        let half = kernel.len() as isize / 2;
        let mut out = Vec::with_capacity(signal.len());
        for i in 0..n {
            let mut acc = 0.0;
            for (j, &k) in kernel.iter().enumerate() {
                let idx = i + j as isize - half;
                let sample = if (0..n).contains(&idx) {
                    signal[idx as usize]
                } else {
                    match padding {
                        Padding::Zero => 0.0,
                        Padding::Reflect if idx < 0 => signal[(-idx) as usize],
                        Padding::Reflect => signal[(2 * n - 2 - idx) as usize],
                        Padding::Wrap => signal[idx.rem_euclid(n) as usize],
                    }
                };
                acc += k * sample;
            }
            out.push(acc);
        }
        out
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Convolve { padding: exp::Padding::Reflect };
    let x = (vec![1.0, 3.0, 2.0, -1.0, 0.5], vec![0.25, 0.5, 0.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0]).1);
    println!("value {:?} plain {:?}", value, plain::convolve(&vec![1.0, 3.0, 2.0, -1.0, 0.5], &vec![0.25, 0.5, 0.3], plain::Padding::Reflect));
    ad::testing::check(&e, &x).unwrap();
}
