//! Many effects: small frames, on segments that are added as they are needed and used again.

use std::cell::RefCell;

use ad_core::paper::Monomial;
use ad_core::paper::handler::{Continuation, Handler, Performer, handle, idle, keep_stacks, set_stack_size};
use ad_core::{Dict, Exp, F64, Ground, Num, effects, forward, stack};

/// A step of a computation: the vertices of its operands, and its partial derivatives.
struct Step {
    operands: [u32; 2],
    partials: [f64; 2],
}

/// Reverse-mode differentiation, as plainly as possible.
#[derive(Default)]
struct Reverse {
    adjoints: Vec<f64>,
    /// The addresses of frames of `effect`, if requested.
    frames: Option<Vec<usize>>,
}

impl Handler for Reverse {
    type Effect = Step;
    type Answer = u32;
    type Return = u32;
    type Result = ();

    #[inline]
    fn effect(&mut self, Step { operands, partials }: Step, k: Continuation<'_, Self>) {
        let vertex = self.adjoints.len();
        self.adjoints.push(0.0);
        if let Some(frames) = &mut self.frames {
            frames.push((&raw const vertex).addr());
        }
        k.resume(self, u32::try_from(vertex).unwrap());
        let adjoint = self.adjoints[vertex];
        self.adjoints[operands[0] as usize] += partials[0] * adjoint;
        self.adjoints[operands[1] as usize] += partials[1] * adjoint;
    }

    fn returns(&mut self, vertex: u32) {
        self.adjoints[vertex as usize] = 1.0;
    }
}

#[derive(Clone, Copy)]
struct Active<'p> {
    value: f64,
    vertex: u32,
    performer: Performer<'p, Step, u32>,
}

impl Active<'_> {
    fn mul_add(self, a: Self, b: f64) -> Self {
        let step = Step { operands: [self.vertex, a.vertex], partials: [a.value, self.value] };
        let product = self.performer.perform(step);
        let step = Step { operands: [product, 0], partials: [1.0, 0.0] };
        Self { value: self.value * a.value + b, vertex: self.performer.perform(step), ..self }
    }
}

impl Reverse {
    /// The derivative of `y = y x + 1`, iterated, at x: two effects each time.
    fn horner(&mut self, iterations: usize, x: f64) -> f64 {
        // Vertex 0 is a constant's, vertex 1 is x.
        self.adjoints = vec![0.0, 0.0];
        handle(self, |performer| {
            let x = Active { value: x, vertex: 1, performer };
            let one = Active { value: 1.0, vertex: 0, performer };
            (0..iterations).fold(one, |y, _| y.mul_add(x, 1.0)).vertex
        });
        self.adjoints[1]
    }
}

/// d/dx Σ xⁱ = Σ i xⁱ⁻¹, which at 1/2 is 4 when there are many terms.
#[test]
fn a_derivative_of_few_steps_is_right() {
    assert_eq!(Reverse::default().horner(3, 2.0), 1.0 + 2.0 * 2.0 + 3.0 * 4.0);
    assert_eq!(Reverse::default().horner(0, 2.0), 0.0);
}

fn on_a_thread_with(stack: usize, effects: usize) {
    let derivative = move || Reverse::default().horner(effects / 2, 0.5);
    let thread = std::thread::Builder::new().stack_size(stack).spawn(derivative).unwrap();
    assert!((thread.join().unwrap() - 4.0).abs() < 1e-12);
}

