//! The files of the system. In a browser, files in memory take their place, and the page saves them.

// Outside a browser, only its own tests use it.
#[cfg(any(test, not(unix)))]
#[cfg_attr(unix, allow(dead_code))]
mod memory;
#[cfg(unix)]
mod system;

#[cfg(not(unix))]
pub use memory::*;
#[cfg(unix)]
pub use system::*;
