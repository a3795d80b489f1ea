#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Optimal play of "roll again or bank": value of each pot size, by dynamic programming from the top.
    #[exp(adjoint)]
    pub fn pot_values(goal: usize, faces: &[f64], bust: f64) -> Vec<f64> {
        let mut memo: Vec<Option<f64>> = vec![None; goal + 1];

        #[exp(adjoint)]
        fn value(pot: usize, goal: usize, faces: &[f64], bust: f64, memo: &mut Vec<Option<f64>>) -> f64 {
            if pot >= goal {
                return goal as f64;
            }
            if let Some(known) = memo[pot] {
                return known;
            }
            let mut roll = -bust * faces[0];
            for (face, probability) in faces.iter().enumerate().skip(1) {
                roll += probability * value(pot + face + 1, goal, faces, bust, memo);
            }
            let best = if roll > pot as f64 { roll } else { pot as f64 };
            memo[pot] = Some(best);
            best
        }

        (0..goal).map(|pot| value(pot, goal, faces, bust, &mut memo)).collect()
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::PotValues { goal: 8 };
    let x = (vec![0.2, 0.3, 0.4, 0.1], 3.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]).1);
    println!("value {:?} plain {:?}", value, plain::pot_values(8, &[0.2, 0.3, 0.4, 0.1], 3.0));
    ad::testing::check(&e, &x).unwrap();
}
