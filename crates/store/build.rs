//! The scenarios are part of the program: it is built anew when one of them changes.

fn main() {
    // In the repository the folder is a symbolic link, and cargo looks at a link itself, not behind it.
    let folder = std::fs::canonicalize("scenarios").expect("the crate ships its scenarios");
    println!("cargo:rerun-if-changed={}", folder.display());
}
