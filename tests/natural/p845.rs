#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
        let n = b.len();
        for col in 0..n {
            let pivot = (col..n).max_by(|&i, &j| a[i][col].abs().total_cmp(&a[j][col].abs())).unwrap();
            a.swap(col, pivot);
            b.swap(col, pivot);
            for row in col + 1..n {
                let factor = a[row][col] / a[col][col];
                for k in col..n {
                    let upper = a[col][k];
                    a[row][k] -= factor * upper;
                }
                b[row] -= factor * b[col];
            }
        }
        for row in (0..n).rev() {
            for k in row + 1..n {
                b[row] -= a[row][k] * b[k];
            }
            b[row] /= a[row][row];
        }
        b
    }

    /// Massey ratings with ridge `prior`: each game has the two teams; margins are capped softly at `cap`.
    #[exp(adjoint)]
    pub fn massey(teams: usize, games: &[(usize, usize)], margins: &[f64], cap: f64, prior: f64) -> Vec<f64> {
        let mut matrix = vec![vec![0.0; teams]; teams];
        let mut rhs = vec![0.0; teams];
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] = prior;
        }
        for (&(home, away), margin) in games.iter().zip(margins) {
            let capped = cap * (margin / cap).tanh();
            matrix[home][home] += 1.0;
            matrix[away][away] += 1.0;
            matrix[home][away] -= 1.0;
            matrix[away][home] -= 1.0;
            rhs[home] += capped;
            rhs[away] -= capped;
        }
        solve(matrix, rhs)
    }
}

fn main() {
    use ad::prelude::*;
    let games = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
    let e = exp::Massey { teams: 4, games: &games };
    let x = (vec![7.0, -3.0, 14.0, -10.0, 21.0, 4.0], 17.0, 0.3);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::massey(4, &games, &x.0, x.1, x.2));
    ad::testing::check(&e, &x).unwrap();
}
