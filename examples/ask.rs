//! The effect `Ask : int -> int`, with which the paper explains effect handlers in its figures 8 and 9. The numbers, the words and
//! the output are the paper's. `cargo run --example ask`
//!
//! A client asks twice. A handler acts before it resumes the client and after the client has returned. The resumed continuation
//! includes the handler itself, so the second question is handled inside the handling of the first. The last two lines are in the
//! opposite order. Reverse-mode differentiation replaces "I am replying" by "I make a vertex", and "Earlier" by "now I propagate its
//! adjoint".

use ad::paper::handler::{Continuation, Handler, Performer, handle};

/// The effect. Its answer is a number.
struct Ask(i32);

/// `perform (Ask 2) + perform (Ask 7)`. OCaml evaluates the right operand first, and Rust the left one.
fn client(ask: Performer<'_, Ask, i32>) -> i32 {
    let right = ask.perform(Ask(7));
    ask.perform(Ask(2)) + right
}

/// Replies with the next number.
struct Next;

impl Handler for Next {
    type Effect = Ask;
    type Answer = i32;
    type Return = i32;
    type Result = ();

    fn effect(&mut self, Ask(x): Ask, k: Continuation<'_, Self>) {
        let y = x + 1;
        println!("I am queried at {x} and I am replying {y}.");
        k.resume(self, y);
        println!("Earlier, I have been queried at {x} and I have replied {y}.");
    }

    fn returns(&mut self, result: i32) {
        println!("The computation is finished and returns {result}.");
    }
}

fn main() {
    handle(&mut Next, client);
}
