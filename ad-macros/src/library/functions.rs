//! The functions of `std` that treat numbers like other values, by their last two names: `mem::swap`, `Vec::new`. After
//! `use std::mem::swap` a function of a module is called `swap`, so these are also known by their last name.

use super::Gives::{self, Either, Given, Inside, List, Nothing, Plain, Tuple, Unsigned};
use super::Takes::{self, Calls, Free, Passed, Same};
use super::types;
use crate::class::Class;

/// A function.
pub(crate) struct Row {
    of: &'static str,
    name: &'static str,
    pub(crate) arguments: &'static [Takes],
    pub(crate) gives: Gives,
}

/// The function of a path with this number of arguments.
pub(crate) fn find(path: &[String], arguments: usize) -> Option<&'static Row> {
    let [.., name] = path else { return None };
    let of = path.len().checked_sub(2).map(|i| path[i].as_str());
    FUNCTIONS.iter().find(|function| {
        function.name == name
            && function.arguments.len() == arguments
            && of.map_or(function.of.starts_with(char::is_lowercase), |of| function.of == of)
    })
}

/// Whether it distinguishes types, as `size_of::<f64>()` does: it would see a number with its derivative instead of a plain
/// float.
pub(crate) fn sees_types(path: &[String], arguments: usize) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.as_slice() {
        [.., "TypeId", "of"] | [.., "Layout", "new" | "for_value"] => true,
        [name] | [.., "mem" | "any", name] => {
            let names = if arguments == 0 { SEES_TYPES } else { SEES_TYPES_OF_VALUES };
            arguments < 2 && names.contains(name)
        }
        _ => false,
    }
}

/// A special function of this library, as `special::erf` or `ad::special::erf`.
pub(crate) fn is_special(path: &[String]) -> bool {
    matches!(path, [.., module, name] if module == "special" && is_special_name(name))
}

/// The name of a function of `ad::special`.
pub(crate) fn is_special_name(name: &str) -> bool {
    SPECIAL.contains(&name)
}

/// `special::detached(x)`, or `detached(x)`: the primal of a number as a plain float.
pub(crate) fn is_detached(path: &[String], arguments: usize) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    arguments == 1 && matches!(path.as_slice(), ["detached"] | [.., "special", "detached"])
}

/// The remedy for a function of `std::cmp` that requires a total order.
pub(crate) fn wants_total_order(name: &str) -> Option<&'static str> {
    match name {
        "max" => Some("write `x.max(y)`"),
        "min" => Some("write `x.min(y)`"),
        _ => None,
    }
}

/// A function of `ad::call` for one point, by its last name.
pub(crate) fn is_at_floats(name: &str) -> bool {
    matches!(
        name,
        "value"
            | "diff"
            | "grad"
            | "value_and_grad"
            | "jvp"
            | "vjp"
            | "jacobian"
            | "hessian"
            | "value_grad_hessian"
            | "hvp"
            | "divergence"
            | "laplacian"
            | "nth_derivative"
    )
}

/// The class that the function of an operator's trait needs: `Add::add`.
pub(crate) fn operator(path: &[String]) -> Option<Class> {
    let [.., of, name] = path else { return None };
    operator_method(name).filter(|(operator, _)| operator == of).map(|(_, class)| class)
}

/// The operator's trait that has a method of this name, and the class that it needs.
pub(crate) fn operator_method(name: &str) -> Option<(&'static str, Class)> {
    Some(match name {
        "add" => ("Add", Class::Semiring),
        "add_assign" => ("AddAssign", Class::Semiring),
        "mul" => ("Mul", Class::Semiring),
        "mul_assign" => ("MulAssign", Class::Semiring),
        "sub" => ("Sub", Class::Ring),
        "sub_assign" => ("SubAssign", Class::Ring),
        "neg" => ("Neg", Class::Ring),
        "div" => ("Div", Class::Field),
        "div_assign" => ("DivAssign", Class::Field),
        "rem" => ("Rem", Class::Real),
        "rem_assign" => ("RemAssign", Class::Real),
        _ => return None,
    })
}

/// Whether a path names a function of `std` that is generic over its argument.
pub(crate) fn is_generic(path: &[String]) -> bool {
    const MODULES: [&str; 8] = ["mem", "iter", "array", "convert", "hint", "cmp", "ops", "slice"];
    const TRAITS: [&str; 12] = [
        "Iterator",
        "IntoIterator",
        "FromIterator",
        "Clone",
        "Default",
        "From",
        "Into",
        "Add",
        "Sub",
        "Mul",
        "Div",
        "Neg",
    ];
    match path {
        [first, ..] if matches!(first.as_str(), "std" | "core" | "alloc") => true,
        [name] => FUNCTIONS.iter().any(|f| f.name == name && f.of.starts_with(char::is_lowercase)),
        [.., of, _] => {
            let of = of.as_str();
            MODULES.contains(&of) || TRAITS.contains(&of) || types::holds(of).is_some()
        }
        [] => false,
    }
}

