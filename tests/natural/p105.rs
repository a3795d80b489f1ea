#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    #[exp(adjoint)]
    fn softmax(scores: &mut [f64]) {
        let max = scores.iter().cloned().fold(f64::MIN, f64::max);
        let mut total = 0.0;
        for s in scores.iter_mut() {
            *s = (*s - max).exp();
            total += *s;
        }
        for s in scores.iter_mut() {
            *s /= total;
        }
    }

    /// One causal attention head. Rows are tokens.
    #[exp(adjoint)]
    pub fn attention(queries: &[Vec<f64>], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let scale = (queries[0].len() as f64).sqrt().recip();
        let mut output = Vec::new();
        for (t, query) in queries.iter().enumerate() {
            let mut weights: Vec<f64> = keys[..=t].iter().map(|key| scale * dot(query, key)).collect();
            softmax(&mut weights);
            let mut mixed = vec![0.0; values[0].len()];
            for (w, value) in weights.iter().zip(values) {
                mixed.iter_mut().zip(value).for_each(|(m, v)| *m += w * v);
            }
            output.push(mixed);
        }
        output
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Attention;
    let x = (vec![vec![0.1, 0.4], vec![-0.3, 0.2]], vec![vec![0.5, -0.1], vec![0.3, 0.7]], vec![vec![1.0], vec![-2.0]]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![vec![1.0], vec![2.0]]).1);
    println!("value {:?} plain {:?}", value, plain::attention(&[vec![0.1, 0.4], vec![-0.3, 0.2]], &[vec![0.5, -0.1], vec![0.3, 0.7]], &[vec![1.0], vec![-2.0]]));
    ad::testing::check(&e, &x).unwrap();
}
