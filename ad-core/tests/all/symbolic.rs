//! The dictionary of symbols: printing of terms, immediate computation, simplification.

use ad_core::function::{self, Atan2, Clamp, Sqrt};
use ad_core::{
    Decimal, Dict, Exp, FieldDict, Graph, Num, Real, RealDict, RingDict, Signature, Symbol, forward,
};

#[test]
fn a_term_has_parentheses_only_where_it_needs_them() {
    let graph = Graph::new();
    let d = graph.dict();
    let [x, y, z] = ["x", "y", "z"].map(|name| graph.variable(name));
    for (term, expected) in [
        (d.add(d.add(x, y), z), "x + y + z"),
        (d.add(x, d.add(y, z)), "x + (y + z)"),
        (d.sub(d.sub(x, y), z), "x - y - z"),
        (d.sub(x, d.sub(y, z)), "x - (y - z)"),
        (d.mul(d.mul(x, y), z), "x × y × z"),
        (d.mul(x, d.mul(y, z)), "x × (y × z)"),
        (d.div(d.div(x, y), z), "x / y / z"),
        (d.div(x, d.div(y, z)), "x / (y / z)"),
        (d.add(d.mul(x, y), z), "x × y + z"),
        (d.mul(d.add(x, y), z), "(x + y) × z"),
        (d.neg(d.add(x, y)), "-(x + y)"),
        (d.neg(d.mul(x, y)), "-(x × y)"),
        (d.neg(d.neg(x)), "-(-x)"),
        (d.add(d.neg(x), y), "-x + y"),
        (d.mul(d.neg(x), y), "-x × y"),
        (d.mul(x, d.neg(y)), "x × (-y)"),
        (d.mul(d.function(function::Exponential, [d.add(x, y)]), z), "exp(x + y) × z"),
        (d.neg(d.function(Atan2, [d.neg(x), y])), "-atan2(-x, y)"),
    ] {
        assert_eq!(graph.tree(term).to_string(), expected);
    }
}

#[test]
fn a_constant_that_is_negative_or_a_fraction_has_parentheses() {
    let graph = Graph::new();
    let (d, x) = (graph.dict(), graph.variable("x"));
    let half = d.div(d.one(), d.natural(2));
    for (constant, expected) in [
        (d.natural(3), "x + 3"),
        (d.zero(), "x + 0"),
        (d.neg(d.natural(3)), "x + (-3)"),
        (half, "x + (1/2)"),
        (d.neg(half), "x + (-1/2)"),
        (d.constant(0.25), "x + 0.25"),
        (d.constant(-0.25), "x + (-0.25)"),
        (d.sub(d.constant(0.25), d.constant(0.25)), "x + 0"),
        (d.constant(f64::MIN_POSITIVE * 0.0), "x + 0"),
    ] {
        assert_eq!(graph.tree(d.add(x, constant)).to_string(), expected);
    }
}

#[test]
fn constants_are_computed_exactly_as_long_as_they_are_rational() {
    let graph = Graph::new();
    let d = graph.dict();
    let decimal = |digits, nearest| d.decimal(Decimal { digits, exponent: -1, nearest });
    assert_eq!(d.add(decimal(1, 0.1), decimal(2, 0.2)), decimal(3, 0.3));
    let (three, quarter) = (d.constant(3.0), d.constant(0.25));
    assert_eq!((three, quarter), (d.natural(3), Symbol::Real(0.25)));
    assert_eq!(d.constant(1e30), Symbol::Real(1e30));
    for (symbol, expected) in [
        (d.add(three, quarter), 3.25),
        (d.sub(three, quarter), 2.75),
        (d.mul(three, quarter), 0.75),
        (d.div(three, quarter), 12.0),
        (d.neg(quarter), -0.25),
        (d.div(three, d.zero()), f64::INFINITY),
        (d.function(Sqrt, [d.div(d.one(), d.natural(4))]), 0.5),
        (d.function(Sqrt, [quarter]), 0.5),
    ] {
        assert_eq!(symbol, Symbol::Real(expected));
    }
    assert_eq!(d.div(three, d.natural(4)), d.sub(d.one(), d.div(d.one(), d.natural(4))));
}

