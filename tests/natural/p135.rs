#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod machine {
        #[derive(Clone, Copy, Debug)]
        pub enum Op {
            Push(f64),
            Load(usize),
            Store(usize),
            Add,
            Mul,
            Sin,
            JumpIfPositive(usize),
        }

        pub struct Machine<'a> {
            program: &'a [Op],
            stack: Vec<f64>,
            memory: [f64; 4],
            pc: usize,
        }

        impl Machine<'_> {
            fn pop(&mut self) -> f64 {
                self.stack.pop().unwrap_or_default()
            }

            fn run(&mut self) -> f64 {
                let mut fuel = 1000;
                while self.pc < self.program.len() && fuel > 0 {
                    fuel -= 1;
                    let op = self.program[self.pc];
                    self.pc += 1;
                    match op {
                        Op::Push(value) => self.stack.push(value),
                        Op::Load(slot) => self.stack.push(self.memory[slot]),
                        Op::Store(slot) => self.memory[slot] = self.pop(),
                        Op::Add => {
                            let (b, a) = (self.pop(), self.pop());
                            self.stack.push(a + b);
                        }
                        Op::Mul => {
                            let (b, a) = (self.pop(), self.pop());
                            self.stack.push(a * b);
                        }
                        Op::Sin => {
                            let a = self.pop();
                            self.stack.push(a.sin());
                        }
                        Op::JumpIfPositive(target) => {
                            if self.pop() > 0.0 {
                                self.pc = target;
                            }
                        }
                    }
                }
                self.memory[0]
            }
        }

        pub fn execute(program: &[Op], inputs: [f64; 4]) -> f64 {
            Machine { program, stack: vec![], memory: inputs, pc: 0 }.run()
        }
    }
    pub use machine::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Op as O; use plain::Op as Q;
    let e = exp::Execute;
    let x = (vec![O::Load(0), O::Sin, O::Load(1), O::Mul, O::Load(0), O::Add, O::Store(0), O::Load(2), O::Push(-1.0), O::Add, O::Store(2), O::Load(2), O::JumpIfPositive(0)], [0.5, 0.3, 2.5, 0.0]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::execute(&[Q::Load(0), Q::Sin, Q::Load(1), Q::Mul, Q::Load(0), Q::Add, Q::Store(0), Q::Load(2), Q::Push(-1.0), Q::Add, Q::Store(2), Q::Load(2), Q::JumpIfPositive(0)], [0.5, 0.3, 2.5, 0.0]));
    ad::testing::check(&e, &x).unwrap();
}
