#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Schedule of a loan with extra payments in some months.
    #[exp(adjoint)]
    pub fn total_interest(principal: f64, annual_rate: f64, months: u32, extra: &[(u32, f64)]) -> f64 {
        let r = annual_rate / 12.0;
        let payment = principal * r / (1.0 - (1.0 + r).powi(-(months as i32)));
        let mut balance = principal;
        let mut interest_paid = 0.0;
        let mut month = 0;
        while balance > 0.01 && month < months {
            month += 1;
            let interest = balance * r;
            interest_paid += interest;
            let mut pay = payment - interest;
            for (m, amount) in extra {
                if *m == month {
                    pay += amount;
                }
            }
            balance -= pay.min(balance);
        }
        interest_paid
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::TotalInterest { months: 24 };
    let x = (10_000.0, 0.06, vec![(3, 500.0), (10, 1200.0), (11, 250.0)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::total_interest(10_000.0, 0.06, 24, &vec![(3, 500.0), (10, 1200.0), (11, 250.0)]));
    ad::testing::check(&e, &x).unwrap();
}
