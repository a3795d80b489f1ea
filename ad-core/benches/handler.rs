//! The cost of an effect, in time and in stack: a reverse sweep over `y = y x + 1`, iterated, two effects each time.
//! `cargo bench --bench handler`

use std::hint::black_box;
use std::time::Instant;

use ad_core::paper::handler::{Continuation, Handler, Performer, handle, keep_stacks};

struct Step {
    operands: [u32; 2],
    partials: [f64; 2],
}

struct Reverse {
    adjoints: Vec<f64>,
    /// An address in the last frame of the handler.
    deepest: usize,
}

impl Handler for Reverse {
    type Effect = Step;
    type Answer = u32;
    type Return = u32;
    type Result = ();

    #[inline]
    fn effect(&mut self, Step { operands, partials }: Step, k: Continuation<'_, Self>) {
        let vertex = self.adjoints.len();
        self.adjoints.push(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "there is no memory for 2³² adjoints")]
        k.resume(self, vertex as u32);
        let adjoint = self.adjoints[vertex];
        self.adjoints[operands[0] as usize] += partials[0] * adjoint;
        self.adjoints[operands[1] as usize] += partials[1] * adjoint;
    }

    fn returns(&mut self, vertex: u32) {
        self.deepest = (&raw const vertex).addr();
        self.adjoints[vertex as usize] = 1.0;
    }
}

#[derive(Clone, Copy)]
struct Active<'p> {
    value: f64,
    vertex: u32,
    performer: Performer<'p, Step, u32>,
}

impl<'p> Active<'p> {
    fn mul(self, b: Active<'p>) -> Self {
        let step = Step { operands: [self.vertex, b.vertex], partials: [b.value, self.value] };
        Self { value: self.value * b.value, vertex: self.performer.perform(step), ..self }
    }

    fn increment(self) -> Self {
        let step = Step { operands: [self.vertex, 0], partials: [1.0, 0.0] };
        Self { value: self.value + 1.0, vertex: self.performer.perform(step), ..self }
    }
}

fn derivative(reverse: &mut Reverse, steps: usize) -> f64 {
    reverse.adjoints.clear();
    reverse.adjoints.extend([0.0, 0.0]);
    handle(reverse, |performer| {
        let x = Active { value: black_box(0.5), vertex: 1, performer };
        let one = Active { value: 1.0, vertex: 0, performer };
        (0..steps / 2).fold(one, |y, _| y.mul(x).increment()).vertex
    });
    reverse.adjoints[1]
}

fn main() {
    keep_stacks(2 << 30);
    let mut reverse = Reverse { adjoints: Vec::new(), deepest: 0 };
    derivative(&mut reverse, 0);
    let top = reverse.deepest;
    derivative(&mut reverse, 1000);
    println!("bytes of stack per effect: {}", (top - reverse.deepest) / 1000);
    println!("{:>10} {:>14} {:>14}", "effects", "median ns", "least ns");
    for steps in [0, 10, 1_000, 100_000, 1_000_000, 10_000_000] {
        let runs = if steps <= 1000 { 1001 } else { (20_000_000 / steps).clamp(5, 101) };
        let mut times: Vec<f64> = (0..runs)
            .map(|_| {
                let start = Instant::now();
                black_box(derivative(&mut reverse, steps));
                start.elapsed().as_secs_f64() * 1e9
            })
            .collect();
        times.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "a number of steps is small")]
        let per = steps.max(1) as f64;
        println!("{steps:>10} {:>14.1} {:>14.1}", times[times.len() / 2] / per, times[0] / per);
    }
}
