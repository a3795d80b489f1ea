//! An extended Kalman filter, as on a microcontroller: a vehicle finds its place by the distances of two beacons.
//!
//! `filter.rs` has no `std` and allocates nothing. `benches/README.md` has the size of its code and its stack.
//!
//! `cargo run --release --example kalman`

mod filter;

use filter::{Estimate, motion, transition};

const BEACONS: [[f64; 2]; 2] = [[-40.0, 0.0], [40.0, 60.0]];
const DT: f64 = 0.1;

fn main() {
    // The Jacobian of the motion has a closed form.
    let state = [1.0, 2.0, 0.5, 3.0, 0.25];
    let (sin, cos) = f64::sin_cos(state[2] + 0.5 * DT * state[4]);
    let (way, half) = (DT * state[3], 0.5 * DT);
    let expected = [
        [1.0, 0.0, -way * sin, DT * cos, -way * half * sin],
        [0.0, 1.0, way * cos, DT * sin, way * half * cos],
        [0.0, 0.0, 1.0, 0.0, DT],
        [0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0],
    ];
    println!("the Jacobian of the motion at {state:?} is");
    for (row, expected) in transition(DT, &state).iter().zip(&expected) {
        println!("  {row:8.4?}");
        assert!(row.iter().zip(expected).all(|(entry, expected)| (entry - expected).abs() < 1e-15));
    }

    // A circle of radius 20 m, and a filter that knows neither the speed nor the rate of turn.
    let mut truth = [20.0, 0.0, 1.5, 4.0, 0.2];
    let mut estimate = Estimate {
        state: [15.0, 5.0, 1.0, 1.0, 0.0],
        covariance: [
            [25.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 25.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 9.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 0.25],
        ],
    };
    for step in 1..=300 {
        truth = motion(DT, truth);
        estimate = estimate.predicted(DT, &[1e-4, 1e-4, 1e-4, 1e-3, 1e-4]);
        for (beacon, phase) in BEACONS.into_iter().zip([0.0, 1.0]) {
            // An error of up to 0.3 m, which repeats itself late.
            let error = 0.3 * f64::sin(phase + 7.0 * f64::from(step * step));
            let measured = (truth[0] - beacon[0]).hypot(truth[1] - beacon[1]) + error;
            estimate = estimate.corrected(beacon, measured, 0.05);
        }
        if step % 60 == 0 {
            let off = (truth[0] - estimate.state[0]).hypot(truth[1] - estimate.state[1]);
            let [_, _, _, speed, turn] = estimate.state;
            println!(
                "after {:4.1} s: off by {off:.2} m, speed {speed:.2}, turn {turn:.3}",
                DT * f64::from(step)
            );
        }
    }
    for (i, tolerance) in [0.3, 0.3, 0.1, 0.2, 0.05].into_iter().enumerate() {
        assert!((truth[i] - estimate.state[i]).abs() < tolerance);
        // The estimate is off by no more than three standard deviations, as it says.
        assert!((truth[i] - estimate.state[i]).powi(2) < 9.0 * estimate.covariance[i][i]);
    }
}
