//! CONTRIBUTING.md describes the tree correctly.

use std::path::Path;

#[test]
fn every_place_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the file is kept");
    let mut named = 0;
    for word in text.split('`').skip(1).step_by(2) {
        let place = word.split("NAME").next().unwrap_or_default();
        let in_tree = ["src/", "crates/", "scenarios/", "tests/", "benches/", ".ci/"];
        if in_tree.iter().any(|start| place.starts_with(start)) {
            assert!(root.join(place).exists(), "`{word}` is not there");
            named += 1;
        }
    }
    assert!(named > 15, "{named} places named");
}
