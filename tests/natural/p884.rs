#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod calculator {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Token {
            Var(usize),
            Num(i32),
            Op(char),
            Open,
            Close,
        }

        pub fn tokenize(src: &str) -> Vec<Token> {
            let chars: Vec<char> = src.chars().collect();
            let mut tokens = Vec::new();
            let mut i = 0;
            while i < chars.len() {
                let c = chars[i];
                match c {
                    ' ' => {}
                    '(' => tokens.push(Token::Open),
                    ')' => tokens.push(Token::Close),
                    '+' | '-' | '*' | '/' | '^' => tokens.push(Token::Op(c)),
                    'a'..='z' => tokens.push(Token::Var((c as u8 - b'a') as usize)),
                    '0'..='9' => {
                        let mut n = 0;
                        while i < chars.len() && chars[i].is_ascii_digit() {
                            n = 10 * n + chars[i].to_digit(10).unwrap() as i32;
                            i += 1;
                        }
                        tokens.push(Token::Num(n));
                        continue;
                    }
                    _ => panic!("unexpected character {c:?}"),
                }
                i += 1;
            }
            tokens
        }

        fn precedence(op: char) -> u8 {
            match op {
                '+' | '-' => 1,
                '*' | '/' => 2,
                _ => 3,
            }
        }

        fn apply(op: char, stack: &mut Vec<f64>) {
            let rhs = stack.pop().expect("missing operand");
            let lhs = stack.pop().expect("missing operand");
            stack.push(match op {
                '+' => lhs + rhs,
                '-' => lhs - rhs,
                '*' => lhs * rhs,
                '/' => lhs / rhs,
                '^' => lhs.powf(rhs),
                _ => unreachable!(),
            });
        }

        /// Evaluates an infix expression by Dijkstra's shunting-yard algorithm.
        pub fn evaluate(src: &str, vars: &[f64]) -> f64 {
            let mut values = Vec::new();
            let mut ops: Vec<char> = Vec::new();
            for token in tokenize(src) {
                match token {
                    Token::Num(n) => values.push(n as f64),
                    Token::Var(k) => values.push(vars[k]),
                    Token::Open => ops.push('('),
                    Token::Close => {
                        while let Some(op) = ops.pop() {
                            if op == '(' {
                                break;
                            }
                            apply(op, &mut values);
                        }
                    }
                    Token::Op(op) => {
                        while let Some(&top) = ops.last() {
                            if top == '(' || precedence(top) < precedence(op) {
                                break;
                            }
                            ops.pop();
                            apply(top, &mut values);
                        }
                        ops.push(op);
                    }
                }
            }
            while let Some(op) = ops.pop() {
                apply(op, &mut values);
            }
            values[0]
        }
    }
    pub use calculator::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evaluate { src: "a * (b + 3) / c - b ^ 2 * 2" };
    let x = vec![1.5, 0.7, 2.2];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::evaluate("a * (b + 3) / c - b ^ 2 * 2", &[1.5, 0.7, 2.2]));
    ad::testing::check(&e, &x).unwrap();
}
