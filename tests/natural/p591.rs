#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod shunting {
        use std::collections::HashMap;

        #[derive(Debug, Clone, PartialEq)]
        pub enum Token {
            Num(f64),
            Ident(String),
            Op(char),
            Open,
            Close,
        }

        fn lex(src: &str) -> Result<Vec<Token>, String> {
            let bytes: Vec<char> = src.chars().collect();
            let mut i = 0;
            let mut out = vec![];
            while i < bytes.len() {
                let c = bytes[i];
                match c {
                    ' ' => i += 1,
                    '0'..='9' | '.' => {
                        let start = i;
                        while i < bytes.len() && (bytes[i].is_ascii_digit() || bytes[i] == '.') {
                            i += 1;
                        }
                        let text: String = bytes[start..i].iter().collect();
                        out.push(Token::Num(text.parse().map_err(|_| format!("bad number {text}"))?));
                    }
                    'a'..='z' => {
                        let start = i;
                        while i < bytes.len() && bytes[i].is_alphanumeric() {
                            i += 1;
                        }
                        out.push(Token::Ident(bytes[start..i].iter().collect()));
                    }
                    '(' => { out.push(Token::Open); i += 1 }
                    ')' => { out.push(Token::Close); i += 1 }
                    '+' | '-' | '*' | '/' => { out.push(Token::Op(c)); i += 1 }
                    _ => return Err(format!("unexpected '{c}' at {i}")),
                }
            }
            Ok(out)
        }

        fn precedence(op: char) -> u8 {
            if op == '+' || op == '-' { 1 } else { 2 }
        }

        fn apply(op: char, values: &mut Vec<f64>) -> Result<(), String> {
            let (Some(b), Some(a)) = (values.pop(), values.pop()) else {
                return Err("missing operand".into());
            };
            values.push(match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => a / b,
                other => return Err(format!("operator {other}")),
            });
            Ok(())
        }

        pub fn evaluate(src: &str, vars: &HashMap<String, f64>) -> Result<f64, String> {
            let mut values = Vec::new();
            let mut ops: Vec<Token> = Vec::new();
            for token in lex(src)? {
                match token {
                    Token::Num(n) => values.push(n),
                    Token::Ident(name) => values.push(*vars.get(&name).ok_or(format!("unbound {name}"))?),
                    Token::Open => ops.push(token),
                    Token::Close => {
                        while let Some(Token::Op(op)) = ops.pop() {
                            apply(op, &mut values)?;
                        }
                    }
                    Token::Op(op) => {
                        while let Some(&Token::Op(top)) = ops.last() {
                            if precedence(top) < precedence(op) {
                                break;
                            }
                            ops.pop();
                            apply(top, &mut values)?;
                        }
                        ops.push(Token::Op(op));
                    }
                }
            }
            while let Some(Token::Op(op)) = ops.pop() {
                apply(op, &mut values)?;
            }
            values.pop().ok_or_else(|| "empty".to_string())
        }
    }
    pub use shunting::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evaluate { src: "(a + 2) * b1 - a / (b1 - 0.5)" };
    let x = std::collections::HashMap::from([("a".to_string(), 1.5), ("b1".to_string(), 2.25)]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::evaluate("(a + 2) * b1 - a / (b1 - 0.5)", &std::collections::HashMap::from([("a".to_string(), 1.5), ("b1".to_string(), 2.25)])));
    ad::testing::check(&e, &x).unwrap();
}
