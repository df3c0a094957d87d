//! Reads logs of a study.

#![no_main]

use elenchus::cli::readers::study;
use libfuzzer_sys::fuzz_target;

const STUDY: &[u8] =
    b"title: T\nscenarios: [find-the-lie]\nplayers: [{name: a, bob: honest}]\nseeds: 2\n";

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("elenchus-fuzz-eval-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    for (name, bytes) in [("study.yaml", &STUDY[..]), ("log.jsonl", bytes)] {
        std::fs::write(folder.join(name), bytes).expect("it can be written");
    }
    let study_file = folder.join("study.yaml");
    let _ = study(study_file.to_str().expect("a name"), &folder.join("log.jsonl"));
});
