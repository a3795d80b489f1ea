//! Second derivatives of sums by programs of second order, in the caller's memory.

use super::programmed::Finite;
use crate::number::quadratic::Assemble;
use crate::{Exp, F64, Num, Of, Signature};

/// A gradient and a Hessian, row by row, of floats.
struct Rows<'a> {
    gradient: &'a mut [f64],
    hessian: &'a mut [f64],
    finite: Finite,
}

impl Assemble<Num<F64>> for Rows<'_> {
    #[inline]
    fn add<const K: usize, const T: usize>(
        &mut self,
        at: [usize; K],
        gradient: [Num<F64>; K],
        triangle: [Num<F64>; T],
    ) {
        let n = self.gradient.len();
        let mut entries = triangle.into_iter().map(Num::value);
        for (j, (q, d)) in at.into_iter().zip(gradient.map(Num::value)).enumerate() {
            self.gradient[q] += d;
            self.finite.check(d);
            for (i, p) in at.into_iter().enumerate().take(j + 1) {
                let entry = entries.next().unwrap_or_default();
                self.finite.check(entry);
                self.hessian[p * n + q] += entry;
                if i != j {
                    self.hessian[q * n + p] += entry;
                }
            }
        }
    }

    fn scale(&mut self, factor: Num<F64>) {
        let factor = factor.value();
        for d in self.gradient.iter_mut().chain(self.hessian.iter_mut()) {
            *d *= factor;
            self.finite.check(*d);
        }
    }
}

/// The value of a sum at `x`. The gradient is written into `gradient`, and the Hessian into `rows`. `None` if there is no program of second
/// order, or if a derivative is not finite.
pub(super) fn assembled<E: Exp<F64> + Signature<Out = f64>>(
    e: &E,
    x: &Of<E::In, Num<F64>>,
    gradient: &mut [f64],
    rows: &mut [f64],
) -> Option<f64> {
    gradient.fill(0.0);
    rows.fill(0.0);
    let mut sink = Rows { gradient, hessian: rows, finite: Finite::default() };
    let value = e.assemble(x, &mut sink)?.value();
    (value.is_finite() && sink.finite.all()).then_some(value)
}
