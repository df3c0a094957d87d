//! Reads scenario files and writes them. Checks that each written file reads back as the same scenario.

#![no_main]

use elenchus::scenario::{Scenario, read, read_bytes, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(scenario) = read_bytes("fuzzed.yaml", bytes) else { return };
    let text = write(&scenario).expect("what was read can be written");
    let again = read("fuzzed.yaml", &text).expect("what was written can be read");
    // If a Turing machine cannot be built, the order of its rows is lost.
    if !matches!(scenario.machine.turing(), Some(Err(_))) {
        // A written file names the oldest version of the format that has all its keys.
        let scenario = Scenario { elenchus: again.elenchus.clone(), ..scenario };
        assert_eq!(again, scenario);
    }
});
