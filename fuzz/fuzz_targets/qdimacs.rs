//! Reads QDIMACS files, and builds a game from each file.

#![no_main]

use elenchus::machine::quantified::qdimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = qdimacs::game(text);
});
