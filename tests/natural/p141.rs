#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    use std::collections::BTreeMap;

    /// An operand is a name or a literal.
    #[exp(adjoint)]
    fn operand(text: &str, env: &BTreeMap<String, f64>) -> f64 {
        match text.parse::<f64>() {
            Ok(number) => number,
            Err(_) => env[text],
        }
    }

    /// Lines are "name = a op b", "while name" and "end". Returns `result`.
    #[exp(adjoint)]
    pub fn interpret(script: &str, x: f64, y: f64) -> f64 {
        let lines: Vec<Vec<&str>> = script.lines().map(|line| line.split(' ').collect()).collect();
        let mut env = BTreeMap::new();
        env.insert("x".to_string(), x);
        env.insert("y".to_string(), y);
        let mut loops: Vec<usize> = Vec::new();
        let mut line = 0;
        while line < lines.len() {
            match lines[line].as_slice() {
                ["while", name] => {
                    if env[*name] > 0.0 {
                        loops.push(line);
                    } else {
                        line = (line..lines.len()).find(|&l| lines[l] == ["end"]).unwrap();
                    }
                }
                ["end"] => line = loops.pop().unwrap() - 1,
                [name, "=", a, op, b] => {
                    let (a, b) = (operand(a, &env), operand(b, &env));
                    let value = match *op {
                        "+" => a + b,
                        "-" => a - b,
                        "*" => a * b,
                        "/" => a / b,
                        _ => unreachable!(),
                    };
                    env.insert(name.to_string(), value);
                }
                _ => {}
            }
            line = line.wrapping_add(1);
        }
        env["result"]
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Interpret { script: "# compound\nresult = 1 + x\nn = 3 - 0\nwhile n\nresult = result * y\nresult = result + x\nn = n - 1\nend" };
    let x = (0.5, 1.2);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::interpret("# compound\nresult = 1 + x\nn = 3 - 0\nwhile n\nresult = result * y\nresult = result + x\nn = n - 1\nend", 0.5, 1.2));
    ad::testing::check(&e, &x).unwrap();
}
