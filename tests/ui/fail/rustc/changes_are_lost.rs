use ad::prelude::*;

#[exp]
fn f(log: &mut Vec<String>, x: f64) -> f64 {
    log.push("called".to_owned());
    x * x
}

fn main() {
    let mut log = Vec::new();
    f(&mut log, 2.0);
    call::grad(&F { log: &mut log }, &2.0);
}
