#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Clone, Copy)]
    struct Neuron {
        v: f64,
        m: f64,
        h: f64,
        n: f64,
    }

    /// x / (1 - exp(-x)), with the limit at 0.
    #[exp(adjoint)]
    fn linear_rate(x: f64) -> f64 {
        if x.abs() < 1e-6 { 1.0 + x / 2.0 } else { x / (1.0 - (-x).exp()) }
    }

    #[exp(adjoint)]
    impl Neuron {
        fn rest(v: f64) -> Neuron {
            Neuron { v, m: 0.05, h: 0.6, n: 0.32 }
        }

        fn advance(self, current: f64, conductance: [f64; 3], dt: f64) -> Neuron {
            let Neuron { v, m, h, n } = self;
            let [sodium, potassium, leak] = conductance;
            let gate = |x: f64, alpha: f64, beta: f64| x + dt * (alpha * (1.0 - x) - beta * x);
            let flow = sodium * m.powi(3) * h * (v - 50.0)
                + potassium * n.powi(4) * (v + 77.0)
                + leak * (v + 54.4);
            Neuron {
                v: v + dt * (current - flow),
                m: gate(m, linear_rate((v + 40.0) / 10.0), 4.0 * (-(v + 65.0) / 18.0).exp()),
                h: gate(h, 0.07 * (-(v + 65.0) / 20.0).exp(), 1.0 / (1.0 + (-(v + 35.0) / 10.0).exp())),
                n: gate(n, 0.1 * linear_rate((v + 55.0) / 10.0), 0.125 * (-(v + 65.0) / 80.0).exp()),
            }
        }
    }

    /// The membrane voltage after each stimulus.
    #[exp(adjoint)]
    pub fn membrane(stimuli: &[f64], conductance: [f64; 3], #[fixed] dt: f64) -> Vec<f64> {
        let mut neuron = Neuron::rest(-65.0);
        let mut trace = Vec::new();
        for &stimulus in stimuli {
            for _ in 0..4 {
                neuron = neuron.advance(stimulus, conductance, dt);
            }
            trace.push(neuron.v);
        }
        trace
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::Membrane { dt: 0.02 };
    let x = (vec![10.0, 20.0, 0.0], [120.0, 36.0, 0.3]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::membrane(&[10.0, 20.0, 0.0], [120.0, 36.0, 0.3], 0.02));
    ad::testing::check(&e, &x).unwrap();
}
