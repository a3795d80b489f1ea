#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calculator {
        use std::collections::HashMap;
        use std::iter::Peekable;
        use std::str::Chars;

        #[derive(Debug, Clone, PartialEq)]
        pub enum Expr {
            Num(f64),
            Var(String),
            Neg(Box<Expr>),
            Bin(Box<Expr>, Op, Box<Expr>),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            Add,
            Sub,
            Mul,
            Div,
            Pow,
        }

        #[derive(Debug, PartialEq)]
        pub enum EvalError {
            Unknown(String),
            DivisionByZero,
        }

        #[derive(Debug, PartialEq)]
        pub enum ParseError {
            Unexpected(char),
            End,
        }

        struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
        }

        impl<'a> Parser<'a> {
            fn new(text: &'a str) -> Self {
                Parser { chars: text.chars().peekable() }
            }

            fn skip(&mut self) {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
            }

            fn sum(&mut self) -> Result<Expr, ParseError> {
                let mut left = self.product()?;
                loop {
                    self.skip();
                    let op = match self.chars.peek() {
                        Some('+') => Op::Add,
                        Some('-') => Op::Sub,
                        _ => return Ok(left),
                    };
                    self.chars.next();
                    left = Expr::Bin(Box::new(left), op, Box::new(self.product()?));
                }
            }

            fn product(&mut self) -> Result<Expr, ParseError> {
                let mut left = self.power()?;
                loop {
                    self.skip();
                    let op = match self.chars.peek() {
                        Some('*') => Op::Mul,
                        Some('/') => Op::Div,
                        _ => break Ok(left),
                    };
                    self.chars.next();
                    left = Expr::Bin(Box::new(left), op, Box::new(self.power()?));
                }
            }

            fn power(&mut self) -> Result<Expr, ParseError> {
                let base = self.atom()?;
                self.skip();
                if self.chars.next_if_eq(&'^').is_some() {
                    let exponent = self.power()?;
                    return Ok(Expr::Bin(Box::new(base), Op::Pow, Box::new(exponent)));
                }
                Ok(base)
            }

            fn atom(&mut self) -> Result<Expr, ParseError> {
                self.skip();
                match self.chars.next().ok_or(ParseError::End)? {
                    '(' => {
                        let inner = self.sum()?;
                        self.skip();
                        match self.chars.next() {
                            Some(')') => Ok(inner),
                            Some(c) => Err(ParseError::Unexpected(c)),
                            None => Err(ParseError::End),
                        }
                    }
                    '-' => Ok(Expr::Neg(Box::new(self.atom()?))),
                    c if c.is_ascii_digit() => {
                        let mut text = String::from(c);
                        while let Some(d) = self.chars.next_if(|d| d.is_ascii_digit() || *d == '.') {
                            text.push(d);
                        }
                        Ok(Expr::Num(text.parse().unwrap()))
                    }
                    c if c.is_alphabetic() => Ok(Expr::Var(c.to_string())),
                    c => Err(ParseError::Unexpected(c)),
                }
            }
        }

        impl Expr {
            pub fn eval(&self, env: &HashMap<String, f64>) -> Result<f64, EvalError> {
                match self {
                    Expr::Num(v) => Ok(*v),
                    Expr::Var(name) => env.get(name).copied().ok_or_else(|| EvalError::Unknown(name.clone())),
                    Expr::Neg(e) => Ok(-e.eval(env)?),
                    Expr::Bin(l, op, r) => {
                        let (l, r) = (l.eval(env)?, r.eval(env)?);
                        match op {
                            Op::Add => Ok(l + r),
                            Op::Sub => Ok(l - r),
                            Op::Mul => Ok(l * r),
                            Op::Div if r == 0.0 => Err(EvalError::DivisionByZero),
                            Op::Div => Ok(l / r),
                            Op::Pow => Ok(l.powf(r)),
                        }
                    }
                }
            }
        }

        pub fn calculate(text: &str, x: f64, y: f64) -> f64 {
            let Ok(expr) = Parser::new(text).sum() else {
                return f64::NAN;
            };
            let env = HashMap::from([("x".to_string(), x), ("y".to_string(), y)]);
            expr.eval(&env).unwrap_or(0.0)
        }
    }
    pub use calculator::*;
}

fn main() {
    let text = "3 * x ^ 2 - (x + y) / (1.5 + y) * -y";
    ad::testing::check_function(&exp::Calculate { text }, |x| plain::calculate(text, x.0, x.1), &(1.3, 0.7)).unwrap();
}
