//! Reads QDIMACS, and makes a game of it.

#![no_main]

use elenchus::machine::quantified::qdimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = qdimacs::game(text);
});
