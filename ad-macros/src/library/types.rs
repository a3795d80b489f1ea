//! The types of `std` and of the language: their content, and whether a container of numbers is a shape.

use crate::names::is_in_prelude;

/// The relation of a generic type to its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// One value, with the same kind: `Box<f64>`.
    Itself,
    /// Elements: `Vec<f64>`.
    Elements,
}

/// The relation of a generic type to its first argument.
pub(crate) fn holds(name: &str) -> Option<Holds> {
    HOLDERS.iter().find(|(holder, ..)| *holder == name).and_then(|(_, holds, _)| *holds)
}

/// Whether it is a container or pointer of `std`, whose content its arguments describe.
pub(crate) fn is_holder(name: &str) -> bool {
    HOLDERS.iter().any(|(holder, ..)| *holder == name)
}

/// Whether it is a container that is no shape.
pub(crate) fn has_no_shape(name: &str) -> bool {
    HOLDERS.iter().any(|(holder, _, shape)| *holder == name && !shape)
}

/// Whether a bound is a trait of `std`. A type has no method of its own with the name of one of its methods, and another meaning.
pub(crate) fn is_trait(name: &str) -> bool {
    const TRAITS: &[&str] = &[
        "Add",
        "AddAssign",
        "Deref",
        "DerefMut",
        "Display",
        "Div",
        "DivAssign",
        "Error",
        "Index",
        "IndexMut",
        "Mul",
        "MulAssign",
        "Neg",
        "Not",
        "Product",
        "Rem",
        "RemAssign",
        "Sub",
        "SubAssign",
        "Sum",
    ];
    is_in_prelude(name) || TRAITS.contains(&name)
}

/// The integers: their name, and whether they are unsigned.
pub(crate) fn integer(name: &str) -> Option<bool> {
    match name {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => Some(true),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Some(false),
        _ => None,
    }
}

/// The primitive types whose functions take no numbers.
pub(crate) fn is_primitive(name: &str) -> bool {
    integer(name).is_some() || matches!(name, "f32" | "bool" | "char" | "str")
}

/// The types without numbers inside, whose functions return no numbers without numbers as arguments.
pub(crate) fn is_plain(name: &str) -> bool {
    is_primitive(name) || matches!(name, "String" | "Duration" | "Instant")
}

/// Whether a type consists of such types and of containers of `std` only, without types of the user.
pub(crate) fn is_certainly_plain(ty: &syn::Type) -> bool {
    crate::tokens::names(ty).all(|name| {
        let name = name.to_string();
        // The value of an `f32` tells more.
        is_plain(&name) && name != "f32"
            || is_holder(&name)
            || matches!(
                name.as_str(),
                "std" | "core" | "alloc" | "collections" | "string" | "vec" | "mut" | "static"
            )
    })
}

macro_rules! holders {
    ($($name:ident: $holds:expr, $shape:literal, $ty:ty;)*) => {
        /// Name, content, and whether it is a shape.
        static HOLDERS: &[(&str, Option<Holds>, bool)] = &[$((stringify!($name), $holds, $shape)),*];

        #[cfg(test)]
        const _: fn() = || {
            $({
                #[allow(unused_imports, reason = "`Box` is in the prelude")]
                use std::{borrow::Cow, boxed::Box, cell::*, collections::*, ops::*, rc::Rc, slice::Iter, sync::*};
                let _: Option<$ty> = None;
            })*
        };
    };
}

use Holds::{Elements, Itself};

holders! {
    Box: Some(Itself), true, Box<f64>;
    Rc: Some(Itself), true, Rc<f64>;
    Arc: Some(Itself), true, Arc<f64>;
    Cow: Some(Itself), false, Cow<'_, f64>;
    Cell: Some(Itself), false, Cell<f64>;
    RefCell: Some(Itself), false, RefCell<f64>;
    Mutex: None, false, Mutex<f64>;

    Vec: Some(Elements), true, Vec<f64>;
    Option: Some(Elements), true, Option<f64>;
    Result: Some(Elements), true, Result<f64, ()>;
    VecDeque: Some(Elements), true, VecDeque<f64>;
    LinkedList: Some(Elements), false, LinkedList<f64>;
    Range: Some(Elements), false, Range<f64>;
    RangeInclusive: Some(Elements), false, RangeInclusive<f64>;
    BinaryHeap: None, false, BinaryHeap<u8>;
    HashMap: None, true, HashMap<String, f64>;
    BTreeMap: None, true, BTreeMap<String, f64>;
    Iter: None, false, Iter<'_, f64>;
}
