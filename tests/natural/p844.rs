#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lang {
        use std::collections::HashMap;

        /// A statement or an expression of a small imperative language.
        #[derive(Debug, Clone)]
        pub enum Stmt {
            Assign(&'static str, Expr),
            While(Expr, Vec<Stmt>),
            If(Expr, Vec<Stmt>, Vec<Stmt>),
            Return(Expr),
        }

        #[derive(Debug, Clone)]
        pub enum Expr {
            Num(f64),
            Var(&'static str),
            Bin(char, Box<Expr>, Box<Expr>),
        }

        #[derive(Default)]
        pub struct Interpreter {
            variables: HashMap<&'static str, f64>,
            steps: usize,
        }

        impl Interpreter {
            fn eval(&self, expr: &Expr) -> f64 {
                match expr {
                    Expr::Num(n) => *n,
                    Expr::Var(name) => *self.variables.get(name).unwrap_or(&0.0),
                    Expr::Bin(op, l, r) => {
                        let (l, r) = (self.eval(l), self.eval(r));
                        match op {
                            '+' => l + r,
                            '-' => l - r,
                            '*' => l * r,
                            '/' => l / r,
                            '<' => f64::from(u8::from(l < r)),
                            other => unreachable!("unknown operator {other}"),
                        }
                    }
                }
            }

            /// Returns `Some` when a `Return` was executed.
            fn exec(&mut self, block: &[Stmt]) -> Option<f64> {
                for stmt in block {
                    self.steps += 1;
                    match stmt {
                        Stmt::Assign(name, expr) => {
                            let value = self.eval(expr);
                            self.variables.insert(name, value);
                        }
                        Stmt::While(condition, body) => {
                            while self.eval(condition) != 0.0 && self.steps < 10_000 {
                                if let result @ Some(_) = self.exec(body) {
                                    return result;
                                }
                            }
                        }
                        Stmt::If(condition, then, otherwise) => {
                            let branch = if self.eval(condition) != 0.0 { then } else { otherwise };
                            if let Some(value) = self.exec(branch) {
                                return Some(value);
                            }
                        }
                        Stmt::Return(expr) => return Some(self.eval(expr)),
                    }
                }
                None
            }
        }

        pub fn interpret(program: &[Stmt], a: f64, b: f64) -> f64 {
            let mut interpreter = Interpreter::default();
            interpreter.variables.insert("a", a);
            interpreter.variables.insert("b", b);
            interpreter.exec(program).unwrap_or_default()
        }
    }
    pub use lang::*;
}

macro_rules! bin {
    ($op:expr, $l:expr, $r:expr) => {
        Bin($op, Box::new($l), Box::new($r))
    };
}

macro_rules! program {
    ($m:ident) => {{
        use $m::{Expr::*, Stmt::*};
        let step = bin!('+', bin!('*', Var("s"), Var("a")), bin!('/', Var("b"), bin!('+', Var("i"), Num(1.0))));
        vec![
            Assign("s", Num(0.5)),
            While(
                bin!('<', Var("i"), Num(5.0)),
                vec![
                    If(bin!('<', Var("s"), Num(2.0)), vec![Assign("s", step)], vec![Assign("s", bin!('-', Var("s"), Var("a")))]),
                    Assign("i", bin!('+', Var("i"), Num(1.0))),
                ],
            ),
            Return(bin!('*', Var("s"), Var("b"))),
        ]
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::Interpret;
    let x = (program!(exp), 1.3, 0.9);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::interpret(&program!(plain), 1.3, 0.9));
    ad::testing::check(&e, &x).unwrap();
}
