#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vm {
        #[derive(Debug, Clone, PartialEq)]
        pub enum Instr {
            Push(f64),
            Load(usize),
            Store(usize),
            Dup,
            Binary(char),
            Unary(Func),
            JumpIfLess { target: usize },
        }

        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Func {
            Sqrt,
            Ln,
            Neg,
        }

        #[derive(Debug, PartialEq)]
        pub enum Fault {
            StackUnderflow { pc: usize },
            UnknownOperator(char),
            OutOfFuel,
        }

        #[derive(Default)]
        struct Machine {
            stack: Vec<f64>,
            memory: [f64; 4],
            pc: usize,
        }

        impl Machine {
            fn pop(&mut self) -> Result<f64, Fault> {
                self.stack.pop().ok_or(Fault::StackUnderflow { pc: self.pc })
            }

            fn run(&mut self, program: &[Instr], mut fuel: u32) -> Result<f64, Fault> {
                while let Some(instr) = program.get(self.pc) {
                    fuel = fuel.checked_sub(1).ok_or(Fault::OutOfFuel)?;
                    self.pc += 1;
                    let result = match instr {
                        Instr::Push(c) => *c,
                        Instr::Load(i) => self.memory[*i],
                        Instr::Store(i) => {
                            self.memory[*i] = self.pop()?;
                            continue;
                        }
                        Instr::Dup => *self.stack.last().ok_or(Fault::StackUnderflow { pc: self.pc })?,
                        Instr::Binary(op) => match (self.pop()?, self.pop()?, op) {
                            (b, a, '+') => a + b,
                            (b, a, '-') => a - b,
                            (b, a, '*') => a * b,
                            (b, a, '/') => a / b,
                            (_, _, &other) => return Err(Fault::UnknownOperator(other)),
                        },
                        Instr::Unary(func) => {
                            let f: fn(f64) -> f64 = match func {
                                Func::Sqrt => f64::sqrt,
                                Func::Ln => f64::ln,
                                Func::Neg => |x| -x,
                            };
                            f(self.pop()?)
                        }
                        Instr::JumpIfLess { target } => {
                            if self.pop()? > self.pop()? {
                                self.pc = *target;
                            }
                            continue;
                        }
                    };
                    self.stack.push(result);
                }
                self.pop()
            }
        }

        pub fn execute(program: &[Instr], inputs: [f64; 2]) -> f64 {
            let mut machine = Machine::default();
            machine.memory[..2].copy_from_slice(&inputs);
            machine.run(program, 500).unwrap_or(f64::MAX)
        }
    }
    pub use vm::*;
}

fn main() {
    // Grows m[0] by the factor until it exceeds a limit, then takes -ln(m[0]) * sqrt(m[1]).
    macro_rules! program {
        ($m:ident) => {{
            use $m::{Func, Instr::*};
            vec![
                Load(0), Push(1.35), Binary('*'), Dup, Store(0), Load(1), Push(0.25), Binary('+'), Store(1), Push(9.5),
                JumpIfLess { target: 0 }, Load(0), Unary(Func::Ln), Load(1), Unary(Func::Sqrt), Binary('*'),
                Unary(Func::Neg),
            ]
        }};
    }
    let e = exp::Execute;
    let x = (program!(exp), [1.4, 0.6]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::execute(&program!(plain), [1.4, 0.6]));
    ad::testing::check(&e, &x).unwrap();
}
