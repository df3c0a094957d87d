//! Access to files. Outside a browser, these are the files of the operating system. In a browser, files in memory
//! replace them, and the page keeps their content in the browser's storage.

// Outside a browser, only the tests of this module use it.
#[cfg(any(test, not(unix)))]
#[cfg_attr(unix, allow(dead_code))]
mod memory;
#[cfg(unix)]
mod system;

#[cfg(not(unix))]
pub use memory::*;
#[cfg(unix)]
pub use system::*;
