#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod formula {
        use std::iter::Peekable;
        use std::str::Chars;

        /// A recursive-descent evaluator of formulas such as `2*x + sin(y)/(1 - x)`.
        pub struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
            x: f64,
            y: f64,
        }

        impl<'a> Parser<'a> {
            pub fn new(text: &'a str, x: f64, y: f64) -> Self {
                Parser { chars: text.chars().peekable(), x, y }
            }

            fn peek(&mut self) -> Option<char> {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                self.chars.peek().copied()
            }

            fn accept(&mut self, c: char) -> bool {
                if self.peek() == Some(c) {
                    self.chars.next();
                    true
                } else {
                    false
                }
            }

            fn expression(&mut self) -> f64 {
                let mut value = self.term();
                loop {
                    if self.accept('+') {
                        value += self.term();
                    } else if self.accept('-') {
                        value -= self.term();
                    } else {
                        return value;
                    }
                }
            }

            fn term(&mut self) -> f64 {
                let mut value = self.factor();
                loop {
                    if self.accept('*') {
                        value *= self.factor();
                    } else if self.accept('/') {
                        value /= self.factor();
                    } else {
                        return value;
                    }
                }
            }

            fn factor(&mut self) -> f64 {
                if self.accept('-') {
                    return -self.factor();
                }
                if self.accept('(') {
                    let value = self.expression();
                    assert!(self.accept(')'), "expected )");
                    return value;
                }
                match self.peek() {
                    Some(c) if c.is_ascii_digit() => {
                        let mut n = 0;
                        while let Some(d) = self.chars.peek().and_then(|c| c.to_digit(10)) {
                            n = 10 * n + d;
                            self.chars.next();
                        }
                        f64::from(n)
                    }
                    Some(c) if c.is_alphabetic() => {
                        let mut word = String::new();
                        while let Some(c) = self.chars.next_if(|c| c.is_alphanumeric()) {
                            word.push(c);
                        }
                        match word.as_str() {
                            "x" => self.x,
                            "y" => self.y,
                            "sin" => self.factor().sin(),
                            "exp" => self.factor().exp(),
                            other => panic!("unknown name {other}"),
                        }
                    }
                    other => panic!("unexpected {other:?}"),
                }
            }
        }

        pub fn formula_value(text: &str, x: f64, y: f64) -> f64 {
            Parser::new(text, x, y).expression()
        }
    }
    pub use formula::*;
}

fn main() {
    use ad::prelude::*;
    let text = "2*x + sin(x*y)/(3 - x) - exp(-y)*12";
    let e = exp::FormulaValue { text };
    let x = (0.7, 1.3);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::formula_value(text, 0.7, 1.3));
    ad::testing::check(&e, &x).unwrap();
}
