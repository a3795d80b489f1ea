//! The memory that a long loop needs with checkpoints, measured: the allocator of this binary counts for each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ad_core::forward;
use ad_core::paper::Monomial;
use ad_core::{At, Exp, I64, Num, RealDict, Signature, hvp, iterate, stack};

/// The system's allocator, and how many bytes it has given to this thread, now and at most.
struct Counting;

thread_local! {
    static BYTES: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(layout: Layout) -> isize {
    isize::try_from(layout.size()).expect("the size of a layout fits")
}

// SAFETY: every call is passed unchanged to the system's allocator. Counting neither allocates (the counters are
// const-initialised and have no destructor) nor touches the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.set(BYTES.get() + count(layout));
        MOST.set(MOST.get().max(BYTES.get()));
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        BYTES.set(BYTES.get() - count(layout));
        // SAFETY: the caller's promise is the same.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes that `f` needs at most.
fn memory<T>(f: impl FnOnce() -> T) -> (T, isize) {
    let before = BYTES.get();
    MOST.set(before);
    let result = f();
    (result, MOST.get() - before)
}

/// A step of a pendulum with friction, whose state includes the friction.
#[derive(Clone, Copy)]
struct Pendulum;

impl Signature for Pendulum {
    type In = [f64; 3];
    type Out = [f64; 3];
}

impl<D: RealDict> Exp<D> for Pendulum {
    fn apply(&self, _: D, [angle, speed, friction]: &[Num<D>; 3]) -> [Num<D>; 3] {
        use ad_core::Real;
        let speed = speed - (angle.sin() + friction * speed) * 1e-3;
        [angle + speed * 1e-3, speed, *friction]
    }
}

/// The energy after some time.
#[derive(Clone, Copy)]
struct Energy {
    times: usize,
    snapshots: usize,
}

impl Signature for Energy {
    type In = [f64; 3];
    type Out = f64;
}

impl<D: RealDict> Exp<D> for Energy {
    fn apply(&self, dict: D, x: &[Num<D>; 3]) -> Num<D> {
        use ad_core::Real;
        let [angle, speed, _] = iterate(Pendulum, self.times).snapshots(self.snapshots).apply(dict, x);
        speed * speed * 0.5 - angle.cos()
    }
}

const X: [f64; 3] = [0.7, 0.1, 0.05];

#[test]
#[cfg_attr(miri, ignore = "too many steps for Miri")]
fn many_steps_need_little_memory() {
    // The third power, a million times, with the default of 1415 snapshots; without the optimizer, a hundred thousand times.
    let times = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let (slope, bytes) = memory(|| stack::diff(iterate(Monomial { k: 3 }, times)).eval(I64, 1));
    assert_eq!(slope, 3i64.wrapping_pow(u32::try_from(times).expect("it is small")));
    assert!(bytes < 400_000, "{bytes} bytes");

    // A hundredth of the steps, all of them remembered, need more.
    let (all, few) = (Energy { times: 10_000, snapshots: 0 }, Energy { times: 10_000, snapshots: 40 });
    let (expected, bytes) = memory(|| stack::grad(all).at(X));
    assert!(bytes > 1_000_000, "{bytes} bytes");
    let (gradient, bytes) = memory(|| stack::grad(few).at(X));
    assert!(bytes < 30_000, "{bytes} bytes");
    assert_eq!(gradient, expected);

    // The same for forward mode over reverse mode, and reverse mode over forward mode.
    let v = [0.3, 0.2, 0.1];
    let (forward_over_reverse, bytes) = memory(|| hvp(few).at((X, v)).1);
    assert!(bytes < 50_000, "{bytes} bytes");
    let (reverse_over_forward, bytes) = memory(|| stack::vjp(forward::jvp(few)).at(((X, v), (0.0, 1.0))));
    assert!(bytes < 50_000, "{bytes} bytes");
    for (a, b) in forward_over_reverse.iter().zip(reverse_over_forward.1.0) {
        assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} and {b} differ");
    }
}
