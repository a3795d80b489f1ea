#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod truss {
        #[derive(Debug, Clone)]
        pub struct Bar {
            pub from: usize,
            pub to: usize,
            pub area: f64,
        }

        #[derive(Debug, Clone)]
        pub struct Truss {
            pub nodes: Vec<[f64; 2]>,
            pub bars: Vec<Bar>,
            pub young: f64,
        }

        impl Truss {
            fn stiffness(&self) -> Vec<Vec<f64>> {
                let n = 2 * self.nodes.len();
                let mut k = vec![vec![0.0; n]; n];
                for bar in &self.bars {
                    let [x1, y1] = self.nodes[bar.from];
                    let [x2, y2] = self.nodes[bar.to];
                    let length = (x2 - x1).hypot(y2 - y1);
                    let (c, s) = ((x2 - x1) / length, (y2 - y1) / length);
                    let ea = self.young * bar.area / length;
                    let dir = [-c, -s, c, s];
                    let dofs = [2 * bar.from, 2 * bar.from + 1, 2 * bar.to, 2 * bar.to + 1];
                    for (&i, di) in dofs.iter().zip(dir.iter()) {
                        for (&j, dj) in dofs.iter().zip(dir.iter()) {
                            k[i][j] += ea * di * dj;
                        }
                    }
                }
                k
            }
        }

        /// Cholesky factorization and solution, in place.
        fn cholesky_solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
            let n = b.len();
            for j in 0..n {
                for k in 0..j {
                    for i in j..n {
                        let product = a[i][k] * a[j][k];
                        a[i][j] -= product;
                    }
                }
                if a[j][j] <= 0.0 {
                    return None;
                }
                let pivot = a[j][j].sqrt();
                for i in j..n {
                    a[i][j] /= pivot;
                }
            }
            for i in 0..n {
                let s: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
                b[i] = (b[i] - s) / a[i][i];
            }
            for i in (0..n).rev() {
                let s: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
                b[i] = (b[i] - s) / a[i][i];
            }
            Some(b)
        }

        /// Work of the loads, or infinity if the truss is a mechanism. `free` lists the free coordinates.
        pub fn compliance(truss: &Truss, loads: &[f64], free: &[usize]) -> f64 {
            let k = truss.stiffness();
            let reduced: Vec<Vec<f64>> = free.iter().map(|&i| free.iter().map(|&j| k[i][j]).collect()).collect();
            let f: Vec<f64> = free.iter().map(|&i| loads[i]).collect();
            match cholesky_solve(reduced, f.clone()) {
                Some(u) => u.iter().zip(&f).map(|(u, f)| u * f).sum(),
                None => f64::INFINITY,
            }
        }
    }
    pub use truss::*;
}

fn main() {
    use ad::prelude::*;
    let free = [4usize, 5, 6, 7];
    let e = exp::Compliance { free: &free };
    let nodes = vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.1], [1.1, 0.9]];
    let loads = vec![0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.5, 0.0];
    let ends = [(0, 2, 1.0), (1, 2, 0.7), (1, 3, 0.9), (2, 3, 0.5), (0, 3, 0.6)];
    let x = (
        exp::Truss {
            nodes: nodes.clone(),
            bars: ends.iter().map(|&(from, to, area)| exp::Bar { from, to, area }).collect(),
            young: 200.0,
        },
        loads.clone(),
    );
    let truss = plain::Truss {
        nodes,
        bars: ends.iter().map(|&(from, to, area)| plain::Bar { from, to, area }).collect(),
        young: 200.0,
    };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::compliance(&truss, &loads, &free));
    ad::testing::check(&e, &x).unwrap();
}
