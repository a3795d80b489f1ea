//! Variables that are linear, and derivatives that are constant.

use alloc::sync::Arc;

use crate::forward::{Dual, Forward, primal, tangents};
use crate::sparse::colouring::Pattern;
use crate::sparse::{AtPoint, Dependence, detect};
use crate::{Argument, Dict, Exp, Num, Of, Shape, Signature};

/// The variables on which derivatives depend.
pub(super) struct Degrees {
    /// For f, and then for each constraint: the variables that are not linear in it.
    pub(super) nonlinear: Pattern,
    /// The same for the second derivatives.
    pub(super) not_quadratic: Pattern,
}

impl Degrees {
    /// Those of a problem without comparisons, at any point. `n` is the number of variables.
    pub(super) fn of<F, G, X, H>(f: &Arc<F>, g: &Arc<G>, x: &X, n: usize) -> Self
    where
        F: Signature,
        G: Signature<In = F::In>,
        X: Argument<F::In, H> + ?Sized,
        Along<Along<F>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
        Along<Along<G>>: for<'t> Exp<Dependence<'t, AtPoint>> + Signature<In = F::In>,
    {
        let x = &x.to_container();
        let of_f = detect::dependences(&Along(Arc::new(Along(Arc::clone(f)))), AtPoint, x, true);
        let of_g = detect::dependences(&Along(Arc::new(Along(Arc::clone(g)))), AtPoint, x, true);
        let mut degrees = Degrees { nonlinear: Pattern::empty(n), not_quadratic: Pattern::empty(n) };
        for rows in [of_f, of_g] {
            degrees.add(&rows, n);
        }
        degrees
    }

    /// The rows of the values, of their derivatives, of these once more, and of the second derivatives.
    fn add(&mut self, rows: &Pattern, n: usize) {
        let count = rows.rows() / 4;
        for i in 0..count {
            // Behind a kink or a jump, nothing is known.
            let is_bent = rows.position(i, n).is_some();
            for (pattern, row) in [(&mut self.nonlinear, count + i), (&mut self.not_quadratic, 3 * count + i)]
            {
                let row = rows.row(if is_bent { i } else { row });
                pattern.push_ascending(row.iter().copied().filter(|j| (*j as usize) < n));
            }
        }
    }
}

/// The value, and the derivative along (1, …, 1). The inputs on which the derivative depends are those of the derivatives by single
/// variables. Only [`Problem`](super::Problem) makes one.
pub struct Along<E>(pub(super) Arc<E>);

impl<E: Signature> Signature for Along<E> {
    type In = E::In;
    type Out = (E::Out, E::Out);
}

impl<D: Dict, E: for<'t> Exp<Forward<'t, D, 1>>> Exp<D> for Along<E> {
    fn apply(&self, dict: D, x: &Of<E::In, Num<D>>) -> Of<Self::Out, Num<D>> {
        let forward = Forward::new(dict);
        let one = Some([dict.one()]);
        let x = E::In::map(x, &mut |x| Num::new(forward, Dual { v: x.value_under(dict), d: one }));
        let y = self.0.apply(forward, &x);
        (E::Out::map(&y, &mut |y| primal(dict, *y)), E::Out::map(&y, &mut |y| tangents(dict, *y)[0]))
    }
}
