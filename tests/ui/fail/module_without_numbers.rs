use ad::exp;

#[exp(adjoint)]
mod settings {
    pub struct Settings {
        pub steps: usize,
    }

    pub fn steps(settings: &Settings) -> usize {
        settings.steps
    }
}

fn main() {}
