//! Reads rosters: CSV tables and lists of names.

#![no_main]

use elenchus::cli::readers::roster;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("elenchus-fuzz-{}.csv", std::process::id()));
    std::fs::write(&path, bytes).expect("the folder for temporary files can be written");
    let _ = roster(&path);
});
