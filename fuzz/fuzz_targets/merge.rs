//! Reads slices of runs, and merges each with itself.

#![no_main]

use elenchus::batch::shard::{RunShard, merge};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let (Ok(one), Ok(other)) = (RunShard::read(text), RunShard::read(text)) {
        let _ = merge(vec![("one".into(), one)]);
        let again = RunShard::read(text).expect("it was read before");
        let _ = merge(vec![("again".into(), again), ("other".into(), other)]);
    }
});
