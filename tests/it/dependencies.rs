//! What Elenchus stands on: every crate may be used under a licence that ours allows, and none
//! needs a newer Rust than the one that Cargo.toml names.

use serde_json::Value;

/// Licences that may stand in a program under MIT or Apache-2.0.
const ALLOWED: [&str; 9] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
];

/// The platform that this was built for: crates for others need not be there.
fn host() -> String {
    let rustc = std::process::Command::new("rustc").arg("-vV").output().expect("rustc can be run");
    let text = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Whether every part of an expression lets us choose a licence that is allowed.
fn allowed(expression: &str) -> bool {
    let parts = expression.replace(['(', ')'], "").replace('/', " OR ");
    parts.split(" AND ").all(|part| part.split(" OR ").any(|one| ALLOWED.contains(&one.trim())))
}

#[test]
fn every_crate_has_a_licence_that_ours_allows() {
    assert!(
        allowed("(MIT OR GPL-3.0) AND Zlib") && !allowed("GPL-3.0") && !allowed("MIT AND GPL-3.0")
    );
    let packages = packages();
    assert!(packages.len() > 100);
    for package in packages {
        let name = &package["name"];
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(allowed(licence), "{name} is under {licence}");
    }
}

#[test]
fn no_crate_needs_a_newer_rust_than_we_promise() {
    let version = |text: &str| -> Vec<u32> {
        text.split('.').map(|part| part.parse().expect("a version")).collect()
    };
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    for package in packages() {
        if let Some(needed) = package["rust_version"].as_str() {
            let mut needed = version(needed);
            needed.truncate(2);
            assert!(needed <= ours, "{} needs Rust {needed:?}", package["name"]);
        }
    }
}
