//! Effect handlers: deep, one-shot, in the form of the textbooks.
//!
//! A computation *performs* an effect: it asks a question and waits for the answer. Its [`Handler`] receives the question and the
//! *continuation*, which is the rest of the computation up to the end of [`handle`]. The handler may resume the continuation with
//! an answer, and continue when the rest of the computation has returned. It may instead drop the continuation, which abandons
//! the computation. A resumed continuation may perform further effects, which the same handler handles. So the handler's
//! activations nest, one for each effect, and return in the opposite order. Reverse-mode differentiation needs nothing else.
//!
//! ```
//! use ad::paper::handler::{Continuation, Handler, handle};
//!
//! /// Answers each question with its double, and notes the questions and its returns.
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
//! # Scope
//!
//! Handlers are *deep*: the resumed computation includes the handler. They are *lexically scoped*: a [`Performer`] belongs to one call of
//! [`handle`], so no other handler receives its effects, however the calls are nested. A [`Continuation`] cannot be stored, returned or
//! resumed twice. [`resume`](Continuation::resume) takes the handler, and may be given another value of its type, which handles the rest.
//! Sources: Y. Zhang and A. C. Myers, *Abstraction-safe effect handlers via tunneling*, POPL 2019; J. I. Brachthäuser, P. Schuster and K.
//! Ostermann, *Effects as capabilities: effect handlers and lightweight effect polymorphism*, OOPSLA 2020 (Effekt).
//!
//! # Stacks
//!
//! The computation runs on its own stack, as large as that of its thread and at least 16 MiB (see [`set_stack_size`]). Handlers
//! run on *segments* that are added as their activations nest, so ten million effects do not overflow a small stack. Memory is
//! reserved, and committed where it is used. A computation that has used up its stack panics at its next effect. Endless
//! recursion without effects, or a handler with a frame of more than 16 MiB, ends the process at a guard page. Idle stacks are
//! reused: see [`keep_stacks`].
//!
//! The main cost of an effect is the frame of [`Handler::effect`], which stays in memory: 96 bytes for a step of reverse-mode
//! differentiation. Declare it `#[inline]`, keep few values alive across [`resume`](Continuation::resume), and prefer a small
//! `Result`.
//!
//! # Nesting
//!
//! The computation may itself call [`handle`], and perform the effects of the outer handler inside the inner computation or the
//! inner handler. The outer continuation then includes the inner handler and the rest of the inner computation.
//!
//! # Panics and abandoned computations
//!
//! A panic in the computation or in the handler unwinds all active parts of both, and reaches the caller of [`handle`] with its
//! payload. A continuation that is dropped, or that a panic of the handler skips, is unwound at once. The destructors in the rest
//! of the computation run.
//!
//! A destructor may perform effects while its computation unwinds from a panic. In an abandoned computation nobody can answer, so
//! an effect unwinds as well. In a destructor that aborts the process, as every such panic does. A computation may stop the
//! unwinding by `std::panic::catch_unwind`. Then its next effect unwinds again, and a returned value is dropped.
//!
//! With `panic = "abort"` there is no unwinding. Handlers that resume every continuation work. A dropped continuation aborts the
//! process.

#[expect(unsafe_code, reason = "to provide stacks is a promise about memory")]
mod segments;

use std::cell::Cell;

use corosensei::{CoroutineResult, ScopedCoroutine, ScopedCoroutineRef, Yielder, on_stack};
#[doc(hidden)]
pub use segments::idle;
use segments::{Extent, Segment};
pub use segments::{keep_stacks, set_stack_size};

/// The branches of a handler: one for effects, one for the value.
///
/// ```
/// use ad::paper::handler::{Continuation, Handler, handle};
///
/// /// Answers with the items of a list, and abandons the computation at its end.
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
    /// The questions of a computation.
    type Effect;
    /// The answers to a computation.
    type Answer;
    /// The value of the computation.
    type Return;
    /// The result of [`handle`].
    type Result;

    /// The effect branch. It may resume `k` once. Its code after that runs in the reverse order of the effects.
    fn effect(&mut self, effect: Self::Effect, k: Continuation<'_, Self>) -> Self::Result;

    /// The return branch, which runs when the computation is done, before the first effect branch continues.
    fn returns(&mut self, value: Self::Return) -> Self::Result;
}

