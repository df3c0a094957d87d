//! Reads Bristol Fashion files, and makes a circuit of every output.

#![no_main]

use elenchus::machine::circuit::bristol::Bristol;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(file) = Bristol::parse(text) else { return };
    for output in 0..file.outputs().iter().sum::<usize>().min(16) {
        let _ = file.circuit(output);
    }
});
