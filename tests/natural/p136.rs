#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::iter::Peekable;
    use std::str::Chars;

    #[exp(adjoint)]
    fn expression(input: &mut Peekable<Chars>, x: f64) -> Result<f64, String> {
        let mut value = term(input, x)?;
        while let Some(&op) = input.peek() {
            match op {
                '+' => {
                    input.next();
                    value += term(input, x)?;
                }
                '-' => {
                    input.next();
                    value -= term(input, x)?;
                }
                _ => break,
            }
        }
        Ok(value)
    }

    #[exp(adjoint)]
    fn term(input: &mut Peekable<Chars>, x: f64) -> Result<f64, String> {
        let mut value = factor(input, x)?;
        while matches!(input.peek(), Some('*' | '/')) {
            if input.next() == Some('*') {
                value *= factor(input, x)?;
            } else {
                value /= factor(input, x)?;
            }
        }
        Ok(value)
    }

    #[exp(adjoint)]
    fn factor(input: &mut Peekable<Chars>, x: f64) -> Result<f64, String> {
        match input.next() {
            Some('-') => Ok(-factor(input, x)?),
            Some('x') => Ok(x),
            Some('(') => {
                let value = expression(input, x)?;
                if input.next() != Some(')') {
                    return Err("expected )".to_string());
                }
                Ok(value)
            }
            Some(digit) if digit.is_ascii_digit() => Ok(digit.to_digit(10).unwrap() as f64),
            other => Err(format!("unexpected {other:?}")),
        }
    }

    #[exp(adjoint)]
    pub fn evaluate(source: &str, x: f64) -> f64 {
        let mut chars = source.chars().peekable();
        expression(&mut chars, x).unwrap()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evaluate { source: "3*x*x-(x+1)/-x+2" };
    let x = 1.7;
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::evaluate("3*x*x-(x+1)/-x+2", 1.7));
    ad::testing::check(&e, &x).unwrap();
}
