//! The time of day, for what is kept: only screens and commands know it.

use std::time::SystemTime;

/// Now, as RFC 3339 in UTC, to the second: `2026-11-21T12:00:00Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
