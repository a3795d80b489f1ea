#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// One convolution, a ReLU, max pooling and a linear read-out.
    #[exp(adjoint)]
    fn conv2d(image: &[Vec<f64>], kernel: &[[f64; 2]; 2], bias: f64) -> Vec<Vec<f64>> {
        let (h, w) = (image.len() - 1, image[0].len() - 1);
        let mut out = vec![vec![bias; w]; h];
        for y in 0..h {
            for x in 0..w {
                for (dy, row) in kernel.iter().enumerate() {
                    for (dx, k) in row.iter().enumerate() {
                        out[y][x] += k * image[y + dy][x + dx];
                    }
                }
            }
        }
        out
    }

    #[exp(adjoint)]
    fn max_pool(image: &[Vec<f64>]) -> Vec<f64> {
        image
            .chunks(2)
            .flat_map(|rows| {
                (0..rows[0].len() / 2).map(move |j| {
                    rows.iter().flat_map(|r| &r[2 * j..2 * j + 2]).copied().fold(f64::MIN, f64::max)
                })
            })
            .collect()
    }

    #[exp(adjoint)]
    pub fn logit(image: &[Vec<f64>], kernel: &[[f64; 2]; 2], bias: f64, weights: &[f64]) -> f64 {
        let mut features = conv2d(image, kernel, bias);
        for row in features.iter_mut() {
            for v in row.iter_mut() {
                *v = v.max(0.0);
            }
        }
        max_pool(&features).iter().zip(weights).map(|(f, w)| f * w).sum()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Logit;
    let x = (vec![vec![0.1, 0.6, 0.3, 0.9, 0.2], vec![0.5, 0.8, 0.15, 0.4, 0.7], vec![0.95, 0.05, 0.55, 0.35, 0.65], vec![0.25, 0.75, 0.45, 0.85, 0.12], vec![0.62, 0.33, 0.91, 0.27, 0.48]], [[0.7, -0.4], [0.3, 0.9]], -0.1, vec![1.0, -0.5, 0.25, 2.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::logit(&vec![vec![0.1, 0.6, 0.3, 0.9, 0.2], vec![0.5, 0.8, 0.15, 0.4, 0.7], vec![0.95, 0.05, 0.55, 0.35, 0.65], vec![0.25, 0.75, 0.45, 0.85, 0.12], vec![0.62, 0.33, 0.91, 0.27, 0.48]], &[[0.7, -0.4], [0.3, 0.9]], -0.1, &vec![1.0, -0.5, 0.25, 2.0]));
    ad::testing::check(&e, &x).unwrap();
}
