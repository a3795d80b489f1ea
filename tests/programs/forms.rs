//! Forms that users write without the library in mind: places assigned at once, numbers in texts, operators of references, entries of maps.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use ad::prelude::*;

#[exp(adjoint)]
mod assignments {
    pub fn both(a: f64, b: f64) -> (f64, f64) {
        (a * b, a + b)
    }
    pub fn three(a: f64, b: f64) -> [f64; 2] {
        [a * b, a + b]
    }
    pub fn assigned(x: &[f64]) -> f64 {
        let mut a = x[0];
        let mut b = x[1];
        let (mut i, mut j) = (0, 1);
        for k in 0..3 {
            (a, b) = both(a, b);
            if k % 2 == 1 {
                (i, j) = (j, i);
            }
            [a, b] = three(b * a, x[i]);
            (a, _) = (b * x[j] + a, 3);
            let mut pair = (a, b);
            (pair.1, pair.0) = pair;
            let mut l = vec![a, b, pair.0];
            (l[i], l[j + 1]) = (l[2] * a, l[0]);
            ((a, b), l[0]) = ((b, a), l[1]);
            (a, b) = (b, a + b);
            a += l[0] * l[2] * pair.0;
            (i, j) = order(i, j);
        }
        a * b
    }
    fn order(i: usize, j: usize) -> (usize, usize) {
        (i.min(j), i.max(j))
    }
}
use assignments::Assigned;

#[test]
fn several_places_are_assigned_at_once() {
    crate::check::program(&Assigned, &vec![0.5, 0.7]);
}

#[exp(adjoint)]
mod texts {
    enum Token {
        Number(f64),
        Name(String),
    }

    fn token(word: &str) -> Token {
        match word.parse::<f64>() {
            Ok(x) => Token::Number(x),
            Err(_) => Token::Name(word.to_string()),
        }
    }

    fn factor(word: &str) -> Result<f64, String> {
        let count: usize = word.trim_end_matches('k').parse().map_err(|_| format!("no count: {word:?}"))?;
        let factor: f64 = word.trim_start_matches('0').parse().map_err(|_| format!("no factor: {word:?}"))?;
        Ok(factor * count as f64)
    }

    pub fn evaluated(text: &str, x: f64) -> Result<f64, String> {
        let mut sum = 1.0;
        for word in text.split(' ') {
            match token(&word.to_lowercase()) {
                Token::Number(y) => sum *= y,
                Token::Name(name) if name == "x" => sum += x * sum,
                Token::Name(name) => sum *= x + factor(&name)?,
            }
        }
        Ok(sum)
    }
}
use texts::Evaluated;

#[test]
fn numbers_are_parsed() {
    for text in ["2.5 x x 3", "x 2k x", "x x y"] {
        crate::check::program(&Evaluated { text }, &1.5);
    }
    assert_eq!(call::value(&Evaluated { text: "2.5 x x" }, &1.0), Ok(10.0));
}

const MATCH: f64 = 2.0;

#[exp]
#[derive(Clone, Copy)]
struct Scoring {
    mismatch: f64,
}

#[exp(adjoint)]
fn scored(x: &[u8], y: &[u8], scoring: Scoring) -> f64 {
    let mut product = 1.0;
    for (x, y) in x.iter().zip(y) {
        let s = if x == y { MATCH } else { -scoring.mismatch };
        product *= s * scoring.mismatch;
    }
    product
}

#[test]
fn a_constant_is_beside_a_field_in_a_branch() {
    crate::check::program(&Scored { x: b"acgt", y: b"aggt" }, &Scoring { mismatch: 1.5 });
}

#[exp(adjoint)]
mod references {
    use std::ops::*;

    #[derive(Clone, Copy, Default)]
    pub struct Complex {
        pub re: f64,
        pub im: f64,
    }

