//! Functions without an adjoint program, in the adjoint programs that call them.
//!
//! A caller imports each callee under a unique name, and all names of this file by a glob. If a function has no companion, one of
//! these types takes its place, and the error has a message of this crate.

/// Takes the place of a companion.
pub struct Function<T = ()>(T);

/// A trait without implementations.
#[diagnostic::on_unimplemented(
    message = "cannot call this function in one with `#[exp(adjoint)]`: it has no adjoint program",
    label = "put `#[exp(adjoint)]` or `#[exp(adjoint = record)]` on this function, or record its calls: `#[exp(adjoint, record(…))]`"
)]
pub trait Annotated {}

impl<T> Function<T>
where
    Function<T>: Annotated,
{
    /// An item of a companion.
    pub fn __adjoint() {}
}

impl<T> Function<T> {
    /// An item of a companion.
    pub const __CHEAP: bool = false;
    /// An item of a companion.
    pub const __SAME: bool = false;
    /// An item of a companion.
    pub const __NAME: super::identity::Name = super::identity::name_of::<Self>;
}

/// A method without an adjoint program.
#[derive(Debug)]
pub struct Method;

/// A trait without implementations. Its lifetime lets a method ask for it that nobody can call.
#[diagnostic::on_unimplemented(
    message = "cannot call this method in a function with `#[exp(adjoint)]`: it has no adjoint program",
    label = "put `#[exp(adjoint)]` on its `impl` block"
)]
pub trait Programmed<'a> {}

macro_rules! names {
    ($($name:ident)*) => {$(
        #[allow(non_camel_case_types, missing_docs, reason = "one name of many, which the macro writes")]
        pub type $name = Function;
    )*};
}
names!(
    __callee_0 __callee_1 __callee_2 __callee_3 __callee_4 __callee_5 __callee_6 __callee_7
    __callee_8 __callee_9 __callee_10 __callee_11 __callee_12 __callee_13 __callee_14 __callee_15
    __callee_16 __callee_17 __callee_18 __callee_19 __callee_20 __callee_21 __callee_22 __callee_23
    __callee_24 __callee_25 __callee_26 __callee_27 __callee_28 __callee_29 __callee_30 __callee_31
);
