#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bank {
        use std::fmt;

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Schedule {
            Monthly,
            Quarterly,
            Yearly,
        }

        impl Schedule {
            const fn per_year(self) -> u32 {
                match self {
                    Schedule::Monthly => 12,
                    Schedule::Quarterly => 4,
                    Schedule::Yearly => 1,
                }
            }
        }

        #[derive(Debug)]
        pub enum LoanError {
            NegativeRate(f64),
            NoPeriods,
        }

        impl fmt::Display for LoanError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    LoanError::NegativeRate(r) => write!(f, "negative rate {r}"),
                    LoanError::NoPeriods => write!(f, "no periods"),
                }
            }
        }

        pub struct Loan {
            principal: f64,
            rate: f64,
            schedule: Schedule,
            years: u32,
        }

        impl Loan {
            pub fn new(principal: f64, rate: f64, schedule: Schedule, years: u32) -> Result<Self, LoanError> {
                if rate < 0.0 {
                    return Err(LoanError::NegativeRate(rate));
                }
                if years == 0 {
                    return Err(LoanError::NoPeriods);
                }
                Ok(Self { principal, rate, schedule, years })
            }

            fn periods(&self) -> u32 {
                self.schedule.per_year() * self.years
            }

            fn payment(&self) -> f64 {
                let r = self.rate / f64::from(self.schedule.per_year());
                if r == 0.0 {
                    return self.principal / f64::from(self.periods());
                }
                let growth = (1.0 + r).powi(self.periods() as i32);
                self.principal * r * growth / (growth - 1.0)
            }

            fn balances(&self) -> impl Iterator<Item = f64> + '_ {
                let payment = self.payment();
                let r = self.rate / f64::from(self.schedule.per_year());
                let mut balance = self.principal;
                (0..self.periods()).map(move |_| {
                    balance = balance * (1.0 + r) - payment;
                    balance
                })
            }
        }

        pub fn average_balance(schedule: Schedule, years: u32, principal: f64, rate: f64) -> Result<f64, LoanError> {
            let loan = Loan::new(principal, rate, schedule, years)?;
            let total: f64 = loan.balances().sum();
            Ok(total / f64::from(loan.periods()))
        }

        pub fn cost_of_credit(schedule: Schedule, principal: f64, rate: f64) -> f64 {
            match average_balance(schedule, 5, principal, rate) {
                Ok(average) => average * rate,
                Err(LoanError::NegativeRate(r)) => -r,
                Err(LoanError::NoPeriods) => 0.0,
            }
        }
    }
    pub use bank::*;
}

fn main() {
    ad::testing::check_function(&exp::CostOfCredit { schedule: exp::Schedule::Quarterly }, |x| {
        plain::cost_of_credit(plain::Schedule::Quarterly, x.0, x.1)
    }, &(1000.0, 0.06)).unwrap();
}
