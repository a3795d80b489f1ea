#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tax {
        #[derive(Clone, Copy)]
        struct Bracket {
            upto: Option<f64>,
            rate: f64,
        }

        const BRACKETS: &[Bracket] = &[
            Bracket { upto: Some(10_000.0), rate: 0.0 },
            Bracket { upto: Some(40_000.0), rate: 0.2 },
            Bracket { upto: Some(80_000.0), rate: 0.35 },
            Bracket { upto: None, rate: 0.45 },
        ];

        fn tax(income: f64, brackets: &[Bracket]) -> f64 {
            let mut below = 0.0;
            let mut due = 0.0;
            for &Bracket { upto, rate } in brackets {
                let top = upto.map_or(income, |limit| limit.min(income));
                if top <= below {
                    break;
                }
                due += (top - below) * rate;
                below = top;
            }
            due
        }

        #[derive(Debug, Clone, Copy)]
        enum Deduction {
            Charity(f64),
            Pension { paid: f64, cap: f64 },
            HomeOffice { days: u16 },
        }

        impl Deduction {
            fn amount(&self) -> f64 {
                match *self {
                    Deduction::Charity(x) => 0.9 * x,
                    Deduction::Pension { paid, cap } if paid > cap => cap,
                    Deduction::Pension { paid, .. } => paid,
                    Deduction::HomeOffice { days } => 6.0 * days.min(210) as f64,
                }
            }
        }

        pub fn burden(income: f64, pension: f64, charity: f64) -> f64 {
            let deductions = [
                Deduction::Charity(charity * 1000.0),
                Deduction::Pension { paid: pension, cap: 15_000.0 },
                Deduction::HomeOffice { days: 120 },
            ];
            let taxable = deductions.iter().map(Deduction::amount).fold(income, std::ops::Sub::sub);
            tax(taxable, BRACKETS) / income
        }
    }
    pub use tax::*;
}

fn main() {
    ad::testing::check_function(&exp::Burden, |x| plain::burden(x.0, x.1, x.2), &(85_000.0, 12_000.0, 0.3)).unwrap();
}
