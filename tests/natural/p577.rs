#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bond {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum DayCount {
            Actual365,
            Actual360,
            Thirty360,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Date {
            pub year: i32,
            pub month: u32,
            pub day: u32,
        }

        impl Date {
            fn ordinal(&self) -> i64 {
                let (y, m) = if self.month <= 2 { (self.year - 1, self.month + 9) } else { (self.year, self.month - 3) };
                let y = y as i64;
                365 * y + y / 4 - y / 100 + y / 400 + (153 * m as i64 + 2) / 5 + self.day as i64
            }
        }

        impl DayCount {
            fn fraction(self, from: Date, to: Date) -> f64 {
                match self {
                    DayCount::Actual365 => (to.ordinal() - from.ordinal()) as f64 / 365.0,
                    DayCount::Actual360 => (to.ordinal() - from.ordinal()) as f64 / 360.0,
                    DayCount::Thirty360 => {
                        let months = (to.year - from.year) * 12 + to.month as i32 - from.month as i32;
                        (30 * months + to.day.min(30) as i32 - from.day.min(30) as i32) as f64 / 360.0
                    }
                }
            }
        }

        pub struct Bond {
            pub coupon: f64,
            pub dates: Vec<Date>,
            pub convention: DayCount,
        }

        impl Bond {
            pub fn price(&self, settlement: Date, yield_rate: f64) -> f64 {
                let mut previous = settlement;
                let mut pv = 0.0;
                let mut discount = 1.0;
                for (i, &date) in self.dates.iter().enumerate().filter(|(_, d)| **d > settlement) {
                    let dt = self.convention.fraction(previous, date);
                    discount *= (1.0 + yield_rate).powf(-dt);
                    pv += discount * self.coupon * dt;
                    if i + 1 == self.dates.len() {
                        pv += discount;
                    }
                    previous = date;
                }
                100.0 * pv
            }
        }
    }
    pub use bond::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::BondPrice { settlement: exp::Date { year: 2024, month: 3, day: 15 } };
    let x = (exp::Bond { coupon: 0.04, dates: vec![exp::Date { year: 2024, month: 1, day: 1 }, exp::Date { year: 2025, month: 1, day: 1 }, exp::Date { year: 2026, month: 1, day: 1 }], convention: exp::DayCount::Actual365 }, 0.035);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::Bond::price(&plain::Bond { coupon: 0.04, dates: vec![plain::Date { year: 2024, month: 1, day: 1 }, plain::Date { year: 2025, month: 1, day: 1 }, plain::Date { year: 2026, month: 1, day: 1 }], convention: plain::DayCount::Actual365 }, plain::Date { year: 2024, month: 3, day: 15 }, 0.035));
    ad::testing::check(&e, &x).unwrap();
}
