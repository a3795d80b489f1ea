//! GradBench's twelve programs behind its protocol: a JSON message on each line of the standard input, an answer on
//! each line of the standard output. `cargo run --release --example gradbench`; README.md tells more.

#![allow(clippy::needless_range_loop, reason = "the programs are written as their formulas are")]
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]
#![allow(unreachable_pub, reason = "the bench includes the programs as well")]

use std::io::{self, BufRead, Write};

mod messages;
mod programs;
mod protocol;

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(output, "{}", protocol::answer(&line))?;
            output.flush()?;
        }
    }
    Ok(())
}
