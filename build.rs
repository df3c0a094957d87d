//! Adds the commit to the version text. The commit comes from the repository, or from the file that `cargo package`
//! adds.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let commit = packaged().or_else(checked_out).unwrap_or_default();
    let version = match commit.as_str() {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    };
    println!("cargo::rustc-env=ELENCHUS_VERSION={version}");
    println!("cargo::rustc-env=ELENCHUS_COMMIT={commit}");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_some() {
        page();
    }
}

/// Tells the compiler the path of the page that the program embeds.
fn page() {
    let folder = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
    let made = Path::new(&folder).join("page/elenchus.html");
    println!("cargo::rerun-if-env-changed=CARGO_TARGET_DIR");
    println!("cargo::rerun-if-changed={}", made.display());
    match made.canonicalize() {
        Ok(path) => println!("cargo::rustc-env=ELENCHUS_PAGE={}", path.display()),
        Err(e) => println!("cargo::error={}: {e}. Make it with `bash .ci/page`", made.display()),
    }
}

/// The commit that `cargo package` recorded.
fn packaged() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let digits = text.split("\"sha1\": \"").nth(1)?.split('"').next()?;
    digits.get(..9).map(str::to_owned)
}

/// The commit of the repository, if this folder is its root.
fn checked_out() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
        Some(text.trim().to_owned())
    };
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=9", "HEAD"])
}
