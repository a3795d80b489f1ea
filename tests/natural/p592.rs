#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod lisp {
        #[derive(Debug, Clone)]
        enum Sexp {
            Number(f64),
            Symbol(String),
            List(Vec<Sexp>),
        }

        fn parse(tokens: &[String], pos: &mut usize) -> Option<Sexp> {
            let token = tokens.get(*pos)?;
            *pos += 1;
            match token.as_str() {
                "(" => {
                    let mut items = Vec::new();
                    while tokens.get(*pos)? != ")" {
                        items.push(parse(tokens, pos)?);
                    }
                    *pos += 1;
                    Some(Sexp::List(items))
                }
                ")" => None,
                word => Some(word.parse().map(Sexp::Number).unwrap_or_else(|_| Sexp::Symbol(word.to_string()))),
            }
        }

        fn eval(e: &Sexp, x: f64, y: f64) -> Option<f64> {
            match e {
                Sexp::Number(n) => Some(*n),
                Sexp::Symbol(s) if s == "x" => Some(x),
                Sexp::Symbol(s) if s == "y" => Some(y),
                Sexp::Symbol(_) => None,
                Sexp::List(items) => {
                    let (head, rest) = items.split_first()?;
                    let Sexp::Symbol(name) = head else { return None };
                    let args: Vec<f64> = rest.iter().map(|a| eval(a, x, y)).collect::<Option<_>>()?;
                    match (name.as_str(), args.as_slice()) {
                        ("+", args) => Some(args.iter().sum()),
                        ("*", args) => Some(args.iter().product()),
                        ("-", [a]) => Some(-a),
                        ("-", [a, b]) => Some(a - b),
                        ("/", [a, b]) => Some(a / b),
                        ("sin", [a]) => Some(a.sin()),
                        ("max", [first, rest @ ..]) => Some(rest.iter().fold(*first, |m, v| m.max(*v))),
                        _ => None,
                    }
                }
            }
        }

        pub fn lisp(source: &str, x: f64, y: f64) -> Option<f64> {
            let spaced = source.replace('(', " ( ").replace(')', " ) ");
            let tokens: Vec<String> = spaced.split_whitespace().map(String::from).collect();
            let tree = parse(&tokens, &mut 0)?;
            eval(&tree, x, y)
        }
    }
    pub use lisp::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Lisp { source: "(+ (* x y 2) (sin (- x)) (max x (/ y 3) 0.1))" };
    let x = (0.7, 1.9);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &Some(1.0)).1);
    println!("value {:?} plain {:?}", value, plain::lisp("(+ (* x y 2) (sin (- x)) (max x (/ y 3) 0.1))", 0.7, 1.9));
    ad::testing::check(&e, &x).unwrap();
}
