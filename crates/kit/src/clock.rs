//! The time: what is kept has the time of day, and screens look at how long something takes.

use std::time::SystemTime;

#[cfg(unix)]
pub use std::time::Instant;

#[cfg(not(unix))]
pub use page::{Instant, set};

/// Now, as RFC 3339 in UTC, to the second: `2026-11-21T12:00:00Z`.
pub fn now() -> String {
    #[cfg(unix)]
    let now = SystemTime::now();
    #[cfg(not(unix))]
    let now = SystemTime::UNIX_EPOCH + page::since_1970();
    humantime::format_rfc3339_seconds(now).to_string()
}

/// A browser's time, which the page tells.
#[cfg(not(unix))]
mod page {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Says who knows the time: how long 1970 is ago.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    pub(crate) fn since_1970() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// A moment, as [`std::time::Instant`] is where there is a system.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Self(since_1970())
        }

        /// The moment that is so long after the beginning of 1970.
        pub fn at(since_1970: Duration) -> Self {
            Self(since_1970)
        }

        /// How long it is ago.
        pub fn elapsed(self) -> Duration {
            Self::now().saturating_duration_since(self)
        }

        /// How long it is after another; no time if it is before.
        pub fn saturating_duration_since(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;
        fn add(self, more: Duration) -> Self {
            Self(self.0 + more)
        }
    }

    impl Sub for Instant {
        type Output = Duration;
        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
