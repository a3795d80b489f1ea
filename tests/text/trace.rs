//! Traces at the edges: expressions without steps, steps that nothing is propagated through, steps that are
//! several on the tape. The usual ones are the gallery's `figures`.

use ad::paper::Var;
use ad::prelude::*;
use ad::{Dict, Num, Semiring, Signature, trace};

#[exp]
fn constant(_x: f64) -> f64 {
    7.0
}

/// ⌊x⌋ is a step, but the result depends on it only as on a constant.
#[exp]
fn sawtooth(x: f64) -> f64 {
    x.floor() * x
}

/// x³ + x + 2, with a step of three operands.
#[exp]
fn fused(x: f64) -> f64 {
    (x * x).mul_add(x, x) + 2.0
}

#[test]
fn a_constant_has_no_steps() {
    let trace = trace::symbolic(&Constant, "x");
    assert_eq!(trace.sequence().to_string(), "7");
    assert_eq!(trace.table().to_string(), "adjoint of  x\nstart       0\n");
}

#[test]
fn the_variable_starts_with_the_adjoint_of_the_result() {
    let trace = trace::symbolic(&Var, "x");
    assert_eq!(trace.sequence().to_string(), "x");
    assert_eq!(trace.table().to_string(), "adjoint of  x\nstart       1\n");
}

#[test]
fn a_step_without_derivative_keeps_its_name_and_has_no_adjoint() {
    let trace = trace::symbolic(&Sawtooth, "x");
    assert_eq!(trace.sequence().to_string(), "let u1 = floor(x) in\nlet u2 = u1 × x in\nu2");
    assert_eq!(trace.table().columns, ["x", "u2"]);
    assert_eq!(trace.table().to_string(), "adjoint of  x   u2\nstart       0   1\nundo u2     u1  1\n");
}

#[test]
fn a_step_of_three_operands_has_one_row() {
    let trace = trace::symbolic(&Fused, "x");
    let sequence = "let u1 = x × x in\nlet u2 = mul_add(u1, x, x) in\nlet u3 = u2 + 2 in\nu3";
    assert_eq!(trace.sequence().to_string(), sequence);

    let table = trace::numeric(&Fused, F64, 2.0);
    assert_eq!(table.columns, ["x", "u1", "u2", "u3"]);
    let reversed: Vec<_> = table.rows.iter().map(|row| row.reversed).collect();
    assert_eq!(reversed, [None, Some(3), Some(2), Some(1)]);
    let [start, .., end] = &table.rows[..] else { panic!("two rows at least") };
    assert_eq!(start.adjoints, [None, None, None, Some(1.0)]);
    assert_eq!(end.adjoints, [Some(13.0), Some(2.0), Some(1.0), Some(1.0)]);
}

/// x times the derivative of 9x, which is a constant that is made within.
struct Inner;

impl Signature for Inner {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Inner {
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        let nine = Num::new(dict, Num::<D>::natural(9).value_under(dict));
        // To bring a number under its own dictionary changes nothing.
        let x = Num::new(dict, x.value_under(dict));
        x * x * nine
    }
}

#[test]
fn constants_are_brought_under_the_dictionary_and_variables_are_not_lost() {
    let seven = ad::Modular::new(7);
    let table = trace::numeric(&Inner, seven, 3.into());
    assert_eq!(table.columns, ["x", "u1", "u2"]);
    let last = table.rows.last().expect("there is the row of the beginning");
    // 2·3·9 modulo 7, where 9 is 2.
    assert_eq!(last.adjoints, [Some(5.into()), Some(2.into()), Some(1.into())]);
}

/// y ↦ x·y, with an x of the evaluation around it.
#[exp]
fn scaled(x: f64, y: f64) -> f64 {
    x * y
}

/// x · d/dy (x·y)
#[exp]
fn captures(x: f64) -> f64 {
    x * forward::diff(Scaled.given(x)).at(1.0)
}

#[test]
fn captured_numbers_are_watched_too() {
    let table = trace::numeric(&Captures, F64, 3.0);
    let last = table.rows.last().expect("there is the row of the beginning");
    assert_eq!(last.adjoints[0], Some(6.0));

    let table = trace::numeric(&Scaled.given(2.0), F64, 3.0);
    let last = table.rows.last().expect("there is the row of the beginning");
    assert_eq!(last.adjoints, [Some(2.0), Some(1.0)]);
}

#[test]
fn watching_does_not_change_the_result() {
    for k in 0..20 {
        let e = ad::paper::Monomial { k };
        let table = trace::numeric(&e, I64, 3);
        let last = table.rows.last().expect("there is the row of the beginning");
        assert_eq!(last.adjoints[0].unwrap_or(0), stack::diff(e).eval(I64, 3));
    }
}

#[exp]
fn area_and_more(x: f64, y: [f64; 2]) -> f64 {
    (x * y[0]).powi(2) + y[1]
}

#[test]
fn several_variables_have_a_column_each() {
    let trace = trace::symbolic(&AreaAndMore, ("x", ["a", "b"]));
    assert_eq!(
        trace.sequence().to_string(),
        "let u1 = x × a in\nlet u2 = powi[2](u1) in\nlet u3 = u2 + b in\nu3"
    );
    let table = trace.table();
    assert_eq!(table.columns, ["x", "a", "b", "u1", "u2", "u3"]);
    let end = table.rows.last().expect("there is the row of the beginning");
    let gradient: Vec<_> = end.adjoints[..3].iter().map(Option::as_deref).collect();
    assert_eq!(gradient, [Some("u1 × 2 × a"), Some("u1 × 2 × x"), Some("1")]);

    let table = trace::numeric(&AreaAndMore, I64, (3, [5, 7]));
    assert_eq!(table.columns, ["x1", "x2", "x3", "u1", "u2", "u3"]);
    let end = table.rows.last().expect("there is the row of the beginning");
    assert_eq!(end.adjoints[..3], [Some(150), Some(90), Some(1)]);
    assert_eq!(table.rows.len(), 4);
}
