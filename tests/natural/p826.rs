#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod vm {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Instr {
            Push(f64),
            Load(usize),
            Store(usize),
            Add,
            Sub,
            Mul,
            Div,
            /// Jump to an address if the top of the stack is positive.
            JumpIfPos(usize),
            Halt,
        }

        #[derive(Debug, Clone, Default)]
        pub struct Machine {
            stack: Vec<f64>,
            memory: [f64; 4],
            pc: usize,
            cycles: u32,
        }

        impl Machine {
            pub fn with_memory(memory: [f64; 4]) -> Self {
                Machine { memory, ..Default::default() }
            }

            fn pop(&mut self) -> f64 {
                self.stack.pop().expect("empty stack")
            }

            fn binary(&mut self, f: impl Fn(f64, f64) -> f64) {
                let b = self.pop();
                let a = self.pop();
                self.stack.push(f(a, b));
            }

            /// Executes one instruction and tells whether the machine goes on.
            fn step(&mut self, program: &[Instr]) -> bool {
                let instr = program[self.pc];
                self.pc += 1;
                self.cycles += 1;
                match instr {
                    Instr::Push(v) => self.stack.push(v),
                    Instr::Load(i) => self.stack.push(self.memory[i]),
                    Instr::Store(i) => self.memory[i] = self.pop(),
                    Instr::Add => self.binary(|a, b| a + b),
                    Instr::Sub => self.binary(|a, b| a - b),
                    Instr::Mul => self.binary(|a, b| a * b),
                    Instr::Div => self.binary(|a, b| a / b),
                    Instr::JumpIfPos(target) => {
                        if self.pop() > 0.0 {
                            self.pc = target;
                        }
                    }
                    Instr::Halt => return false,
                }
                self.pc < program.len() && self.cycles < 1000
            }
        }

        pub fn run(program: &[Instr], memory: [f64; 4]) -> f64 {
            let mut machine = Machine::with_memory(memory);
            while machine.step(program) {}
            machine.stack.last().copied().unwrap_or(machine.memory[0])
        }
    }
    pub use vm::*;
}

macro_rules! newton {
    ($m:ident) => {{
        use $m::Instr::*;
        // x1 = (x1 + x0 / x1) * 0.5 until the counter x2 is not positive
        vec![
            Load(1), Load(0), Load(1), Div, Add, Push(0.5), Mul, Store(1),
            Load(2), Push(1.0), Sub, Store(2), Load(2), JumpIfPos(0),
            Load(1), Load(3), Mul, Halt,
        ]
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::Run;
    let x = (newton!(exp), [7.0, 2.0, 3.5, 1.25]);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::run(&newton!(plain), x.1));
    ad::testing::check(&e, &x).unwrap();
}
