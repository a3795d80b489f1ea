//! A fit by several processes: each differentiates its part of the data, and MPI adds the results.
//!
//! A sum over data is differentiated term by term, so its parts can be differentiated anywhere. The number of parts does not
//! depend on the number of processes, and every process adds the sums of the parts in order. So the result is the same, to the
//! last bit, for any number of processes.

use ad::call;
use ad::prelude::*;
use mpi::collective::SystemOperation;
use mpi::traits::*;

/// The sum of the squared residuals of y = p₀·exp(-p₁·t) + p₂.
#[exp]
fn misfit(#[fixed] data: &[(f64, f64)], p: [f64; 3]) -> f64 {
    let mut sum = 0.0;
    for &(t, y) in data {
        let residual = p[0] * (-p[1] * t).exp() + p[2] - y;
        sum += residual * residual;
    }
    sum
}

/// In how many parts the data are cut.
const PARTS: usize = 64;

/// Value, gradient and Hessian of the sum over a part: 1 + 3 + 9 numbers.
const NUMBERS: usize = 13;

/// The measurements of an experiment with the parameters 5, 1.5 and 0.25, and with errors that repeat.
fn measurements() -> Vec<(f64, f64)> {
    (0..100_000)
        .map(|i| {
            let t = f64::from(i) * 3e-5;
            (t, 5.0 * (-1.5 * t).exp() + 0.25 + 0.01 * (f64::from(i) * 0.7).sin())
        })
        .collect()
}

/// Value, gradient and Hessian of the whole sum at `p`.
fn differentiate(world: &impl Communicator, data: &[(f64, f64)], p: [f64; 3]) -> (f64, [f64; 3], [[f64; 3]; 3]) {
    let (rank, processes) = (world.rank() as usize, world.size() as usize);
    let mut own = vec![0.0; PARTS * NUMBERS];
    let parts = data.chunks(data.len().div_ceil(PARTS));
    for (part, numbers) in parts.zip(own.chunks_mut(NUMBERS)).skip(rank).step_by(processes) {
        let (value, gradient, hessian) = call::value_grad_hessian(&Misfit { data: part }, &p);
        numbers[0] = value;
        numbers[1..4].copy_from_slice(&gradient);
        numbers[4..].copy_from_slice(hessian.as_flattened());
    }
    // Of the processes one has the numbers of a part, and all others have zeros, so this sum is exact.
    let mut all = vec![0.0; PARTS * NUMBERS];
    world.all_reduce_into(&own[..], &mut all[..], SystemOperation::sum());
    let total: [f64; NUMBERS] = std::array::from_fn(|k| all.iter().skip(k).step_by(NUMBERS).sum());
    (
        total[0],
        std::array::from_fn(|i| total[1 + i]),
        std::array::from_fn(|i| std::array::from_fn(|j| total[4 + 3 * i + j])),
    )
}

/// The solution of a 3 × 3 system, by Cramer's rule.
fn solve(a: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] {
    let det = |m: [[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    std::array::from_fn(|column| {
        let mut with = a;
        (0..3).for_each(|row| with[row][column] = b[row]);
        det(with) / det(a)
    })
}

fn main() {
    let universe = mpi::initialize().expect("MPI is initialised once");
    let world = universe.world();
    // In earnest, each process would read its own part.
    let data = measurements();
    let mut p = [4.0, 1.2, 0.0];
    for step in 0..20 {
        let (value, gradient, hessian) = differentiate(&world, &data, p);
        let change = solve(hessian, gradient);
        if world.rank() == 0 {
            println!("{step:2}  {value:.17e}  {p:.15?}");
        }
        p.iter_mut().zip(change).for_each(|(p, change)| *p -= change);
        if change.iter().all(|change| change.abs() < 1e-12) {
            break;
        }
    }
    if world.rank() == 0 {
        println!("fitted: {p:.4?}");
    }
}
