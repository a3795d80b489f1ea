#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod tree {
        #[derive(Debug, Clone)]
        pub enum Expr {
            Const(f64),
            Var(usize),
            Neg(Box<Expr>),
            Binary(Op, Box<Expr>, Box<Expr>),
            Call(Func, Box<Expr>),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            Add,
            Sub,
            Mul,
            Div,
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Func {
            Exp,
            Ln,
            Cos,
        }

        impl Expr {
            pub fn eval(&self, env: &[f64]) -> f64 {
                match self {
                    Expr::Const(c) => *c,
                    Expr::Var(i) => env[*i],
                    Expr::Neg(e) => -e.eval(env),
                    Expr::Binary(op, l, r) => {
                        let (l, r) = (l.eval(env), r.eval(env));
                        match op {
                            Op::Add => l + r,
                            Op::Sub => l - r,
                            Op::Mul => l * r,
                            Op::Div => l / r,
                        }
                    }
                    Expr::Call(f, e) => {
                        let v = e.eval(env);
                        match f {
                            Func::Exp => v.exp(),
                            Func::Ln => v.ln(),
                            Func::Cos => v.cos(),
                        }
                    }
                }
            }
        }

        /// The sum of squared residuals of a formula at three sample points.
        pub fn misfit(formula: &Expr, points: &[[f64; 2]], targets: &[f64]) -> f64 {
            points
                .iter()
                .zip(targets)
                .map(|(p, t)| {
                    let r = formula.eval(p) - t;
                    r * r
                })
                .sum::<f64>()
                / points.len() as f64
        }
    }
    pub use tree::*;
}

macro_rules! formula {
    ($m:ident) => {{
        use $m::{Expr::*, Func, Op};
        let product = Binary(Op::Mul, Box::new(Const(1.5)), Box::new(Call(Func::Cos, Box::new(Var(0)))));
        let quotient = Binary(Op::Div, Box::new(Var(1)), Box::new(Const(2.0)));
        Binary(Op::Sub, Box::new(product), Box::new(Neg(Box::new(Call(Func::Exp, Box::new(quotient))))))
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::Misfit;
    let points = vec![[0.1, 0.2], [0.7, -0.4], [1.3, 0.9]];
    let targets = vec![2.0, 1.5, 2.5];
    let x = (formula!(exp), points.clone(), targets.clone());
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::misfit(&formula!(plain), &points, &targets));
    ad::testing::check(&e, &x).unwrap();
}
