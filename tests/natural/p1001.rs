#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod knapsack {
        /// 0/1 knapsack by dynamic programming, with a table of choices.
        #[derive(Clone, Copy)]
        struct Cell {
            value: f64,
            take: bool,
        }

        impl Default for Cell {
            fn default() -> Self {
                Cell { value: 0.0, take: false }
            }
        }

        fn table(weights: &[usize], values: &[f64], capacity: usize) -> Vec<Vec<Cell>> {
            let mut table = vec![vec![Cell::default(); capacity + 1]; weights.len() + 1];
            for i in 1..=weights.len() {
                for c in 0..=capacity {
                    let skip = table[i - 1][c].value;
                    table[i][c] = match c.checked_sub(weights[i - 1]) {
                        Some(rest) if table[i - 1][rest].value + values[i - 1] > skip => {
                            Cell { value: table[i - 1][rest].value + values[i - 1], take: true }
                        }
                        _ => Cell { value: skip, take: false },
                    };
                }
            }
            table
        }

        pub fn best_value(weights: &[usize], capacity: usize, values: &[f64]) -> f64 {
            let table = table(weights, values, capacity);
            let mut chosen = Vec::new();
            let mut left = capacity;
            for i in (1..=weights.len()).rev() {
                if table[i][left].take {
                    chosen.push(i - 1);
                    left -= weights[i - 1];
                }
            }
            let check: f64 = chosen.iter().map(|&i| values[i]).sum();
            debug_assert!((check - table[weights.len()][capacity].value).abs() < 1e-9);
            check * check / chosen.len() as f64
        }
    }
    pub use knapsack::*;
}

fn main() {
    let weights = [3, 4, 2, 5];
    ad::testing::check_function(&exp::BestValue { weights: &weights, capacity: 9 }, |x| plain::best_value(&weights, 9, x), &vec![4.0, 5.5, 2.1, 6.0]).unwrap();
}
