#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::collections::VecDeque;

    /// Hampel filter: an outlier is replaced by the median of the window behind it.
    #[exp(adjoint)]
    pub fn hampel(signal: &[f64], width: usize, tolerance: f64) -> Vec<f64> {
        #[exp(adjoint)]
        fn median(values: impl Iterator<Item = f64>) -> f64 {
            let mut sorted: Vec<f64> = values.collect();
            sorted.sort_by(f64::total_cmp);
            let mid = sorted.len() / 2;
            if sorted.len() % 2 == 0 { (sorted[mid - 1] + sorted[mid]) / 2.0 } else { sorted[mid] }
        }

        let mut window: VecDeque<f64> = VecDeque::new();
        let mut out = vec![];
        for &x in signal {
            window.push_back(x);
            if window.len() > width {
                window.pop_front();
            }
            let center = median(window.iter().copied());
            let spread = median(window.iter().map(|v| (v - center).abs()));
            out.push(if (x - center).abs() > tolerance * spread { center } else { x });
        }
        out
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Hampel { width: 5 };
    let x = (vec![1.0, 1.3, 0.8, 9.0, 1.15, 1.25, 0.95], 3.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]).1);
    println!("value {:?} plain {:?}", value, plain::hampel(&[1.0, 1.3, 0.8, 9.0, 1.15, 1.25, 0.95], 5, 3.0));
    ad::testing::check(&e, &x).unwrap();
}
