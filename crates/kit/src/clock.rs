//! The time of day for saved files, and moments for measuring durations.

use std::time::{Duration, SystemTime};

#[cfg(unix)]
pub use std::time::Instant;

#[cfg(not(unix))]
pub use page::{Instant, set};

/// The current time as RFC 3339 in UTC, to the second: `2026-11-21T12:00:00Z`.
pub fn now() -> String {
    #[cfg(unix)]
    let now = SystemTime::now();
    #[cfg(not(unix))]
    let now = SystemTime::UNIX_EPOCH + page::since_1970();
    written(now)
}

/// A time as RFC 3339. A clock that is wrong may be before 1970 or after 9999, which no date can express.
fn written(time: SystemTime) -> String {
    const LAST: Duration = Duration::from_secs(253_402_300_799);
    let first = SystemTime::UNIX_EPOCH;
    humantime::format_rfc3339_seconds(time.clamp(first, first + LAST)).to_string()
}

/// The clock in a browser. The page provides it.
#[cfg(not(unix))]
mod page {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since the start of 1970 in UTC.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    pub(crate) fn since_1970() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// A moment, like [`std::time::Instant`] on a system with a clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current moment.
        pub fn now() -> Self {
            Self(since_1970())
        }

        /// The moment at this time after the start of 1970 in UTC.
        pub fn at(since_1970: Duration) -> Self {
            Self(since_1970)
        }

        /// The time since this moment.
        pub fn elapsed(self) -> Duration {
            Self::now().saturating_duration_since(self)
        }

        /// The time from `earlier` to this moment. Zero if `earlier` is later.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_by_centuries_still_gives_a_date() {
        let century = Duration::from_secs(100 * 366 * 86_400);
        let start = SystemTime::UNIX_EPOCH;
        assert_eq!(written(start - century), "1970-01-01T00:00:00Z");
        assert_eq!(written(start + 100 * century), "9999-12-31T23:59:59Z");
    }
}