#[test]
fn a_million_effects_fit_on_any_thread() {
    on_a_thread_with(64 << 10, 1_000_000);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes more than 4 GiB when it is not optimized")]
fn ten_million_effects_fit_on_any_thread() {
    on_a_thread_with(2 << 20, 10_000_000);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn frames_are_small() {
    let mut reverse = Reverse { frames: Some(Vec::with_capacity(1000)), ..Reverse::default() };
    reverse.horner(500, 0.5);
    let frames = reverse.frames.unwrap();
    let largest = frames.windows(2).map(|pair| pair[0] - pair[1]).max().unwrap();
    let bound = if cfg!(debug_assertions) { 700 } else { 128 };
    assert!(largest <= bound, "{largest} bytes");
}

#[test]
fn stacks_are_reused_up_to_a_bound() {
    let mut reverse = Reverse::default();
    reverse.horner(100_000, 0.5);
    let kept = idle();
    assert!(kept.0 >= 2, "one for the computation and at least one for the handler");
    for _ in 0..10 {
        reverse.horner(100_000, 0.5);
        assert_eq!(idle(), kept);
    }
    keep_stacks(18 << 20);
    assert!(idle().1 <= 18 << 20);
    reverse.horner(100_000, 0.5);
    assert!(idle().1 <= 18 << 20);
    keep_stacks(0);
    assert_eq!(idle(), (0, 0));
    assert_eq!(reverse.horner(3, 2.0), 17.0);
    assert_eq!(idle(), (0, 0));
}

#[test]
fn small_stacks_are_retained_after_a_deep_computation() {
    struct Once;
    impl Handler for Once {
        type Effect = ();
        type Answer = ();
        type Return = (usize, usize);
        type Result = (usize, usize);
        fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> (usize, usize) {
            k.resume(self, ())
        }
        fn returns(&mut self, idle: (usize, usize)) -> (usize, usize) {
            idle
        }
    }
    let run = || {
        for bound in [20 << 20, 24 << 20, 60 << 20] {
            keep_stacks(bound);
            Reverse::default().horner(500_000, 0.5);
            let (count, room) = idle();
            assert!(room <= bound, "{room} of {bound}");
            // In a computation, its stack and the first segment of its handler are in use; both were there.
            let (left, _) = handle(&mut Once, |performer| {
                performer.perform(());
                idle()
            });
            assert_eq!(left, count - 2, "with {bound}");
            assert_eq!(idle(), (count, room));
        }
    };
    std::thread::spawn(run).join().unwrap();
}

#[test]
fn segments_double_so_that_there_are_few() {
    let run = || {
        keep_stacks(1 << 30);
        Reverse::default().horner(500_000, 0.5);
        idle().0
    };
    let segments = std::thread::spawn(run).join().unwrap();
    assert!(segments <= 14, "{segments} segments");
}

#[test]
fn a_handler_may_use_more_stack_between_effects_than_is_left_of_its_segment() {
    /// Resumes from the bottom of a recursion.
    struct Recursive;
    fn recurse(handler: &mut Recursive, depth: usize, k: Continuation<'_, Recursive>) -> usize {
        let block = std::hint::black_box([depth; 64]);
        let result = if depth == 0 { k.resume(handler, ()) } else { recurse(handler, depth - 1, k) };
        result + block[0] - depth
    }
    impl Handler for Recursive {
        type Effect = ();
        type Answer = ();
        type Return = usize;
        type Result = usize;
        fn effect(&mut self, (): (), k: Continuation<'_, Self>) -> usize {
            recurse(self, 100, k)
        }
        fn returns(&mut self, value: usize) -> usize {
            value
        }
    }
    let count = handle(&mut Recursive, |performer| (0..200).map(|_| performer.perform(())).count());
    assert_eq!(count, 200);
}

#[test]
fn a_computation_may_recurse_as_deeply_as_on_a_main_stack() {
    /// Performs an effect 8 MiB below `top`.
    fn recurse(top: usize, performer: Performer<'_, Step, u32>) -> u32 {
        let here = 0;
        if top - (&raw const here).addr() < 8 << 20 {
            recurse(top, performer) + here
        } else {
            performer.perform(Step { operands: [0, 1], partials: [0.0, 5.0] })
        }
    }
    let mut reverse = Reverse { adjoints: vec![0.0, 0.0], frames: None };
    handle(&mut reverse, |performer| {
        let top = 0_u8;
        recurse((&raw const top).addr(), performer)
    });
    assert_eq!(reverse.adjoints[1], 5.0);
}

#[test]
fn threads_handle_effects_independently() {
    let thread = |i: u8| move || Reverse::default().horner(10 * usize::from(i), 1.0);
    let threads: Vec<_> = (0..8).map(|i| std::thread::spawn(thread(i))).collect();
    for (i, thread) in (0_u8..).zip(threads) {
        // Σ_{j ≤ 10 i} j
        let i = f64::from(i);
        assert_eq!(thread.join().unwrap(), 5.0 * i * (10.0 * i + 1.0));
    }
}

#[test]
fn a_thread_that_is_torn_down_may_still_handle_effects() {
    use std::sync::mpsc::{Sender, channel};
    struct Last(Sender<f64>);
    impl Drop for Last {
        fn drop(&mut self) {
            keep_stacks(1 << 20);
            assert!(idle().1 <= 1 << 20);
            self.0.send(Reverse::default().horner(3, 2.0)).unwrap();
        }
    }
    thread_local! {
        static BEFORE: RefCell<Option<Last>> = const { RefCell::new(None) };
        static AFTER: RefCell<Option<Last>> = const { RefCell::new(None) };
    }
    let (sender, receiver) = channel();
    // One is destroyed before the pool of stacks is and one after it, whatever the order.
    let thread = std::thread::spawn(move || {
        BEFORE.set(Some(Last(sender.clone())));
        Reverse::default().horner(1, 1.0);
        AFTER.set(Some(Last(sender)));
    });
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [17.0, 17.0]);
    thread.join().unwrap();
}

/// f(n) = f(n - 1) · 1 + x, which is n·x, by a recursion that cannot be made a loop.
struct Recursive(usize);

impl ad_core::Signature for Recursive {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Recursive {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        fn f<D: Dict>(n: usize, x: Num<D>) -> Num<D> {
            if n == 0 { Num::default() } else { std::hint::black_box(f(std::hint::black_box(n) - 1, x)) + x }
        }
        f(self.0, *x)
    }
}

/// A recursion without end, which performs something on its way.
struct Endless;

impl ad_core::Signature for Endless {
    type In = f64;
    type Out = f64;
}

impl<D: Dict> Exp<D> for Endless {
    #[expect(unconditional_recursion, clippy::only_used_in_recursion, reason = "that is what it is for")]
    fn apply(&self, dict: D, x: &Num<D>) -> Num<D> {
        std::hint::black_box(self.apply(dict, &(x * x))) + x
    }
}

/// Runs in a thread with a stack of this many MiB.
fn with_stack<R: Send + 'static>(mebibytes: usize, f: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().stack_size(mebibytes << 20).spawn(f).unwrap();
    thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
}

