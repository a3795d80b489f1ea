//! What the macro knows of `std`, which is by name, for it sees no types: **one table**, in five files, and the walk
//! interprets it.
//!
//! | file | a row for each |
//! |---|---|
//! | [`methods`] | method of a container, an option, a result, an iterator |
//! | [`numbers`] | method of `f64` |
//! | [`functions`] | function: `mem::swap`, `iter::once` |
//! | [`types`] | type: `Vec`, `u32` |
//!
//! # To teach the macro a method of `std`
//!
//! 1. Write its row in [`methods`]. A row says what the arguments are, what the method gives, and, for the test, a line
//!    of Rust with its type:
//!
//!    ```text
//!    find(Calls(&[Element])) -> List(&Element) => Option<&f64> = [1.0].iter().find(|x| **x > 0.5);
//!    ```
//!
//!    rustc compiles the line against `std`, so there is no row for what does not exist; and `tests` compares the type
//!    with the kind that the walk finds for the line.
//! 2. Write a line in `tests/language`, which compares a derivative that goes through it.

pub(crate) mod functions;
pub(crate) mod methods;
pub(crate) mod numbers;
#[cfg(test)]
mod tests;
pub(crate) mod types;

/// What an argument is, and so what a literal in its place has to be, and what is learned from it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    /// What has nothing to do with the elements: a count, a message, the other side of `zip`.
    Free,
    /// What the call gives, if it is asked for a number: `Box::new(1.0)`.
    Passed,
    /// Something like an element: `unwrap_or(1.0)`, `contains(&1.0)`.
    Like,
    /// Several of them: `chain([1.0])`.
    LikeAll,
    /// What becomes an element: `push(1.0)`.
    Stored,
    /// What holds them: `extend([1.0])`.
    StoredAll,
    /// A function whose result becomes an element: `fill_with(|| 1.0)`.
    Makes,
    /// What an accumulation starts from: `fold(1.0, …)`.
    Start,
    /// A function that is called with such values.
    Calls(&'static [Gives]),
    /// A place of the same type as the first argument: `mem::swap(a, b)`.
    Same,
}

/// The kind of what a call gives, as a term over the kinds of the receiver and of the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gives {
    /// What the method is called on, be it owned, borrowed, or an iterator over it.
    Receiver,
    /// What is in it.
    Element,
    /// An argument; if that is a function, the result of it.
    Given(usize),
    /// What an accumulation has come to.
    Accumulated,
    /// A length or a position.
    Unsigned,
    /// Nothing with a number inside.
    Plain,
    /// The same, found by comparing elements.
    Compared,
    /// Nothing yet: the element of an empty container.
    Nothing,
    /// A container, option or iterator of such elements.
    List(&'static Gives),
    Tuple(&'static [Gives]),
    /// What is in it.
    Inside(&'static Gives),
    /// What both can be.
    Either(&'static Gives, &'static Gives),
    /// `get`: an element, or by a range several of them.
    At,
    /// The two sides of pairs: `unzip`.
    Unzipped,
}
