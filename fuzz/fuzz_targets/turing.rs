//! Reads files of Turing machines in the dialect of turingmachine.io.

#![no_main]

use elenchus::machine::turing::dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = dialect::ignored_keys(text);
    let _ = dialect::parse(text);
});
