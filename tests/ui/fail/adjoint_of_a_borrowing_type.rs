use ad::prelude::*;

#[exp(adjoint)]
mod machine {
    pub struct Machine<'a> {
        code: &'a [f64],
        stack: Vec<f64>,
    }

    impl Machine<'_> {
        fn run(&mut self, x: f64) -> f64 {
            self.stack.push(self.code[0] * x);
            self.stack[0]
        }
    }

    pub fn run(code: &[f64], x: f64) -> f64 {
        code[0] * x
    }
}

fn main() {}
