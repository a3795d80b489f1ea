#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Score of a rhythm game. A note is a (time, press) pair; streaks raise the multiplier.
    #[exp(adjoint)]
    pub fn rhythm_score(notes: &[(f64, f64)], window: f64, latency: f64) -> f64 {
        let mut score = 0.0;
        let mut streak = 0u32;
        let mut notes = notes.iter().peekable();
        while let Some((time, press)) = notes.next() {
            let error = (press - latency - time).abs();
            if error > window {
                streak = 0;
                continue;
            }
            streak += 1;
            let multiplier = 1.0 + 0.25 * streak.min(4) as f64;
            let accuracy = 1.0 - (error / window).powi(2);
            score += 100.0 * multiplier * accuracy;
            if let Some((next, _)) = notes.peek() {
                score += 5.0 / (next - time);
            }
        }
        score
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::RhythmScore;
    let x = (vec![(0.0, 0.05), (0.5, 0.62), (1.0, 1.4), (1.5, 1.55), (1.75, 1.77)], 0.15, 0.04);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::rhythm_score(&[(0.0, 0.05), (0.5, 0.62), (1.0, 1.4), (1.5, 1.55), (1.75, 1.77)], 0.15, 0.04));
    ad::testing::check(&e, &x).unwrap();
}
