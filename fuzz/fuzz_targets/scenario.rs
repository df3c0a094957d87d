//! Scenario files: what is read is written, and read again as the same.

#![no_main]

use elenchus::scenario::{Scenario, read, read_bytes, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(scenario) = read_bytes("fuzzed.yaml", bytes) else { return };
    let text = write(&scenario).expect("what was read can be written");
    let again = read("fuzzed.yaml", &text).expect("what was written can be read");
    // The rows of a Turing machine that cannot be built have no order to keep.
    if !matches!(scenario.machine.turing(), Some(Err(_))) {
        // What is written names the oldest version of the format that can say it.
        let scenario = Scenario { elenchus: again.elenchus.clone(), ..scenario };
        assert_eq!(again, scenario);
    }
});
