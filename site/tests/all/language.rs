//! The small language.

use ad_site::derivatives::evaluate;
use ad_site::language::Program;

use crate::{MONOMIAL, expression};

#[track_caller]
fn value(text: &str, x: f64) -> f64 {
    evaluate(&expression(text), x).unwrap().0
}

/// The message of a program, with line and column.
fn mistake(text: &str) -> String {
    let mistake = Program::parse(text).unwrap_err();
    let (line, column) = mistake.position(text);
    format!("{line}:{column}: {}", mistake.message)
}

#[test]
fn operators_bind_as_in_rust() {
    assert_eq!(value("1 + 2 * x - 6 / 4", 3.0), 5.5);
    assert_eq!(value("-x * -x - -1", 3.0), 10.0);
    assert_eq!(value("7 % x", 4.0), 3.0);
    assert_eq!(value("10 - x - 3 + 1", 2.0), 6.0);
    assert_eq!(value("24 / x / 3 * 2", 2.0), 8.0);
    assert_eq!(value("(x + 1) * (x - 1)", 3.0), 8.0);
    assert_eq!(value("1.5e1 + 0.5e0 * 0 + 2.", 0.0).to_bits(), 17f64.to_bits());
}

#[test]
fn functions_are_those_of_f64() {
    let x = 0.3_f64;
    assert_eq!(value("x.sin().exp() + sqrt(x)", x), x.sin().exp() + x.sqrt());
    assert_eq!(value("pow(x, 3) + pow(x, -2) + pow(x, x)", x), x.powi(3) + x.powi(-2) + x.powf(x));
    assert_eq!(value("max(x, 0.2) + hypot(3, 4) + atan2(1, x)", x), 0.3 + 5.0 + 1f64.atan2(x));
    assert_eq!(value("cos(pi * x)", x), (std::f64::consts::PI * x).cos());
}

#[test]
fn loops_and_branches_run() {
    assert_eq!(value(MONOMIAL, 2.0), 8.0);
    assert_eq!(value("let mut s = 0; let mut k = 0; while k < 10 { k += 1; s += k * x; } s", 2.0), 110.0);
    assert_eq!(value("if x < 0 { -x } else if x > 10 { 10 } else { x }", -2.0), 2.0);
    assert_eq!(value("if (x < 0 || x > 1) && !(x == 2) { 1 } else { 0 }", 3.0), 1.0);
    assert_eq!(value("if (x + 1) * 2 >= 4 && (1 != 2) { 1 } else { 0 }", 1.0), 1.0);
    assert_eq!(value("let y = { let x = x + 1; x * x }; y - x", 2.0), 7.0);
}

#[test]
fn functions_of_the_user_may_recur() {
    assert_eq!(
        value("fn power(t, k) { if k == 0 { 1 } else { t * power(t, k - 1) } } power(x, 5)", 2.0),
        32.0
    );
    assert_eq!(value("fn sq(t) { let mut u = t; u *= t; u } fn four(t) { sq(sq(t)) } four(x)", 3.0), 81.0);
}

#[test]
fn a_mistake_has_its_place_and_advice() {
    for (text, message) in [
        ("x ^ 2", "1:3: unknown character `^`: write `pow(x, 3)` for a power"),
        ("let y = 1;\n y = 2;\n y", "2:2: cannot assign to `y`: write `let mut y`"),
        ("x = 2; x", "1:1: cannot assign to `x`: it is the argument; write `let mut x = x;` first"),
        ("x * (1 + z)", "1:10: unknown name `z`: write `let z = …;` first"),
        ("ä + sin", "1:1: unknown name `ä`: write `let ä = …;` first"),
        ("1 + sin", "1:5: `sin` is a function: write `sin(x)`"),
        ("sin(x, 2)", "1:1: `sin` takes 1 argument, and 2 are given"),
        ("2x", "1:1: a number is followed by a name: write `2 * …`"),
        ("let y = x;", "1:11: the program has no value: end with an expression without `;`, such as `x * x`"),
        ("(x + 1", "1:7: expected `)` at the end of a parenthesis, and found the end"),
        ("if x { 1 } else { 2 }", "1:6: expected a comparison such as `<` or `==`, and found `{`"),
        (
            "1 + if x < 1 { 1 }",
            "1:5: a block without a value is used as a number: end it with an expression without `;`, and write `else`",
        ),
        ("for", "1:1: the language has no `for`: it has `let mut`, `while`, `if` and `fn`"),
        ("", "1:1: the program has no value: end with an expression without `;`, such as `x * x`"),
        ("1e999", "1:1: the number is too large for a double"),
        ("x }", "1:3: cannot read `}`: expected the end"),
        ("x x", "1:3: cannot read `x`: expected an operator or `;`"),
    ] {
        assert_eq!(mistake(text), message, "{text}");
    }
}

#[test]
fn hostile_programs_end_with_a_message() {
    assert!(mistake(&"(".repeat(100_000)).contains("more than 100 parentheses"));
    assert!(mistake(&"-".repeat(100_000)).contains("more than 100 parentheses"));
    assert!(mistake(&"if x < 1 {".repeat(1000)).contains("more than 100 parentheses"));
    let refused = |text: &str| evaluate(&expression(text), 1.0).unwrap_err();
    assert!(refused("while 1 == 1 { } x").contains("too many operations"));
    assert!(refused("let mut s = 0; while s == s { s += x * x; } s").contains("too many operations"));
    assert!(refused("fn f(t) { f(t) } f(x)").contains("`f` calls itself more than 100 times"));
    assert!(refused("fn f(t, k) { f(t, k) + f(t, k) } f(x, 1)").contains("calls itself"));
}

#[test]
fn results_that_are_no_numbers_are_shown() {
    assert!(value("ln(-x)", 1.0).is_nan());
    assert_eq!(value("1 / (x - 1)", 1.0), f64::INFINITY);
    assert_eq!(value("ln(0 * x)", 1.0), f64::NEG_INFINITY);
}
