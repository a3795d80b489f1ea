//! Where the numbers of a parameter must be.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo};

use crate::failure::{Failure, Outcome};

/// A remark on a parameter: its unit, or where its numbers must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// The unit.
    Unit(&'static str),
    /// The domain.
    Domain(Interval),
}

/// An interval of numbers. A range of Rust is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    from: f64,
    to: f64,
    /// Whether `to` is in the interval.
    is_closed: bool,
}

impl Interval {
    fn contains(&self, x: f64) -> bool {
        x >= self.from && (x < self.to || self.is_closed && x <= self.to)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |x: f64| x.to_string().replace("inf", "∞");
        let open = if self.from.is_finite() { '[' } else { '(' };
        let close = if self.is_closed && self.to.is_finite() { ']' } else { ')' };
        write!(f, "{open}{}, {}{close}", number(self.from), number(self.to))
    }
}

impl From<&'static str> for Remark {
    fn from(unit: &'static str) -> Self {
        Remark::Unit(unit)
    }
}
impl From<Range<f64>> for Remark {
    fn from(domain: Range<f64>) -> Self {
        Remark::Domain(Interval { from: domain.start, to: domain.end, is_closed: false })
    }
}
impl From<RangeInclusive<f64>> for Remark {
    fn from(domain: RangeInclusive<f64>) -> Self {
        Remark::Domain(Interval { from: *domain.start(), to: *domain.end(), is_closed: true })
    }
}
impl From<RangeFrom<f64>> for Remark {
    fn from(domain: RangeFrom<f64>) -> Self {
        Remark::Domain(Interval { from: domain.start, to: f64::INFINITY, is_closed: true })
    }
}
impl From<RangeTo<f64>> for Remark {
    fn from(domain: RangeTo<f64>) -> Self {
        Remark::Domain(Interval { from: f64::NEG_INFINITY, to: domain.end, is_closed: false })
    }
}

/// The domains of the numbers of an argument.
pub(crate) struct Domains {
    /// The number of numbers of an argument.
    n: usize,
    /// The index and the name of a number, and its domain.
    domains: Vec<(usize, String, Interval)>,
}

impl Domains {
    /// The domains of `n` numbers with these names, which long arguments without domains need not have.
    pub(crate) fn new(n: usize, names: impl Fn() -> Vec<String>, remarks: &[(&'static str, Remark)]) -> Self {
        let mut domains = Vec::new();
        let is_needed = remarks.iter().any(|(_, remark)| matches!(remark, Remark::Domain(_)));
        let names = if is_needed { names() } else { Vec::new() };
        for (i, name) in names.into_iter().enumerate() {
            let parameter = name.split(['.', '[']).next().unwrap_or_default();
            let interval = remarks.iter().find_map(|(of, remark)| match remark {
                Remark::Domain(interval) if *of == parameter => Some(*interval),
                _ => None,
            });
            domains.extend(interval.map(|interval| (i, name, interval)));
        }
        Domains { n, domains }
    }

    /// Compares the numbers of arguments with their domains.
    pub(crate) fn check(&self, points: &[f64]) -> Outcome<()> {
        for (i, name, interval) in &self.domains {
            let mut numbers = points.iter().skip(*i).step_by(self.n);
            if let Some(x) = numbers.find(|x| !interval.contains(**x)) {
                return Err(Failure::Argument(format!("`{name}` is {x}, and must be in {interval}")));
            }
        }
        Ok(())
    }
}
