#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ast {
        use std::collections::HashMap;

        #[derive(Debug, Clone)]
        pub enum Expr {
            Const(f64),
            Var(String),
            Bin(Box<Expr>, char, Box<Expr>),
            Call(String, Vec<Expr>),
            Let(String, Box<Expr>, Box<Expr>),
        }

        pub fn eval(expr: &Expr, env: &HashMap<String, f64>) -> f64 {
            match expr {
                Expr::Const(c) => *c,
                Expr::Var(name) => *env.get(name).unwrap_or(&0.0),
                Expr::Bin(left, op, right) => {
                    let (l, r) = (eval(left, env), eval(right, env));
                    match op {
                        '+' => l + r,
                        '-' => l - r,
                        '*' => l * r,
                        '/' => l / r,
                        '^' => l.powf(r),
                        _ => panic!("operator {op}"),
                    }
                }
                Expr::Call(name, args) => {
                    let args: Vec<f64> = args.iter().map(|a| eval(a, env)).collect();
                    match (name.as_str(), args.as_slice()) {
                        ("exp", [a]) => a.exp(),
                        ("max", [a, b]) => a.max(*b),
                        ("sum", all) => all.iter().sum(),
                        _ => panic!("function {name}"),
                    }
                }
                Expr::Let(name, value, body) => {
                    let mut inner = env.clone();
                    inner.insert(name.clone(), eval(value, env));
                    eval(body, &inner)
                }
            }
        }
    }
    pub use ast::*;
}

fn main() {
    use ad::prelude::*;
    use std::collections::HashMap; use exp::Expr as E; use plain::Expr as F;
    let e = exp::Eval;
    let x = (E::Let("y".into(), Box::new(E::Bin(Box::new(E::Var("x".into())), '*', Box::new(E::Const(2.0)))), Box::new(E::Call("sum".into(), vec![E::Var("y".into()), E::Call("exp".into(), vec![E::Var("x".into())])]))), HashMap::from([("x".to_string(), 0.5)]));
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::eval(&F::Let("y".into(), Box::new(F::Bin(Box::new(F::Var("x".into())), '*', Box::new(F::Const(2.0)))), Box::new(F::Call("sum".into(), vec![F::Var("y".into()), F::Call("exp".into(), vec![F::Var("x".into())])]))), &HashMap::from([("x".to_string(), 0.5)])));
    ad::testing::check(&e, &x).unwrap();
}
