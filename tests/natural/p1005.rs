#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tokenizer {
        /// Reverse Polish notation with variables.
        #[derive(Debug, Clone, Copy)]
        enum Token {
            Number(f64),
            X,
            Y,
            Operator(char),
        }

        #[derive(Debug)]
        enum Error {
            UnknownToken(String),
            MissingOperand(char),
            Leftover(usize),
        }

        fn token(word: &str) -> Result<Token, Error> {
            Ok(match word {
                "x" => Token::X,
                "y" => Token::Y,
                "+" | "-" | "*" | "/" | "^" => Token::Operator(word.chars().next().unwrap()),
                _ => match word.parse::<f64>() {
                    Ok(n) => Token::Number(n),
                    Err(_) => return Err(Error::UnknownToken(word.to_string())),
                },
            })
        }

        fn apply(op: char, a: f64, b: f64) -> f64 {
            match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => a / b,
                '^' => a.powf(b),
                _ => unreachable!("operator {op}"),
            }
        }

        fn rpn(source: &str, x: f64, y: f64) -> Result<f64, Error> {
            let mut stack: Vec<f64> = Vec::new();
            for token in source.split_whitespace().map(token) {
                let value = match token? {
                    Token::Number(n) => n,
                    Token::X => x,
                    Token::Y => y,
                    Token::Operator(op) => {
                        let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else {
                            return Err(Error::MissingOperand(op));
                        };
                        apply(op, a, b)
                    }
                };
                stack.push(value);
            }
            match stack.as_slice() {
                [result] => Ok(*result),
                rest => Err(Error::Leftover(rest.len())),
            }
        }

        pub fn evaluate(source: &str, x: f64, y: f64) -> f64 {
            rpn(source, x, y).unwrap_or_else(|e| match e {
                Error::Leftover(n) => n as f64,
                _ => -1.0,
            })
        }
    }
    pub use tokenizer::*;
}

fn main() {
    ad::testing::check_function(&exp::Evaluate { source: "x 2 ^ y + 3 * y x / -" }, |x| plain::evaluate("x 2 ^ y + 3 * y x / -", x.0, x.1), &(1.7, 0.6)).unwrap();
}
