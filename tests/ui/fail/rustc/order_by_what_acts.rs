use ad::prelude::*;

#[derive(Clone, Default)]
struct Names(Vec<String>);

#[derive(Clone, Copy)]
struct Name(usize);

impl std::ops::AddAssign<Name> for Names {
    fn add_assign(&mut self, name: Name) {
        self.0.push(name.0.to_string());
    }
}

impl std::ops::Add for Name {
    type Output = Name;
    fn add(self, other: Name) -> Name {
        Name(self.0 + other.0)
    }
}

impl Name {
    fn twice(self) -> Name {
        Name(2 * self.0)
    }
}

fn name(k: usize) -> Name {
    Name(k)
}

fn maybe(k: usize) -> Option<Name> {
    Some(Name(k))
}

#[exp]
fn parts(x: f64) -> f64 {
    let mut names = vec![Names::default(); 3];
    let (first, all) = (name(1), [name(1), name(2)]);
    names[count(1)] += all[0];
    names[0] += (name(2), ()).0;
    names[0] += [name(2)][0];
    names[0] += first + name(2);
    names[0] += first.twice();
    names[0] += maybe(2).unwrap();
    names[0] += *all.get(first.0 + count(1)).unwrap();
    x
}

fn count(k: usize) -> usize {
    k
}

#[exp]
fn behind_two_references(x: f64) -> f64 {
    let mut sums = vec![x, 0.0];
    let numbers = [x, 2.0];
    let all: Vec<&f64> = numbers.iter().collect();
    sums[count(1)] += *all.iter().next().unwrap();
    sums[1]
}

fn main() {}
