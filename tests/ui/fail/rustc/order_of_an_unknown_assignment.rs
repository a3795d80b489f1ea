use ad::prelude::*;

#[derive(Clone, Default)]
struct Names(Vec<String>);

struct Name(String);

fn name(k: usize) -> Name {
    Name(format!("name {k}"))
}

impl std::ops::AddAssign<Name> for Names {
    fn add_assign(&mut self, name: Name) {
        self.0.push(name.0);
    }
}

#[exp]
fn count(x: f64) -> f64 {
    let mut i = 0;
    let mut next = || {
        i += 1;
        i
    };
    let mut names = vec![Names::default(); 3];
    names[next()] += name(next());
    x * names[1].0.len() as f64
}

#[exp]
fn step(x: f64, mut steps: impl FnMut(usize) -> usize) -> f64 {
    let mut sums = vec![x, 0.0];
    let numbers = [x, 2.0];
    let mut rest = numbers.iter();
    sums[steps(1)] += rest.next().unwrap();
    sums[1]
}

fn main() {}
