//! Items in inner blocks, and code under conditions. Both sweeps must mean the item and the code that rustc means.

#![allow(unexpected_cfgs, reason = "no build has the feature `absent`")]

use ad::prelude::*;

const K: f64 = 2.0;

const fn scale() -> f64 {
    K
}

mod shadows {
    pub(super) const K: f64 = 7.0;
}

#[exp(adjoint)]
fn constant(v: &[f64]) -> f64 {
    let a = v[0] * v[1] * K;
    {
        const K: f64 = 3.0;
        a * v[0] * K
    }
}

#[exp(adjoint)]
fn before_its_declaration(v: &[f64]) -> f64 {
    let a = {
        let a = v[0] * K;
        const K: f64 = 3.0;
        a * v[1]
    };
    a * v[0] * K
}

#[exp(adjoint)]
fn nested_blocks(v: &[f64]) -> f64 {
    let mut a = v[0] * v[1];
    {
        const K: f64 = 3.0;
        a = a * v[0] * K;
        {
            const K: f64 = 5.0;
            a = a * v[1] * K;
        }
        a = a * v[0] + K;
    }
    a * v[1] * K
}

#[exp(adjoint)]
fn statics_and_functions(v: &[f64]) -> f64 {
    let outer: f64 = scale();
    let mut a = v[0] * v[1] * outer;
    for x in v {
        static K: f64 = 3.0;
        fn scale() -> f64 {
            K * 2.0
        }
        let inner: f64 = scale();
        a = a * x * inner;
    }
    a * outer * K
}

#[exp(adjoint)]
fn imported_names(v: &[f64]) -> f64 {
    let a = v[0] * v[1] * K;
    let b = if v[0] > 0.0 {
        use shadows::K;
        a * v[0] * K
    } else {
        use shadows::{self as other, K as L};
        a * v[1] * L * other::K
    };
    b * K
}

#[exp(adjoint)]
fn types_with_constants(v: &[f64]) -> f64 {
    struct Weight;
    impl Weight {
        const K: f64 = 2.0;
    }
    enum Mode {
        Slow = 1,
    }
    let a = v[0] * v[1] * Weight::K;
    let b = {
        struct Weight;
        impl Weight {
            const K: f64 = 3.0;
        }
        enum Mode {
            Slow = 4,
        }
        a * v[0] * Weight::K * (Mode::Slow as usize) as f64
    };
    b * v[1] * Weight::K * (Mode::Slow as usize) as f64
}

#[exp(adjoint)]
fn arms_and_closures(v: &[f64]) -> f64 {
    let scaled = |x: f64| {
        const K: f64 = 5.0;
        x * x * K
    };
    let a = match v.len() {
        2 => {
            const K: f64 = 3.0;
            v[0] * v[1] * K
        }
        _ => v[0] * K,
    };
    scaled(a) * v[0] * K
}

#[exp(adjoint)]
fn arguments_of_macros(v: &[f64]) -> f64 {
    let a = vec![
        {
            use shadows::K;
            v[0] * v[1] * K
        },
        v[0] * K,
        {
            #[cfg(feature = "absent")]
            let v = [v[1], v[0]];
            v[1] * v[1]
        },
    ];
    a[0] * a[1] * a[2] * K
}

#[exp(adjoint)]
mod methods {
    use super::K;
    pub(super) struct P {
        v: f64,
    }
    impl P {
        fn both(&self, x: f64) -> f64 {
            let a = self.v * x * K;
            {
                const K: f64 = 3.0;
                a * x * K
            }
        }
    }
    pub(super) fn of_a_method(v: &[f64]) -> f64 {
        P { v: v[0] * v[1] }.both(v[1]) * K
    }
}

#[exp(adjoint)]
fn statements_under_conditions(v: &[f64]) -> f64 {
    let s = v[0] * v[1];
    #[cfg(feature = "absent")]
    let s = s * 3.0 * v[0];
    #[cfg(not(feature = "absent"))]
    let s = s * 5.0 * v[1];
    #[cfg(feature = "absent")]
    {
        return s * v[0];
    }
    let mut t = s * v[0];
    #[cfg(any(feature = "absent", feature = "effects"))]
    for x in v {
        t *= x;
    }
    #[cfg(all(feature = "absent", feature = "effects"))]
    for x in v {
        t *= x * x;
    }
    #[cfg(feature = "absent")]
    t *= v[1];
    let f = |x: f64| {
        #[cfg(not(feature = "absent"))]
        let x = x * x;
        x * v[1]
    };
    let u = match v.len() {
        #[cfg(feature = "absent")]
        2 => t * v[0] * v[0],
        2 => f(t),
        _ => t,
    };
    #[cfg(feature = "absent")]
    {
        u * v[0] * 3.0
    }
    #[cfg(not(feature = "absent"))]
    {
        u * v[1]
            * product(&[
                v[0],
                #[cfg(feature = "absent")]
                v[1],
                v[1],
            ])
    }
}

