#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Total weighted tardiness of jobs on one machine in the order of
    /// weighted shortest processing time (Smith's rule).
    #[exp(adjoint)]
    pub fn weighted_tardiness(processing: &[f64], due: &[f64], weights: &[f64]) -> f64 {
        let mut order: Vec<usize> = (0..processing.len()).collect();
        order.sort_by(|&i, &j| {
            let a = weights[i] / processing[i];
            let b = weights[j] / processing[j];
            b.partial_cmp(&a).unwrap()
        });

        let mut clock = 0.0;
        let mut cost = 0.0;
        for job in order {
            clock += processing[job];
            let late = clock - due[job];
            if late > 0.0 {
                cost += weights[job] * late;
            }
        }
        cost
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::WeightedTardiness;
    let x = (vec![3.0, 1.5, 2.2, 4.0], vec![2.5, 3.0, 6.0, 5.5], vec![1.0, 2.0, 1.3, 0.7]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::weighted_tardiness(&x.0, &x.1, &x.2));
    ad::testing::check(&e, &x).unwrap();
}
