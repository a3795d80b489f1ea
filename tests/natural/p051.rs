#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Explicit scheme for heat on a plate stored row by row; the border keeps its temperature.
    #[exp(adjoint)]
    pub fn heat_plate(initial: &[f64], width: usize, diffusivity: f64, steps: usize) -> Vec<f64> {
        let mut field = initial.to_vec();
        let height = field.len() / width;
        for _ in 0..steps {
            let old = field.clone();
            let rows: Vec<&[f64]> = old.chunks(width).collect();
            for (r, row) in field.chunks_exact_mut(width).enumerate() {
                if r == 0 || r + 1 == height {
                    continue;
                }
                for c in 1..width - 1 {
                    let laplacian = rows[r - 1][c] + rows[r + 1][c] + rows[r][c - 1] + rows[r][c + 1]
                        - 4.0 * rows[r][c];
                    row[c] += diffusivity * laplacian;
                }
            }
        }
        field
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::HeatPlate { width: 3, steps: 2 };
    let x = (vec![1.0, 2.0, 3.0, 0.5, 0.0, 1.0, 2.0, 1.0, 4.0, 1.0, 0.0, 2.0], 0.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]).1);
    println!("value {:?} plain {:?}", value, plain::heat_plate(&[1.0, 2.0, 3.0, 0.5, 0.0, 1.0, 2.0, 1.0, 4.0, 1.0, 0.0, 2.0], 3, 0.2, 2));
    ad::testing::check(&e, &x).unwrap();
}
