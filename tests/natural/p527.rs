#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calc {
        use std::iter::Peekable;
        use std::str::Chars;

        struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
            x: f64,
        }

        impl<'a> Parser<'a> {
            fn new(source: &'a str, x: f64) -> Self {
                Parser { chars: source.chars().peekable(), x }
            }

            fn skip_spaces(&mut self) {
                while self.chars.peek().map_or(false, |c| c.is_whitespace()) {
                    self.chars.next();
                }
            }

            fn expr(&mut self) -> Result<f64, String> {
                let mut value = self.term()?;
                loop {
                    self.skip_spaces();
                    match self.chars.peek() {
                        Some('+') => {
                            self.chars.next();
                            value += self.term()?;
                        }
                        Some('-') => {
                            self.chars.next();
                            value -= self.term()?;
                        }
                        _ => return Ok(value),
                    }
                }
            }

            fn term(&mut self) -> Result<f64, String> {
                let mut value = self.factor()?;
                loop {
                    self.skip_spaces();
                    match self.chars.peek() {
                        Some('*') => {
                            self.chars.next();
                            value *= self.factor()?;
                        }
                        Some('/') => {
                            self.chars.next();
                            value /= self.factor()?;
                        }
                        _ => return Ok(value),
                    }
                }
            }

            fn factor(&mut self) -> Result<f64, String> {
                self.skip_spaces();
                match self.chars.next() {
                    Some('(') => {
                        let value = self.expr()?;
                        self.skip_spaces();
                        match self.chars.next() {
                            Some(')') => Ok(value),
                            other => Err(format!("expected ')', found {:?}", other)),
                        }
                    }
                    Some('-') => Ok(-self.factor()?),
                    Some('x') => Ok(self.x),
                    Some(c) if c.is_ascii_digit() => {
                        let mut text = c.to_string();
                        while let Some(&c) = self.chars.peek() {
                            if !c.is_ascii_digit() && c != '.' {
                                break;
                            }
                            text.push(c);
                            self.chars.next();
                        }
                        text.parse().map_err(|e| format!("{e}"))
                    }
                    other => Err(format!("unexpected {other:?}")),
                }
            }
        }

        pub fn evaluate(source: &str, x: f64) -> f64 {
            Parser::new(source, x).expr().unwrap_or(f64::NAN)
        }
    }
    pub use calc::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evaluate { source: "2*(x + 1.5)*x - 3/(x+-4)" };
    let x = 1.25;
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::evaluate("2*(x + 1.5)*x - 3/(x+-4)", 1.25));
    ad::testing::check(&e, &x).unwrap();
}
