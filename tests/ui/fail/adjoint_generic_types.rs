use ad::prelude::*;

#[exp(adjoint)]
mod model {
    struct Stack<T> {
        items: Vec<T>,
    }

    impl<T> Stack<T> {
        fn push(&mut self, item: T) {
            self.items.push(item);
        }

        fn pop(&mut self) -> Option<T> {
            self.items.pop()
        }
    }

    struct Ode<F: Fn(f64) -> f64> {
        slope: F,
    }

    impl<F: Fn(f64) -> f64> Ode<F> {
        fn step(&self, x: f64) -> f64 {
            x + 0.1 * (self.slope)(x)
        }
    }

    pub fn last(x: f64) -> f64 {
        let mut stack = Stack { items: Vec::new() };
        stack.push([x, 1.0]);
        stack.pop().map_or(0.0, |[x, _]| x)
    }

    pub fn decay(k: f64, x: f64) -> f64 {
        Ode { slope: |x| -k * x }.step(x)
    }
}

fn main() {
    model::last(model::decay(1.0, 2.0));
}
