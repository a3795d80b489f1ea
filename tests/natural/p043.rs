#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// PageRank with damping; `links[i]` are the pages to which `i` points, with weights.
    #[exp(adjoint)]
    pub fn page_rank(links: &[Vec<(usize, f64)>], damping: f64, rounds: usize) -> Vec<f64> {
        let n = links.len();
        let mut rank = vec![1.0 / n as f64; n];
        for _ in 0..rounds {
            let mut next = vec![(1.0 - damping) / n as f64; n];
            for (page, out) in links.iter().enumerate() {
                let total = out.iter().map(|&(_, w)| w).sum::<f64>();
                if out.is_empty() {
                    next.iter_mut().for_each(|r| *r += damping * rank[page] / n as f64);
                    continue;
                }
                for (target, w) in out {
                    next[*target] += damping * rank[page] * w / total;
                }
            }
            std::mem::swap(&mut rank, &mut next);
        }
        rank
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::PageRank { rounds: 3 };
    let x = (vec![vec![(1, 1.0), (2, 2.0)], vec![(2, 1.0)], vec![(0, 1.0), (1, 0.5)], vec![]], 0.85);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::page_rank(&[vec![(1, 1.0), (2, 2.0)], vec![(2, 1.0)], vec![(0, 1.0), (1, 0.5)], vec![]], 0.85, 3));
    ad::testing::check(&e, &x).unwrap();
}