#[test]
fn only_a_constant_has_a_primal() {
    let graph = Graph::new();
    let (d, x) = (graph.dict(), graph.variable("x"));
    let three_quarters = d.div(d.natural(3), d.natural(4));
    assert_eq!([three_quarters, d.constant(0.3), x].map(|a| d.primal(a)), [Some(0.75), Some(0.3), None]);
    assert_eq!(d.order(), 0);
}

#[test]
fn bindings_are_printed_one_a_line() {
    let graph = Graph::new();
    let (d, x) = (graph.dict(), graph.variable("x"));
    let negated = d.neg(d.mul(x, x));
    let y = graph.variable("y");
    let angle = d.function(Atan2, [negated, y]);
    let result = d.sub(d.function(function::Exponential, [angle]), d.constant(-0.5));
    let expected = "let u1 = x × x in\nlet u2 = -u1 in\nlet u3 = atan2(u2, y) in\nlet u4 = exp(u3) in\n\
                    let u5 = u4 - (-0.5) in\nu5";
    assert_eq!(graph.bindings(result).to_string(), expected);
}

#[test]
fn a_graph_is_drawn_with_an_arrow_to_each_operand() {
    let graph = Graph::new();
    let (d, x) = (graph.dict(), graph.variable("x"));
    let sum = d.add(d.mul(x, d.natural(2)), d.natural(1));
    let expected = r#"digraph {
  node [shape=circle];
  n0 [label="x"];
  n1 [label="×", xlabel="u1"];
  n1 -> n0;
  c0 [label="2"];
  n1 -> c0;
  n2 [label="+", xlabel="u2", peripheries=2];
  n2 -> n1;
  c1 [label="1"];
  n2 -> c1;
}
"#;
    assert_eq!(graph.dot(sum).to_string(), expected);
}

#[test]
fn summands_zero_and_factors_one_are_left_out_and_nothing_else() {
    let graph = Graph::new();
    let d = graph.dict();
    let [x, y] = ["x", "y"].map(|name| graph.variable(name));
    let (zero, one, two) = (d.zero(), d.one(), d.natural(2));
    for (term, expected) in [
        (d.add(x, zero), "x"),
        (d.add(zero, x), "x"),
        (d.add(x, one), "x + 1"),
        (d.add(one, x), "1 + x"),
        (d.add(x, y), "x + y"),
        (d.mul(x, one), "x"),
        (d.mul(one, x), "x"),
        (d.mul(x, two), "x × 2"),
        (d.mul(zero, x), "0 × x"),
        (d.mul(x, y), "x × y"),
        (d.sub(d.add(x, zero), d.mul(one, y)), "x - y"),
        (d.div(d.add(x, zero), d.mul(one, y)), "x / y"),
        (d.neg(d.add(zero, x)), "-x"),
        (d.function(function::Exponential, [d.mul(d.add(x, zero), one)]), "exp(x)"),
        (d.add(d.mul(x, d.add(zero, one)), d.mul(d.sub(zero, zero), y)), "x + 0 × y"),
        (two, "2"),
    ] {
        assert_eq!(graph.tree(graph.simplified(term)).to_string(), expected);
    }
}

/// min(max(x, 1), 2) as `clamp` has it.
struct Clamped;

impl Signature for Clamped {
    type In = f64;
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Clamped {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        Num::function(Clamp, [*x, Num::constant(1.0), Num::constant(2.0)])
    }
}

#[test]
fn the_derivative_of_a_kink_is_a_step() {
    let graph = Graph::new();
    let slope = forward::diff(Clamped).eval(graph.dict(), graph.variable("x"));
    let expected = "heaviside(x - 1) × heaviside(2 - x)";
    assert_eq!(graph.tree(graph.simplified(slope)).to_string(), expected);
}
