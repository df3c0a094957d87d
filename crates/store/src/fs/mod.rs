//! Files: those of the system; and where a program has none, in a browser, files in memory that the page
//! keeps.

// On a system only its own tests use it.
#[cfg(any(test, not(unix)))]
#[cfg_attr(unix, allow(dead_code))]
mod memory;
#[cfg(unix)]
mod system;

#[cfg(not(unix))]
pub use memory::*;
#[cfg(unix)]
pub use system::*;
