//! Programs that fail one premise of an analysis. An analysis that forgets the premise takes them for the programs that it serves.

use super::derivatives::{Outcome, Programs};

/// A program with numbers `s` and `t` that change.
fn program(body: &str) -> Programs {
    Programs::of(&format!(
        "#[exp(adjoint, class = Field + PartialOrd)]
         pub fn program(n: usize, x: &[f64]) -> f64 {{ let mut s = x[0]; let mut t = x[1]; {body} }}"
    ))
}

/// Compares programs, each with the number of its loops with independent iterations.
#[track_caller]
fn compared(programs: &[(usize, &str)]) {
    let mut wrong = String::new();
    for (independent, body) in programs {
        let program = program(body);
        let found = (program.compare(&Programs::of("")), program.independent());
        if found != (Outcome::Equal, *independent) {
            wrong.extend([*body, &format!("\n    {found:?}\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_sum_that_an_iteration_also_reads_depends_on_the_order() {
    compared(&[
        (1, "for i in 0..n { if i > 1 { s += x[i] * x[0]; } t += x[1] * x[2]; } s + t"),
        (0, "for i in 0..n { let u = s + x[i] * x[0]; s = u; t += u * x[1]; } s + t"),
        (0, "for i in 0..n { if i > 1 { s += x[i]; } t += s; } s + t"),
        (0, "for i in 0..n { if i > 1 { s += x[i] * x[0]; } else { t += s * x[2]; } } s + t"),
        (0, "for i in 0..n { for j in 0..2 { s += x[i] * x[j]; } t += s; } s + t"),
        (0, "for i in 0..n { if i > 1 { s += x[i] * x[0]; } let u = s * x[1]; t += u * u; } s - t"),
    ]);
    let body = "let mut g = 1.0; for i in 0..n { let h = g; BODY g = g * 2.0; } s * t";
    for (forward_order, inside) in [
        (true, "if i > 1 { s += x[i] * h; } t += x[2] * h;"),
        (false, "if i > 1 { s += x[i] * h; } t += s * h;"),
        (false, "for j in 0..2 { s += x[j] * h; } t += s * h;"),
        (false, "let u = h * x[i]; for j in 0..2 { s += u; } t += s * h;"),
    ] {
        let program = program(&body.replace("BODY", inside));
        let found = (program.compare(&Programs::of("")), program.forward_order() > 0);
        assert_eq!(found, (Outcome::Equal, forward_order), "{inside}");
    }
}

#[test]
fn a_filling_with_an_exit_leaves_older_numbers_in_a_buffer() {
    let body = "let mut q = vec![x[1]; 3]; for i in 0..n { for j in 0..3 { FILL } s = s * q[0] * q[2]; } s";
    for fill in [
        "q[j] = x[j] * s;",
        "if j > i { break; } q[j] = x[j] * s;",
        "if j == i { break; } q[j] = x[j] * s;",
        "if j == i { continue; } q[j] = x[j] * s;",
        "q[j] = x[j] * s; if j == i { break; }",
        "if s > t { break; } q[j] = s * x[i];",
        "q[j] = x[j] * s; if j == i { return s; }",
    ] {
        assert_eq!(program(&body.replace("FILL", fill)).compare(&Programs::of("")), Outcome::Equal, "{fill}");
    }
}

#[test]
fn a_read_before_the_first_filling_sees_the_last_filling_of_the_previous_iteration() {
    let body = "let mut q = vec![x[1]; 3]; for i in 0..n {
                    BEFORE for j in 0..3 { q[j] = x[j] * s; }
                    t = t * q[0] * q[2]; for j in 0..3 { q[j] = x[j] * t; }
                    s = s * q[1];
                } s * t";
    for before in ["", "s = s + q[1];", "if i > 0 { s = s + q[1] * q[0]; }", "t = t * q[i % 3];"] {
        let program = program(&body.replace("BEFORE", before));
        assert_eq!(program.compare(&Programs::of("")), Outcome::Equal, "{before}");
    }
}

#[test]
fn a_slot_that_another_iteration_fills_is_not_left_out() {
    compared(&[
        (0, "let mut y = x.to_vec(); for i in 0..n { y[i] = x[0] + y[i] * 2.0; } y[n]"),
        (0, "let mut y = x.to_vec(); for i in 0..n { y[i + 1] = x[0] + y[i] * 2.0; } y[n]"),
        (0, "let mut y = x.to_vec(); for i in 1..5 { y[i] = 2.0 * y[i - 1] + x[i] * x[i]; } y[4]"),
        (0, "let mut y = x.to_vec(); for i in 0..4 { y[i] = y[4 - i] + x[i] * x[i]; } y[3]"),
    ]);
}

#[test]
fn a_loop_over_exclusive_references_is_independent_unless_it_changes_an_outer_list() {
    let fill = "for j in 0..3 { q[j] = x[j] * x[i]; }";
    for references in ["&mut q", "q.iter_mut()"] {
        let programs = [
            (1, "let mut q = vec![x[1]; 3]; for p in REFS { s += *p * *p; } s"),
            (
                1,
                "for i in 0..n { let mut q = [x[i], x[1] * x[2]]; for p in REFS { *p = *p * x[0]; s += *p * *p; } } s",
            ),
            (
                1,
                "for i in 0..n { let mut q = [x[i], x[1] * x[2]]; for p in REFS { *p = *p * *p; } s += q[0] * q[1]; } s",
            ),
            (
                1,
                "let mut q = vec![0.0; 3]; for i in 0..n { FILL for p in REFS { *p = *p * *p; } s += q[1] * q[0]; } s",
            ),
            (0, "let mut q = vec![x[1]; 3]; for p in REFS { s += *p * *p; *p = x[2]; } s"),
            (
                0,
                "let mut q = vec![x[1]; 3]; for i in 0..n { for p in REFS { *p = *p * x[i]; s += *p; } } s + q[1]",
            ),
        ];
        let bodies = programs.map(|(_, body)| body.replace("REFS", references).replace("FILL", fill));
        let programs: Vec<_> = programs.iter().zip(&bodies).map(|((i, _), body)| (*i, &body[..])).collect();
        compared(&programs);
    }
}
