//! Code for the vector instructions of the processor that runs it.
//!
//! A crate is compiled for the oldest processor of its target, which has vectors of two floats on x86-64. Jobs are compiled a second time
//! for AVX2, with four. The bits are the same: LLVM fuses no operations.
//!
//! AVX-512 needs Rust 1.89 as an attribute of a function, and this crate is older. `-C target-cpu` still chooses it.
//!
//! Miri reports no feature that the target lacks, so it runs the code without AVX2. With `-C target-feature=+avx2` the second copy, and the
//! unsafe call, are not compiled. A safe call needs a caller with the same attribute, and the outermost caller has none.

/// Some computation. Functions that LLVM inlines into `run` are compiled with it.
pub(crate) trait Job {
    type Result;
    /// Implementations are `#[inline(always)]`.
    fn run(self) -> Self::Result;
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
mod wide {
    use super::Job;

    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn with_avx2<J: Job>(job: J) -> J::Result {
        job.run()
    }

    /// Runs a job with AVX2, or returns it if the processor has none.
    #[inline]
    #[expect(unsafe_code, reason = "a call of code for AVX2 is a promise about the processor")]
    pub(super) fn run<J: Job>(job: J) -> Result<J::Result, J> {
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function needs.
            Ok(unsafe { with_avx2(job) })
        } else {
            Err(job)
        }
    }
}

#[inline(never)]
fn plainly<J: Job>(job: J) -> J::Result {
    job.run()
}

/// Runs a job, with the widest vectors that it is compiled for and that the processor has.
#[inline]
pub(crate) fn run<J: Job>(job: J) -> J::Result {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx2")))]
    let job = match wide::run(job) {
        Ok(result) => return result,
        Err(job) => job,
    };
    plainly(job)
}