macro_rules! functions {
    ($($of:ident::$name:ident($($argument:expr),*) -> $gives:expr => $ty:ty = $example:expr;)*) => {
        static FUNCTIONS: &[Row] = &[$(Row {
            of: stringify!($of),
            name: stringify!($name),
            arguments: &[$($argument),*],
            gives: $gives,
        },)*];

        #[cfg(test)]
        pub(super) fn examples() -> Vec<super::tests::Example> {
            #[allow(unused_imports, reason = "the names that a line may use")]
            use std::{array, cell::{Cell, RefCell}, collections::VecDeque, convert, hint, iter, mem, rc::Rc, slice, sync::Arc};
            vec![$({
                #[allow(clippy::all, clippy::pedantic, dropping_copy_types, forgetting_copy_types, reason = "each function once, however one would write it")]
                fn compiled() {
                    let _: $ty = $example;
                }
                super::tests::Example {
                    row: stringify!($name),
                    arguments: <[&str]>::len(&[$(stringify!($argument)),*]),
                    ty: stringify!($ty),
                    code: stringify!($example),
                    run: compiled,
                }
            }),*]
        }
    };
}

functions! {
    mem::swap(Same, Same) -> Plain => () = mem::swap(&mut 1.0, &mut 2.0);
    mem::replace(Same, Same) -> Either(&Given(0), &Given(1)) => f64 = mem::replace(&mut 1.0, 2.0);
    mem::take(Free) -> Given(0) => f64 = mem::take(&mut 1.0);
    mem::drop(Free) -> Plain => () = mem::drop(1.0);
    mem::forget(Free) -> Plain => () = mem::forget(1.0);
    hint::black_box(Passed) -> Given(0) => f64 = hint::black_box(1.0);
    convert::identity(Passed) -> Given(0) => f64 = convert::identity(1.0);

    array::from_fn(Calls(&[Unsigned])) -> List(&Given(0)) => [f64; 2] = array::from_fn(|_| 1.0);
    array::from_ref(Passed) -> List(&Given(0)) => &[f64; 1] = array::from_ref(&1.0);
    slice::from_ref(Passed) -> List(&Given(0)) => &[f64] = slice::from_ref(&1.0);
    iter::from_fn(Calls(&[])) -> Given(0) => Option<f64> = iter::from_fn(|| Some(1.0)).next();
    iter::once(Passed) -> List(&Given(0)) => Option<f64> = iter::once(1.0).next();
    iter::once_with(Calls(&[])) -> List(&Given(0)) => Option<f64> = iter::once_with(|| 1.0).next();
    iter::repeat(Passed) -> List(&Given(0)) => Option<f64> = iter::repeat(1.0).next();
    iter::repeat_n(Passed, Free) -> List(&Given(0)) => Option<f64> = iter::repeat_n(1.0, 2).next();
    iter::repeat_with(Calls(&[])) -> List(&Given(0)) => Option<f64> = iter::repeat_with(|| 1.0).next();
    iter::successors(Free, Calls(&[Inside(&Given(0))])) -> Given(0) => Option<f64> = iter::successors(Some(1.0), |x| Some(2.0 * x)).next();
    iter::zip(Free, Free) -> List(&Tuple(&[Inside(&Given(0)), Inside(&Given(1))])) => Option<(f64, u8)> = iter::zip([1.0], [1_u8]).next();
    iter::empty() -> List(&Nothing) => usize = iter::empty::<u32>().count();

    Vec::new() -> List(&Nothing) => Vec<u32> = Vec::<u32>::new();
    Vec::with_capacity(Free) -> List(&Nothing) => Vec<u32> = Vec::<u32>::with_capacity(1);
    Vec::default() -> List(&Nothing) => Vec<u32> = Vec::<u32>::default();
    VecDeque::new() -> List(&Nothing) => VecDeque<u32> = VecDeque::<u32>::new();
    VecDeque::with_capacity(Free) -> List(&Nothing) => VecDeque<u32> = VecDeque::<u32>::with_capacity(1);
    Option::default() -> List(&Nothing) => Option<u32> = Option::<u32>::default();
    Box::new(Free) -> Given(0) => Box<f64> = Box::new(1.0);
    Rc::strong_count(Free) -> Unsigned => usize = Rc::strong_count(&Rc::new(1.0));
    Rc::weak_count(Free) -> Unsigned => usize = Rc::weak_count(&Rc::new(1.0));
    Arc::strong_count(Free) -> Unsigned => usize = Arc::strong_count(&Arc::new(1.0));
    Arc::weak_count(Free) -> Unsigned => usize = Arc::weak_count(&Arc::new(1.0));
    Rc::new(Free) -> Given(0) => Rc<f64> = Rc::new(1.0);
    Arc::new(Free) -> Given(0) => Arc<f64> = Arc::new(1.0);
    Cell::new(Free) -> Given(0) => Cell<f64> = Cell::new(1.0);
    RefCell::new(Free) -> Given(0) => RefCell<f64> = RefCell::new(1.0);
}

macro_rules! names {
    ($($NAMES:ident { $($name:ident = $example:expr;)* })*) => {$(
        static $NAMES: &[&str] = &[$(stringify!($name)),*];

        #[cfg(test)]
        const _: fn() = || {
            #[allow(unused_imports, reason = "the names that a line may use")]
            use std::{any, mem};
            $(_ = $example;)*
        };
    )*};
}

names! {
    SEES_TYPES {
        size_of = mem::size_of::<f64>();
        align_of = mem::align_of::<f64>();
        needs_drop = mem::needs_drop::<f64>();
        type_name = any::type_name::<f64>();
    }
    SEES_TYPES_OF_VALUES {
        size_of_val = mem::size_of_val(&1.0);
        align_of_val = mem::align_of_val(&1.0);
        type_name_of_val = any::type_name_of_val(&1.0);
    }
}

macro_rules! special {
    ($($name:ident = $example:expr;)*) => {
        static SPECIAL: &[&str] = &[$(stringify!($name)),*];
    };
}
include!("rows/special.rs");
