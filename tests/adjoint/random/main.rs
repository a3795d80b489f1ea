//! The frame in which random programs run.

#[path = "ROOT/tests/adjoint/check.rs"]
mod check;
mod helpers;
mod kinds;

fn run(seed: &str, program: fn()) {
    if let Err(payload) = std::panic::catch_unwind(program) {
        let text = payload
            .downcast_ref::<String>()
            .cloned()
            .or(payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        println!("DIFFERS {seed}: {}", text.unwrap_or_default().replace('\n', " "));
    }
}

/// `testing::check` close to these integers.
#[track_caller]
fn residues<E>(e: E, x: Vec<i64>)
where
    E: ad::testing::Checked + ad::Signature<In = Vec<f64>>,
{
    let x: Vec<f64> = x.into_iter().map(|x| f64::from(i32::try_from(x).expect("it is small")) / 4.0).collect();
    ad::testing::check(&e, &x).unwrap_or_else(|error| panic!("{error}"));
}
