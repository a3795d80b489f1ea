#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    #[derive(Clone, Debug)]
    pub struct Edge {
        pub from: usize,
        pub to: usize,
        pub weight: f64,
    }

    #[exp(adjoint)]
    pub fn bellman_ford(nodes: usize, source: usize, edges: &[Edge]) -> Vec<f64> {
        let mut distance: Vec<Option<f64>> = vec![None; nodes];
        distance[source] = Some(0.0);
        for _ in 1..nodes {
            let mut changed = false;
            for Edge { from, to, weight } in edges {
                let Some(d) = distance[*from] else { continue };
                let candidate = d + weight;
                if distance[*to].map_or(true, |old| candidate < old) {
                    distance[*to] = Some(candidate);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        distance.into_iter().map(|d| d.unwrap_or(-1.0)).collect()
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::BellmanFord { nodes: 4, source: 0 };
    let x = vec![exp::Edge { from: 0, to: 1, weight: 4.0 }, exp::Edge { from: 0, to: 2, weight: 1.0 }, exp::Edge { from: 2, to: 1, weight: -2.0 }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0]).1);
    println!("value {:?} plain {:?}", value, plain::bellman_ford(4, 0, &[plain::Edge { from: 0, to: 1, weight: 4.0 }, plain::Edge { from: 0, to: 2, weight: 1.0 }, plain::Edge { from: 2, to: 1, weight: -2.0 }]));
    ad::testing::check(&e, &x).unwrap();
}
