//! Functions that call each other. Each module is compiled with and without the macro.

both! {
    mod descent {
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

            fn expr(&mut self) -> Result<f64, String> {
                let mut value = self.term()?;
                loop {
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
                while let Some('*') = self.chars.peek() {
                    self.chars.next();
                    value *= self.factor()?;
                }
                Ok(value)
            }

            fn factor(&mut self) -> Result<f64, String> {
                match self.chars.next() {
                    Some('(') => {
                        let value = self.expr()?;
                        match self.chars.next() {
                            Some(')') => Ok(value),
                            other => Err(format!("expected ')', found {other:?}")),
                        }
                    }
                    Some('-') => Ok(-self.factor()?),
                    Some('x') => Ok(self.x),
                    Some(c) if c.is_ascii_digit() => Ok(f64::from(c.to_digit(10).unwrap())),
                    other => Err(format!("unexpected {other:?}")),
                }
            }
        }

        pub(crate) fn evaluate(source: &str, x: f64) -> f64 {
            Parser::new(source, x).expr().unwrap_or(-1.0)
        }
    }

    mod functions {
        fn even(k: usize, x: f64) -> f64 {
            if k == 0 { x } else { odd(k - 1, x * x) * x + 1.0 }
        }

        fn odd(n: usize, x: f64) -> f64 {
            if n == 0 { x.sin() } else { even(n - 1, x * 0.9) * x + third(n - 1, x) }
        }

        /// It is in a second circle.
        fn third(k: usize, x: f64) -> f64 {
            if k < 2 {
                return x;
            }
            odd(k - 2, x.cos()) * x
        }

        /// It changes its argument.
        fn up(k: usize, x: &mut [f64; 2]) {
            x[0] *= x[1];
            if k > 0 {
                down(k - 1, x);
                x[1] += x[0] * x[0];
            }
        }

        fn down(k: usize, x: &mut [f64; 2]) {
            x[1] = x[0].sin() + x[1];
            if k > 0 {
                up(k - 1, x);
                up(k / 2, x);
            }
        }

        pub(crate) fn both(k: usize, x: f64) -> f64 {
            let mut pair = [x, 0.5 * x];
            up(k, &mut pair);
            even(k, x) + odd(k, x) * third(k, x) + pair[0] * pair[1]
        }
    }
}

#[test]
fn a_parser_by_recursive_descent_has_a_program() {
    for source in ["2*(x+1)*x-3*(x-4)", "((x*x)*(x-(2-x*3)))", "-x*-(x+x)", "(x", "x*"] {
        let e = descent::program::Evaluate { source };
        assert_eq!(ad::call::value(&e, &1.25), descent::plain::evaluate(source, 1.25));
        crate::check::program(&e, &1.25);
    }
}

#[test]
fn functions_that_call_each_other_agree_with_plain_ones() {
    for k in 0..6 {
        let e = functions::program::Both { k };
        assert_eq!(ad::call::value(&e, &0.7), functions::plain::both(k, 0.7));
        crate::check::program(&e, &0.7);
    }
}

/// Each function has its own attribute: the last one records its calls of the first.
mod apart {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn sum(tokens: &[char], at: &mut usize, x: f64) -> Option<f64> {
        let mut value = atom(tokens, at, x)?;
        while tokens.get(*at) == Some(&'+') {
            *at += 1;
            value += atom(tokens, at, x)? * x;
        }
        Some(value)
    }

    #[exp(adjoint)]
    fn atom(tokens: &[char], at: &mut usize, x: f64) -> Option<f64> {
        let token = *tokens.get(*at)?;
        *at += 1;
        match token {
            'x' => Some(x * x),
            '(' => {
                let value = sum(tokens, at, x)?;
                *at += 1;
                Some(value.sin())
            }
            digit => digit.to_digit(10).map(|digit| digit as f64),
        }
    }

    #[exp(adjoint)]
    pub(super) fn evaluate(text: &str, x: f64) -> f64 {
        let tokens: Vec<char> = text.chars().collect();
        let mut at = 0;
        sum(&tokens, &mut at, x).unwrap_or(x)
    }
}

#[test]
fn the_last_of_several_functions_closes_a_circle() {
    for text in ["x", "x+(2+x)+3", "((x)+x)", "x+("] {
        crate::check::program(&apart::Evaluate { text }, &0.75);
    }
}
