//! Tells cargo to rebuild this crate when a scenario changes, because the crate embeds the scenarios.

fn main() {
    // In the repository, the folder is a symbolic link, and cargo does not follow links.
    let folder = std::fs::canonicalize("scenarios").expect("the crate ships its scenarios");
    println!("cargo:rerun-if-changed={}", folder.display());
}
