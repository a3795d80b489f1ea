//! Code for the vector instructions of the processor that runs it.
//!
//! A crate is compiled for the oldest processor of its target, which has vectors of two floats on x86-64. Jobs are compiled again for
//! AVX2, with four, and for AVX-512, with eight and twice as many registers. The bits are the same: LLVM fuses no operations.
//!
//! Jobs of at most 8 lanes do not use AVX-512. A chain of divisions in one vector of eight is slower than in two of four, which do not
//! wait for each other.
//!
//! AVX-512 needs Rust 1.89 as an attribute of a function, which is newer than this crate, so `build.rs` asks for the version.
//!
//! Miri reports no feature that the target lacks, so it runs the code without them. If the target has the feature of a copy, as with
//! `-C target-cpu=native`, neither the copy nor its unsafe call is compiled. A safe call needs a caller with the same attribute, and the
//! outermost caller has none.

/// Some computation. Functions that LLVM inlines into `run` are compiled with it.
pub(crate) trait Job {
    type Result;
    /// The number of lanes.
    #[allow(dead_code, reason = "only copies depend on it")]
    const LANES: usize;
    /// Implementations are `#[inline(always)]`.
    fn run(self) -> Self::Result;
}

/// Copies of each job for processors with more features than the target.
#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
mod copies {
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    use super::{Job, plainly};

    const UNKNOWN: u8 = 0;
    const NONE: u8 = 1;
    const AVX2: u8 = 2;
    const AVX512: u8 = 3;

    /// The widest copy that the processor can run.
    static WIDEST: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[cold]
    #[inline(never)]
    fn detect() -> u8 {
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let widest = if cfg!(avx512) && has_avx512 {
            AVX512
        } else if is_x86_feature_detected!("avx2") {
            AVX2
        } else {
            NONE
        };
        WIDEST.store(widest, Relaxed);
        widest
    }

    #[cfg(avx512)]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
    fn with_avx512<J: Job>(job: J) -> J::Result {
        job.run()
    }

    #[cfg(not(target_feature = "avx2"))]
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn with_avx2<J: Job>(job: J) -> J::Result {
        job.run()
    }

    fn widest() -> u8 {
        match WIDEST.load(Relaxed) {
            UNKNOWN => detect(),
            widest => widest,
        }
    }

    pub(super) fn floats_in_vector() -> usize {
        match widest() {
            AVX512 => 8,
            AVX2 => 4,
            _ => 2,
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for `run` below")]
    #[expect(unsafe_code, reason = "a call of code for some features is a promise about the processor")]
    pub(super) fn run<J: Job>(job: J) -> J::Result {
        match widest() {
            #[cfg(avx512)]
            // SAFETY: `detect` found all features that the function enables.
            AVX512 if J::LANES > 8 => unsafe { with_avx512(job) },
            #[cfg(not(target_feature = "avx2"))]
            // SAFETY: `detect` found AVX2, which is all that the function enables. AVX-512 includes it.
            AVX2 | AVX512 => unsafe { with_avx2(job) },
            _ => plainly(job),
        }
    }
}

#[inline(never)]
fn plainly<J: Job>(job: J) -> J::Result {
    job.run()
}

/// Runs a job, with the widest vectors that it is compiled for and that the processor has.
#[inline(always)]
#[allow(clippy::inline_always, reason = "jobs and results are large, and would be copied")]
pub(crate) fn run<J: Job>(job: J) -> J::Result {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
    return copies::run(job);
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f"))))]
    plainly(job)
}

/// The number of doubles in the widest vectors for which jobs are compiled and which the processor has.
pub(crate) fn floats_in_vector() -> usize {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
    return copies::floats_in_vector();
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f"))))]
    if cfg!(target_feature = "avx512f") {
        8
    } else if cfg!(target_feature = "avx2") {
        4
    } else {
        2
    }
}
