#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod mortgage {
        #[derive(Clone, Debug)]
        pub struct Loan {
            pub principal: f64,
            pub annual_rate: f64,
            pub months: usize,
        }

        pub struct Payment {
            interest: f64,
            principal: f64,
            balance: f64,
        }

        impl Loan {
            fn monthly_payment(&self) -> f64 {
                let r = self.annual_rate / 12.0;
                if r == 0.0 {
                    return self.principal / self.months as f64;
                }
                self.principal * r / (1.0 - (1.0 + r).powi(-(self.months as i32)))
            }

            fn schedule(&self, extra: f64) -> Vec<Payment> {
                let payment = self.monthly_payment() + extra;
                let mut balance = self.principal;
                let mut rows = vec![];
                while balance > 0.005 && rows.len() < self.months {
                    let interest = balance * self.annual_rate / 12.0;
                    let principal = (payment - interest).min(balance);
                    balance -= principal;
                    rows.push(Payment { interest, principal, balance });
                }
                rows
            }
        }

        /// How much interest does it save to pay `extra` each month?
        pub fn interest_saved(loan: Loan, extra: f64) -> f64 {
            let usual: f64 = loan.schedule(0.0).iter().map(|p| p.interest).sum();
            let faster: f64 = loan.schedule(extra).iter().map(|p| p.interest).sum();
            usual - faster
        }
    }
    pub use mortgage::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::InterestSaved;
    let x = (exp::Loan { principal: 10000.0, annual_rate: 0.06, months: 24 }, 50.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::interest_saved(plain::Loan { principal: 10000.0, annual_rate: 0.06, months: 24 }, 50.0));
    ad::testing::check(&e, &x).unwrap();
}