    impl Mul for Complex {
        type Output = Complex;
        fn mul(self, o: Complex) -> Complex {
            Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im }
        }
    }
    impl Mul<&Complex> for Complex {
        type Output = Complex;
        fn mul(self, o: &Complex) -> Complex {
            self * *o
        }
    }
    impl Mul<Complex> for &Complex {
        type Output = Complex;
        fn mul(self, o: Complex) -> Complex {
            *self * o
        }
    }
    impl Mul for &Complex {
        type Output = Complex;
        fn mul(self, o: &Complex) -> Self::Output {
            *self * *o
        }
    }

    pub fn products(u: Complex, v: Complex) -> f64 {
        let w = u * v * (u * &v) * (&u * v) * (&u * &v) * (&(&u * &v) * v);
        w.re * w.im
    }

    #[derive(Clone)]
    pub struct Polynomial(pub Vec<f64>);

    impl Polynomial {
        fn derivative(&self) -> Polynomial {
            Polynomial(self.0.iter().enumerate().skip(1).map(|(i, c)| i as f64 * c).collect())
        }

        fn even(&self) -> Vec<usize> {
            (0..self.0.len()).step_by(2).collect()
        }
    }

    impl Mul for &Polynomial {
        type Output = Polynomial;
        fn mul(self, other: &Polynomial) -> Polynomial {
            let mut out = vec![0.0; self.0.len() + other.0.len() - 1];
            for (i, a) in self.0.iter().enumerate() {
                for (j, b) in other.0.iter().enumerate() {
                    out[i + j] += a * b;
                }
            }
            Polynomial(out)
        }
    }

    impl Neg for &Polynomial {
        type Output = Polynomial;
        fn neg(self) -> Polynomial {
            Polynomial(self.0.iter().map(|c| -c).collect())
        }
    }

    pub fn even_part(p: Polynomial, q: Polynomial) -> f64 {
        let product = &(&p * &q) * &-&q.derivative();
        product.even().into_iter().map(|i| product.0[i] * product.0[i]).sum()
    }
}
use references::{Complex, EvenPart, Polynomial, Products};

#[test]
fn operators_take_references() {
    crate::check::program(&Products, &(Complex { re: 0.5, im: 0.7 }, Complex { re: 1.5, im: -0.7 }));
    let (p, q) = (Polynomial(vec![-1.0, 0.5, 2.0]), Polynomial(vec![1.0, -0.3, 0.0, 0.8]));
    crate::check::program(&EvenPart, &(p, q));
}

#[exp(adjoint)]
mod stacks {
    #[derive(Clone)]
    pub enum Token {
        Number(f64),
        Name(String),
        Operator(char),
    }

    fn apply(operator: char, name: &str, x: f64) -> Result<f64, String> {
        match operator {
            '+' => Ok(x + name.len() as f64),
            '*' => Ok(x * x),
            _ => Err(format!("operator {operator} after {name}")),
        }
    }

    pub fn run(tokens: Vec<Token>, x: f64) -> Result<f64, String> {
        let mut tokens = tokens;
        let (mut product, mut at) = (x, 0);
        while let Some(&Token::Operator(operator)) = tokens.last() {
            product = apply(operator, "none", product)?;
            tokens.pop();
            at += 1;
            if at > 5 {
                return Err(format!("too long at {at}"));
            }
        }
        for token in tokens {
            match token {
                Token::Number(y) => product *= y,
                Token::Name(name) => product = apply('+', &name, product)?,
                Token::Operator(operator) => product = apply(operator, "some", product)?,
            }
        }
        Ok(product)
    }
}
use stacks::{Run, Token};

#[test]
fn the_pattern_of_a_variant_tells_the_types_of_its_fields() {
    use Token::{Name, Number, Operator};
    let tokens =
        vec![Number(2.5), Name("x".into()), Operator('*'), Number(0.5), Operator('+'), Operator('*')];
    crate::check::program(&Run, &(tokens, 1.5));
    crate::check::program(&Run, &(vec![Operator('-')], 1.5));
}

