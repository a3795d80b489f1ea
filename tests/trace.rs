//! Traces at the edges: expressions without steps, steps that nothing is propagated through, steps that are
//! several on the tape. The usual ones are the gallery's `figures`.

use ad::prelude::*;
use ad::trace;

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
    let trace = trace::symbolic(&Constant);
    assert_eq!(trace.sequence().to_string(), "7");
    assert_eq!(trace.table().to_string(), "adjoint of  x\nstart       0\n");
}

#[test]
fn the_variable_starts_with_the_adjoint_of_the_result() {
    let trace = trace::symbolic(&Var);
    assert_eq!(trace.sequence().to_string(), "x");
    assert_eq!(trace.table().to_string(), "adjoint of  x\nstart       1\n");
}

#[test]
fn a_step_without_derivative_keeps_its_name_and_has_no_adjoint() {
    let trace = trace::symbolic(&Sawtooth);
    assert_eq!(trace.sequence().to_string(), "let u1 = floor(x) in\nlet u2 = u1 × x in\nu2");
    assert_eq!(trace.table().columns, ["x", "u2"]);
    assert_eq!(trace.table().to_string(), "adjoint of  x   u2\nstart       0   1\nundo u2     u1  1\n");
}

#[test]
fn a_step_of_three_operands_is_undone_in_one_row() {
    let trace = trace::symbolic(&Fused);
    let sequence = "let u1 = x × x in\nlet u2 = mul_add(u1, x, x) in\nlet u3 = u2 + 2 in\nu3";
    assert_eq!(trace.sequence().to_string(), sequence);

    let table = trace::numeric(&Fused, F64, 2.0);
    assert_eq!(table.columns, ["x", "u1", "u2", "u3"]);
    let undone: Vec<_> = table.rows.iter().map(|row| row.undone).collect();
    assert_eq!(undone, [None, Some(3), Some(2), Some(1)]);
    let [start, .., end] = &table.rows[..] else { panic!("two rows at least") };
    assert_eq!(start.adjoints, [None, None, None, Some(1.0)]);
    assert_eq!(end.adjoints, [Some(13.0), Some(2.0), Some(1.0), Some(1.0)]);
}

#[test]
fn what_is_watched_is_what_is_computed() {
    for k in 0..20 {
        let e = ad::Monomial { k };
        let table = trace::numeric(&e, I64, 3);
        let last = table.rows.last().expect("there is the row of the beginning");
        assert_eq!(last.adjoints[0].unwrap_or(0), stack::diff(e).eval(I64, 3));
    }
}
