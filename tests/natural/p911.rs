#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod adaptive {
        type State = [f64; 2];

        fn axpy(h: f64, k: &State, y: &State) -> State {
            std::array::from_fn(|i| y[i] + h * k[i])
        }

        struct Step {
            next: State,
            error: f64,
        }

        /// One step of the Bogacki-Shampine pair.
        fn bogacki_shampine<F>(f: &F, t: f64, y: &State, h: f64) -> Step
        where
            F: Fn(f64, &State) -> State,
        {
            let k1 = f(t, y);
            let k2 = f(t + 0.5 * h, &axpy(0.5 * h, &k1, y));
            let k3 = f(t + 0.75 * h, &axpy(0.75 * h, &k2, y));
            let mut next = *y;
            for (i, n) in next.iter_mut().enumerate() {
                *n += h * (2.0 * k1[i] + 3.0 * k2[i] + 4.0 * k3[i]) / 9.0;
            }
            let k4 = f(t + h, &next);
            let error = (0..2)
                .map(|i| h * (-5.0 / 72.0 * k1[i] + k2[i] / 12.0 + k3[i] / 9.0 - k4[i] / 8.0))
                .map(|e| e * e)
                .sum::<f64>()
                .sqrt();
            Step { next, error }
        }

        fn integrate(f: impl Fn(f64, &State) -> State, mut y: State, end: f64, tol: f64) -> State {
            let (mut t, mut h) = (0.0, 0.1);
            loop {
                let last = t + h >= end;
                if last {
                    h = end - t;
                }
                let Step { next, error } = bogacki_shampine(&f, t, &y, h);
                if error <= tol {
                    t += h;
                    y = next;
                    if last {
                        return y;
                    }
                }
                h *= (0.9 * (tol / error).cbrt()).clamp(0.2, 4.0);
            }
        }

        /// The energy of a driven van der Pol oscillator at the end of the interval.
        pub fn driven_oscillator(mu: f64, drive: f64, start: [f64; 2], #[fixed] tol: f64) -> f64 {
            let rhs = |t: f64, &[x, v]: &State| [v, mu * (1.0 - x * x) * v - x + drive * (1.3 * t).cos()];
            let [x, v] = integrate(rhs, start, 2.0, tol);
            0.5 * (x * x + v * v)
        }
    }
    pub use adaptive::*;
}

fn main() {
    let e = exp::DrivenOscillator { tol: 1e-3 };
    let x = (1.2, 0.35, [0.7, -0.2]);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::driven_oscillator(1.2, 0.35, [0.7, -0.2], 1e-3));
    ad::testing::check(&e, &x).unwrap();
}
