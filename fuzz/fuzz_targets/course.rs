//! Reads the index of a course that has one debate.

#![no_main]

use elenchus::scenario::course::course;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("elenchus-fuzz-course-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let debate = include_bytes!("../../scenarios/find-the-lie.yaml");
    for (name, bytes) in [("a.yaml", &debate[..]), ("course.yaml", bytes)] {
        std::fs::write(folder.join(name), bytes).expect("it can be written");
    }
    let _ = course(folder.to_str().expect("a name"));
});
