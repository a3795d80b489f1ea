//! Effect handlers: deep, one-shot, and as the textbooks have them.
//!
//! A computation *performs* an effect, that is, asks a question and waits for the answer. Its [`Handler`]
//! gets the question and the *continuation*: the rest of the computation, up to the end of [`handle`]. It
//! may resume the continuation with an answer, go on working when the rest of the computation has returned,
//! or drop it and so abandon the computation. While the continuation runs it may perform further effects,
//! which the same handler handles: the handler's activations nest, one for each effect, and leave in the
//! opposite order. Reverse-mode differentiation is this and nothing more.
//!
//! ```
//! use ad::handler::{Continuation, Handler, handle};
//!
//! /// Answers each question with its double, and notes what is asked and when it leaves.
//! struct Doubling(Vec<String>);
//!
//! impl Handler for Doubling {
//!     type Effect = i32;
//!     type Answer = i32;
//!     type Return = i32;
//!     type Result = i32;
//!
//!     fn effect(&mut self, question: i32, k: Continuation<'_, Self>) -> i32 {
//!         self.0.push(format!("asked {question}"));
//!         let result = k.resume(self, 2 * question);
//!         self.0.push(format!("leave {question}"));
//!         result
//!     }
//!
//!     fn returns(&mut self, value: i32) -> i32 {
//!         value + 1
//!     }
//! }
//!
//! let mut doubling = Doubling(Vec::new());
//! let result = handle(&mut doubling, |performer| performer.perform(1) + performer.perform(20));
//! assert_eq!(result, 43);
//! assert_eq!(doubling.0, ["asked 1", "asked 20", "leave 20", "leave 1"]);
//! ```
//!
//! # Stacks
//!
//! The computation runs on a stack of its own, as large as that of its thread and at least 16 MiB (see
//! [`set_stack_size`]), and handlers on *segments* that are added as their activations nest, so that ten million effects
//! do not overflow a small stack. Memory is reserved for them, and committed where it is used. A computation that has
//! used up its stack panics when it next performs an effect. A stack that would overflow all the same (a computation
//! that recurses without end and performs nothing, a handler with a frame of more than 16 MiB) ends the process at a
//! guard page. Idle stacks are kept for reuse: see [`keep_idle`].
//!
//! What an effect costs is mainly the frame of [`Handler::effect`], for that is what stays in memory: 96
//! bytes for a step of reverse-mode differentiation. Declare it `#[inline]`, keep little alive across
//! [`resume`](Continuation::resume), and prefer a small `Result`.
//!
//! # Nesting
//!
//! The computation may itself call [`handle`], and perform the effects of the outer handler inside the
//! inner computation or the inner handler. The outer continuation then includes the inner handler and
//! whatever of the inner computation is not done.
//!
//! # Panics and abandoned computations
//!
//! A panic, in the computation or in the handler, unwinds all of both that is active, and reaches the caller
//! of [`handle`] with its payload. A continuation that is dropped, or that a panic of the handler passes by,
//! is unwound too: the destructors in the rest of the computation run, at once.
//!
//! A destructor may perform effects while its computation unwinds from a panic, and gets its answers as
//! usual. Where the computation is unwound because it was abandoned nobody is left to answer: performing
//! then unwinds as well, which in a destructor aborts the process, as every panic in such a place does. A
//! computation that stops the unwinding by `std::panic::catch_unwind` is unwound again when it next performs
//! an effect; if it returns instead, its value is dropped.
//!
//! With `panic = "abort"` there is no unwinding. Handlers that resume every continuation work; dropping a
//! continuation aborts the process.

#[expect(unsafe_code, reason = "to provide stacks is a promise about memory")]
mod segments;

use std::cell::Cell;

use corosensei::{CoroutineResult, ScopedCoroutine, ScopedCoroutineRef, Yielder, on_stack};
#[doc(hidden)]
pub use segments::idle;
use segments::{Extent, Segment};
pub use segments::{keep_idle, set_stack_size};

