#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod truss {
        #[derive(Debug, Clone)]
        pub struct Bar {
            pub nodes: (usize, usize),
            pub area: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Truss {
            pub nodes: Vec<[f64; 2]>,
            pub bars: Vec<Bar>,
            pub youngs_modulus: f64,
        }

        impl Truss {
            fn stiffness(&self) -> Vec<Vec<f64>> {
                let n = 2 * self.nodes.len();
                let mut k = vec![vec![0.0; n]; n];
                for bar in &self.bars {
                    let (i, j) = bar.nodes;
                    let dx = self.nodes[j][0] - self.nodes[i][0];
                    let dy = self.nodes[j][1] - self.nodes[i][1];
                    let length = dx.hypot(dy);
                    let (c, s) = (dx / length, dy / length);
                    let ea_l = self.youngs_modulus * bar.area / length;
                    let direction = [-c, -s, c, s];
                    let dofs = [2 * i, 2 * i + 1, 2 * j, 2 * j + 1];
                    for (&p, a) in dofs.iter().zip(&direction) {
                        for (&q, b) in dofs.iter().zip(&direction) {
                            k[p][q] += ea_l * a * b;
                        }
                    }
                }
                k
            }
        }

        /// Gaussian elimination with partial pivoting.
        fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
            let n = b.len();
            for col in 0..n {
                let pivot = (col..n).max_by(|&i, &j| a[i][col].abs().partial_cmp(&a[j][col].abs()).unwrap())?;
                if a[pivot][col].abs() < 1e-12 {
                    return None;
                }
                a.swap(col, pivot);
                b.swap(col, pivot);
                for row in col + 1..n {
                    let factor = a[row][col] / a[col][col];
                    for k in col..n {
                        a[row][k] -= factor * a[col][k];
                    }
                    b[row] -= factor * b[col];
                }
            }
            for row in (0..n).rev() {
                let tail: f64 = (row + 1..n).map(|k| a[row][k] * b[k]).sum();
                b[row] = (b[row] - tail) / a[row][row];
            }
            Some(b)
        }

        /// Compliance of the truss under `loads` (by degree of freedom), with the degrees of freedom `fixed` held.
        pub fn compliance(truss: &Truss, loads: &[f64], supports: &[usize]) -> f64 {
            let k = truss.stiffness();
            let free: Vec<usize> = (0..loads.len()).filter(|d| !supports.contains(d)).collect();
            let reduced = free.iter().map(|&r| free.iter().map(|&c| k[r][c]).collect()).collect();
            let forces: Vec<f64> = free.iter().map(|&d| loads[d]).collect();
            match solve(reduced, forces.clone()) {
                Some(u) => u.iter().zip(&forces).map(|(u, f)| u * f).sum(),
                None => f64::INFINITY,
            }
        }
    }
    pub use truss::*;
}

fn main() {
    use ad::prelude::*;
    let supports = [0, 1, 3];
    let e = exp::Compliance { supports: &supports };
    let bar = |i, j, area| exp::Bar { nodes: (i, j), area };
    let x = (
        exp::Truss {
            nodes: vec![[0.0, 0.0], [2.0, 0.0], [1.0, 1.5], [3.0, 1.25]],
            bars: vec![bar(0, 1, 1.0), bar(0, 2, 1.5), bar(1, 2, 0.75), bar(1, 3, 1.25), bar(2, 3, 1.0)],
            youngs_modulus: 200.0,
        },
        vec![0.0, 0.0, 0.0, 0.0, 1.0, -2.0, 0.5, -1.0],
    );
    let bar = |i, j, area| plain::Bar { nodes: (i, j), area };
    let t = plain::Truss {
        nodes: vec![[0.0, 0.0], [2.0, 0.0], [1.0, 1.5], [3.0, 1.25]],
        bars: vec![bar(0, 1, 1.0), bar(0, 2, 1.5), bar(1, 2, 0.75), bar(1, 3, 1.25), bar(2, 3, 1.0)],
        youngs_modulus: 200.0,
    };
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::compliance(&t, &x.1, &supports));
    ad::testing::check(&e, &x).unwrap();
}
