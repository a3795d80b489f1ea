#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// PageRank of a weighted graph by power iteration. `links` are (from, to), with one weight each.
    #[exp(adjoint)]
    pub fn page_rank(links: &[(usize, usize)], weights: &[f64], damping: f64, nodes: usize, iterations: usize) -> Vec<f64> {
        let n = nodes as f64;
        let mut out = vec![0.0; nodes];
        for (&(from, _), w) in links.iter().zip(weights) {
            out[from] += *w;
        }
        let mut rank = vec![1.0 / n; nodes];
        for _ in 0..iterations {
            let dangling: f64 = rank.iter().zip(&out).filter(|(_, o)| **o == 0.0).map(|(r, _)| *r).sum();
            let base = (1.0 - damping) / n + damping * dangling / n;
            let mut next = vec![base; nodes];
            for (&(from, to), &w) in links.iter().zip(weights) {
                next[to] += damping * rank[from] * w / out[from];
            }
            rank = next;
        }
        rank
    }
}

fn main() {
    let links = [(0, 1), (0, 2), (1, 2), (2, 0), (2, 3)];
    let e = exp::PageRank { links: &links, nodes: 4, iterations: 5 };
    let x = (vec![1.0, 2.0, 0.5, 1.5, 0.7], 0.85);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::page_rank(&links, &x.0, x.1, 4, 5));
    ad::testing::check(&e, &x).unwrap();
}
