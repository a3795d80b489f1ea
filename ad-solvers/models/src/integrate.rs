//! The same model as a differential equation, with `ode_solvers`: the population together with its sensitivities.

use ad::prelude::*;
use nalgebra::Vector4;
use ode_solvers::{Dopri5, OutputType, System};

use crate::{Growth, Parameters};

/// y and its derivatives s with respect to the rate, the capacity and the start: y' = f(y, p) and s' = ∂f/∂y·s + ∂f/∂p.
struct Sensitivities([f64; 2]);

impl System<f64, Vector4<f64>> for Sensitivities {
    fn system(&self, _: f64, state: &Vector4<f64>, slope: &mut Vector4<f64>) {
        let (y, sensitivities) = (state[0], state.fixed_rows::<3>(1));
        let at = (y, self.0);
        let (of_y, of_parameters) = call::grad(&Growth, &at);
        slope[0] = call::value(&Growth, &at);
        slope[1] = of_y * sensitivities[0] + of_parameters[0];
        slope[2] = of_y * sensitivities[1] + of_parameters[1];
        slope[3] = of_y * sensitivities[2];
    }
}

/// The population at the time `t`, and its derivatives with respect to the parameters.
///
/// # Panics
///
/// Panics if the integration fails.
pub fn integrate(t: f64, [rate, capacity, start]: Parameters) -> (f64, Parameters) {
    let state = Vector4::new(start, 0.0, 0.0, 1.0);
    // The crate's defaults, except for the output: the steps themselves, since outputs between steps are interpolated.
    let (rtol, atol, output) = (1e-12, 1e-12, OutputType::Sparse);
    let f = Sensitivities([rate, capacity]);
    let mut solver = Dopri5::from_param(
        f, 0.0, t, t, state, rtol, atol, 0.9, 0.04, 0.2, 10.0, t, 0.0, 100_000, 1000, output,
    );
    solver.integrate().expect("the equation is a tame one");
    let last = solver.y_out().last().expect("there is an end");
    (last[0], [last[1], last[2], last[3]])
}