/// Runs a computation under a handler of the effects that it performs.
///
/// The result is that of the first effect's branch, or of the return branch if there was no effect. An effect costs some
/// nanoseconds, and memory for the frame of [`Handler::effect`].
///
/// ```
/// use ad::paper::handler::{Continuation, Handler, handle};
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
/// Panics if the computation or the handler panics, or if there is no memory for a stack.
///
/// # Cost
///
/// The call takes a stack from the pool of the thread. Mapping a new stack takes some microseconds. Each effect costs two
/// switches of stacks, some nanoseconds, and the frame of [`Handler::effect`] until the rest of the computation has returned.
pub fn handle<H: Handler>(
    handler: &mut H,
    computation: impl FnOnce(Performer<'_, H::Effect, H::Answer>) -> H::Return,
) -> H::Result {
    handle_in_parts(handler, |performer, _| computation(performer))
}

/// The same for a computation that gives several values, each for a return branch.
///
/// The computation puts a value into the cell and [pauses](Performer::pause). The return branch and the activations up to one that
/// retains its continuation follow, and this one resumes the computation again. The last value is the result of the computation.
pub(crate) fn handle_in_parts<H: Handler>(
    handler: &mut H,
    computation: impl FnOnce(Performer<'_, H::Effect, H::Answer>, &Cell<Option<H::Return>>) -> H::Return,
) -> H::Result {
    let mut computation = Some(computation);
    handle_dyn(handler, &mut |performer, value| {
        let computation = computation.take().expect("a computation starts once");
        computation(performer, value)
    })
}

/// A computation that starts once, with its type erased. So the code that switches stacks is compiled once for a handler, and not
/// for each computation.
type Computation<'c, H> = dyn FnMut(
        Performer<'_, <H as Handler>::Effect, <H as Handler>::Answer>,
        &Cell<Option<<H as Handler>::Return>>,
    ) -> <H as Handler>::Return
    + 'c;

fn handle_dyn<H: Handler>(handler: &mut H, computation: &mut Computation<'_, H>) -> H::Result {
    let channel = &Channel { effect: Cell::new(None), answer: Cell::new(None) };
    let value = &Cell::new(None);
    let stack = Segment::for_computation();
    let (reserve, room) = (stack.reserve(), stack.extent());
    let mut body = |yielder: &Yielder<(), ()>| {
        let performer = Performer { prompt: &Prompt { yielder, channel, reserve, room } };
        value.set(Some(computation(performer, value)));
    };
    coroutine(stack, &mut body).scope(|mut coroutine| {
        let mut context = Context { coroutine: coroutine.as_mut(), channel, value, extent: Extent::EMPTY };
        let result = run_on_next_segment(handler, &mut context);
        // Only a forgotten continuation (`mem::forget`) leaves something to unwind here.
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

/// The handle by which a computation performs effects. It cannot leave the computation:
///
/// ```compile_fail,E0521
/// # use ad::paper::handler::*;
/// fn escape<H: Handler<Effect = (), Answer = (), Return = ()>>(handler: &mut H) {
///     let mut escaped = None;
///     handle(handler, |performer| escaped = Some(performer));
///     escaped.unwrap().perform(());
/// }
/// ```
///
/// ```compile_fail,E0277
/// # use ad::paper::handler::*;
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
    /// Performs an effect: suspends the computation until the handler answers.
    ///
    /// # Panics
    ///
    /// Panics if the handler drops the continuation, which unwinds the computation from here. It also panics if the computation
    /// has used up its stack, see [`set_stack_size`].
    #[inline]
    pub fn perform(self, effect: Effect) -> Answer {
        let Prompt { yielder, channel, reserve, room } = self.prompt;
        let here = 0_u8;
        if reserve.contains((&raw const here).addr()) {
            used_up(*room);
        }
        channel.effect.set(Some(effect));
        // This switches to the frame that last resumed the coroutine. The current stack may be the coroutine's own, or that of an
        // inner computation or inner handler, which is then part of the suspension. All frames between here and that frame stay
        // untouched until the coroutine is resumed or unwound. The coroutine is active whenever this runs. The performer's
        // lifetime keeps the performer in the computation, and its `Cell`s keep it in the thread.
        yielder.suspend(());
        channel.answer.take().expect("a computation is resumed with an answer")
    }

    /// Gives the value in the cell of [`handle_in_parts`] to the return branch, and suspends the computation. An activation that has
    /// retained the continuation resumes it, with an answer or without one.
    pub(crate) fn pause(self) -> Option<Answer> {
        let Prompt { yielder, channel, .. } = self.prompt;
        yielder.suspend(());
        channel.answer.take()
    }
}

/// The rest of a computation after an effect. Dropping it unwinds the rest.
///
/// ```
/// use ad::paper::handler::{Continuation, Handler, handle};
///
/// /// Treats the rest of the computation as a function from an answer to a result.
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
    /// Empty only after the continuation is resumed.
    context: Option<&'k mut Context<'k, H>>,
}

impl<H: Handler> Continuation<'_, H> {
    /// Continues the computation under `handler` with an answer to the effect. For a deep handler, `handler` is `self`. Returns
    /// when the computation has returned.
    ///
    /// # Panics
    ///
    /// Panics if the rest of the computation or `handler` panics, or if there is no memory for another segment.
    #[inline]
    pub fn resume(mut self, handler: &mut H, answer: H::Answer) -> H::Result {
        let context = self.context.take().expect("a continuation is resumed once");
        context.channel.answer.set(Some(answer));
        go_on(handler, context)
    }

    /// The same for a computation in parts: when this returns, the computation pauses, and `self` can be resumed again.
    pub(crate) fn resume_part(&mut self, handler: &mut H, answer: H::Answer) -> H::Result {
        let context = self.context.as_mut().expect("a continuation is resumed to its end once");
        let Context { channel, value, extent, .. } = **context;
        channel.answer.set(Some(answer));
        go_on(handler, &mut Context { coroutine: context.coroutine.as_mut(), channel, value, extent })
    }

    /// Resumes a computation that pauses, without an answer.
    pub(crate) fn pass(mut self, handler: &mut H) -> H::Result {
        let context = self.context.take().expect("a continuation is resumed to its end once");
        go_on(handler, context)
    }
}

/// Runs the computation further on the current segment if there is room, else on the next one.
#[inline]
fn go_on<'c, H: Handler>(handler: &mut H, context: &'c mut Context<'c, H>) -> H::Result {
    let here = 0_u8;
    if context.extent.contains((&raw const here).addr()) {
        run(handler, context)
    } else {
        run_on_next_segment(handler, context)
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

/// The cells that pass effects and answers. As arguments of the switch between stacks, values wider than a word would be written
/// in parts and read in words. A processor cannot forward such stores, which costs five nanoseconds each time.
struct Channel<Effect, Answer> {
    effect: Cell<Option<Effect>>,
    answer: Cell<Option<Answer>>,
}

/// The computation's end of the channel.
struct Prompt<'p, Effect, Answer> {
    yielder: &'p Yielder<(), ()>,
    channel: &'p Channel<Effect, Answer>,
    /// The address range where the computation's stack counts as used up.
    reserve: Extent,
    room: Extent,
}

/// Panics, unless a panic is in progress, whose destructors may use the reserve.
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

/// The handler's end of the channel, passed from each activation of the handler to the next. It is one reference, so that the
/// frames are small.
struct Context<'c, H: Handler> {
    coroutine: ScopedCoroutineRef<'c, (), (), (), Segment>,
    channel: &'c Channel<H::Effect, H::Answer>,
    /// The value of the computation. Passed through the coroutine, it would take room in every frame.
    value: &'c Cell<Option<H::Return>>,
    /// The current segment of the handler. It is stale after a segment is left, but then nobody reads it.
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
        // The value of a computation that stopped its unwinding.
        self.value.take();
    }
}

/// Runs the computation to its next effect, or to a value. The recursion is here: the handler's branches are inlined, and resume
/// the computation by another call.
#[inline(never)]
fn run<'c, H: Handler>(handler: &mut H, context: &'c mut Context<'c, H>) -> H::Result {
    match context.coroutine.resume(()) {
        CoroutineResult::Yield(()) => match context.channel.effect.take() {
            Some(effect) => handler.effect(effect, Continuation { context: Some(context) }),
            None => finish(handler, context.value),
        },
        CoroutineResult::Return(()) => finish(handler, context.value),
    }
}

/// The return branch. Inlined into [`run`], it would enlarge every frame.
#[cold]
#[inline(never)]
fn finish<H: Handler>(handler: &mut H, value: &Cell<Option<H::Return>>) -> H::Result {
    handler.returns(value.take().expect("a computation that is over or pauses has a value"))
}

#[cold]
#[inline(never)]
fn run_on_next_segment<'c, H: Handler>(handler: &mut H, context: &'c mut Context<'c, H>) -> H::Result {
    let segment = context.extent.next();
    context.extent = segment.extent();
    on_stack(segment, || run(handler, context))
}
