#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Gini coefficient of a sample of incomes.
    #[exp(adjoint)]
    pub fn gini(incomes: &[f64]) -> f64 {
        let n = incomes.len() as f64;
        let mut order: Vec<usize> = (0..incomes.len()).collect();
        order.sort_by(|&i, &j| incomes[i].partial_cmp(&incomes[j]).unwrap());
        let total: f64 = incomes.iter().sum();
        let weighted: f64 = order
            .iter()
            .enumerate()
            .map(|(rank, &i)| (2.0 * (rank as f64 + 1.0) - n - 1.0) * incomes[i])
            .sum();
        weighted / (n * total)
    }

    /// Interpolated quantile of a sorted copy, as in R's type 7.
    #[exp(adjoint)]
    pub fn quantile(values: &[f64], p: f64) -> f64 {
        let mut v = values.to_vec();
        v.sort_unstable_by(f64::total_cmp);
        let h = p * (v.len() - 1) as f64;
        let lo = h.floor();
        let i = lo as usize;
        if i + 1 >= v.len() {
            return v[v.len() - 1];
        }
        v[i] + (h - lo) * (v[i + 1] - v[i])
    }

    #[exp(adjoint)]
    pub fn inequality(incomes: &[f64], p: f64) -> f64 {
        gini(incomes) + quantile(incomes, p) / quantile(incomes, 1.0 - p)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Inequality;
    let x = (vec![20.0, 35.5, 12.0, 80.0, 41.0, 27.5], 0.83);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::inequality(&vec![20.0, 35.5, 12.0, 80.0, 41.0, 27.5], 0.83));
    ad::testing::check(&e, &x).unwrap();
}
