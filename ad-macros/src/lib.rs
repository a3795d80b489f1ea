//! The `#[exp]` attribute of the `ad` crate.
//!
//! It makes a function over `f64` or `f32` generic over its numbers, and makes an expression of it: a struct that can be differentiated.
//! Its users' documentation is that of [`macro@exp`].

#![forbid(unsafe_code)]

mod adjoint;
mod aliases;
mod ambiguous;
mod annotation;
mod apart;
mod args;
mod block;
mod body;
mod check;
mod circle;
mod class;
mod cloned;
mod collect;
mod core;
mod emit;
mod errors;
mod exchange;
mod expand;
mod expression;
mod fields;
mod file;
mod fragments;
mod function;
mod generics;
mod infer;
mod kind;
mod known;
mod library;
mod literal;
mod lowered;
mod model;
mod module;
mod names;
mod numbers;
mod objects;
mod parameter;
mod refusal;
mod returning;
mod reversed;
mod shadow;
mod shape;
mod show;
mod signatures;
mod single;
mod structs;
#[cfg(test)]
mod tests;
mod traits;
mod ty;
mod unit;
mod unseen;
mod visit;
mod walk;
mod written;

/// Makes a function generic over its numbers, and makes an expression of it. Inside, `f64` means "a number". In an item whose fields and
/// signatures have `f32` and no `f64`, `f32` does.
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
/// The parameters with `f64` vary together. They are the expression's input, a tuple if there are several. Every other parameter
/// is a field of the generated struct, whose name is that of the function in `CamelCase`. A function of a module with the result `Path`
/// has no struct if it would be `Path`, unless `name = …` names it. For `fn blend(mode: Blend, …)`, it is
/// `BlendOf`. The struct is `Clone`, and `Copy` if all of its fields are. A parameter with `#[fixed]` is also a field. Its floats stay plain, and mix with numbers on either side
/// of an operator.
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
/// A parameter of a struct without `#[exp]` is a field as well. If the function uses a float of the struct beside numbers, the
/// parameter needs the mark `#[fixed]`. If the float is meant to vary, write `#[exp]` on the struct, and `p: &Params<f64>`.
///
/// A function without a result that writes into `&mut` parameters with numbers, such as the right-hand side of an ODE, has an
/// expression as well. Its result is the content of these parameters after the call.
///
/// ```
/// use ad::prelude::*;
///
/// #[exp]
/// fn pendulum(y: &[f64], dy: &mut [f64]) {
///     dy[0] = y[1];
///     dy[1] = -y[0];
/// }
///
/// let (by_y, by_dy) = forward::jvp(Pendulum).at(((vec![2.0, 3.0], vec![0.0; 2]), (vec![1.0, 0.0], vec![0.0; 2])));
/// assert_eq!((by_y, by_dy), (vec![3.0, -2.0], vec![0.0, -1.0]));
/// ```
///
/// A parameter `&mut T` without numbers, such as a log or a counter, is for functions that call this one. The expression cannot
/// be made, since the changes of its evaluations would be lost. Use `&RefCell<Vec<String>>` instead of `&mut Vec<String>`, or
/// `&Cell<usize>`. An adjoint program copies the content before a call that may change it. So `T` must be `Clone` there.
///
/// References, slices and `Vec` have the shape of a `Vec`, or of their content. Arrays, tuples, `Option`, `Result`, deques, maps,
/// `Box`, `Rc`, `Arc` and structs with `#[exp]` are shapes. So are complex numbers and the containers of nalgebra and ndarray,
/// with the feature of the crate's name. A helper function becomes generic and has no struct: its result is not a shape, or it
/// takes functions over numbers.
///
/// # Guarantees
///
/// **A function that compiles with `#[exp]` also compiles without it. At plain `f64`, both functions have the same value, to the
/// last bit. Both have the same effects in the same order.** The macro refuses code for which it cannot guarantee this:
///
/// * A number has exactly the stable methods of `f64`. `v.gamma()` is a method of a user's trait, which numbers do not implement,
///   so it does not compile. The gamma function is `ad::special::gamma(v)`, for plain floats and numbers. `v.add(w)` compiles if
///   it means `+`.
/// * Code that inspects digits, bits or types is an error: `to_bits`, `next_up`, `size_of::<f64>()`, `type_name_of_val(&x)`,
///   `dyn Any`.
/// * In `a[i()] += b()`, Rust evaluates `b()` first for floats, and `i()` first for an overloaded `+=`, such as that of a
///   `String`. So does the function with `#[exp]`. If the macro cannot tell the two apart, and the types are not floats, the code
///   does not compile, and the message suggests a `let`.
///
/// * A method of a float whose type is still ambiguous, as in `let y = 2.0; y.sqrt()`, is an error of rustc's (E0689), and here too.
///   Write `let y: f64 = 2.0`.
///
/// The macro cannot see four cases. One is such a method in a closure. One is a trait for references (`&f64`), with a method named
/// as one of `f64`. One is a user's method on `f64` with the name of an operator's method (`add`), on a value of unknown type. One is
/// `clone()` of a type that has `Clone` from the attribute only: a type over numbers, or one in an annotated module.
///
/// # Bodies
///
/// All operations that do not inspect numbers: operators, the methods and constants of `f64`, control flow, closures, iterators,
/// `?`, calls of other `#[exp]` functions, recursion. Literals are exact: `0.1` is one tenth in a dictionary of rationals. An
/// integer becomes a number by `as f64`. A number becomes an integer by `as usize`, which has no derivative. Plain constants may be
/// used. Functions over plain floats may be called without numbers, and their results become numbers where they meet numbers.
///
/// A constant of `f64::consts` stands for the irrational number: an enclosure of `x * PI` contains π·x. It is known by its path
/// (`consts::PI`), and an imported one by its name. An imported `E` is a plain float: write `consts::E`. Other plain floats are exact.
///
/// `println!`, `eprintln!`, `dbg!`, the messages of `assert!` and `panic!`, and the macros of `log` and `tracing` show a number's
/// primal, as in the plain function. They return nothing. `format!` returns the text, and is refused.
///
/// # The class
///
/// The macro chooses the least class that the body needs:
///
/// | the body has | class |
/// |---|---|
/// | `+`, `*`, natural numbers | `Semiring` |
/// | `-` | `Ring` |
/// | `/`, decimals | `Field` |
/// | everything else | `Real` |
/// | comparisons of numbers | an order in addition |
///
/// The macro does not see other functions, so a call with numbers counts as `Real` with an order.
///
/// # Arguments
///
/// * `name = Foo`: the name of the struct.
/// * `class = Ring`, `class = Real + PartialOrd`: asserts the class. A need beyond it is an error, and calls do not count.
/// * `float = f32`, `float = f64`: the type that means "a number", if the fields and signatures do not tell.
/// * `crate = path::to::ad`: the path of this crate, if it is not `::ad`.
/// * `adjoint`: also writes the [adjoint program](#adjoint-programs) of the function.
/// * `adjoint = record`: records the function in the adjoint programs that call it.
/// * `step`, with `adjoint`: a call of the function is one step for [recording strategies](#a-call-as-one-step).
/// * `record(m::f, g)`, with `adjoint`: calls of these functions, which have no adjoint program, are recorded.
///
/// # Adjoint programs
///
/// `#[exp(adjoint)]` also writes the program of the function's reverse sweep: plain Rust without a tape, for the operators in
/// `ad::adjoint`. If the macro cannot transform the function, it reports an error at the offending token, with a remedy. Without the word
/// `adjoint` the function has all other strategies.
///
/// A called function or method needs `#[exp(adjoint)]` as well, with one exception. If a free function with `#[exp]` alone is
/// further up in the file, its calls are recorded on a small tape. An expression inside, as in `forward::diff(F.given(w)).at(x)`,
/// is recorded in the same way.
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
/// A plain function is called once for each evaluation, also if it gives another number each time. Methods with names of `std`'s
/// integers and lists, such as `len`, `max` and `iter`, may be called again, and must give the same.
///
/// A function that takes functions, such as `newton(f: impl Fn(f64) -> f64, …)`, has no program, and needs none. If the attribute
/// is on the module of the function and its callers, the macro inlines its calls. Elsewhere its calls are recorded on a small
/// tape, and so are the calls of a function that calls itself. The macro also inlines a function that returns a function, and a
/// function that takes or returns `impl Iterator`. Such a function is inlined in the functions of its module, in the methods of
/// its `impl` block, or in the function around it.
///
/// In a module with the attribute, a type may borrow numbers, such as `struct Curve<'a> { zeros: &'a [f64] }`. A function may
/// make values of such a type, and pass the values to functions and methods of the module. In the programs, the fields of such a
/// value are variables. So the value cannot be stored in a container, or have methods of a trait. A function that returns such a
/// value is inlined. The last expression of that function is the struct.
///
/// A function with refused code can be *recorded*. The forward sweep calls the function on a small tape and saves its steps. The
/// reverse sweep reverses them. The word is `adjoint = record`. On an `impl` block or a module it applies to all functions, and a
/// function's own `#[exp(adjoint)]` overrides it.
///
/// ```
/// use ad::prelude::*;
///
/// /// Sorting by a closure has no program.
/// #[exp(adjoint = record)]
/// fn median(mut x: [f64; 3]) -> f64 {
///     x.sort_by(|a, b| a.partial_cmp(b).unwrap());
///     x[1]
/// }
///
/// #[exp(adjoint)]
/// fn loss(x: [f64; 3], y: f64) -> f64 {
///     (median(x) - y).powi(2)
/// }
///
/// assert_eq!(adjoint::grad(Loss).at(([5.0, 1.0, 4.0], 2.0)), ([0.0, 0.0, 4.0], -4.0));
/// ```
///
/// For a function of another crate or of `rule!`, the caller names the function as the call does:
/// `#[exp(adjoint, record(theirs::median))]`.
///
/// The arguments of a recorded function are numbers, containers of numbers by value, by `&` or by `&mut`, and data. A method in
/// `record(…)` is called as in `Point::norm(p)`. A checkpoint inside is recorded as well. A caller without other needs, such as
/// `call::grad`, uses the tape and not the recorded program.
///
/// A module with `#[exp(adjoint = record)]` records its public functions, each as a whole. Inside, types may borrow numbers. A function
/// has no recorded program if it is private, or if an argument or result is no container of numbers.
///
/// # A call as one step
///
/// With `#[exp(adjoint, step)]`, a function of at most eight numbers and `Copy` data is a row of the table of functions, like
/// `sin`. Each strategy treats a call as one step, with the derivatives of its adjoint program, in all orders. A tape stores one
/// or two words instead of all operations. With more than two varying numbers, the tape stores one word for each number after the
/// first.
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
/// The table shows times relative to the value (thread time, one machine). Steps pay for frequent parts with few numbers and many
/// operations. They gain nothing for a single `a * b + c`, whose three numbers need as many words as its operations.
///
/// | | with `step` | without |
/// |---|---:|---:|
/// | `stack`, a chain of 1000 calls of `saturation` | 1.8 | 3.8 |
/// | `forward`, the same chain | 1.1 | 1.1 |
/// | `stack`, Rosenbrock's gradient with terms as steps | 15 | 34 to 40 |
///
/// It must be requested, since it restricts the function. Its numbers have the class `Real`, so it does not work for integers
/// modulo m. It must not compare numbers, although it may call `max`, `min` and `abs`. Its callees must be known not to compare
/// numbers, which `class = Real` asserts. Its derivatives are computed in the order of its adjoint program.
///
/// # Generic code of other crates
///
/// A number has the traits of `num-traits`, except for their inspection of digits. So generic code over them can be called if the
/// function bounds its `f64` by them, which is always true of `f64` itself. Methods that `f64` has under the same names stay
/// those of `f64`.
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
/// A struct, enum or type alias with `f64` gets a type parameter for its numbers. Its default is `f64`, so the name keeps its
/// meaning. Structs and enums become shapes, without the fields marked `#[fixed]`. Derives must be below the attribute. An `impl`
/// block of such a type becomes generic, and its methods are expressions: `Point::norm` is `PointNorm`. An enum without numbers may
/// have methods that take numbers, and single methods of other types can have the attribute, too.
///
/// In functions elsewhere, a parameter `p: &Point` is a point of numbers if `Point` is further up in the same file. It is one as
/// well if the function uses it so: `p.x * t`, `norm(p) + t`, `p = moved(p)`. Then rustc checks that `Point` is a shape. Otherwise
/// it is data, a field of the expression, and does not compile if `Point` contains numbers. `Point<f64>` says that it is numbers,
/// and `#[fixed]` that it is data.
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
/// fn distance(p: Point, q: Point) -> f64 {
///     Point { x: p.x - q.x, y: p.y - q.y }.norm()
/// }
///
/// assert_eq!(distance(Point { x: 0.0, y: 0.0 }, Point { x: 3.0, y: 4.0 }), 5.0);
/// ```
///
/// A module with `#[exp]` applies it to every item that mentions `f64`. The least classes are computed along the calls, and a
/// plain type name inside stands for numbers. Items marked `#[fixed]`, tests, and `impl`s of formatting traits stay unchanged. A
/// trait with `f64` in its methods is over numbers as well: its `impl`s for types of the module, bounds `K: Kernel` and parameters
/// `&impl Kernel`. With `adjoint`, a type whose method takes `&mut self` keeps the lengths of its lists there. `dyn Kernel` becomes an
/// enum `KernelObject` of the module's types with the trait. So an object is made inside of the module, as in `Box::new(Gaussian { … })`.
/// The mark keeps a trait and its `impl`s plain. An associated type of a trait may contain numbers, as in `type State = [f64; 2]`. It
/// must be `Clone`. As the type of an argument, it contains numbers in all `impl`s or in none.
///
/// In a module with `adjoint`, the macro knows the types of the bodies. So `match self { Shape::Circle { r } => *r *= by, … }` may change the
/// parts of an enum. The type of a field may decide the container that `collect` makes. `Clone` of a type with numbers is derived: an `impl Clone` that
/// does more than copy each field is refused.
///
/// # Reading an expansion
///
/// With `AD_EXPANSIONS=folder` in the environment of a build, the macro also writes each expansion into a file there: `planets/orbit.rs` for
/// the function, module or type `orbit` of the crate `planets`. `rustfmt` formats it, if it is installed. A file has the generic function, the
/// expression, and the adjoint program: a forward sweep, which returns the reverse sweep as a closure. A variable of the sweeps has
/// the name of the user's variable and a number, or is an intermediate result `__t_3`. The adjoint of `__speed_0` is `__d_speed_0`. Cargo does not notice that the variable of the
/// environment has changed, so change a source file, or remove the target directory.
///
/// # If rustc says …
///
/// * *expected `f64`, found type parameter `N`* (mismatched types) at a call: `N` is the `f64` of your function, and the callee
///   has no `#[exp]`. Put `#[exp]` on the callee, or mark the parameter with `#[fixed]` if it is data. A method of a trait has it
///   by the `#[exp]` of a module with the trait and its `impl`s.
/// * *expected `f64`, found `N`* where a plain float is meant: write `ad::special::detached(x)`. It gives the value without its
///   derivative. Such places are the payload of an error, `format!`, a static, and a call that reads a table.
///   An adjoint program refuses `format!`, and such a call: write `adjoint = record`.
///
///   ```
///   use ad::prelude::*;
///   use ad::special::detached;
///
///   /// The row of a table, by a function without numbers.
///   fn row(temperature: f64) -> usize {
///       (temperature / 100.0) as usize
///   }
///
///   #[exp(adjoint = record)]
///   fn pressure(#[fixed] table: &[f64], temperature: f64) -> Result<f64, String> {
///       let Some(coefficient) = table.get(row(detached(temperature))) else {
///           return Err(format!("no row for {}", detached(temperature)));
///       };
///       Ok(*coefficient * temperature)
///   }
///
///   let e = Pressure { table: &[0.5, 0.25] };
///   assert_eq!(call::jvp(&e, &150.0, &1.0), (Ok(37.5), Ok(0.25)));
///   assert_eq!(call::value(&e, &250.0), Err("no row for 250".to_owned()));
///   ```
///
/// * *expected `f64`, found `N`* at a field, `Scaled { by: x }`, or *struct `Scaled` has no field named `by`*: a field is data, and `x` is a number of the
///   surrounding function. Take `#[fixed]` off the parameter `by`, and fix it by `given`: `forward::diff(Scaled.given(x))`. The
///   parameters of a closure, `diff(|y| x * y)`, are captured in the same way.
/// * *no method named `norm` found for reference `&P<N>`*: the method exists for `P` over plain floats. Put `#[exp]` on the
///   `impl` block.
/// * *expected type parameter `N`, found `f64`*, or *cannot multiply `N` by `f64`*: a plain value meets numbers, and the macro
///   cannot see it. Bind the value with its type, which converts a float or a whole container:
///   `let rate: f64 = settings.rate();`, `let mut w: Vec<f64> = weights(3);` For `f32` write `f64::from(w)`.
/// * *cannot find struct, variant or union type `Newton`*, or *cannot find value `Rhs`*: the function is a helper without an
///   expression. It may take a closure, a function or an iterator: call it in a function that names one. The expression of a method has the
///   type's name in front: `ModelPredict`, if `#[exp]` is on the `impl` block. In other cases, `#[exp(name = Newton)]` on it
///   gives the reason.
/// * *struct `Power` defined here … use struct literal syntax*, or *a function with a similar name exists*: the function has
///   parameters without numbers. They are the fields of its expression: `Power { k: 3 }`. If rustc proposes `&Cost { g: val }`, and `g`
///   is meant to vary, write `g: &Growth<f64>` at the parameter: the macro does not see that a struct of another file has numbers.
/// * *type mismatch resolving `<Field as Signature>::Out == f64`*: only a function with one result has a gradient or Hessian. Use
///   `call::jacobian` for several results.
/// * *the trait `Number` is not implemented for `&{float}`*: `e.at(x)` and `e.eval(F64, x)` take their argument by value. All of `call::…`
///   borrow.
/// * *conflicting implementations of trait `Clone`*: a `#[derive(…)]` is above `#[exp]`. Move it below.
/// * *cannot find module or crate `sparse`*, `testing` or `enclosure`, or *cannot find `Rationals`*: this part of `ad` has a feature of
///   its own: `ad = { …, features = ["sparse"] }`. `Rationals`, `Modular` and `trace` have the feature `numbers`.
/// * *the name `Loss` is defined multiple times*: another item has the name of the expression. Write `#[exp(name = LossOf)]`.
/// * *help: consider restricting type parameter `N`*, which would edit the attribute: write the bound in the function's `where`
///   clause, on `f64`: `where f64: num_traits::Zero`.
/// * *the trait bound `StandardUniform: Distribution<N>` is not satisfied*: `rand` cannot draw a number, which has no digits.
///   Draw plain floats in a function without `#[exp]`, or pass them in a `#[fixed]` parameter, so that the expression gives the
///   same value twice.
/// * *`N` cannot be sent between threads safely*: the numbers of one evaluation stay in one thread. Evaluate one expression in
///   each thread. For sums, see `ad::terms`.
/// * *multiple applicable items in scope*, in a function that bounds `f64` by a trait: the trait has the method too. The macro
///   cannot see that the value is a number. Bind the value with its type, `let y: f64 = theirs(x);`, and write `x.max(y)` for
///   `f64::max(x, y)`.
/// * *`N` is not a real number*: the asserted class is too small for a callee. Write the larger class, or none. In an item over `f32`, the
///   callee is over `f64`: write both over one type.
/// * *cannot multiply `N` by `f32`*, or *`f32` by `N`*, in an item over `f32`: the macro cannot see which operand is plain. Bind it with its
///   type: `let rate: f32 = settings.rate();`
/// * *the dictionary `Forward<'t, Wrapping<i64>>` cannot divide* (or *subtract*, or *has no real functions*, or its numbers
///   *cannot be compared*): the function does this, and integers cannot. Evaluate under a dictionary that can, such as `F64` or
///   `Rationals`. A strategy such as `Forward` can do as much as its inner dictionary.
/// * *`N` doesn't implement `std::fmt::Display`*, or `Debug`: a number is passed to a macro or function that formats it, and that
///   does not [show numbers](#bodies).
/// * *`log` is ambiguous*, at a call of your function `log` in one with `#[exp(adjoint)]`: a crate or `use super::*` also has the
///   name. Call it by its path, `self::log(x)`.
/// * *overflow evaluating the requirement `Forward<'_, F64>: Strategy`* (E0275), or *values of the type `Dual<…>` are too big*: a function
///   differentiates itself, so there is no end of types. The depth of an `ad::paper::Expression` is chosen at run time.
/// * *cannot resolve opaque type*, at `#[exp(adjoint)]`: functions call each other. A function may call itself. Functions that call each
///   other have programs if their parameters and results have the same types, in one module with `#[exp(adjoint)]`. Otherwise put
///   `#[exp(adjoint = record)]` on one.
/// * *no method named `__adjoint_f` found*: a called method has no adjoint program. Put `#[exp(adjoint)]` on its `impl` block.
/// * A debug build panics with *`f` names the function `a::f`, whose adjoint program would be that of `b::f`*: a glob import brings a
///   function `f` with an adjoint program, and another function `f` without one hides it. Put `#[exp(adjoint)]` on the called function.
/// * *`Point<f64>` is not a shape of numbers*: a struct of the signature contains numbers, and has no `#[exp]`. Put `#[exp]` on
///   the struct.
#[proc_macro_attribute]
pub fn exp(args: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = item.into();
    let mut expansion = expand::expand(args.into(), proc_macro2::TokenStream::clone(&item));
    file::write(&item, &mut expansion);
    expansion.into()
}
