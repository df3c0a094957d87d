//! The dependencies of Elenchus. The licence of every crate is compatible with ours. No crate needs
//! a newer Rust than Cargo.toml states. Each of our own crates can be published.

use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

/// Licences that are allowed in a program under MIT or Apache-2.0.
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

/// The platform of this build. Crates for other platforms can be missing.
fn host() -> String {
    let rustc = std::process::Command::new("rustc").arg("-vV").output().expect("rustc can be run");
    let text = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

fn cargo() -> std::process::Command {
    std::process::Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// The metadata of all packages, read once.
static PACKAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("packages").clone()
});

/// True if every part of an expression lets us choose a licence that is allowed.
fn allowed(expression: &str) -> bool {
    let parts = expression.replace(['(', ')'], "").replace('/', " OR ");
    parts.split(" AND ").all(|part| part.split(" OR ").any(|one| ALLOWED.contains(&one.trim())))
}

#[test]
fn every_crate_has_a_licence_that_ours_allows() {
    assert!(
        allowed("(MIT OR GPL-3.0) AND Zlib") && !allowed("GPL-3.0") && !allowed("MIT AND GPL-3.0")
    );
    assert!(PACKAGES.len() > 100);
    for package in PACKAGES.iter() {
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
    for package in PACKAGES.iter() {
        if let Some(needed) = package["rust_version"].as_str() {
            let mut needed = version(needed);
            needed.truncate(2);
            assert!(needed <= ours, "{} needs Rust {needed:?}", package["name"]);
        }
    }
}

/// The path of an included file, without `..`.
fn beside(file: &Path, included: &str) -> PathBuf {
    let mut place = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(included).components() {
        match part {
            Component::ParentDir if place.pop() => {}
            part => place.push(part),
        }
    }
    place
}

#[test]
fn every_crate_of_ours_holds_what_it_includes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut crates, mut included) = (0, 0);
    for package in PACKAGES.iter().filter(|package| package["source"].is_null()) {
        let name = package["name"].as_str().expect("a name");
        // A crate that nobody publishes needs no readme.
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        for what in ["description", "readme", "license", "rust_version"] {
            assert!(package[what].is_string(), "{name} has no {what}");
        }
        for stands_on in package["dependencies"].as_array().expect("a list") {
            let ours = stands_on["path"].is_string() && stands_on["kind"].is_null();
            assert!(
                !ours || stands_on["req"] != "*",
                "{name}: {} has no version",
                stands_on["name"]
            );
        }
        let listed = cargo()
            .args(["package", "--list", "--offline", "--allow-dirty", "--package", name])
            .current_dir(root)
            .output()
            .expect("cargo can be run");
        assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
        let listed = String::from_utf8(listed.stdout).expect("names");
        let files: Vec<&Path> = listed.lines().map(Path::new).collect();
        let folder = Path::new(package["manifest_path"].as_str().expect("a path"));
        let folder = folder.parent().expect("it is in a folder");
        for file in files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "rs")) {
            let text = std::fs::read_to_string(folder.join(file)).expect("a source file");
            for start in
                ["include_str!(\"", "include_bytes!(\"", "include_dir!(\"$CARGO_MANIFEST_DIR/"]
            {
                for rest in text.split(start).skip(1) {
                    let what = rest.split('"').next().unwrap_or_default();
                    let place = match start.contains("MANIFEST") {
                        true => PathBuf::from(what),
                        false => beside(file, what),
                    };
                    let is_there = files.iter().any(|file| file.starts_with(&place));
                    assert!(is_there, "{name}: {} includes {what}", file.display());
                    included += 1;
                }
            }
        }
        crates += 1;
    }
    assert!(crates >= 7 && included > 10, "{crates} crates include {included} files");
}

/// The page starts its program itself. A crate that needs wasm-bindgen compiles, but stops the
/// program at the start.
#[test]
fn no_dependency_of_the_page_needs_javascript() {
    let output = cargo()
        .args(["tree", "--locked", "--package", "elenchus-page", "--edges", "normal"])
        .args(["--target", "wasm32-unknown-unknown", "--prefix", "none"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.contains("elenchus-core") && !tree.contains("wasm-bindgen"), "{tree}");
}
