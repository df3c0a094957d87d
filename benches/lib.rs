//! The timings of docs/performance.md. `cargo bench` runs them; this library is empty.
