#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calculator {
        use std::collections::HashMap;
        use std::iter::Peekable;
        use std::str::Chars;

        type Result<T> = std::result::Result<T, String>;

        struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
            variables: HashMap<&'static str, f64>,
        }

        impl<'a> Parser<'a> {
            fn eat(&mut self, wanted: char) -> bool {
                while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                self.chars.next_if_eq(&wanted).is_some()
            }

            fn take_while(&mut self, accept: fn(&char) -> bool) -> String {
                std::iter::from_fn(|| self.chars.next_if(accept)).collect()
            }

            fn sum(&mut self) -> Result<f64> {
                let mut value = self.product()?;
                loop {
                    if self.eat('+') {
                        value += self.product()?;
                    } else if self.eat('-') {
                        value -= self.product()?;
                    } else {
                        return Ok(value);
                    }
                }
            }

            fn product(&mut self) -> Result<f64> {
                let mut value = self.power()?;
                while let Some(op) = ['*', '/'].into_iter().find(|&op| self.eat(op)) {
                    let rhs = self.power()?;
                    value = if op == '*' { value * rhs } else { value / rhs };
                }
                Ok(value)
            }

            fn power(&mut self) -> Result<f64> {
                let base = self.atom()?;
                if self.eat('^') { Ok(base.powf(self.power()?)) } else { Ok(base) }
            }

            fn atom(&mut self) -> Result<f64> {
                if self.eat('-') {
                    return self.power().map(|x| -x);
                }
                if self.eat('(') {
                    let value = self.sum()?;
                    return if self.eat(')') { Ok(value) } else { Err("a parenthesis is open".to_string()) };
                }
                if self.chars.peek().is_some_and(|c| c.is_ascii_digit()) {
                    let text = self.take_while(|c| c.is_ascii_digit() || *c == '.');
                    return text.parse::<f64>().map_err(|e| format!("{text}: {e}"));
                }
                let name = self.take_while(|c| c.is_alphanumeric());
                match name.as_str() {
                    "sin" => Ok(self.atom()?.sin()),
                    "exp" => self.atom().map(f64::exp),
                    "sqrt" => self.atom().map(|x| x.sqrt()),
                    _ => self.variables.get(name.as_str()).copied().ok_or_else(|| format!("unknown name {name:?}")),
                }
            }
        }

        pub fn evaluate(source: &str, x: f64, y: f64) -> f64 {
            let variables = HashMap::from([("x", x), ("y", y)]);
            let mut parser = Parser { chars: source.chars().peekable(), variables };
            parser.sum().unwrap_or_else(|message| panic!("{message} in {source}"))
        }
    }
    pub use calculator::*;
}

fn main() {
    let source = "2.5*x^2 - sin(x*y)/(1 + exp(-y)) + sqrt(x + 3)^(y - 0.5)";
    let e = exp::Evaluate { source };
    let x = (1.3, 0.8);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::evaluate(source, 1.3, 0.8));
    ad::testing::check(&e, &x).unwrap();
}
