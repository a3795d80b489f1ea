#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::collections::HashMap;

    #[exp(adjoint)]
    fn best(items: &[(usize, f64)], i: usize, capacity: usize, memo: &mut HashMap<(usize, usize), f64>) -> f64 {
        if i == items.len() {
            return 0.0;
        }
        if let Some(&v) = memo.get(&(i, capacity)) {
            return v;
        }
        let (weight, value) = items[i];
        let skip = best(items, i + 1, capacity, memo);
        let result = if weight <= capacity {
            let take = value + best(items, i + 1, capacity - weight, memo);
            skip.max(take)
        } else {
            skip
        };
        memo.insert((i, capacity), result);
        result
    }

    #[exp(adjoint)]
    pub fn knapsack(items: &[(usize, f64)], capacity: usize) -> f64 {
        let mut memo = HashMap::new();
        best(items, 0, capacity, &mut memo)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Knapsack { capacity: 10 };
    let x = vec![(3, 4.5), (4, 5.1), (5, 7.3), (2, 3.2), (6, 8.05)];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::knapsack(&vec![(3, 4.5), (4, 5.1), (5, 7.3), (2, 3.2), (6, 8.05)], 10));
    ad::testing::check(&e, &x).unwrap();
}