/// What to do about the effects of a computation, and with its value.
///
/// ```
/// use ad::handler::{Continuation, Handler, handle};
///
/// /// Answers with what is on a list, and abandons the computation at its end.
/// struct Answers(Vec<f64>);
///
/// impl Handler for Answers {
///     type Effect = ();
///     type Answer = f64;
///     type Return = f64;
///     type Result = Option<f64>;
///
///     fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> Option<f64> {
///         let answer = self.0.pop()?; // without an answer `k` is dropped
///         k.resume(self, answer)
///     }
///
///     fn returns(&mut self, value: f64) -> Option<f64> {
///         Some(value)
///     }
/// }
///
/// assert_eq!(handle(&mut Answers(vec![2.0, 3.0]), |asker| asker.perform(()) * asker.perform(())), Some(6.0));
/// assert_eq!(handle(&mut Answers(vec![2.0]), |asker| asker.perform(()) * asker.perform(())), None);
/// ```
pub trait Handler: Sized {
    /// The questions that a computation may ask.
    type Effect;
    /// What it is answered.
    type Answer;
    /// What the computation returns.
    type Return;
    /// What becomes of that: what [`handle`] returns.
    type Result;

    /// The effect branch. It may resume `k` once; what it does after that is done in the reverse order of
    /// the effects.
    fn effect(&mut self, effect: Self::Effect, k: Continuation<'_, Self>) -> Self::Result;

    /// The return branch, for when the computation is done. It runs before the first effect branch leaves.
    fn returns(&mut self, value: Self::Return) -> Self::Result;
}

/// Runs a computation under a handler of the effects that it performs.
///
/// It returns what the last branch to leave returns: that of the first effect, or the return branch if there was none. An effect costs some
/// nanoseconds, and memory for the frame of [`Handler::effect`].
///
/// ```
/// use ad::handler::{Continuation, Handler, handle};
///
/// /// Counts.
/// struct Count(u32);
///
/// impl Handler for Count {
///     type Effect = ();
///     type Answer = u32;
///     type Return = u32;
///     type Result = u32;
///
///     fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> u32 {
///         self.0 += 1;
///         let answer = self.0;
///         k.resume(self, answer)
///     }
///
///     fn returns(&mut self, value: u32) -> u32 {
///         value
///     }
/// }
///
/// assert_eq!(handle(&mut Count(0), |counter| counter.perform(()) + counter.perform(())), 1 + 2);
/// ```
///
/// # Panics
///
/// Where the computation or the handler does, or if there is no memory for a stack.
///
/// # Cost
///
/// A stack, which is taken from those that the thread keeps and takes some microseconds to be mapped if there is none; and for each effect two
/// switches of stacks, some nanoseconds, and the frame of [`Handler::effect`], until the rest of the computation has returned.
pub fn handle<H: Handler>(
    handler: &mut H,
    computation: impl FnOnce(Performer<'_, H::Effect, H::Answer>) -> H::Return,
) -> H::Result {
    let mut computation = Some(computation);
    handle_dyn(handler, &mut |performer| {
        let computation = computation.take().expect("a computation starts once");
        computation(performer)
    })
}

/// A computation that starts once, whatever its type: what switches between stacks is compiled once for a handler, or once
/// for all, and not for each computation.
type Computation<'c, H> =
    dyn FnMut(Performer<'_, <H as Handler>::Effect, <H as Handler>::Answer>) -> <H as Handler>::Return + 'c;

fn handle_dyn<H: Handler>(handler: &mut H, computation: &mut Computation<'_, H>) -> H::Result {
    let channel = &Channel { effect: Cell::new(None), answer: Cell::new(None) };
    let value = &Cell::new(None);
    let stack = Segment::for_computation();
    let (reserve, room) = (stack.reserve(), stack.extent());
    let mut body = |yielder: &Yielder<(), ()>| {
        value.set(Some(computation(Performer { prompt: &Prompt { yielder, channel, reserve, room } })));
    };
    coroutine(stack, &mut body).scope(|mut coroutine| {
        let mut context = Context { coroutine: coroutine.as_mut(), channel, value, extent: Extent::EMPTY };
        let result = run_on_next_segment(handler, &mut context);
        // Only a continuation that was forgotten (`mem::forget`) leaves something to unwind here.
        coroutine.force_unwind();
        result
    })
}

/// A coroutine that runs `body`.
fn coroutine(
    stack: Segment,
    body: &mut dyn FnMut(&Yielder<(), ()>),
) -> ScopedCoroutine<'_, (), (), (), Segment> {
    ScopedCoroutine::with_stack(stack, move |yielder, ()| body(yielder))
}

/// What a computation performs its effects with. It cannot leave the computation:
///
/// ```compile_fail,E0521
/// # use ad::handler::*;
/// fn escape<H: Handler<Effect = (), Answer = (), Return = ()>>(handler: &mut H) {
///     let mut escaped = None;
///     handle(handler, |performer| escaped = Some(performer));
///     escaped.unwrap().perform(());
/// }
/// ```
///
/// ```compile_fail,E0277
/// # use ad::handler::*;
/// fn share<H: Handler<Effect = (), Answer = (), Return = ()>>(handler: &mut H) {
///     handle(handler, |performer| {
///         std::thread::scope(|scope| { scope.spawn(|| performer.perform(())); });
///     });
/// }
/// ```
pub struct Performer<'p, Effect, Answer> {
    prompt: &'p Prompt<'p, Effect, Answer>,
}

impl<Effect, Answer> Clone for Performer<'_, Effect, Answer> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Effect, Answer> Copy for Performer<'_, Effect, Answer> {}

impl<Effect, Answer> Performer<'_, Effect, Answer> {
    /// Performs an effect: suspends the computation until the handler resumes it with an answer.
    ///
    /// # Panics
    ///
    /// Where the handler drops the continuation: that unwinds the computation from here. And where the computation has
    /// used up its stack, see [`set_stack_size`].
    #[inline]
    pub fn perform(self, effect: Effect) -> Answer {
        let Prompt { yielder, channel, reserve, room } = self.prompt;
        let here = 0_u8;
        if reserve.contains((&raw const here).addr()) {
            used_up(*room);
        }
        channel.effect.set(Some(effect));
        // This switches to the frame that last resumed the coroutine, from whatever stack is the current
        // one: the coroutine's own, or that of an inner computation or inner handler, which then is part of
        // what is suspended. All that is active between here and that frame stays where it is, untouched,
        // until the coroutine is resumed or unwound. The coroutine is active whenever this runs, since the
        // performer's lifetime does not let it out of the computation, nor its `Cell`s out of the thread.
        yielder.suspend(());
        channel.answer.take().expect("a computation is resumed with an answer")
    }
}

