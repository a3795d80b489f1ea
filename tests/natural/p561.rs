#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod rpn {
        #[derive(Debug, Clone, PartialEq)]
        enum Token {
            Number(f64),
            Variable(String),
            Operator(char),
        }

        fn tokenize(source: &str) -> Vec<Token> {
            source
                .split_whitespace()
                .map(|word| match word.parse::<f64>() {
                    Ok(n) => Token::Number(n),
                    Err(_) if word.len() == 1 && "+-*/^".contains(word) => Token::Operator(word.chars().next().unwrap()),
                    Err(_) => Token::Variable(word.to_string()),
                })
                .collect()
        }

        /// Evaluates an expression in reverse Polish notation.
        pub fn rpn(source: &str, a: f64, b: f64) -> Result<f64, String> {
            let mut stack: Vec<f64> = Vec::new();
            for token in tokenize(source) {
                match token {
                    Token::Number(n) => stack.push(n),
                    Token::Variable(name) => stack.push(match name.as_str() {
                        "a" => a,
                        "b" => b,
                        _ => return Err(format!("unknown variable {name}")),
                    }),
                    Token::Operator(op) => {
                        let right = stack.pop().ok_or("stack underflow")?;
                        let left = stack.pop().ok_or("stack underflow")?;
                        stack.push(match op {
                            '+' => left + right,
                            '-' => left - right,
                            '*' => left * right,
                            '/' => left / right,
                            '^' => left.powf(right),
                            _ => unreachable!(),
                        });
                    }
                }
            }
            match stack.as_slice() {
                [result] => Ok(*result),
                _ => Err("malformed expression".to_string()),
            }
        }
    }
    pub use rpn::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Rpn { source: "a b + 2 * a b / 1.5 ^ -" };
    let x = (1.5, 2.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::rpn("a b + 2 * a b / 1.5 ^ -", 1.5, 2.5));
    ad::testing::check(&e, &x).unwrap();
}
