//! Arithmetic of numbers with plain floats, on either side, and the operator `%`: for dictionaries with constants.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};

use crate::number::num::arithmetic;
use crate::{Num, OrderedDict, RealDict, function};

/// `impl Op` for numbers and floats from one dictionary operation.
macro_rules! mixed {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident: $operation:expr) => {
        impl<D: RealDict> $Op<f64> for Num<D> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: f64) -> Self {
                let (dict, a, b) = self.meet(Num::unbound(|d: D| d.constant(other)));
                Num::new(dict, ($operation)(dict, a, b))
            }
        }

        impl<D: RealDict> $Op<Num<D>> for f64 {
            type Output = Num<D>;
            #[inline(always)]
            fn $op(self, other: Num<D>) -> Num<D> {
                let (dict, a, b) = Num::unbound(|d: D| d.constant(self)).meet(other);
                Num::new(dict, ($operation)(dict, a, b))
            }
        }

        arithmetic!(forward $Op $op: Num<D> { f64, &f64 }, &Num<D> { f64, &f64 } for RealDict);
        arithmetic!(forward $Op $op: f64 { Num<D>, &Num<D> }, &f64 { Num<D>, &Num<D> } for RealDict);
        arithmetic!(assign $OpAssign $op_assign $op: f64, &f64; RealDict);
    };
}

mixed!(Add add AddAssign add_assign: D::add);
mixed!(Mul mul MulAssign mul_assign: D::mul);
mixed!(Sub sub SubAssign sub_assign: D::sub);
mixed!(Div div DivAssign div_assign: D::div);
arithmetic!(Rem rem RemAssign rem_assign for RealDict: |d: D, a, b| d.function(function::Rem, [a, b]));
mixed!(Rem rem RemAssign rem_assign: |d: D, a, b| d.function(function::Rem, [a, b]));

/// Compares the primal with a plain float.
impl<D: OrderedDict + RealDict> PartialEq<f64> for Num<D> {
    #[inline]
    fn eq(&self, other: &f64) -> bool {
        *self == Num::unbound(|d: D| d.constant(*other))
    }
}

/// Compares the primal with a plain float.
impl<D: OrderedDict + RealDict> PartialOrd<f64> for Num<D> {
    #[inline]
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.partial_cmp(&Num::unbound(|d: D| d.constant(*other)))
    }
    #[inline]
    fn lt(&self, other: &f64) -> bool {
        *self < Num::unbound(|d: D| d.constant(*other))
    }
    #[inline]
    fn le(&self, other: &f64) -> bool {
        *self <= Num::unbound(|d: D| d.constant(*other))
    }
    #[inline]
    fn gt(&self, other: &f64) -> bool {
        *self > Num::unbound(|d: D| d.constant(*other))
    }
    #[inline]
    fn ge(&self, other: &f64) -> bool {
        *self >= Num::unbound(|d: D| d.constant(*other))
    }
}

impl<D: RealDict> From<f64> for Num<D> {
    #[inline]
    fn from(c: f64) -> Self {
        Num::unbound(|d: D| d.constant(c))
    }
}
