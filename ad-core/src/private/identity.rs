//! Whether a name means one function in both of its namespaces: as a function, and as the type with the adjoint program.

/// Compiles only if both are one function.
pub fn is_of_core<G, F: Is<G>>(_: G, _: F) {}

/// Each type is itself.
#[diagnostic::on_unimplemented(
    message = "cannot call this function by this name in an adjoint program: `core` has one of the same name",
    label = "not the function of `core`; call it by a path, or rename it"
)]
pub trait Is<T> {}

impl<T> Is<T> for T {}

/// Panics if a call runs one function, and would be differentiated by the adjoint program of another one.
///
/// The closure contains the call, and never runs: rustc infers the function's generics from it. `program` gives the name of the program's
/// function. `use a::*` and a function of one's own without `#[exp(adjoint)]` make two of one name.
#[track_caller]
pub fn same_function<F>(_: impl FnOnce() -> F, program: Name) {
    let (called, program) = (name_of::<F>(), program());
    // The program of a function `f` in `mod f` belongs to another type of the module.
    let named = called.1 == program.1 || program.1 == "__Itself";
    assert!(
        !named || called.0 == program.0,
        "`{name}` names the function `{}::{name}`, whose adjoint program would be that of `{}::{name}`: call the function by its path, \
         and put `#[exp(adjoint)]` on it",
        called.0,
        program.0,
        name = called.1,
    );
}

/// Gives the module of a function and its name.
pub type Name = fn() -> (&'static str, &'static str);

/// The module of a type and its name, without its generics. A function is the only value of its type, which has its name.
#[must_use]
pub fn name_of<T: ?Sized>() -> (&'static str, &'static str) {
    let path = core::any::type_name::<T>();
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit_once("::").unwrap_or(("", path))
}
