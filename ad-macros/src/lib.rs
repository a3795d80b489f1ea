//! The `#[exp]` attribute of the `ad` crate.
//!
//! It turns a function over `f64` into one that is generic over its numbers, and makes an expression of it: a struct
//! that can be differentiated. The documentation for users is that of [`macro@exp`].

#![forbid(unsafe_code)]

mod adjoint;
mod annotation;
mod args;
mod block;
mod check;
mod class;
mod collect;
mod emit;
mod errors;
mod expand;
mod expression;
mod fields;
mod function;
mod generics;
mod kind;
mod known;
mod library;
mod literal;
mod model;
mod module;
mod names;
mod numbers;
mod parameter;
mod refusal;
mod shadow;
mod shape;
mod show;
mod structs;
#[cfg(test)]
mod tests;
mod unseen;
mod walk;

/// Makes a function generic over its numbers, and an expression of it: inside, `f64` means "a number".
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// fn monomial(k: u32, x: f64) -> f64 {
///     let mut result = 1.0;
///     for _ in 0..k {
///         result *= x;
///     }
///     result
/// }
///
/// assert_eq!(monomial(3, 2.0), 8.0); // still an ordinary function
/// assert_eq!(forward::diff(Monomial { k: 3 }).eval(F64, 2.0), 12.0); // and an expression
/// ```
///
/// # Parameters
///
/// The parameters that hold `f64` vary together: they are the expression's input, a tuple if there are several. Every
/// other one is a field of the generated struct, whose name is that of the function in `CamelCase`. The struct is
/// `Clone`, and `Copy` if all of its fields are. A parameter with
/// `#[fixed]` is a field as well, and its floats stay plain; they mix with numbers on either side of an operator.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// fn misfit(#[fixed] data: &[(f64, f64)], slope: f64, offset: f64) -> f64 {
///     data.iter().map(|(x, y)| (slope * x + offset - y).powi(2)).sum()
/// }
///
/// let e = Misfit { data: &[(0.0, 1.0), (1.0, 3.0)] };
/// assert_eq!(e.eval(F64, (1.0, 1.0)), 1.0);
/// ```
///
/// A parameter `&mut T` without numbers, such as a log or a counter, is for functions that call this one. The expression cannot be
/// made, since what its evaluations change would be lost: take `&RefCell<Vec<String>>` for `&mut Vec<String>`, or `&Cell<usize>`.
///
/// References, slices and `Vec` have the shape of a `Vec`, or of what they refer to; arrays, tuples, `Option`,
/// `Result`, deques, maps, `Box`, `Rc`, `Arc` and structs with `#[exp]` are shapes, too, and so are the containers of nalgebra and
/// ndarray and complex numbers, with the feature that is named like the crate. A function that only helps, because it has no such result, or
/// because it takes functions over numbers, becomes generic and has no struct.
///
/// # What it keeps
///
/// **A function that compiles with `#[exp]` compiles without it too, and at plain `f64` both have the same value, to the
/// last bit, and the same effects in the same order.** Where the macro cannot keep that, it refuses:
///
/// * A number has the stable methods of `f64` and no others. `v.gamma()` is not the gamma function but a method of a
///   trait of yours, which numbers do not implement, so it does not compile; the gamma function is
///   `ad::special::gamma(v)`, for plain floats as for numbers. `v.add(w)` compiles where it means `+`.
/// * What looks at digits, bits or types (`to_bits`, `next_up`, `size_of::<f64>()`, `type_name_of_val(&x)`, `dyn Any`) is
///   an error.
/// * Of `a[i()] += b()`, Rust evaluates `b()` first if both are floats, and `i()` first if the `+=` is overloaded, as
///   that of a `String` is. So does the function with `#[exp]`. Where the macro cannot tell which of the two it is, and
///   the types say that it was not floats, it does not compile, and asks for a `let`.
///
/// What is out of its sight: a trait that is implemented for references (`&f64`), with a method named as one of `f64`; and
/// a method of your own on `f64` that is named as one of an operator's trait (`add`), called on what the macro does not
/// know to be a number.
///
/// # What a body may do
///
/// All that can be done with numbers without looking at them: operators, the methods and constants of `f64`, control
/// flow, closures, iterators, `?`, calls of other `#[exp]` functions, recursion. Literals are exact: `0.1` is one
/// tenth in a dictionary of rationals. An integer becomes a number by `as f64`, never the other way round. Plain
/// constants may be used as they are, and so may functions over plain floats that are given no numbers: what they give
/// becomes a number where it meets one.
///
/// `println!`, `eprintln!`, `dbg!`, the messages of `assert!` and `panic!`, and the macros of `log` and `tracing` show a number's
/// primal, as the plain function does. Nothing comes back from them; `format!`, which gives the text back, is refused.
///
/// # The class
///
/// The macro asks for the least class that the body needs: `Semiring` for `+`, `*` and natural numbers, `Ring` for
/// `-`, `Field` for `/` and decimals, `Real` for everything else, and an order if numbers are compared. It does not
/// see into other functions, so a call that hands numbers over counts as `Real` with an order.
///
/// # Arguments
///
/// * `name = Foo`: the name of the struct.
/// * `class = Ring`, `class = Real + PartialOrd`: asserts the class. What exceeds it is an error, and calls count for
///   nothing.
/// * `crate = path::to::ad`: where this crate is, if it is not `::ad`.
/// * `adjoint`: also writes the [adjoint program](#adjoint-programs) of the function.
/// * `step`, with `adjoint`: a call of the function is one step for [whatever records](#a-call-as-one-step).
/// * `record(m::f, g)`, with `adjoint`: calls of these functions, which have no adjoint program, are recorded.
///
/// # Adjoint programs
///
/// `#[exp(adjoint)]` writes, besides, the program of the function's reverse sweep: plain Rust with no tape of elementary
/// operations, for the operators in `ad::adjoint`. A function or method that is called must have `#[exp(adjoint)]` as well. What
/// the transformation does not understand is an error at the token that says what to write instead; without the word
/// `adjoint` the function has all other strategies as before.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp(adjoint)]
/// fn product(x: &[f64]) -> f64 {
///     let mut product = 1.0;
///     for v in x {
///         product *= v;
///     }
///     product
/// }
///
/// assert_eq!(adjoint::grad(Product).at(vec![2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
/// ```
///
/// A function that takes functions, such as `newton(f: impl Fn(f64) -> f64, …)`, has no program, and needs none where the attribute stands on
/// the module around it and its callers: it is followed where it is called, with the closures or names that it is given there.
///
/// A function that is called and cannot have one (it is another crate's, or made by `rule!`, or does what is refused) can be
/// *recorded*: the reverse sweep calls it once more, on a small tape of its own, and nothing of it is kept in between. `record(…)`
/// names it as the call does.
///
/// ```
/// use ad::prelude::*;
///
/// mod theirs {
///     /// It has all strategies that record, and no adjoint program.
///     #[ad::exp]
///     pub fn median(mut x: [f64; 3]) -> f64 {
///         x.sort_by(|a, b| a.partial_cmp(b).unwrap());
///         x[1]
///     }
/// }
///
/// #[exp(adjoint, record(theirs::median))]
/// fn loss(x: [f64; 3], y: f64) -> f64 {
///     (theirs::median(x) - y).powi(2)
/// }
///
/// assert_eq!(adjoint::grad(Loss).at(([5.0, 1.0, 4.0], 2.0)), ([0.0, 0.0, 4.0], -4.0));
/// ```
///
/// Its arguments are numbers and containers of such by value or by `&`, and data; what takes `&mut` of numbers is refused. A method is
/// recorded where it is called as `Point::norm(p)`.
///
/// # A call as one step
///
/// With `#[exp(adjoint, step)]`, a function of at most eight numbers, and data that is `Copy`, is a row of the table of functions,
/// like `sin`: each strategy takes a call of it as one step, with the derivatives that its adjoint program computes there and then, in all
/// orders. A tape remembers a word or two of it, instead of each of its operations. (Of more than two numbers that vary, one word for each
/// after the first.)
///
/// ```
/// use ad::prelude::*;
/// use ad::trace;
///
/// #[exp(adjoint, step)]
/// fn saturation(x: f64) -> f64 {
///     let x2 = x * x;
///     x * (27.0 + x2) / (27.0 + 9.0 * x2)
/// }
///
/// #[exp]
/// fn twice(x: f64) -> f64 {
///     saturation(saturation(x))
/// }
///
/// assert_eq!(trace::numeric(&Twice, F64, 0.5).columns, ["x", "u1", "u2"]);
/// let second: f64 = stack::diff(forward::diff(Twice)).at(0.5);
/// let once_more: f64 = forward::diff(effects::diff(Twice)).at(0.5);
/// assert!((second - once_more).abs() < 1e-12);
/// ```
///
/// A chain of 1000 calls of `saturation` under `stack` takes 1.8 times its value with `step` and 3.8 times without; in forward mode, which
/// remembers nothing, 1.1 times with either (thread time, one machine). It pays for parts that tapes call often, of few numbers and many operations: with the
/// terms of a sum as steps, a gradient of Rosenbrock's function takes 15 times the value instead of 34 to 40. It gains nothing for a single `a * b + c`,
/// whose three numbers take as many words as its operations.
///
/// It has to be asked for, since it changes what the function can be used for: its numbers are then those of the class `Real`, so it is none
/// for integers modulo m; it may not compare numbers, which such numbers need not allow (`max`, `min` and `abs` it may call); what it
/// calls must be known not to, which `class = Real` says; and its derivatives are computed in the order of its adjoint program.
///
/// # Other people's generic code
///
/// A number has the traits of `num-traits`, as far as they do not look at its digits. So what is generic over them can be
/// called, if the function asks for as much of its `f64`. (Of `f64` itself that is true anyway.) Methods that `f64` has under
/// the same names stay those of `f64`.
///
/// ```
/// use ad::prelude::*;
/// use num_traits::Float;
///
/// /// Theirs.
/// fn softplus<T: Float>(x: T) -> T {
///     (T::one() + x.exp()).ln()
/// }
///
/// #[exp]
/// fn loss(x: f64) -> f64
/// where
///     f64: Float,
/// {
///     softplus(x.sin())
/// }
///
/// assert_eq!(stack::diff(Loss).at(0.0), 0.5);
/// ```
///
/// # Structs, blocks and modules
///
/// A struct, enum or type alias with `f64` in it gets a type parameter for its numbers with `f64` as its default, so
/// that its name means what it meant; structs and enums become shapes (a field with `#[fixed]` does not take part).
/// Derives belong below the attribute. In functions elsewhere, `Point<f64>` is a point of numbers; a parameter or field
/// `p: Point` does not compile there, unless it is marked `#[fixed]`: it would be data, by which nothing is
/// differentiated. An `impl` block of such a type becomes generic, and its
/// methods are expressions as well: `Point::norm` is `PointNorm`. The attribute works on single methods of other types, too.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// #[derive(Clone, Copy)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// #[exp]
/// impl Point {
///     fn norm(self) -> f64 {
///         (self.x * self.x + self.y * self.y).sqrt()
///     }
/// }
///
/// #[exp]
/// fn distance(p: Point<f64>, q: Point<f64>) -> f64 {
///     Point { x: p.x - q.x, y: p.y - q.y }.norm()
/// }
///
/// assert_eq!(distance(Point { x: 0.0, y: 0.0 }, Point { x: 3.0, y: 4.0 }), 5.0);
/// ```
///
/// In a module with `#[exp]`, all of this happens to every item that mentions `f64`, the least classes are settled
/// along the calls, and a plain type name inside stands for numbers. What is marked `#[fixed]` stays as it is, and so
/// do tests, and `impl`s of formatting traits. A trait with `f64` in its methods needs the mark, which keeps its `impl`s
/// plain as well.
///
/// # If rustc says …
///
/// * *expected `f64`, found type parameter `N`* (mismatched types) at a call: `N` is what `f64` has become in your
///   function, and the function that is called still wants `f64`, for it has no `#[exp]`. Put `#[exp]` on it, too, or
///   mark with `#[fixed]` the parameter that is handed over, if it is data that shall not be differentiated. A method of a trait
///   cannot have it: `match` on an `enum` instead.
/// * *no method named `norm` found for reference `&P<N>`*: it is there for `P` over plain floats. Put `#[exp]` on the `impl` block, too.
/// * *expected type parameter `N`, found `f64`*, or *cannot multiply `N` by `f64`*: something plain stands where numbers are
///   asked for, and the macro could not see that. Bind it with its type, which makes numbers of a float as well as of a
///   whole container: `let rate: f64 = settings.rate();`, `let mut w: Vec<f64> = weights(3);` Of `f32` write `f64::from(w)`.
/// * *cannot find struct, variant or union type `Newton`*, or *cannot find value `Rhs`*: the function only helps others, and has no
///   expression, for instance since it takes a closure, a function or an iterator: call it in a function that says which one; or since it
///   gives its result in a parameter, `dy: &mut [f64]`: call it in one that returns it. Of a method, the
///   expression has the name of the type in front: `ModelPredict`, if `#[exp]` stands on the `impl` block. In other cases,
///   `#[exp(name = Newton)]` on it says why.
/// * *struct `Power` defined here … use struct literal syntax*, or *a function with a similar name exists*: the expression of a
///   function with other parameters than numbers is written with those as fields, `Power { k: 3 }`, and never with parentheses.
/// * *type mismatch resolving `<Field as Signature>::Out == f64`*: a gradient or Hessian is that of one number. Of a function with several
///   results there is a Jacobian, `call::jacobian`.
/// * *the trait `Number` is not implemented for `&{float}`*: `e.at(x)` and `e.eval(F64, x)` take their argument by value. All of `call::…`
///   borrow.
/// * *conflicting implementations of trait `Clone`*: a `#[derive(…)]` stands above `#[exp]`. It belongs below.
/// * *the name `Loss` is defined multiple times*: something else has the name of the expression. `#[exp(name = LossOf)]`
///   gives it another one.
/// * *help: consider restricting type parameter `N`*, which would write into the attribute: the bound belongs into the
///   function's `where` clause, as one on `f64`: `where f64: num_traits::Zero`.
/// * *the trait bound `StandardUniform: Distribution<N>` is not satisfied*: `rand` cannot draw a number, which has no digits. Draw
///   plain floats, by a function without `#[exp]`, or hand them over in a `#[fixed]` parameter, which also makes the expression
///   one that gives the same value twice.
/// * *`N` cannot be sent between threads safely*: the numbers of one evaluation stay in one thread. Evaluate one expression
///   in each thread, or see `ad::terms`, which does so for sums.
/// * *multiple applicable items in scope*, in a function with such a clause: numbers have the method from the trait, too, and
///   the macro could not see that this is one. Bind it with its type, `let y: f64 = theirs(x);`, and write `x.max(y)` for
///   `f64::max(x, y)`.
/// * *`N` is not a real number*: the class that you assert is too small for a function that is called. Write the larger
///   one, or no class at all.
/// * *the dictionary `Forward<'t, Wrapping<i64>>` cannot divide* (or *subtract*, or *has no real functions*, or its numbers
///   *cannot be compared*): the function does that, and integers cannot. Evaluate under a dictionary that can, `F64` or
///   `Rationals` here; one around another, as `Forward` is, can do what the inner one can.
/// * *`N` doesn't implement `std::fmt::Display`*, or `Debug`: a number is handed to a macro or function that formats it, and is
///   none of those that [show numbers](#what-a-body-may-do).
/// * *`log` is ambiguous*, at a call of your own function `log` in one with `#[exp(adjoint)]`: a crate has that name, too, or a module that
///   `use super::*` brings. Call it by its path, `self::log(x)`.
/// * *expected `&(Slot<N>, usize)`, found `&(Slot<N>, Slot<usize>)`*, at `#[exp(adjoint)]`: a function that is called gives a tuple with
///   something beside its numbers, `(f64, usize)`. Let it give a struct with `#[exp]`, `Largest { value, at }`.
/// * *no method named `__adjoint_f` found*: a method that is called has no adjoint program. Put `#[exp(adjoint)]` on the `impl` block that it
///   stands in.
/// * *`Point<f64>` is not a shape of numbers*: a struct in the signature holds numbers in a way that is not known here.
///   Put `#[exp]` on the struct.
#[proc_macro_attribute]
pub fn exp(args: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand::expand(args.into(), item.into()).into()
}
