//! The tour: two ordinary functions and their derivatives up to the third order, by every strategy and by mixtures of them. The
//! numbers are floats, integers, integers modulo 11 and symbols. `cargo run --release --example tour`

use ad::prelude::*;
use ad::{Graph, Signature, Symbolic};

/// xᵏ, by repeated squaring.
#[exp]
fn monomial(k: u32, x: f64) -> f64 {
    let mut result = 1.0;
    let (mut x, mut k) = (x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= x;
        }
        x = x * x;
        k /= 2;
    }
    result
}

/// (x + 1)³
#[exp]
fn cube(x: f64) -> f64 {
    let y = x + 1.0;
    y * y * y
}

/// An expression `e` and its derivatives. To differentiate makes an expression of an expression: strategies nest.
macro_rules! derivatives {
    ($show:ident, $e:expr) => {
        let e = $e;
        show!($show, "y", e);
        show!($show, "y′", forward::diff(e));
        show!($show, "y′", stack::diff(e));
        show!($show, "y′", effects::diff(e));
        show!($show, "y′", backpropagator::diff(e));
        show!($show, "y″", forward::diff(forward::diff(e)));
        show!($show, "y″", stack::diff(forward::diff(e)));
        show!($show, "y″", effects::diff(stack::diff(e)));
        show!($show, "y‴", taylor::nth_derivative(e, 3));
        show!($show, "y‴", forward::diff(stack::diff(effects::diff(e))));
        show!($show, "y‴", effects::diff(effects::diff(stack::diff(e))));
        println!();
    };
}

/// Prints the source of an expression and its value.
macro_rules! show {
    ($show:ident, $y:literal, $e:expr) => {
        print!("  {:<3} {:<44}", $y, stringify!($e).replace(" :: ", "::"));
        $show($e);
    };
}

/// `each!(then! a b)` is `then!(a b s)` for each strategy `s`.
macro_rules! each {
    ($then:ident! $($outer:ident)*) => {
        $then!($($outer)* forward);
        $then!($($outer)* stack);
        $then!($($outer)* effects);
    };
}
macro_rules! second {
    ($a:ident) => { each!(third! $a) };
}
macro_rules! third {
    ($a:ident $b:ident) => { each!(check! $a $b) };
}
macro_rules! check {
    ($a:ident $b:ident $c:ident) => {
        assert_eq!($a::diff($b::diff($c::diff(Monomial { k: 5 }))).eval(I64, 6), 2160)
    };
}

fn main() {
    println!(
        "They are still functions: monomial(5, 2.0) = {} and cube(2.0) = {}.\n",
        monomial(5, 2.0),
        cube(2.0)
    );

    println!("{:<50}{:>10}{:>8}{:>10}", "e = Monomial { k: 5 }", "f64, 1.5", "i64, 6", "6 mod 11");
    derivatives!(numbers, Monomial { k: 5 });
    println!("{:<50}{:>10}{:>8}{:>10}", "e = Cube", "f64, 1.5", "i64, 6", "6 mod 11");
    derivatives!(numbers, Cube);

    println!("{:<50}  the symbol x", "e = Monomial { k: 3 }");
    derivatives!(symbols, Monomial { k: 3 });
    println!("{:<50}  the symbol x", "e = Cube");
    derivatives!(symbols, Cube);

    each!(second!);
    println!("All 27 mixtures of forward, stack and effects agree on the third derivative.");
}

/// At 3/2 in floats, at 6 in integers, at 6 in the field of 11 elements.
fn numbers<E>(e: E)
where
    E: Signature<In = f64, Out = f64> + Exp<F64> + Exp<I64> + Exp<Modular>,
{
    let residue = e.eval(Modular::new(11), 6.into()).to_string();
    println!("{:>10.4}{:>8}{residue:>10}", e.eval(F64, 1.5), e.eval(I64, 6));
}

/// At a symbol.
fn symbols<E>(e: E)
where
    E: Signature<In = f64, Out = f64> + for<'g> Exp<Symbolic<'g>>,
{
    let graph = Graph::new();
    let y = e.eval(graph.dict(), graph.variable("x"));
    println!("  {}", graph.tree(graph.simplified(y)));
}
