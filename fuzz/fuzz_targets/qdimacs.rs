//! QDIMACS, made a game.

#![no_main]

use elenchus::machine::quantified::qdimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = qdimacs::game(text);
});
