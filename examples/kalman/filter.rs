//! The filter, without `std` and without an allocation. See B. D. O. Anderson and J. B. Moore, *Optimal Filtering* (1979), chapter 8.

use ad::prelude::*;

/// Position, heading, speed and rate of turn, in metres, radians and seconds.
pub(crate) type State = [f64; 5];

/// A state, and the covariance of its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pub(crate) state: State,
    pub(crate) covariance: [[f64; 5]; 5],
}

/// The state after `dt`. The path is an arc, whose chord points half a turn ahead.
#[exp]
pub(crate) fn motion(#[fixed] dt: f64, [x, y, heading, speed, turn]: [f64; 5]) -> [f64; 5] {
    let along = heading + 0.5 * dt * turn;
    [x + dt * speed * along.cos(), y + dt * speed * along.sin(), heading + dt * turn, speed, turn]
}

/// The distance of a beacon.
#[exp]
pub(crate) fn distance(#[fixed] beacon: [f64; 2], state: [f64; 5]) -> f64 {
    ((state[0] - beacon[0]).powi(2) + (state[1] - beacon[1]).powi(2)).sqrt()
}

/// The Jacobian of the motion, as a row for each entry of the new state.
pub(crate) fn transition(dt: f64, state: &State) -> [State; 5] {
    call::jacobian(&Motion { dt }, state)
}

impl Estimate {
    /// The estimate after `dt`: F P Fᵀ + Q, where F is the Jacobian of the motion, and Q is diagonal.
    pub(crate) fn predicted(&self, dt: f64, noise: &State) -> Estimate {
        let f = transition(dt, &self.state);
        // The rows of F P.
        let moved = f.map(|row| times(&self.covariance, &row));
        let mut covariance = f.map(|row| moved.map(|column| dot(&column, &row)));
        (0..5).for_each(|i| covariance[i][i] += noise[i] * dt);
        Estimate { state: motion(dt, self.state), covariance }
    }

    /// The estimate after a beacon's distance is measured with a variance. One number has no matrix to invert.
    #[allow(clippy::needless_range_loop, reason = "the formulas have indices")]
    pub(crate) fn corrected(&self, beacon: [f64; 2], measured: f64, variance: f64) -> Estimate {
        let (expected, slope) = call::value_and_grad(&Distance { beacon }, &self.state);
        let spread = times(&self.covariance, &slope);
        let gain = spread.map(|entry| entry / (dot(&slope, &spread) + variance));
        let mut next = *self;
        for i in 0..5 {
            next.state[i] += gain[i] * (measured - expected);
            (0..5).for_each(|j| next.covariance[i][j] -= gain[i] * spread[j]);
        }
        next
    }
}

/// A symmetric matrix times a vector.
fn times(matrix: &[State; 5], vector: &State) -> State {
    matrix.map(|row| dot(&row, vector))
}

fn dot(a: &State, b: &State) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
