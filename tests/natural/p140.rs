#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// A term such as "a", "-b*x" or "c*x^3": sign, coefficient index, and exponent.
    fn parse_term(text: &str) -> Option<(i32, usize, i32)> {
        let text = text.trim();
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let (name, power) = match rest.split_once('*') {
            None => (rest, 0),
            Some((name, "x")) => (name, 1),
            Some((name, power)) => (name, power.strip_prefix("x^")?.parse().ok()?),
        };
        let letter = name.bytes().next()?;
        letter.is_ascii_lowercase().then(|| (sign, (letter - b'a') as usize, power))
    }

    /// Value of a template of a polynomial at `x`, with one coefficient for each letter.
    #[exp(adjoint)]
    pub fn polynomial(template: &str, coefficients: &[f64], x: f64) -> f64 {
        let mut total = 0.0;
        for text in template.split('+') {
            let Some((sign, index, power)) = parse_term(text) else {
                continue;
            };
            total += sign as f64 * coefficients[index] * x.powi(power);
        }
        total
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Polynomial { template: "a + -b*x + c*x^3 + ?? + a*x^2" };
    let x = (vec![1.0, 2.0, 0.5], 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::polynomial("a + -b*x + c*x^3 + ?? + a*x^2", &[1.0, 2.0, 0.5], 1.5));
    ad::testing::check(&e, &x).unwrap();
}
