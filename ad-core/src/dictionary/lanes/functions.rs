//! Elementary functions of several floats at once: [`branchless`] code in loops, which LLVM turns into vector instructions. Rare
//! arguments take another way: each lane decides for itself.

#![allow(clippy::inline_always, reason = "one loop, which LLVM makes vectors of")]

use super::lane;
use super::processor::{self, Job};
use crate::function::{self, Function, branchless};

/// A function of floats: a lane.
trait Lane<const K: usize>: Copy {
    /// The value at usual arguments, without branches. Implementations are `#[inline(always)]`, as those of `is_usual`.
    fn usual(self, x: [f64; K]) -> f64;
    /// Whether they are usual.
    #[inline(always)]
    fn is_usual(self, _: [f64; K]) -> bool {
        true
    }
    /// The value at other arguments.
    fn rare(self, x: [f64; K]) -> f64 {
        self.usual(x)
    }
}

/// Memory that no vector divides between two cache lines: a load of such a vector would wait for its store.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Aligned<T>(T);

/// A function of each lane.
struct Each<'a, F, const K: usize, const W: usize>(F, &'a Aligned<[[f64; W]; K]>);

impl<F: Lane<K>, const K: usize, const W: usize> Job for Each<'_, F, K, W> {
    type Result = Aligned<[f64; W]>;
    const LANES: usize = W;
    #[inline(always)]
    fn run(self) -> Aligned<[f64; W]> {
        let Each(f, Aligned(x)) = self;
        let mut y = [0.0; W];
        for (i, y) in y.iter_mut().enumerate() {
            *y = f.usual(x.map(|x| x[i]));
        }
        if (0..W).fold(false, |any, i| any | !f.is_usual(x.map(|x| x[i]))) {
            one_by_one(f, x, &mut y);
        }
        Aligned(y)
    }
}

#[cold]
#[inline(never)]
fn one_by_one<F: Lane<K>, const K: usize, const W: usize>(f: F, x: &[[f64; W]; K], y: &mut [f64; W]) {
    for (i, y) in y.iter_mut().enumerate() {
        let x = lane(x, i);
        if !f.is_usual(x) {
            *y = f.rare(x);
        }
    }
}

/// The function of one lane: copies for vector instructions would cost more than they save.
#[inline]
fn alone<F: Lane<K>, const K: usize>(f: F, x: [f64; K]) -> f64 {
    if f.is_usual(x) { f.usual(x) } else { f.rare(x) }
}

/// Functions of several floats at once. They are not inlined: LLVM makes vectors of them alone, and not of the middle of a long program.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $K:tt |$x:pat_param| $usual:expr $(, unless $is_usual:expr, $rare:expr)?;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name<const W: usize>(x: &[[f64; W]; $K]) -> [f64; W] {
            #[derive(Clone, Copy)]
            struct This;
            impl Lane<$K> for This {
                #[inline(always)]
                fn usual(self, $x: [f64; $K]) -> f64 {
                    $usual
                }
                $(
                    #[inline(always)]
                    fn is_usual(self, $x: [f64; $K]) -> bool {
                        $is_usual
                    }
                    fn rare(self, $x: [f64; $K]) -> f64 {
                        $rare
                    }
                )?
            }
            if W == 1 {
                return [alone(This, lane(x, 0)); W];
            }
            processor::run(Each(This, &Aligned(*x))).0
        }
    )*};
}

functions! {
    exp: 1 |[x]| branchless::usual_exp(x, 1.0), unless branchless::is_near(x), branchless::exp_times(x, 1.0);
    ln: 1 |[x]| branchless::ln(x), unless branchless::is_positive(x), branchless::ln_at_the_edge(x);
    sin: 1 |[x]| branchless::sine(x, false), unless x.abs() <= branchless::LONGEST, function::Sin.value([x]);
    cos: 1 |[x]| branchless::sine(x, true), unless x.abs() <= branchless::LONGEST, function::Cos.value([x]);
    tanh: 1 |[x]| branchless::tanh(x);
    sigmoid: 1 |[x]| branchless::sigmoid(x, branchless::usual_exp),
        unless branchless::is_near(x), branchless::sigmoid(x, branchless::exp_times);
    erfc: 1 |[x]| branchless::erfc(x, branchless::usual_exp),
        unless x.abs() < 26.0, branchless::erfc(x, branchless::exp_times);
    normal_cdf: 1 |[x]| branchless::usual_normal_cdf(x),
        unless branchless::is_central(x), branchless::normal_cdf(x);
    /// 1 - y² for y = tanh x: see [`TanhSlope`](crate::function::TanhSlope).
    tanh_slope: 2 |[x, y]| branchless::tanh_slope(x, y);
    /// y·(1 - y) for y = σ(x): see [`SigmoidSlope`](crate::function::SigmoidSlope).
    sigmoid_slope: 2 |[x, y]| branchless::sigmoid_slope(x, y);
}
