//! Reads AIGER files, both ASCII and binary, and makes a circuit of every output.

#![no_main]

use elenchus::machine::circuit::aiger::{Aiger, OutputChoice, binary};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = match binary::is_binary(bytes) {
        true => binary::to_ascii(bytes).ok(),
        false => String::from_utf8(bytes.to_vec()).ok(),
    };
    let Some(Ok(file)) = text.map(|text| Aiger::parse(&text)) else { return };
    for output in 0..file.outputs().len().min(16) {
        let _ = file.circuit(Some(OutputChoice::Number(output)));
    }
});
