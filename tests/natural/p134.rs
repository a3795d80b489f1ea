#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Reverse Polish notation. `x0`, `x1`, … are variables.
    #[exp(adjoint)]
    pub fn rpn(source: &str, variables: &[f64]) -> f64 {
        let mut stack: Vec<f64> = Vec::new();
        for token in source.split_whitespace() {
            match token {
                "+" | "-" | "*" | "/" => {
                    let b = stack.pop().expect("two operands");
                    let a = stack.pop().expect("two operands");
                    stack.push(match token {
                        "+" => a + b,
                        "-" => a - b,
                        "*" => a * b,
                        _ => a / b,
                    });
                }
                "sqrt" => {
                    let a = stack.pop().unwrap();
                    stack.push(a.sqrt());
                }
                "dup" => stack.push(*stack.last().unwrap()),
                name if name.starts_with('x') => {
                    let index: usize = name[1..].parse().unwrap();
                    stack.push(variables[index]);
                }
                number => stack.push(number.parse().unwrap()),
            }
        }
        stack.pop().unwrap()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Rpn { source: "x0 dup * x1 3.5 * + sqrt x1 /" };
    let x = vec![1.5, 2.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::rpn("x0 dup * x1 3.5 * + sqrt x1 /", &[1.5, 2.0]));
    ad::testing::check(&e, &x).unwrap();
}
