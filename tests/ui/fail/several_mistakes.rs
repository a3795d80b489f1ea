use ad::prelude::*;

#[exp]
fn busy(table: &[f64], x: f64) -> f64 {
    let i = x as f32;
    let text = format!("{x}");
    match x {
        0.0 => table[i as usize],
        _ => table[text.len()],
    }
}

fn main() {
    // Neither the function nor its struct is unknown after this.
    busy(&[1.0], 2.0);
    let _: f64 = Busy.eval(F64, (vec![1.0], 2.0));
}