#[exp(adjoint)]
fn product(v: &[f64]) -> f64 {
    v.iter().product()
}

#[exp(adjoint)]
mod conditional {
    pub(super) struct Car {
        mass: f64,
        #[cfg(feature = "absent")]
        drag: f64,
        #[cfg(not(feature = "absent"))]
        lift: f64,
    }
    impl Car {
        fn new(v: &[f64]) -> Car {
            Car {
                mass: v[0] * v[1],
                #[cfg(feature = "absent")]
                drag: v[0],
                #[cfg(not(feature = "absent"))]
                lift: v[1] * v[1],
            }
        }
        fn force(&self, g: impl Fn(f64) -> f64, #[cfg(feature = "absent")] x: f64) -> f64 {
            #[cfg(feature = "absent")]
            let f = self.drag * x;
            #[cfg(not(feature = "absent"))]
            let f = self.lift * self.mass;
            g(f)
        }
    }
    pub(super) fn of_a_struct(v: &[f64]) -> f64 {
        Car::new(v).force(|f| f * f * v[0])
    }
}

#[exp(adjoint)]
fn unfinished(v: &[f64]) -> Vec<f64> {
    todo!("the products of {} numbers", v.len())
}

#[test]
#[should_panic(expected = "not yet implemented")]
fn an_unfinished_function_has_a_program() {
    adjoint::jacobian(Unfinished).eval(F64, vec![1.5, -0.7]);
}

mod library {
    use super::exp;

    #[exp(adjoint)]
    pub(super) fn total(v: &[f64]) -> f64 {
        v.iter().map(|x| x * x).sum()
    }
}

mod namesakes {
    #[allow(unused_imports, reason = "its function is hidden, and its adjoint program is not")]
    use super::library::*;
    use ad::prelude::*;
    use std::ops::Add;

    fn total<T: Copy + Add<Output = T>>(v: &[T]) -> T {
        v[0] + v[1]
    }

    #[exp(adjoint)]
    pub(super) fn of_a_namesake(v: &[f64]) -> f64 {
        total(v) * v[0]
    }

    fn inverse<T: Copy>(q: [T; 4]) -> [T; 4] {
        [q[3], q[2], q[1], q[0]]
    }

    mod rotated {
        use super::inverse;
        use ad::prelude::*;
        #[allow(unused_imports, reason = "as above")]
        use ad::rotations::*;

        #[exp(adjoint)]
        pub(in super::super) fn of_a_library(v: &[f64]) -> f64 {
            inverse([v[0], v[1], v[1], v[0]])[1]
        }
    }
    pub(super) use rotated::OfALibrary;
}

#[exp(adjoint)]
mod entrance {
    pub(super) fn entrance(x: f64) -> f64 {
        x * x
    }
}

mod elsewhere {
    use super::entrance::*;
    use super::library;
    use ad::prelude::*;

    #[exp(adjoint)]
    pub(super) fn of_itself(v: &[f64]) -> f64 {
        library::total(v) * entrance(v[0]) * ad::special::erf(v[1]) * ad::linear::sum(&[[v[0], v[1]]])
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(
    expected = "`total` names the function `adjoint::scopes::namesakes::total`, whose adjoint program would be that of \
    `adjoint::scopes::library::total`"
)]
fn a_function_beside_a_glob_import_has_no_program_of_another_function() {
    adjoint::grad(namesakes::OfANamesake).eval(F64, vec![1.5, -0.7]);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "would be that of `ad::rotations::inverse`")]
fn an_imported_function_beside_a_glob_import_has_no_program_of_another_function() {
    adjoint::grad(namesakes::OfALibrary).eval(F64, vec![1.5, -0.7]);
}

checks! {
    in_constant: Constant, vec![1.5, -0.7];
    in_before_its_declaration: BeforeItsDeclaration, vec![1.5, -0.7];
    in_nested_blocks: NestedBlocks, vec![1.5, -0.7];
    in_statics_and_functions: StaticsAndFunctions, vec![1.5, -0.7];
    in_imported_names: ImportedNames, vec![1.5, -0.7];
    in_types_with_constants: TypesWithConstants, vec![1.5, -0.7];
    in_arms_and_closures: ArmsAndClosures, vec![1.5, -0.7];
    in_arguments_of_macros: ArgumentsOfMacros, vec![1.5, -0.7];
    of_a_method: methods::OfAMethod, vec![1.5, -0.7];
    in_statements_under_conditions: StatementsUnderConditions, vec![1.5, -0.7];
    of_itself: elsewhere::OfItself, vec![1.5, -0.7];
    of_a_struct: conditional::OfAStruct, vec![1.5, -0.7];
}
