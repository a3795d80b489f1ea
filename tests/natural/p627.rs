#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod circuit {
        #[derive(Debug, Clone)]
        pub enum Component {
            Resistor { a: usize, b: usize, ohms: f64 },
            CurrentSource { from: usize, to: usize, amps: f64 },
            Diode { anode: usize, cathode: usize, saturation: f64 },
        }

        const THERMAL_VOLTAGE: f64 = 0.02585;

        fn stamp(matrix: &mut [Vec<f64>], a: usize, b: usize, g: f64) {
            matrix[a][a] += g;
            matrix[b][b] += g;
            matrix[a][b] -= g;
            matrix[b][a] -= g;
        }

        fn solve(mut m: Vec<Vec<f64>>, mut rhs: Vec<f64>) -> Vec<f64> {
            let n = rhs.len();
            // Node 0 is ground.
            for k in 1..n {
                for i in k + 1..n {
                    let f = m[i][k] / m[k][k];
                    for j in k..n {
                        let delta = f * m[k][j];
                        m[i][j] -= delta;
                    }
                    rhs[i] -= f * rhs[k];
                }
            }
            let mut v = vec![0.0; n];
            for k in (1..n).rev() {
                let mut s = rhs[k];
                for j in k + 1..n {
                    s -= m[k][j] * v[j];
                }
                v[k] = s / m[k][k];
            }
            v
        }

        /// Modified nodal analysis with Newton companion models.
        pub fn node_voltages(components: &[Component], nodes: usize) -> Vec<f64> {
            let mut v = vec![0.0; nodes];
            for iteration in 0..8 {
                let mut m = vec![vec![0.0; nodes]; nodes];
                let mut rhs = vec![0.0; nodes];
                for component in components {
                    match *component {
                        Component::Resistor { a, b, ohms } => stamp(&mut m, a, b, 1.0 / ohms),
                        Component::CurrentSource { from, to, amps } => {
                            rhs[from] -= amps;
                            rhs[to] += amps;
                        }
                        Component::Diode { anode, cathode, saturation } => {
                            let vd = if iteration == 0 { 0.5 } else { v[anode] - v[cathode] };
                            let e = (vd / THERMAL_VOLTAGE).exp();
                            let g = saturation / THERMAL_VOLTAGE * e;
                            let current = saturation * (e - 1.0) - g * vd;
                            stamp(&mut m, anode, cathode, g);
                            rhs[anode] -= current;
                            rhs[cathode] += current;
                        }
                    }
                }
                v = solve(m, rhs);
            }
            v
        }
    }
    pub use circuit::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::NodeVoltages { nodes: 3 };
    let x = vec![exp::Component::CurrentSource { from: 0, to: 1, amps: 0.002 }, exp::Component::Resistor { a: 1, b: 0, ohms: 2000.0 }, exp::Component::Resistor { a: 1, b: 2, ohms: 500.0 }, exp::Component::Diode { anode: 2, cathode: 0, saturation: 1e-12 }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![0.0, 1.0, 2.0]).1);
    println!("value {:?} plain {:?}", value, plain::node_voltages(&vec![plain::Component::CurrentSource { from: 0, to: 1, amps: 0.002 }, plain::Component::Resistor { a: 1, b: 0, ohms: 2000.0 }, plain::Component::Resistor { a: 1, b: 2, ohms: 500.0 }, plain::Component::Diode { anode: 2, cathode: 0, saturation: 1e-12 }], 3));
    ad::testing::check(&e, &x).unwrap();
}
