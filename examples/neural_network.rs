//! A small neural network learns to tell the inside of a ring from the outside.
//!
//! The network has two inputs, one hidden layer of `tanh`, and one output. The loss is the mean cross entropy. Gradient descent
//! with momentum minimises the loss. All 33 derivatives come from one prepared reverse sweep, which reuses its memory from one
//! step of the descent to the next.
//!
//! The data are 200 pseudo-random points of a square, labelled by their distance from the middle. A linear classifier gets about
//! 6 of 10 right.

use ad::Shape;
use ad::prelude::*;

const HIDDEN: usize = 8;

/// The weights: an `#[exp]` struct, so that the gradient is again a `Network`.
#[exp]
#[derive(Clone, Debug)]
struct Network {
    hidden: [[f64; 3]; HIDDEN],
    output: [f64; HIDDEN],
    bias: f64,
}

/// A point, and whether it lies inside.
type Sample = ([f64; 2], bool);

#[exp]
fn score(network: &Network<f64>, #[fixed] [x, y]: [f64; 2]) -> f64 {
    let mut score = network.bias;
    for (w, output) in network.hidden.iter().zip(&network.output) {
        score += output * (w[0] * x + w[1] * y + w[2]).tanh();
    }
    score
}

/// The mean of ln(1 + e^∓score).
#[exp]
fn loss(network: &Network<f64>, #[fixed] samples: &[Sample]) -> f64 {
    let mut sum = 0.0;
    for &(point, inside) in samples {
        let score = score(network, point);
        let margin = if inside { score } else { -score };
        sum += (-margin).exp().ln_1p();
    }
    sum / samples.len() as f64
}

/// The generator of D. Lehmer, with the multiplier of S. Park and K. Miller: uniform in [-1, 1).
struct Random(u32);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = (u64::from(self.0) * 48_271 % 2_147_483_647) as u32;
        f64::from(self.0) / 1_073_741_823.5 - 1.0
    }
}

fn correct(network: &Network, samples: &[Sample]) -> usize {
    samples.iter().filter(|(point, inside)| (score(network, *point) > 0.0) == *inside).count()
}

fn main() {
    let mut random = Random(42);
    let samples: Vec<Sample> = (0..200)
        .map(|_| [random.next(), random.next()])
        .map(|[x, y]| ([x, y], x * x + y * y < 0.5))
        .collect();
    let mut network = Network {
        hidden: std::array::from_fn(|_| std::array::from_fn(|_| random.next())),
        output: std::array::from_fn(|_| random.next()),
        bias: 0.0,
    };

    let mut prepared = Prepared::new(Loss { samples: &samples });
    let mut gradient = network.clone();
    let mut velocity = Network { hidden: [[0.0; 3]; HIDDEN], output: [0.0; HIDDEN], bias: 0.0 };
    for epoch in 0..=300 {
        let loss = prepared.value_and_grad_into(&network, &mut gradient);
        if epoch % 60 == 0 {
            println!("step {epoch:3}: loss {loss:.4}, {} of 200 right", correct(&network, &samples));
        }
        Network::zip_mut(&mut velocity, &gradient, &mut |v, g| *v = 0.9 * *v - 0.3 * g);
        Network::zip_mut(&mut network, &velocity, &mut |w, v| *w += v);
    }
    assert!(correct(&network, &samples) >= 195);
}
