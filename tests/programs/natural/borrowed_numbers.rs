//! Types that borrow numbers, which adjoint programs take apart.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use ad::prelude::*;

#[exp(adjoint)]
mod market {
    #[derive(Debug, Clone)]
    pub struct Curve<'a> {
        times: &'a [f64],
        zeros: &'a [f64],
    }

    impl<'a> Curve<'a> {
        pub fn new(times: &'a [f64], zeros: &'a [f64]) -> Self {
            let n = times.len();
            assert_eq!(n, zeros.len());
            Curve { zeros, times }
        }

        fn rate(&self, t: f64) -> f64 {
            match self.times.partition_point(|&p| p < t) {
                0 => self.zeros[0],
                i if i == self.times.len() => self.zeros[i - 1],
                i => {
                    let w = (t - self.times[i - 1]) / (self.times[i] - self.times[i - 1]);
                    (1.0 - w) * self.zeros[i - 1] + w * self.zeros[i]
                }
            }
        }

        fn is_rising(&self) -> bool {
            let Self { zeros, .. } = self;
            zeros[zeros.len() - 1] > zeros[0]
        }

        fn iter(&self) -> impl Iterator<Item = f64> + '_ {
            self.zeros.iter().zip(self.times).map(|(z, t)| z * t)
        }
    }

    #[derive(Clone, Copy)]
    pub enum Quote {
        Deposit { maturity: f64 },
        Swap { years: u32 },
    }

    impl Quote {
        fn implied(&self, scale: f64, curve: &Curve<'_>) -> f64 {
            match *self {
                Quote::Deposit { maturity } => curve.rate(maturity) * scale,
                Quote::Swap { years } => (1..=years).map(|k| curve.rate(f64::from(k))).sum(),
            }
        }
    }

    /// Its field is another such type.
    struct Book<'a> {
        curve: &'a Curve<'a>,
        cash: f64,
        log: Vec<f64>,
    }

    impl<'a> Book<'a> {
        fn open(curve: &'a Curve<'a>, cash: f64) -> Self {
            let mut book = Book { curve, cash, log: Vec::new() };
            book.note(1.0);
            book
        }

        fn note(&mut self, x: f64) {
            self.log.push(x);
        }

        fn earn(&mut self, t: f64) -> f64 {
            self.cash *= 1.5 + self.curve.rate(t);
            self.note(self.cash * self.log[0] + self.last(self.curve));
            self.log.len() as f64 * self.cash
        }

        fn last(&self, curve: &Curve<'_>) -> f64 {
            self.log[self.log.len() - 1] * curve.zeros[0]
        }

        fn close(self) -> f64 {
            self.log.iter().product::<f64>() * self.cash
        }
    }

    pub fn fit(times: &[f64], zeros: &[f64], quotes: &[Quote]) -> f64 {
        let n = times[0];
        let curve = Curve::new(times, zeros);
        let steep = if curve.is_rising() { n } else { n * n };
        let mut total: f64 = quotes.iter().map(|quote| quote.implied(n, &curve) - n).sum();
        let mut book = Book::open(&curve, 2.0);
        for quote in quotes {
            total += book.earn(0.4) * quote.implied(total, &Curve { times: zeros, ..curve.clone() });
        }
        total * book.close() + steep + Curve::new(zeros, times).rate(0.3) + curve.iter().sum::<f64>()
    }
}
use market::*;

#[exp(adjoint)]
mod views {
    #[derive(Clone, Copy)]
    struct View<'a>(&'a [f64], usize);

    impl<'a> View<'a> {
        fn tail(&self) -> View<'a> {
            View(&self.0[1..], self.1 + 1)
        }

        fn ends(self) -> f64 {
            let mut copy = self;
            copy.1 += 2;
            let next = self.tail();
            next.0[0] * copy.1 as f64 + next.tail().0[0] * self.1 as f64
        }
    }

    fn weigh(view: View<'_>, k: f64) -> f64 {
        if view.0.is_empty() { k } else { view.0[0] * view.1 as f64 + k * weigh(view.tail_of(1), k) }
    }

    impl View<'_> {
        fn tail_of(&self, n: usize) -> View<'_> {
            View(&self.0[n..], self.1 + n)
        }
    }

    /// Its methods call each other, and change a list of the caller.
    struct Parser<'a> {
        tokens: &'a [f64],
        out: &'a mut Vec<f64>,
        at: usize,
    }

    impl Parser<'_> {
        fn next(&mut self) -> Option<f64> {
            self.at += 1;
            self.tokens.get(self.at - 1).copied()
        }

        fn sum(&mut self) -> Result<f64, String> {
            let product = self.product()?;
            self.out.push(product);
            Ok(product + if self.at < 4 { self.sum()? } else { 0.5 })
        }

        fn product(&mut self) -> Result<f64, String> {
            let x = self.next().ok_or("the end")?;
            if x > 2.0 { Ok(x * self.sum()?) } else { Ok(x.sin()) }
        }
    }

    pub fn parse(x: &[f64]) -> f64 {
        let mut out = vec![x[1]];
        let mut parser = Parser { tokens: x, at: 0, out: &mut out };
        let value = parser.sum().unwrap_or(0.0);
        let view = View(x, 1);
        let view = View(&x[1..], view.1 + 2);
        value * out[1] * out[0] + view.ends() + weigh(view, x[0])
    }
}
use views::*;

#[test]
fn is_a_variable_for_each_field() {
    let quotes = vec![Quote::Deposit { maturity: 0.8 }, Quote::Swap { years: 2 }];
    crate::check::program(&Fit, &(vec![0.5, 1.0, 2.5], vec![0.25, 0.5, 0.75], quotes));
    for x in [[0.5, 1.5, 2.5, -0.5, 1.25, 0.75], [0.5, 2.5, -1.0, 2.25, 0.125, 0.25]] {
        crate::check::program(&Parse, &x.to_vec());
    }
}
