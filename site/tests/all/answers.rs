//! Answers to requests, as the page reads them.

use ad_site::request::answer;

use crate::MONOMIAL;

#[track_caller]
fn contains(request: &str, program: &str, parts: &[&str]) {
    let answer = answer(&format!("{request}\n{program}"));
    for part in parts {
        assert!(answer.contains(part), "{part} is not in {answer}");
    }
}

#[test]
fn values_of_each_strategy_are_in_the_answer() {
    contains(
        "values x=2 by=forward,stack",
        MONOMIAL,
        &[
            r#""value":{"by":"value","value":8e0"#,
            r#""chosen":{"by":"forward, stack","value":1.2e1"#,
            r#"{"by":"effects","value":1.2e1"#,
            r#""enclosure":[1.2e1,1.2e1]"#,
        ],
    );
    contains("values x=0 by=forward", "1 / x", &[r#""value":"∞""#, r#""value":"-∞""#]);
    contains(
        "values x=0 by=effects",
        "while x == 0 { } x",
        &[r#"{"value":{"by":"value","error":"the evaluation takes too many"#],
    );
    contains("values x=1 by=nonsense", "x", &["an unknown strategy"]);
}

#[test]
fn exact_numbers_are_in_the_answer() {
    contains("exact x=1.5 by=effects", MONOMIAL, &[r#""value":"27/8","derivative":"27/4""#]);
    contains("exact x=2 by=stack", "pow(x, 5)", &[r#""value":"32","derivative":"80""#]);
    contains("exact x=0.3 by=stack", "1 / (1 - x) + 0.5", &[r#""value":"27/14","derivative":"100/49""#]);
    contains(
        "exact x=1 by=stack",
        "if x > 0.5 { 3.6 * x } else { 0 }",
        &[r#""derivative":"18/5"},{"in":"integers"#],
    );
    contains("exact x=1.5 by=stack", "pow(x, 90)", &["a fraction has more digits than fit"]);
    contains("exact x=-1 by=stack", "pow(x, 2147483647)", &[r#""value":"-1","derivative":"2147483647""#]);
    contains("exact x=1 by=stack", "1 / (1 - x)", &["a fraction is divided by 0"]);
    contains("exact x=1 by=stack", "sin(x)", &["a function without fractions"]);
    contains("exact x=-3 by=stack", MONOMIAL, &[r#""value":"-27","derivative":"27""#, r#""derivative":"6""#]);
}

#[test]
fn formulas_are_collected() {
    contains("formula x=2 by=forward", MONOMIAL, &[r#""value":"x³","derivative":"3·x²""#]);
    contains("formula x=2 by=stack,effects", MONOMIAL, &[r#""derivative":"6·x""#]);
    contains("formula x=2 by=stack", "sin(x) / x", &[r#""derivative":"cos(x) / x − sin(x) / x²""#]);
    contains("formula x=2 by=forward", "2 - x - x * x", &[r#""value":"2 − x² − x","derivative":"−2·x − 1""#]);
    contains("formula x=2 by=forward", "x * (x / 2 + 1)", &[r#""value":"x² / 2 + x","derivative":"x + 1""#]);
    contains("formula x=2 by=taylor", "exp(-x * x / 2)", &["exp(−x² / 2)"]);
    contains(
        "formula x=2 by=forward",
        "(x + 1) * (x + 1)",
        &[r#""value":"(x + 1)²","derivative":"2·x + 2""#],
    );
    contains("formula x=2 by=stack,stack,stack,stack", "exp(sin(x * exp(x)))", &["too long to be read"]);
}

/// The events of the handlers, and the rows of the stack's table, on figure 6 of the paper.
#[test]
fn steps_are_those_of_the_papers_figures() {
    contains(
        "steps x=2",
        MONOMIAL,
        &[
            r#""derivative":1.2e1"#,
            r#"{"label":"×","operands":[{"text":"u1","vertex":1e0},{"text":"u2","vertex":2e0}],"value":8e0}"#,
            r#"{"kind":"return","vertex":3e0,"value":8e0}"#,
            r#"{"kind":"reverse","vertex":4e0,"changes":[]}"#,
            r#"{"vertex":1e0,"value":4e0,"text":"u2"}"#,
            r#""text":"u1 × x + u1 × x + u2""#,
            r#""columns":[0e0,1e0,2e0,3e0,4e0]"#,
            r#"{"reversed":4e0,"adjoints":[null,null,null,1e0,null]}"#,
            r#"{"reversed":1e0,"adjoints":[1.2e1,4e0,2e0,1e0,null]}"#,
        ],
    );
}

#[test]
fn adjoints_are_formulas_of_steps() {
    // The derivative of the exponential is its value, which is the step u1.
    contains("steps x=1", "exp(x) * x", &[r#""value":5.43656365691809e0,"text":"u1 + x × u1""#]);
    contains(
        "steps x=1",
        "let mut y = x; while y < 1000 { y += 1 * x; } y",
        &["more than 80 steps are no picture"],
    );
}

#[test]
fn a_mistake_is_counted_in_units_of_utf_16() {
    contains("values x=1", "// 😀\n😀", &[r#""line":2e0,"column":1e0,"start":6e0,"end":8e0"#]);
}

#[test]
fn wrong_requests_are_answered() {
    contains("values", "x", &["`x` is missing"]);
    contains("curves x=1 from=2 to=1", "x", &["its left end is not left"]);
    contains("curves x=1 from=-inf to=1", "x", &["`from` is not finite"]);
    contains(
        "values x=1 by=stack,stack,stack,stack,stack,stack,stack,stack,stack",
        "x",
        &["at most 8 strategies"],
    );
    contains("nonsense", "x", &["unknown command"]);
    contains("values x=1", &"x".repeat(100_000), &["too long"]);
}

#[test]
fn curves_and_bands_are_in_the_answer() {
    contains(
        "curves x=0 order=3 from=-1 to=1",
        "exp(x)",
        &[r#""taylor":[1e0,1e0,5e-1,1.6666666666666666e-1]"#],
    );
    contains("curves x=1 order=1 from=-1 to=1", "sqrt(x)", &[r#""values":[null,"#]);
    contains("band from=-1 to=1", "1 / x", &["[-1.0", "["]);
}

/// Texts of tokens in any order: most are refused, and some are programs.
#[test]
fn no_text_makes_a_request_panic() {
    let words = [
        "x",
        "1",
        "0.5",
        "2",
        "y",
        "let",
        "mut",
        "=",
        ";",
        "(",
        ")",
        "{",
        "}",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<",
        "==",
        "while",
        "if",
        "else",
        "fn",
        "f",
        ",",
        ".",
        "sin",
        "pow",
        "max",
        "floor",
        "!",
        "&&",
        "||",
        "ü",
        "\u{1F600}",
        "\n",
        "//",
        "1e",
        "let mut y = x;",
        "y = y * x;",
        "sin(x)",
        "x * x",
        "{ x }",
        "if x < 1 { 2 } else { x }",
        "while y < 9 { y += 1; }",
    ];
    let mut state = 1_u64;
    let mut random = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % n
    };
    let mut programs = 0;
    for _ in 0..20_000 {
        let text: Vec<&str> = (0..=random(8)).map(|_| words[random(words.len())]).collect();
        let text = text.join(" ");
        for command in ["values x=0.5 by=effects,stack", "formula x=1 by=forward", "steps x=2"] {
            let answer = answer(&format!("{command}\n{text}"));
            programs += usize::from(!answer.contains("\"mistake\""));
        }
    }
    assert!(programs > 500, "{programs} of the texts are programs");
}
