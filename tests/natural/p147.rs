#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod cart_pole {
        type State = [f64; 4];

        #[derive(Clone, Copy, Debug)]
        pub struct Plant {
            pub cart: f64,
            pub pole: f64,
            pub length: f64,
        }

        impl Plant {
            fn derivative(&self, s: State, force: f64) -> State {
                let [_, v, theta, omega] = s;
                let (sin, cos) = theta.sin_cos();
                let total = self.cart + self.pole;
                let push = (force + self.pole * self.length * omega * omega * sin) / total;
                let alpha = (9.81 * sin - cos * push) / (self.length * (4.0 / 3.0 - self.pole * cos * cos / total));
                let a = push - self.pole * self.length * alpha * cos / total;
                [v, a, omega, alpha]
            }
        }

        fn axpy(a: f64, x: &State, y: &State) -> State {
            let mut z = *y;
            for (z, x) in z.iter_mut().zip(x) {
                *z += a * x;
            }
            z
        }

        fn rk4<F: Fn(State) -> State>(f: F, s: State, h: f64) -> State {
            let k1 = f(s);
            let k2 = f(axpy(h / 2.0, &k1, &s));
            let k3 = f(axpy(h / 2.0, &k2, &s));
            let k4 = f(axpy(h, &k3, &s));
            let mut next = s;
            for i in 0..4 {
                next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            next
        }

        pub fn balance(steps: usize, plant: Plant, gains: State, start: State) -> State {
            let mut state = start;
            for _ in 0..steps {
                let force: f64 = gains.iter().zip(&state).map(|(k, s)| k * s).sum();
                state = rk4(|s| plant.derivative(s, force), state, 0.02);
            }
            state
        }
    }
    pub use cart_pole::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Balance { steps: 10 };
    let x = (exp::Plant { cart: 1.0, pole: 0.1, length: 0.5 }, [1.0, 2.0, 30.0, 5.0], [0.1, 0.0, 0.15, -0.1]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, -1.0, 0.5]).1);
    println!("value {:?} plain {:?}", value, plain::balance(10, plain::Plant { cart: 1.0, pole: 0.1, length: 0.5 }, [1.0, 2.0, 30.0, 5.0], [0.1, 0.0, 0.15, -0.1]));
    ad::testing::check(&e, &x).unwrap();
}
