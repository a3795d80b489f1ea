//! The effect `Ask : int -> int`, with which the paper explains effect handlers. A client asks twice. A handler acts before it
//! resumes the client and after the client has returned.
//!
//! The resumed continuation includes the handler itself. So the second question is handled inside the handling of the first, and
//! the last two lines are in the opposite order. Reverse-mode differentiation replaces "asked" by "allocate an adjoint" and "is
//! done" by "propagate it".

use ad::paper::handler::{Continuation, Handler, Performer, handle};

/// The effect. Its answer is a number.
struct Ask(i32);

/// Evaluates from left to right, as Rust does: it asks 3 before 5. OCaml, in which the paper's client is
/// written, evaluates the operands of `+` from right to left.
fn client(ask: Performer<'_, Ask, i32>) -> i32 {
    ask.perform(Ask(3)) + ask.perform(Ask(5))
}

/// Replies with the number in the question.
struct Reply;

impl Handler for Reply {
    type Effect = Ask;
    type Answer = i32;
    type Return = i32;
    type Result = ();

    fn effect(&mut self, Ask(x): Ask, k: Continuation<'_, Self>) {
        println!("I have been asked for {x}: I reply {x}.");
        k.resume(self, x);
        println!("The client that I told {x} is done.");
    }

    fn returns(&mut self, sum: i32) {
        println!("The client has computed {sum}.");
    }
}

fn main() {
    handle(&mut Reply, client);
}
