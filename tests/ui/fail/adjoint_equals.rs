use ad::exp;

mod m {
    use ad::exp;

    #[exp(adjoint)]
    pub fn square(x: f64) -> f64 {
        x * x
    }
}

#[exp(adjoint = tape)]
fn by_another_word(x: f64) -> f64 {
    x * x
}

#[exp(adjoint = record, record(m::square))]
fn with_recorded_calls(x: f64) -> f64 {
    m::square(x)
}

#[exp(adjoint = record, step)]
fn as_a_step(x: f64) -> f64 {
    x.sin()
}

#[exp(adjoint)]
mod helpers {
    #[exp(adjoint = record)]
    pub fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }

    pub fn twice(x: f64) -> f64 {
        apply(|v| v * x, x)
    }
}

#[exp]
#[derive(Clone, Copy)]
struct Pair {
    a: f64,
    b: f64,
}

#[exp(adjoint = record)]
impl std::ops::Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { a: self.a + other.a, b: self.b + other.b }
    }
}

fn main() {}