#[test]
fn a_computation_may_recurse_as_deeply_as_its_thread() {
    let derivatives = || {
        let e = Recursive(300_000);
        (stack::diff(&e).eval(F64, 2.0), effects::diff(&e).eval(F64, 2.0))
    };
    assert_eq!(with_stack(1 << 10, derivatives), (3e5, 3e5));
}

#[test]
fn the_stack_of_a_computation_can_be_set() {
    let derivative = || {
        set_stack_size(512 << 20);
        effects::diff(Recursive(100_000)).eval(F64, 2.0)
    };
    assert_eq!(with_stack(2, derivative), 1e5);
}

#[test]
fn a_computation_that_has_used_up_its_stack_panics_and_says_what_to_do() {
    let message = with_stack(2, || {
        set_stack_size(1 << 20);
        let run = || effects::diff(Endless).eval(F64, 2.0);
        let payload = std::panic::catch_unwind(run).unwrap_err();
        // The next computation is not disturbed.
        assert_eq!(effects::diff(Recursive(3)).eval(F64, 2.0), 3.0);
        *payload.downcast::<String>().unwrap()
    });
    assert!(message.contains("used up its stack of 1 MiB"), "{message}");
    assert!(message.contains("handler::set_stack_size"), "{message}");
}

#[test]
fn numbers_may_be_very_wide() {
    let jacobian = || {
        let second = forward::jacobian(effects::grad(Monomial { k: 3 })).width::<8192>().eval(F64, 2.0);
        (second, forward::jacobian(stack::grad(Monomial { k: 3 })).width::<8192>().eval(F64, 2.0))
    };
    assert_eq!(with_stack(64, jacobian), (12.0, 12.0));
}

/// Floats whose product takes 800 kB of stack.
#[derive(Clone, Copy, Default)]
struct Spacious;

impl Dict for Spacious {
    type V = f64;
    type Level = Ground;
    fn zero(self) -> f64 {
        0.0
    }
    fn one(self) -> f64 {
        1.0
    }
    fn add(self, a: f64, b: f64) -> f64 {
        a + b
    }
    #[expect(clippy::large_stack_arrays, reason = "that is what it is for")]
    fn mul(self, a: f64, b: f64) -> f64 {
        let mut room = std::hint::black_box([a; 100_000]);
        room[99_999] *= b;
        std::hint::black_box(room)[99_999]
    }
}

#[test]
fn an_operation_of_a_handler_may_have_a_large_frame() {
    let derivatives = || {
        (
            stack::diff(Monomial { k: 100 }).eval(Spacious, 1.0),
            effects::diff(Monomial { k: 100 }).eval(Spacious, 1.0),
        )
    };
    assert_eq!(with_stack(8, derivatives), (100.0, 100.0));
}