#[exp(adjoint)]
mod classes {
    use std::collections::BTreeMap;
    #[derive(Debug, Clone, Default)]
    pub struct Moments {
        pub n: f64,
        pub sum: f64,
    }
    impl Moments {
        fn add(&mut self, x: f64) {
            self.n += 1.0;
            self.sum += x * x;
        }
        fn mean(&self) -> f64 {
            self.sum / self.n
        }
    }
    pub fn squares_of_means(l: &[(usize, f64)]) -> f64 {
        let mut classes: BTreeMap<usize, Moments> = BTreeMap::new();
        for (k, x) in l {
            classes.entry(*k).or_default().add(*x);
            let m = classes.entry(*k).or_default();
            m.sum += x * x * x;
        }
        classes.values().map(|m| m.mean().powi(2)).sum()
    }
    pub fn products_of_classes(l: &[(usize, f64)]) -> f64 {
        let mut classes: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (k, x) in l {
            classes.entry(*k).or_default().push(*x);
        }
        classes.values().map(|m| m.iter().product::<f64>()).sum()
    }
}
use classes::{ProductsOfClasses, SquaresOfMeans};

#[test]
fn an_entry_of_a_map_is_a_list_or_a_struct_by_default() {
    let numbers = vec![(1, 2.0), (2, 3.0), (1, 0.5), (2, -0.5)];
    crate::check::program(&SquaresOfMeans, &numbers);
    crate::check::program(&ProductsOfClasses, &numbers);
}

#[exp(adjoint)]
mod changes {
    fn step(operator: char, values: &mut Vec<f64>) -> Result<(), String> {
        let (Some(b), Some(a)) = (values.pop(), values.pop()) else {
            return Err("missing operand".into());
        };
        values.push(match operator {
            '+' => a + b,
            '*' => a * b,
            other => return Err(format!("operator {other}")),
        });
        Ok(())
    }

    pub fn reduced(operators: &str, x: &[f64]) -> Result<f64, String> {
        let mut values = x.to_vec();
        for operator in operators.chars() {
            step(operator, &mut values)?;
        }
        Ok(values[0] * values[0])
    }
}
use changes::Reduced;

#[test]
fn a_change_may_fail_early() {
    for operators in ["*+", "+*", "*", "-", "+++"] {
        crate::check::program(&Reduced { operators }, &vec![2.0, 3.0, 0.5]);
    }
}

#[exp(adjoint)]
mod systems {
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy)]
    pub struct State {
        pub q: f64,
        pub p: f64,
    }

    impl Add for State {
        type Output = State;
        fn add(self, other: State) -> State {
            State { q: self.q + other.q, p: self.p + other.p }
        }
    }

    impl Mul<State> for f64 {
        type Output = State;
        fn mul(self, state: State) -> State {
            State { q: self * state.q, p: self * state.p }
        }
    }

    pub trait System {
        fn rate(&self, state: &State) -> State;
    }

    pub struct Spring {
        pub stiffness: f64,
    }

    impl System for Spring {
        fn rate(&self, state: &State) -> State {
            State { q: state.p, p: -self.stiffness * state.q }
        }
    }

    fn step(system: &Spring, state: State, h: f64) -> State {
        let first = system.rate(&state);
        let second: State = system.rate(&(state + h / 2.0 * first));
        state + h * second
    }

    pub fn energy_after(q: f64, p: f64, stiffness: f64) -> f64 {
        let spring = Spring { stiffness };
        let mut state = State { q, p };
        for _ in 0..3 {
            state = step(&spring, state, 0.5);
        }
        state.p * state.p + stiffness * state.q * state.q
    }
}
use systems::EnergyAfter;

#[test]
fn results_of_the_methods_of_a_trait_are_operands() {
    crate::check::program(&EnergyAfter, &(1.5, -0.5, 2.0));
}
