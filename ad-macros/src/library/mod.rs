//! The macro's knowledge of `std`. It is by name, since the macro sees no types. It is **one table** in eight files, which the
//! walk and the lowering of adjoint programs interpret.
//!
//! | file | one row for each |
//! |---|---|
//! | [`methods`] | method of a container, an option, a result, an iterator |
//! | [`numbers`] | method of `f64` |
//! | [`definitions`] | method that an adjoint program runs as other Rust code |
//! | [`reverse`] | way in which an adjoint program runs a method: a column of [`methods`] |
//! | [`text`] | group of methods of texts, integers and conversions |
//! | [`functions`] | function: `mem::swap`, `iter::once` |
//! | [`macros`] | macro: `vec!`, `assert!` |
//! | [`types`] | type: `Vec`, `u32` |
//!
//! # To teach the macro a method of `std`
//!
//! 1. Write its row in [`methods`]. A row describes the arguments and the result, and has a line of Rust with its type for the
//!    test:
//!
//!    ```text
//!    find(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().find(|x| **x > 0.5);
//!    ```
//!
//!    rustc compiles the line against `std`, so every row exists. `tests` compares the type with the kind that the walk finds for
//!    the line.
//! 2. Say how an adjoint program runs it, for each kind of receiver, in the words of [`reverse`]. It may be an iterator over parts
//!    of a list, references to its parts, or the same as other methods.
//!
//!    ```text
//!    windows(Free) -> List(&Receiver), list: View("I..I + N") => …
//!    split_at(Free) -> Tuple(&[Receiver, Receiver]), list: Parts(None, &["..A", "A.."]) => …
//!    &mut pop_back() -> List(&Element), list: Defined => …
//!    ```
//!
//!    A method that is `Defined` has a definition in [`definitions`]: `fn pop_back(&mut self) { self.pop() }`.
//!
//!    A method that only inspects numbers, such as `starts_with`, needs nothing: its result contains none.
//! 3. Write a line in `tests/language` and in `tests/programs/everyday` that compares a derivative through the method.

pub(crate) mod definitions;
pub(crate) mod functions;
pub(crate) mod macros;
pub(crate) mod methods;
pub(crate) mod numbers;
pub(crate) mod reverse;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod types;

/// The role of an argument, which determines the kind of a literal in its place, and the facts learned from it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// Unrelated to the elements: a count, a message, the other side of `zip`.
    Free,
    /// The content of the result, if a number is wanted: `Box::new(1.0)`.
    Passed,
    /// Something like an element: `unwrap_or(1.0)`, `contains(&1.0)`.
    Like,
    /// Several elements: `chain([1.0])`.
    LikeAll,
    /// A new element: `push(1.0)`.
    Stored,
    /// A container of new elements: `extend([1.0])`.
    StoredAll,
    /// A function whose result is a new element: `fill_with(|| 1.0)`.
    Makes,
    /// The start of an accumulation: `fold(1.0, …)`.
    Start,
    /// A function that is called with these values.
    Calls(&'static [Gives]),
    /// A place of the same type as the first argument: `mem::swap(a, b)`.
    Same,
}

/// The kind of the result of a call, as a term over the kinds of the receiver and of the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gives {
    /// The receiver: owned, borrowed, or an iterator over it.
    Receiver,
    /// An element of the receiver.
    Element,
    /// An argument, or its result if it is a function.
    Given(usize),
    /// The accumulated value.
    Accumulated,
    /// A length or a position.
    Unsigned,
    /// A value without numbers.
    Plain,
    /// The same, by comparison of elements.
    Compared,
    /// Unknown: the element of an empty container.
    Nothing,
    /// A container, option or iterator of these elements.
    List(&'static Gives),
    Tuple(&'static [Gives]),
    /// The content.
    Inside(&'static Gives),
    /// The join of both.
    Either(&'static Gives, &'static Gives),
    /// `get`: an element, or for a range several elements.
    At,
    /// The two sides of pairs: `unzip`.
    Unzipped,
}
