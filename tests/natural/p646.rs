#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod branch_and_bound {
        /// Fractional bound for a knapsack and depth-first search.
        #[derive(Debug, Clone)]
        pub struct Item {
            pub value: f64,
            pub weight: f64,
        }

        struct Solver<'a> {
            items: &'a [Item],
            best: f64,
            visited: usize,
        }

        impl<'a> Solver<'a> {
            fn bound(&self, mut index: usize, mut room: f64) -> f64 {
                let mut value = 0.0;
                while index < self.items.len() {
                    let item = &self.items[index];
                    if item.weight > room {
                        return value + item.value * room / item.weight;
                    }
                    room -= item.weight;
                    value += item.value;
                    index += 1;
                }
                value
            }

            fn search(&mut self, index: usize, room: f64, value: f64) {
                self.visited += 1;
                if value > self.best {
                    self.best = value;
                }
                if index == self.items.len() || value + self.bound(index, room) <= self.best {
                    return;
                }
                let item = &self.items[index];
                if item.weight <= room {
                    self.search(index + 1, room - item.weight, value + item.value);
                }
                self.search(index + 1, room, value);
            }
        }

        pub fn best_value(items: &[Item], capacity: f64) -> f64 {
            let mut sorted = items.to_vec();
            sorted.sort_by(|a, b| (b.value / b.weight).partial_cmp(&(a.value / a.weight)).unwrap());
            let mut solver = Solver { items: &sorted, best: 0.0, visited: 0 };
            solver.search(0, capacity, 0.0);
            solver.best
        }
    }
    pub use branch_and_bound::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BestValue;
    let x = (vec![exp::Item { value: 6.0, weight: 2.1 }, exp::Item { value: 10.0, weight: 4.3 }, exp::Item { value: 12.5, weight: 5.9 }, exp::Item { value: 3.1, weight: 1.4 }], 8.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::best_value(&vec![plain::Item { value: 6.0, weight: 2.1 }, plain::Item { value: 10.0, weight: 4.3 }, plain::Item { value: 12.5, weight: 5.9 }, plain::Item { value: 3.1, weight: 1.4 }], 8.0));
    ad::testing::check(&e, &x).unwrap();
}
