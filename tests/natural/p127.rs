#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    #[derive(Debug, Clone, PartialEq)]
    pub struct Village {
        pub people: f64,
        pub grain: f64,
        pub gold: f64,
    }

    #[exp(adjoint)]
    impl Village {
        fn harvest(&mut self, yield_per_head: f64) {
            self.grain += yield_per_head * self.people.powf(0.8);
        }

        fn eat(&mut self) {
            let need = self.people;
            if self.grain >= need {
                self.grain -= need;
                self.people *= 1.05;
            } else {
                let fed = self.grain / need;
                self.grain = 0.0;
                self.people *= 0.5 + 0.5 * fed;
            }
        }
    }

    #[exp(adjoint)]
    fn trade(a: &mut Village, b: &mut Village, openness: f64) {
        let amount = openness * (a.grain - b.grain) / 2.0;
        let price = 10.0 / (a.grain + b.grain + 1.0);
        a.grain -= amount;
        b.grain += amount;
        a.gold += amount * price;
        b.gold -= amount * price;
    }

    #[exp(adjoint)]
    pub fn simulate(seasons: usize, mut north: Village, mut south: Village, openness: f64, yields: [f64; 2]) -> (Village, Village) {
        for _ in 0..seasons {
            north.harvest(yields[0]);
            south.harvest(yields[1]);
            trade(&mut north, &mut south, openness);
            for village in [&mut north, &mut south] {
                village.eat();
            }
        }
        (north, south)
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Simulate { seasons: 4 };
    let x = (exp::Village { people: 10.0, grain: 5.0, gold: 3.0 }, exp::Village { people: 12.0, grain: 2.0, gold: 1.0 }, 0.6, [2.1, 1.2]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &(exp::Village { people: 1.0, grain: 2.0, gold: 3.0 }, exp::Village { people: -1.0, grain: 0.5, gold: 1.0 })).1);
    println!("value {:?} plain {:?}", value.0.people, plain::simulate(4, plain::Village { people: 10.0, grain: 5.0, gold: 3.0 }, plain::Village { people: 12.0, grain: 2.0, gold: 1.0 }, 0.6, [2.1, 1.2]).0.people);
    ad::testing::check(&e, &x).unwrap();
}