/// The rest of a computation, from an effect on. Dropped, it unwinds what is left of the computation.
///
/// ```
/// use ad::handler::{Continuation, Handler, handle};
///
/// /// Takes the rest of the computation for what it is: a function from an answer to a result.
/// struct Twice;
///
/// impl Handler for Twice {
///     type Effect = i32;
///     type Answer = i32;
///     type Return = i32;
///     type Result = i32;
///
///     fn effect(&mut self, n: i32, k: Continuation<'_, Self>) -> i32 {
///         2 * k.resume(self, n)
///     }
///
///     fn returns(&mut self, value: i32) -> i32 {
///         value
///     }
/// }
///
/// assert_eq!(handle(&mut Twice, |asker| asker.perform(3) + asker.perform(4)), 2 * (2 * (3 + 4)));
/// ```
#[must_use = "dropping a continuation abandons the computation"]
pub struct Continuation<'k, H: Handler> {
    /// Only ever empty once the continuation is resumed.
    context: Option<&'k mut Context<'k, H>>,
}

impl<H: Handler> Continuation<'_, H> {
    /// Goes on with the computation under `handler`, which for a deep handler is `self`, with an answer to
    /// the effect. Returns when the computation has.
    ///
    /// # Panics
    ///
    /// Where the rest of the computation or `handler` does, or if there is no memory for another segment.
    #[inline]
    pub fn resume(mut self, handler: &mut H, answer: H::Answer) -> H::Result {
        let context = self.context.take().expect("a continuation is resumed once");
        context.channel.answer.set(Some(answer));
        let here = 0_u8;
        if context.extent.contains((&raw const here).addr()) {
            run(handler, context)
        } else {
            run_on_next_segment(handler, context)
        }
    }
}

