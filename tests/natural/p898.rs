#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Value of a gridworld's start cell after value iteration.
    ///
    /// The map is text: `#` is a wall, `G` the goal, `X` a trap, and `.` is free.
    /// The agent moves as intended with probability `1 - slip` and to either side with `slip / 2`.
    #[exp(adjoint)]
    pub fn grid_value(map: &[&str], goal: f64, trap: f64, step_cost: f64, gamma: f64, slip: f64) -> f64 {
        const MOVES: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        let cells: Vec<Vec<u8>> = map.iter().map(|row| row.bytes().collect()).collect();
        let (h, w) = (cells.len(), cells[0].len());
        let mut v = vec![vec![0.0; w]; h];

        for _ in 0..12 {
            let mut next = v.clone();
            for r in 0..h {
                for c in 0..w {
                    next[r][c] = match cells[r][c] {
                        b'#' => continue,
                        b'G' => goal,
                        b'X' => -trap,
                        _ => {
                            let look = |m: usize| {
                                let (dr, dc) = MOVES[m % 4];
                                let (nr, nc) = (r as i32 + dr, c as i32 + dc);
                                let inside = (0..h as i32).contains(&nr) && (0..w as i32).contains(&nc);
                                if inside && cells[nr as usize][nc as usize] != b'#' {
                                    v[nr as usize][nc as usize]
                                } else {
                                    v[r][c]
                                }
                            };
                            let best = (0..4)
                                .map(|m| (1.0 - slip) * look(m) + 0.5 * slip * (look(m + 1) + look(m + 3)))
                                .fold(f64::NEG_INFINITY, f64::max);
                            gamma * best - step_cost
                        }
                    };
                }
            }
            v = next;
        }
        v[h - 1][0]
    }
}

fn main() {
    use ad::prelude::*;
    let map = ["...G", ".#.X", "...."];
    let e = exp::GridValue { map: &map };
    let x = (1.0, 1.1, 0.04, 0.95, 0.2);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::grid_value(&map, 1.0, 1.1, 0.04, 0.95, 0.2));
    ad::testing::check(&e, &x).unwrap();
}
