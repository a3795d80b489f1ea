//! A clock. It only decides how something is computed: no result depends on it.

/// Measures time, where there is a clock.
#[cfg(all(feature = "std", not(target_family = "wasm")))]
#[derive(Clone, Copy)]
pub(crate) struct Watch(std::time::Instant);
#[cfg(not(all(feature = "std", not(target_family = "wasm"))))]
#[derive(Clone, Copy)]
pub(crate) struct Watch;

#[cfg(all(feature = "std", not(target_family = "wasm")))]
impl Watch {
    pub(crate) fn start() -> Self {
        Watch(std::time::Instant::now())
    }
    #[allow(clippy::unnecessary_wraps, reason = "there are targets without a clock")]
    pub(crate) fn nanoseconds(self) -> Option<u128> {
        Some(self.0.elapsed().as_nanos())
    }
}

#[cfg(not(all(feature = "std", not(target_family = "wasm"))))]
impl Watch {
    pub(crate) fn start() -> Self {
        Watch
    }
    #[allow(clippy::unused_self, reason = "there is no clock")]
    pub(crate) fn nanoseconds(self) -> Option<u128> {
        None
    }
}
