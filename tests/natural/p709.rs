#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vm {
        #[derive(Clone, Debug, PartialEq)]
        pub enum Instr {
            Push(f64),
            Load(usize),
            Store(usize),
            Add,
            Mul,
            Neg,
            Sin,
            JumpIfNegative(usize),
            Jump(usize),
            Halt,
        }

        #[derive(Debug)]
        pub enum VmError {
            StackUnderflow(usize),
            OutOfFuel,
        }

        struct Machine {
            stack: Vec<f64>,
            memory: [f64; 4],
            pc: usize,
        }

        impl Machine {
            fn pop(&mut self) -> Result<f64, VmError> {
                self.stack.pop().ok_or(VmError::StackUnderflow(self.pc))
            }

            fn run(&mut self, program: &[Instr]) -> Result<f64, VmError> {
                let mut fuel = 1000;
                while self.pc < program.len() {
                    fuel -= 1;
                    if fuel == 0 {
                        return Err(VmError::OutOfFuel);
                    }
                    let instr = &program[self.pc];
                    self.pc += 1;
                    match instr {
                        Instr::Push(v) => self.stack.push(*v),
                        Instr::Load(slot) => self.stack.push(self.memory[*slot]),
                        Instr::Store(slot) => self.memory[*slot] = self.pop()?,
                        Instr::Add => {
                            let (b, a) = (self.pop()?, self.pop()?);
                            self.stack.push(a + b);
                        }
                        Instr::Mul => {
                            let (b, a) = (self.pop()?, self.pop()?);
                            self.stack.push(a * b);
                        }
                        Instr::Neg => {
                            let a = self.pop()?;
                            self.stack.push(-a);
                        }
                        Instr::Sin => {
                            let a = self.pop()?;
                            self.stack.push(a.sin());
                        }
                        Instr::JumpIfNegative(target) => {
                            if self.pop()? < 0.0 {
                                self.pc = *target;
                            }
                        }
                        Instr::Jump(target) => self.pc = *target,
                        Instr::Halt => break,
                    }
                }
                self.pop()
            }
        }

        pub fn execute(program: &[Instr], input: f64) -> f64 {
            let mut machine = Machine { stack: Vec::new(), memory: [input, 0.0, 0.0, 0.0], pc: 0 };
            machine.run(program).unwrap_or(f64::NAN)
        }
    }
    pub use vm::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Execute;
    let x = ({
        use exp::Instr::*;
        vec![Push(3.7), Store(1), Load(0), Load(2), Add, Sin, Push(1.3), Mul, Store(2), Load(1), Push(-1.0), Add, Store(1), Load(1), JumpIfNegative(16), Jump(2), Load(2), Load(0), Mul, Halt]
    }, 0.6);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::execute(&{
        use plain::Instr::*;
        vec![Push(3.7), Store(1), Load(0), Load(2), Add, Sin, Push(1.3), Mul, Store(2), Load(1), Push(-1.0), Add, Store(1), Load(1), JumpIfNegative(16), Jump(2), Load(2), Load(0), Mul, Halt]
    }, 0.6));
    ad::testing::check(&e, &x).unwrap();
}