impl<H: Handler> Drop for Continuation<'_, H> {
    #[inline]
    fn drop(&mut self) {
        if let Some(context) = &mut self.context {
            context.abandon();
        }
    }
}

/// How effects and answers are passed. Not as arguments of the switch between stacks: that passes what is
/// wider than a word by reference to a union, which is then read in words where it was written in parts,
/// and a processor cannot forward a store to a wider load (five nanoseconds each time).
struct Channel<Effect, Answer> {
    effect: Cell<Option<Effect>>,
    answer: Cell<Option<Answer>>,
}

/// The computation's end of the channel.
struct Prompt<'p, Effect, Answer> {
    yielder: &'p Yielder<(), ()>,
    channel: &'p Channel<Effect, Answer>,
    /// Where the computation's stack is used up, and where not.
    reserve: Extent,
    room: Extent,
}

/// Panics, unless there is a panic already, whose destructors may use the reserve.
#[cold]
#[inline(never)]
fn used_up(room: Extent) {
    assert!(
        std::thread::panicking(),
        "a computation has used up its stack of {}: recurse less deeply, evaluate in a thread with a larger stack, \
         or give computations more with `handler::set_stack_size`",
        room.size()
    );
}

/// The handler's end of the channel, passed on from each activation of the handler to the next. In one
/// piece, so that the frames are small.
struct Context<'c, H: Handler> {
    coroutine: ScopedCoroutineRef<'c, (), (), (), Segment>,
    channel: &'c Channel<H::Effect, H::Answer>,
    /// What the computation has returned. If it came by way of the coroutine, every frame would have room for it.
    value: &'c Cell<Option<H::Return>>,
    /// The segment that the handler is on. When a segment is left nobody reads this any more: a context
    /// returns from a resumption only after the computation is over.
    extent: Extent,
}

impl<H: Handler> Context<'_, H> {
    #[cold]
    #[inline(never)]
    fn abandon(&mut self) {
        #[cfg(panic = "abort")]
        panic!("a continuation was dropped, and with `panic = \"abort\"` its computation cannot be unwound");
        #[cfg(not(panic = "abort"))]
        self.coroutine.force_unwind();
        // The value of a computation that would not be unwound.
        self.value.take();
    }
}

/// Runs the computation to its next effect or to its end. This is the recursion: the handler's branches are
/// inlined here, and resume the computation by another call.
#[inline(never)]
fn run<'c, H: Handler>(handler: &mut H, context: &'c mut Context<'c, H>) -> H::Result {
    match context.coroutine.resume(()) {
        CoroutineResult::Yield(()) => {
            let effect = context.channel.effect.take().expect("a computation is suspended by an effect");
            handler.effect(effect, Continuation { context: Some(context) })
        }
        CoroutineResult::Return(()) => finish(handler, context.value),
    }
}

/// The return branch. Inlined into [`run`], it would enlarge every frame.
#[cold]
#[inline(never)]
fn finish<H: Handler>(handler: &mut H, value: &Cell<Option<H::Return>>) -> H::Result {
    handler.returns(value.take().expect("a computation that is over has a value"))
}

#[cold]
#[inline(never)]
fn run_on_next_segment<'c, H: Handler>(handler: &mut H, context: &'c mut Context<'c, H>) -> H::Result {
    let segment = context.extent.next();
    context.extent = segment.extent();
    on_stack(segment, || run(handler, context))
}
