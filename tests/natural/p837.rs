#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    use std::collections::VecDeque;

    /// Average cost per day of an (s, S) inventory policy under given demand. An order arrives after `lead` days.
    #[exp(adjoint)]
    pub fn inventory_cost(demand: &[f64], lead: usize, reorder_point: f64, order_up_to: f64, holding: f64, backlog: f64) -> f64 {
        let setup = 12.0;
        let mut stock = order_up_to;
        let mut pipeline: VecDeque<f64> = std::iter::repeat(0.0).take(lead).collect();
        let mut cost = 0.0;

        for d in demand {
            if let Some(arrived) = pipeline.pop_front() {
                stock += arrived;
            }
            stock -= d;

            let position = stock + pipeline.iter().sum::<f64>();
            if position < reorder_point {
                pipeline.push_back(order_up_to - position);
                cost += setup;
            } else {
                pipeline.push_back(0.0);
            }

            cost += if stock >= 0.0 { holding * stock } else { -backlog * stock };
        }
        cost / demand.len() as f64
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::InventoryCost { lead: 2 };
    let x = (vec![5.0, 7.5, 3.2, 9.1, 4.4, 6.3, 8.8, 2.9, 5.7, 7.1], 14.0, 31.0, 0.4, 3.0);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::inventory_cost(&x.0, 2, x.1, x.2, x.3, x.4));
    ad::testing::check(&e, &x).unwrap();
}
