//! The memory of prepared first derivatives.

use crate::adjoint::Programmed;
use crate::forward::Tangents;
use crate::operator::mode::{Differentiable, Mode, Width, by_fixed_width};
use crate::stack::{Seeds, Stack, TapeMemory, Variables};
use crate::{Argument, Destination, Dict, Exp, Shape, Signature};
#[cfg(feature = "sparse")]
use crate::{Num, Of};

/// The memory for first derivatives.
pub(crate) struct Memory<I: Shape, D: Dict + 'static> {
    pub(super) reverse: Reverse<I, D>,
    pub(super) one: Tangents<I, D, 1>,
    pub(super) four: Tangents<I, D, 4>,
    pub(super) eight: Tangents<I, D, 8>,
}

impl<I: Shape, D: Dict + 'static> Default for Memory<I, D> {
    #[inline]
    fn default() -> Self {
        Memory {
            reverse: Reverse::default(),
            one: Tangents::default(),
            four: Tangents::default(),
            eight: Tangents::default(),
        }
    }
}

impl<I: Shape, D: Dict + 'static> Memory<I, D> {
    /// Returns the value at `x`. The gradient goes into `gradient`.
    #[inline]
    pub(crate) fn gradient_into<E, X, H, G, K>(
        &mut self,
        e: &E,
        (dict, mode): (D, Mode),
        x: &X,
        gradient: &mut G,
    ) -> D::V
    where
        E: Differentiable<D, In = I, Out = f64>,
        X: Argument<I, H, D::V> + ?Sized,
        G: Destination<I, K, D::V> + ?Sized,
    {
        let Reverse { program, tape, variables } = &mut self.reverse;
        match mode {
            Mode::Program => return program.gradient_into(e, dict, x, gradient),
            Mode::Tape => return tape.gradient_into(variables, e, dict, x, gradient),
            Mode::Forward => {}
        }
        by_fixed_width!(I, W => Tangents::<I, D, W>::default().gradient_into(e, dict, x, gradient), _ => {
            match Width::of(G::numbers(gradient)) {
                Width::One => self.one.gradient_into(e, dict, x, gradient),
                Width::Four => self.four.gradient_into(e, dict, x, gradient),
                Width::Eight => self.eight.gradient_into(e, dict, x, gradient),
            }
        })
    }
}

impl<I: Shape, D: Dict + 'static> Memory<I, D> {
    /// The value at `x` goes into `y`.
    #[inline]
    pub(crate) fn value_into<E, X, H, Y, L>(&mut self, e: &E, dict: D, x: &X, y: &mut Y)
    where
        E: Signature<In = I> + Exp<D>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.reverse.program.value_into(e, dict, x, y);
    }

    /// The same with the Jacobian by the program of `e`, at numbers. It goes into `rows`.
    #[cfg(feature = "sparse")]
    #[inline]
    pub(crate) fn program_into<E, Y, L>(
        &mut self,
        e: &E,
        dict: D,
        x: &Of<I, Num<D>>,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + Exp<D>,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        self.reverse.program.rows_at(e, (dict, Seeds::Each), x, y, rows);
    }

    /// The value at `x`, which has `n` numbers, goes into `y`, and the Jacobian into `rows`.
    pub(crate) fn jacobian_into<E, X, H, Y, L>(
        &mut self,
        e: &E,
        (dict, mode): (D, Option<Mode>),
        n: usize,
        x: &X,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Differentiable<D, In = I>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        // Lengths are compared where the result is known.
        let m = || rows.len().checked_div(n).unwrap_or(0);
        let mode = mode.unwrap_or_else(|| Mode::of_jacobian::<D, E>(e, n, m));
        if mode != Mode::Forward {
            return self.reverse.rows_into(e, (dict, Some(mode)), Seeds::Each, x, y, rows);
        }
        by_fixed_width!(I, W => Tangents::<I, D, W>::default().jacobian_into(e, dict, x, y, rows), _ => {
            match Width::of(n) {
                Width::One => self.one.jacobian_into(e, dict, x, y, rows),
                Width::Four => self.four.jacobian_into(e, dict, x, y, rows),
                Width::Eight => self.eight.jacobian_into(e, dict, x, y, rows),
            }
        });
    }
}

/// The memory of both reverse modes.
pub(crate) struct Reverse<I: Shape, D: Dict> {
    pub(super) program: Programmed<I, D>,
    tape: TapeMemory<D>,
    variables: Variables<I, D>,
}

impl<I: Shape, D: Dict> Default for Reverse<I, D> {
    #[inline]
    fn default() -> Self {
        Reverse { program: Programmed::default(), tape: TapeMemory::default(), variables: None }
    }
}

impl<I: Shape, D: Dict> Reverse<I, D> {
    /// The value at `x` goes into `y`, and the adjoint of `x` for each of the `seeds` into `rows`. Without a mode, it is the adjoint
    /// program if there is one.
    pub(crate) fn rows_into<E, X, H, Y, L>(
        &mut self,
        e: &E,
        (dict, mode): (D, Option<Mode>),
        seeds: Seeds<'_, D::V>,
        x: &X,
        y: Option<&mut Y>,
        rows: &mut [D::V],
    ) where
        E: Signature<In = I> + Exp<D> + for<'t> Exp<Stack<'t, D>>,
        X: Argument<I, H, D::V> + ?Sized,
        Y: Destination<E::Out, L, D::V> + ?Sized,
    {
        if mode == Some(Mode::Program) || mode != Some(Mode::Tape) && Exp::<D>::has_program(e) {
            self.program.rows_into(e, (dict, seeds), x, y, rows);
        } else {
            self.tape.rows_into(&mut self.variables, e, (dict, seeds), x, y, rows);
        }
    }
}
