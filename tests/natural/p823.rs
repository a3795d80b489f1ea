#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calculator {
        use std::iter::Peekable;
        use std::str::Chars;

        #[derive(Debug, Clone, PartialEq)]
        pub enum ParseError {
            UnexpectedEnd,
            UnexpectedChar(char),
            UnknownName(String),
            BadNumber(String),
        }

        pub struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
            x: f64,
            y: f64,
        }

        impl<'a> Parser<'a> {
            pub fn new(source: &'a str, x: f64, y: f64) -> Self {
                Parser { chars: source.chars().peekable(), x, y }
            }

            fn peek(&mut self) -> Option<char> {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                self.chars.peek().copied()
            }

            fn expr(&mut self) -> Result<f64, ParseError> {
                let mut value = self.term()?;
                while let Some(op @ ('+' | '-')) = self.peek() {
                    self.chars.next();
                    let rhs = self.term()?;
                    if op == '+' {
                        value += rhs;
                    } else {
                        value -= rhs;
                    }
                }
                Ok(value)
            }

            fn term(&mut self) -> Result<f64, ParseError> {
                let mut value = self.factor()?;
                while let Some(op @ ('*' | '/')) = self.peek() {
                    self.chars.next();
                    let rhs = self.factor()?;
                    value = if op == '*' { value * rhs } else { value / rhs };
                }
                Ok(value)
            }

            fn factor(&mut self) -> Result<f64, ParseError> {
                match self.peek().ok_or(ParseError::UnexpectedEnd)? {
                    '-' => {
                        self.chars.next();
                        Ok(-self.factor()?)
                    }
                    '(' => {
                        self.chars.next();
                        let value = self.expr()?;
                        match self.peek() {
                            Some(')') => {
                                self.chars.next();
                                Ok(value)
                            }
                            Some(c) => Err(ParseError::UnexpectedChar(c)),
                            None => Err(ParseError::UnexpectedEnd),
                        }
                    }
                    c if c.is_ascii_digit() => {
                        let mut text = String::new();
                        while let Some(c) = self.chars.next_if(|c| c.is_ascii_digit() || *c == '.') {
                            text.push(c);
                        }
                        text.parse::<f64>().map_err(|_| ParseError::BadNumber(text))
                    }
                    c if c.is_alphabetic() => {
                        let mut name = String::new();
                        while let Some(c) = self.chars.next_if(|c| c.is_alphanumeric()) {
                            name.push(c);
                        }
                        match name.as_str() {
                            "x" => Ok(self.x),
                            "y" => Ok(self.y),
                            "exp" => Ok(self.factor()?.exp()),
                            "sqrt" => Ok(self.factor()?.sqrt()),
                            _ => Err(ParseError::UnknownName(name)),
                        }
                    }
                    c => Err(ParseError::UnexpectedChar(c)),
                }
            }
        }

        pub fn evaluate(source: &str, x: f64, y: f64) -> f64 {
            let mut parser = Parser::new(source, x, y);
            match parser.expr() {
                Ok(value) if parser.peek().is_none() => value,
                _ => f64::NAN,
            }
        }
    }
    pub use calculator::*;
}

fn main() {
    use ad::prelude::*;
    let source = "3*x*(y - 1.25) + sqrt(x*x + 2) / -exp(0.5*y)";
    let e = exp::Evaluate { source };
    let x = (1.4, 0.6);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::evaluate(source, x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
