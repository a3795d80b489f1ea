#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod ast {
        #[derive(Debug, Clone)]
        pub enum Expr {
            Const(f64),
            Var(usize),
            Neg(Box<Expr>),
            Bin(Op, Box<Expr>, Box<Expr>),
            If(Box<Expr>, Box<Expr>, Box<Expr>),
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            Add,
            Sub,
            Mul,
            Div,
            Pow,
        }

        impl Expr {
            pub fn eval(&self, env: &[f64]) -> Option<f64> {
                Some(match self {
                    Expr::Const(c) => *c,
                    Expr::Var(i) => *env.get(*i)?,
                    Expr::Neg(e) => -e.eval(env)?,
                    Expr::Bin(op, l, r) => {
                        let (l, r) = (l.eval(env)?, r.eval(env)?);
                        match op {
                            Op::Add => l + r,
                            Op::Sub => l - r,
                            Op::Mul => l * r,
                            Op::Div if r == 0.0 => return None,
                            Op::Div => l / r,
                            Op::Pow => l.powf(r),
                        }
                    }
                    Expr::If(cond, yes, no) => {
                        if cond.eval(env)? > 0.0 {
                            yes.eval(env)?
                        } else {
                            no.eval(env)?
                        }
                    }
                })
            }
        }

        pub fn run(expr: &Expr, env: &[f64]) -> f64 {
            expr.eval(env).unwrap_or(0.0)
        }
    }
    pub use ast::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Run;
    let x = (exp::Expr::If(Box::new(exp::Expr::Bin(exp::Op::Sub, Box::new(exp::Expr::Var(0)), Box::new(exp::Expr::Const(1.0)))), Box::new(exp::Expr::Bin(exp::Op::Pow, Box::new(exp::Expr::Var(0)), Box::new(exp::Expr::Var(1)))), Box::new(exp::Expr::Neg(Box::new(exp::Expr::Var(1))))), vec![1.7, 2.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::run(&plain::Expr::If(Box::new(plain::Expr::Bin(plain::Op::Sub, Box::new(plain::Expr::Var(0)), Box::new(plain::Expr::Const(1.0)))), Box::new(plain::Expr::Bin(plain::Op::Pow, Box::new(plain::Expr::Var(0)), Box::new(plain::Expr::Var(1)))), Box::new(plain::Expr::Neg(Box::new(plain::Expr::Var(1))))), &vec![1.7, 2.3]));
    ad::testing::check(&e, &x).unwrap();
}
