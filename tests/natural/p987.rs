#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod stack_machine {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Instr {
            Push(f64),
            Load(usize),
            Add,
            Mul,
            Sub,
            Dup,
            Swap,
            Sqrt,
            JumpIfPositive(usize),
            Halt,
        }

        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum VmError {
            StackUnderflow { at: usize },
            BadRegister(usize),
            TooLong,
        }

        pub struct Vm<'a> {
            stack: Vec<f64>,
            registers: &'a [f64],
            pc: usize,
        }

        impl<'a> Vm<'a> {
            fn new(registers: &'a [f64]) -> Self {
                Vm { stack: Vec::new(), registers, pc: 0 }
            }

            fn pop(&mut self) -> Result<f64, VmError> {
                self.stack.pop().ok_or(VmError::StackUnderflow { at: self.pc })
            }

            fn binary(&mut self, f: impl Fn(f64, f64) -> f64) -> Result<(), VmError> {
                let b = self.pop()?;
                let a = self.pop()?;
                self.stack.push(f(a, b));
                Ok(())
            }

            fn run(&mut self, program: &[Instr]) -> Result<f64, VmError> {
                for _ in 0..1000 {
                    let Some(instr) = program.get(self.pc) else {
                        return self.pop();
                    };
                    self.pc += 1;
                    match *instr {
                        Instr::Push(v) => self.stack.push(v),
                        Instr::Load(r) => {
                            let v = *self.registers.get(r).ok_or(VmError::BadRegister(r))?;
                            self.stack.push(v);
                        }
                        Instr::Add => self.binary(|a, b| a + b)?,
                        Instr::Mul => self.binary(|a, b| a * b)?,
                        Instr::Sub => self.binary(|a, b| a - b)?,
                        Instr::Dup => {
                            let v = self.pop()?;
                            self.stack.extend([v, v]);
                        }
                        Instr::Swap => {
                            let n = self.stack.len();
                            if n < 2 {
                                return Err(VmError::StackUnderflow { at: self.pc });
                            }
                            self.stack.swap(n - 1, n - 2);
                        }
                        Instr::Sqrt => {
                            let v = self.pop()?;
                            self.stack.push(v.sqrt());
                        }
                        Instr::JumpIfPositive(target) => {
                            if self.pop()? > 0.0 {
                                self.pc = target;
                            }
                        }
                        Instr::Halt => return self.pop(),
                    }
                }
                Err(VmError::TooLong)
            }
        }

        pub fn run_program(scale: f64, registers: &[f64]) -> f64 {
            use Instr::*;
            let program = [
                Load(0),
                Dup,
                Mul,
                Load(1),
                Push(scale),
                Mul,
                Add,
                Sqrt,
                Dup,
                Push(1.5),
                Sub,
                JumpIfPositive(14),
                Push(2.0),
                Mul,
                Load(1),
                Mul,
            ];
            let mut vm = Vm::new(registers);
            match vm.run(&program) {
                Ok(v) => v,
                Err(VmError::StackUnderflow { at }) => -(at as f64),
                Err(_) => f64::NAN,
            }
        }
    }
    pub use stack_machine::*;
}

fn main() {
    ad::testing::check_function(&exp::RunProgram, |x| plain::run_program(x.0, &x.1), &(0.8, vec![1.2, 0.6])).unwrap();
    ad::testing::check_function(&exp::RunProgram, |x| plain::run_program(x.0, &x.1), &(0.8, vec![1.2, 1.9])).unwrap();
}
