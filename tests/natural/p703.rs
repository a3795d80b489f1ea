#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calculator {
        use std::collections::HashMap;

        struct Parser<'a> {
            chars: std::iter::Peekable<std::str::Chars<'a>>,
            variables: &'a HashMap<String, f64>,
        }

        impl<'a> Parser<'a> {
            fn skip_whitespace(&mut self) {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
            }

            fn accept(&mut self, expected: char) -> bool {
                self.skip_whitespace();
                self.chars.next_if_eq(&expected).is_some()
            }

            fn expression(&mut self) -> Result<f64, String> {
                let mut value = self.term()?;
                loop {
                    if self.accept('+') {
                        value += self.term()?;
                    } else if self.accept('-') {
                        value -= self.term()?;
                    } else {
                        return Ok(value);
                    }
                }
            }

            fn term(&mut self) -> Result<f64, String> {
                let mut value = self.factor()?;
                loop {
                    if self.accept('*') {
                        value *= self.factor()?;
                    } else if self.accept('/') {
                        value /= self.factor()?;
                    } else {
                        return Ok(value);
                    }
                }
            }

            fn factor(&mut self) -> Result<f64, String> {
                if self.accept('-') {
                    return Ok(-self.factor()?);
                }
                if self.accept('(') {
                    let value = self.expression()?;
                    return if self.accept(')') { Ok(value) } else { Err("expected )".to_string()) };
                }
                let mut word = String::new();
                while let Some(c) = self.chars.next_if(|c| c.is_alphanumeric() || *c == '.') {
                    word.push(c);
                }
                if let Ok(number) = word.parse::<f64>() {
                    return Ok(number);
                }
                self.variables.get(&word).copied().ok_or_else(|| format!("unknown variable `{word}`"))
            }
        }

        pub fn calculate(source: &str, variables: &HashMap<String, f64>) -> f64 {
            let mut parser = Parser { chars: source.chars().peekable(), variables };
            parser.expression().expect("syntax error")
        }
    }
    pub use calculator::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Calculate { source: "2 * (x + 1.5) / y - -x * (y - z)" };
    let x = std::collections::HashMap::from([("x".to_string(), 1.2), ("y".to_string(), 0.7), ("z".to_string(), 2.5)]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::calculate("2 * (x + 1.5) / y - -x * (y - z)", &std::collections::HashMap::from([("x".to_string(), 1.2), ("y".to_string(), 0.7), ("z".to_string(), 2.5)])));
    ad::testing::check(&e, &x).unwrap();
}
