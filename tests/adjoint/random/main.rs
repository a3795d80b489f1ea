//! The frame in which random programs run.

#[path = "ROOT/tests/adjoint/check.rs"]
mod check;
mod helpers;

fn run(seed: &str, program: fn()) {
    if let Err(payload) = std::panic::catch_unwind(program) {
        let text = payload
            .downcast_ref::<String>()
            .cloned()
            .or(payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        println!("DIFFERS {seed}: {}", text.unwrap_or_default().replace('\n', " "));
    }
}
