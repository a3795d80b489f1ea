#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub fn cheapest_path(grid: &[Vec<f64>]) -> f64 {
        let (rows, cols) = (grid.len(), grid[0].len());
        let mut cost = grid.to_vec();
        for r in 0..rows {
            for c in 0..cols {
                let before = match (r, c) {
                    (0, 0) => continue,
                    (0, _) => cost[0][c - 1],
                    (_, 0) => cost[r - 1][0],
                    _ => {
                        let diagonal = cost[r - 1][c - 1] + 0.5;
                        cost[r - 1][c].min(cost[r][c - 1]).min(diagonal)
                    }
                };
                cost[r][c] += before;
            }
        }
        cost[rows - 1][cols - 1]
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::CheapestPath;
    let x = vec![vec![1.0, 3.0, 1.5], vec![1.25, 5.0, 1.0], vec![4.0, 2.0, 1.0]];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::cheapest_path(&[vec![1.0, 3.0, 1.5], vec![1.25, 5.0, 1.0], vec![4.0, 2.0, 1.0]]));
    ad::testing::check(&e, &x).unwrap();
}
