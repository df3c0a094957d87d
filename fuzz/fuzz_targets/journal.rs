//! Reads journals up to their first damage.

#![no_main]

use elenchus::scenario::journal::read_journal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("elenchus-fuzz-{}.yaml", std::process::id()));
    std::fs::write(&path, bytes).expect("the folder for temporary files can be written");
    let _ = read_journal(&path);
});
