#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod bytecode {
        use std::collections::HashMap;

        #[derive(Debug, Clone)]
        pub enum Instr {
            Const(f64),
            Get(&'static str),
            Set(&'static str),
            Add,
            Mul,
            Less,
            JumpUnless(usize),
            Jump(usize),
        }

        #[derive(Debug)]
        pub enum VmError {
            StackUnderflow { pc: usize },
            Unbound(String),
            OutOfFuel,
        }

        pub fn execute(code: &[Instr], inputs: &[(&'static str, f64)], result: &str) -> Result<f64, VmError> {
            let mut vars: HashMap<&str, f64> = inputs.iter().cloned().collect();
            let mut stack: Vec<f64> = Vec::with_capacity(16);
            let mut pc = 0;
            let mut fuel = 500;
            while let Some(instr) = code.get(pc) {
                fuel -= 1;
                if fuel == 0 {
                    return Err(VmError::OutOfFuel);
                }
                let at = pc;
                let mut pop = || stack.pop().ok_or(VmError::StackUnderflow { pc: at });
                pc += 1;
                match instr {
                    Instr::Const(c) => stack.push(*c),
                    Instr::Get(name) => {
                        let value = vars.get(name).ok_or_else(|| VmError::Unbound(name.to_string()))?;
                        stack.push(*value);
                    }
                    Instr::Set(name) => {
                        let value = pop()?;
                        vars.insert(name, value);
                    }
                    Instr::Add => {
                        let (b, a) = (pop()?, pop()?);
                        stack.push(a + b);
                    }
                    Instr::Mul => {
                        let (b, a) = (pop()?, pop()?);
                        stack.push(a * b);
                    }
                    Instr::Less => {
                        let (b, a) = (pop()?, pop()?);
                        stack.push(if a < b { 1.0 } else { 0.0 });
                    }
                    Instr::JumpUnless(target) => {
                        if pop()? == 0.0 {
                            pc = *target;
                        }
                    }
                    Instr::Jump(target) => pc = *target,
                }
            }
            vars.get(result).copied().ok_or(VmError::Unbound(result.to_owned()))
        }

        pub fn compound(code: &[Instr], rate: f64, start: f64) -> f64 {
            execute(code, &[("rate", rate), ("x", start), ("i", 0.0)], "x").unwrap_or(-1.0)
        }
    }
    pub use bytecode::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Compound;
    let x = (vec![exp::Instr::Get("i"), exp::Instr::Const(3.0), exp::Instr::Less, exp::Instr::JumpUnless(15), exp::Instr::Get("x"), exp::Instr::Get("x"), exp::Instr::Get("rate"), exp::Instr::Mul, exp::Instr::Add, exp::Instr::Set("x"), exp::Instr::Get("i"), exp::Instr::Const(1.0), exp::Instr::Add, exp::Instr::Set("i"), exp::Instr::Jump(0)], 0.07, 100.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::compound(&vec![plain::Instr::Get("i"), plain::Instr::Const(3.0), plain::Instr::Less, plain::Instr::JumpUnless(15), plain::Instr::Get("x"), plain::Instr::Get("x"), plain::Instr::Get("rate"), plain::Instr::Mul, plain::Instr::Add, plain::Instr::Set("x"), plain::Instr::Get("i"), plain::Instr::Const(1.0), plain::Instr::Add, plain::Instr::Set("i"), plain::Instr::Jump(0)], 0.07, 100.0));
    ad::testing::check(&e, &x).unwrap();
}
