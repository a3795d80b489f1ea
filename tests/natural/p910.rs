#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Final balance of a savings plan and the tax that was paid on the way.
    ///
    /// Tax is due once a year on that year's interest, by progressive brackets `(threshold, rate)`.
    #[exp(adjoint)]
    pub fn savings_plan(principal: f64, deposit: f64, annual_rate: f64, brackets: &[(f64, f64)], years: u32) -> (f64, f64) {
        let monthly = (1.0 + annual_rate).powf(1.0 / 12.0) - 1.0;
        let mut balance = principal;
        let mut paid = 0.0;
        for _year in 0..years {
            let mut interest = 0.0;
            for month in 1..=12 {
                let earned = balance * monthly;
                interest += earned;
                balance += earned;
                if month % 3 == 0 {
                    balance += deposit;
                }
            }
            let due = tax(interest, brackets);
            balance -= due;
            paid += due;
        }
        (balance, paid)
    }

    #[exp(adjoint)]
    fn tax(income: f64, brackets: &[(f64, f64)]) -> f64 {
        let mut due = 0.0;
        let mut it = brackets.iter().peekable();
        while let Some(&(from, rate)) = it.next() {
            if income <= from {
                break;
            }
            let to = match it.peek() {
                Some(&&(next, _)) => income.min(next),
                None => income,
            };
            due += (to - from) * rate;
        }
        due
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::SavingsPlan { years: 4 };
    let x = (10_000.0, 600.0, 0.05, vec![(100.0, 0.1), (400.0, 0.22), (640.0, 0.31)]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::savings_plan(x.0, x.1, x.2, &x.3, 4));
    ad::testing::check(&e, &x).unwrap();
}
