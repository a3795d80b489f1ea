#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Evaluates an expression in reverse Polish notation.
    /// `$0`, `$1`, … are the parameters; other words are operators or numbers.
    #[exp(adjoint)]
    pub fn rpn(program: &str, params: &[f64]) -> Option<f64> {
        let mut stack: Vec<f64> = vec![];
        for word in program.split_whitespace() {
            if let Some(index) = word.strip_prefix('$') {
                let i: usize = index.parse().ok()?;
                stack.push(*params.get(i)?);
                continue;
            }
            match word {
                "+" | "-" | "*" | "/" | "max" => {
                    let b = stack.pop()?;
                    let a = stack.pop()?;
                    stack.push(match word {
                        "+" => a + b,
                        "-" => a - b,
                        "*" => a * b,
                        "/" => a / b,
                        _ => a.max(b),
                    });
                }
                "sqrt" => {
                    let a = stack.pop()?;
                    stack.push(a.sqrt());
                }
                "dup" => stack.push(*stack.last()?),
                "swap" => {
                    let n = stack.len();
                    if n < 2 {
                        return None;
                    }
                    stack.swap(n - 1, n - 2);
                }
                number => stack.push(number.parse::<i64>().ok()? as f64),
            }
        }
        if stack.len() == 1 { stack.pop() } else { None }
    }
}

fn main() {
    use ad::prelude::*;
    let program = "$0 dup * $1 dup * + sqrt 3 $2 swap / max $1 *";
    let e = exp::Rpn { program };
    let x = vec![1.2, -0.8, 4.5];
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::rpn(program, &x));
    ad::testing::check(&e, &x).unwrap();
}
