#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    /// Molar mass of a formula like "Ca(OH)2"; the masses are of the elements in `symbols`.
    #[exp(adjoint)]
    pub fn molar_mass(formula: &str, symbols: &[&str], masses: &[f64]) -> f64 {
        let chars: Vec<char> = formula.chars().collect();
        let mut stack = vec![0.0];
        let mut i = 0;
        while i < chars.len() {
            let mass = match chars[i] {
                '(' => {
                    stack.push(0.0);
                    i += 1;
                    continue;
                }
                ')' => {
                    i += 1;
                    stack.pop().unwrap()
                }
                _ => {
                    let start = i;
                    i += 1;
                    while i < chars.len() && chars[i].is_lowercase() {
                        i += 1;
                    }
                    let name: String = chars[start..i].iter().collect();
                    match symbols.iter().position(|s| *s == name) {
                        Some(k) => masses[k],
                        None => panic!("unknown element {name}"),
                    }
                }
            };
            let digits: String = chars[i..].iter().take_while(|c| c.is_ascii_digit()).collect();
            i += digits.len();
            let count: u32 = digits.parse().unwrap_or(1);
            *stack.last_mut().unwrap() += mass * count as f64;
        }
        stack[0]
    }
}
fn main() {
    use ad::prelude::*;
    let e = exp::MolarMass { formula: "Ca(OH)2", symbols: &["H", "O", "Ca"] };
    let x = vec![1.0, 16.0, 40.0];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::molar_mass("Ca(OH)2", &["H", "O", "Ca"], &[1.0, 16.0, 40.0]));
    ad::testing::check(&e, &x).unwrap();
}
