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
            Neg(Box<Expr>),
            Add(Box<Expr>, Box<Expr>),
            Mul(Box<Expr>, Box<Expr>),
            Pow(Box<Expr>, i32),
            Let { name: String, value: Box<Expr>, body: Box<Expr> },
        }

        impl Expr {
            pub fn eval(&self, env: &HashMap<String, f64>) -> Result<f64, String> {
                match self {
                    Expr::Const(c) => Ok(*c),
                    Expr::Var(name) => env.get(name).copied().ok_or_else(|| format!("unbound variable {name}")),
                    Expr::Neg(e) => Ok(-e.eval(env)?),
                    Expr::Add(a, b) => Ok(a.eval(env)? + b.eval(env)?),
                    Expr::Mul(a, b) => Ok(a.eval(env)? * b.eval(env)?),
                    Expr::Pow(e, n) => Ok(e.eval(env)?.powi(*n)),
                    Expr::Let { name, value, body } => {
                        let mut inner = env.clone();
                        inner.insert(name.clone(), value.eval(env)?);
                        body.eval(&inner)
                    }
                }
            }
        }

        /// The value of the expression at `x`, or zero if it has other free variables.
        pub fn eval_at(expr: &Expr, x: f64) -> f64 {
            let mut env = HashMap::new();
            env.insert("x".to_string(), x);
            expr.eval(&env).unwrap_or(0.0)
        }
    }
    pub use ast::*;
}

fn main() {
    use ad::prelude::*;
    macro_rules! tree {
        ($m:ident) => {{
            use $m::Expr::*;
            let x = || Box::new(Var("x".into()));
            let y = || Box::new(Var("y".into()));
            Let {
                name: "y".into(),
                value: Box::new(Add(Box::new(Pow(x(), 2)), Box::new(Const(1.5)))),
                body: Box::new(Add(Box::new(Mul(y(), x())), Box::new(Neg(Box::new(Mul(Box::new(Const(0.3)), y())))))),
            }
        }};
    }
    let e = exp::EvalAt;
    let x = (tree!(exp), 0.8);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::eval_at(&tree!(plain), 0.8));
    ad::testing::check(&e, &x).unwrap();
}
