#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Evaluates a formula in reverse Polish notation. Variables are `a`, `b`, `c`, … in the order of `vars`.
    #[exp(adjoint)]
    pub fn rpn(source: &str, vars: &[f64]) -> f64 {
        let mut stack: Vec<f64> = Vec::new();
        for token in source.split_whitespace() {
            match token {
                "+" | "-" | "*" | "/" | "^" => {
                    let rhs = stack.pop().expect("stack underflow");
                    let lhs = stack.pop().expect("stack underflow");
                    stack.push(match token {
                        "+" => lhs + rhs,
                        "-" => lhs - rhs,
                        "*" => lhs * rhs,
                        "/" => lhs / rhs,
                        _ => lhs.powf(rhs),
                    });
                }
                "sin" => {
                    let v = stack.pop().expect("stack underflow");
                    stack.push(v.sin());
                }
                "sqrt" => {
                    let v = stack.pop().expect("stack underflow");
                    stack.push(v.sqrt());
                }
                "dup" => {
                    let top = *stack.last().expect("stack underflow");
                    stack.push(top);
                }
                "swap" => {
                    let n = stack.len();
                    stack.swap(n - 1, n - 2);
                }
                name if name.len() == 1 && name.as_bytes()[0].is_ascii_lowercase() => {
                    stack.push(vars[(name.as_bytes()[0] - b'a') as usize]);
                }
                number => stack.push(number.parse().expect("not a number")),
            }
        }
        stack.pop().unwrap_or(0.0)
    }
}

fn main() {
    use ad::prelude::*;
    let source = "a dup * b 2.5 * + sqrt c sin swap / a b ^ +";
    let e = exp::Rpn { source };
    let x = vec![1.2, 0.7, 2.1];
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::rpn(source, &x));
    ad::testing::check(&e, &x).unwrap();
}
