// What a method makes of a list of integers, the reverse sweep would have to undo.

#[ad::exp(adjoint)]
fn sorted(x: &[f64]) -> f64 {
    let mut order = vec![2, 0, 1];
    let mut s = 1.0;
    for i in 0..3 {
        order.sort();
        s *= x[order[i]];
        order.push(i);
    }
    s
}

fn main() {}
