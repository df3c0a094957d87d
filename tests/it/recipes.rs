//! Every command of the recipes runs unchanged, with stand-ins for players that are models.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/research.md"));

/// The code blocks of the page in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let open = format!("```{language}\n");
    let inside = PAGE.split(open.as_str()).skip(1);
    inside.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn every_recipe_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    // A shell starts sooner than Python, so `python3` is a shell here.
    for (name, side) in [("judge.py", "alice"), ("small.py", "alice"), ("large.py", "bob")] {
        let answers =
            format!("*'\"ask\"'*|*'\"refused\"'*) echo '{{\"move\": \"rule {side}\"}}';;");
        write(name, &format!("while read -r line; do case $line in {answers} esac; done\n"));
    }
    let shell = folder.path().join("python3");
    write("python3", "#!/bin/sh\nexec sh \"$@\"\n");
    std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    write("judges.yaml", blocks("yaml")[0]);
    let program = Path::new(env!("CARGO_BIN_EXE_elenchus")).parent().expect("its folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut run = 0;
    for command in blocks("sh").into_iter().flat_map(str::lines) {
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{}:{path}", folder.path().display(), program.display()))
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{command}: {output:?}");
        run += 1;
    }
    assert_eq!(run, 12);
    // The judge who always rules for Alice is right exactly when she is.
    let log = std::fs::read_to_string(folder.path().join("judges.jsonl")).expect("a log");
    assert_eq!(log.lines().count(), 40);
    let figure = std::fs::read_to_string(folder.path().join("figure.csv")).expect("a figure");
    assert_eq!(figure.lines().count(), 6, "{figure}");
    let drawn = std::fs::read_to_string(folder.path().join("figure.svg")).expect("a figure");
    assert!(drawn.starts_with("<svg") && drawn.contains("k 3"), "{drawn}");
}
