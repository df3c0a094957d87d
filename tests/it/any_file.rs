//! Whatever file a command is given, it ends: in time, within a bound of memory, and says why.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::mutants::mutant;
use crate::promises::keeps;

/// Every command that is given a file, with the file's name for `FILE`.
const COMMANDS: [&str; 14] = [
    "check FILE",
    "run FILE --json",
    "replay FILE",
    "solve FILE --debates 2 --json",
    "simulate FILE --debates 2 --csv",
    "sweep FILE --vary seed=1,2 --debates 2",
    "attack FILE --seat alice --debates 2",
    "grade FILE",
    "export FILE --to markdown",
    "convert FILE",
    "merge FILE",
    "list --strategies FILE",
    "list --course FILE",
    "eval FILE --log /dev/null --reveal",
];

/// Longer than this no command thinks about a small file before it is stopped.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a command ends with a file: its exit code and what it said; it is stopped by Ctrl-C if it takes
/// long.
fn ended(command: &str, file: &Path) -> (Option<i32>, String) {
    let words = command.split(' ').map(|word| match word {
        "FILE" => file.to_str().expect("a name"),
        word => word,
    });
    // A bound of memory, in KiB.
    let mut started = Command::new("sh")
        .args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_elenchus")])
        .args(words)
        .env("RAYON_NUM_THREADS", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let begun = Instant::now();
    let mut told = false;
    while started.try_wait().expect("it is ours").is_none() {
        if begun.elapsed() > PATIENCE && !told {
            told = true;
            let _ = Command::new("kill").args(["-INT", &started.id().to_string()]).status();
        }
        assert!(begun.elapsed() < 2 * PATIENCE, "{command} {} does not end", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = started.wait_with_output().expect("it ended");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_is_no_file_is_refused_by_every_command_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let nothing = folder.path().join("nothing.yaml");
    let course = folder.path().join("course");
    fs::create_dir(&course).expect("a folder");
    assert!(Command::new("mkfifo").arg(course.join("course.yaml")).status().expect("it").success());
    for place in [Path::new("/dev/zero"), &pipe, &nothing, &course] {
        for command in COMMANDS {
            let begun = Instant::now();
            let (code, said) = ended(command, place);
            assert_eq!(code, Some(2), "{command} {}: {said}", place.display());
            assert!(!said.is_empty() && !said.contains("panicked"), "{command}: {said}");
            assert!(begun.elapsed() < PATIENCE, "{command} {}", place.display());
        }
    }
}

/// A right file of every kind, in a folder of its own.
fn kinds(folder: &Path) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kinds: Vec<PathBuf> = [
        "store/scenarios/find-the-lie.yaml",
        "fuzz/corpus/journal/four-estimates.yaml",
        "fuzz/corpus/turing/increment.yaml",
        "fuzz/corpus/aiger/adder4.aag",
        "fuzz/corpus/bristol/adder4.txt",
        "fuzz/corpus/qdimacs/four.qdimacs",
    ]
    .map(|place| source.join(place))
    .to_vec();
    let part = folder.join("part");
    let slice = "simulate find-the-lie --debates 6 --slice 1/1 --out";
    let status = Command::new(env!("CARGO_BIN_EXE_elenchus"))
        .args(slice.split(' '))
        .arg(&part)
        .status()
        .expect("it starts");
    assert!(status.success());
    kinds.push(part);
    kinds
}

/// Gives so many mutants of a file of every kind to every command: how often one was given.
fn driven_through_every_command(mutants: usize) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driven = 0;
    for (seed, kind) in kinds(folder.path()).iter().enumerate() {
        let right = fs::read(kind).expect("it can be read");
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        for number in 0..mutants {
            let file = folder.path().join("mutant.yaml");
            fs::write(&file, mutant(&right, &mut rng)).expect("it can be written");
            for command in COMMANDS {
                let (code, said) = ended(command, &file);
                let ends = matches!(code, Some(0 | 1 | 2 | 130)) && !said.contains("panicked");
                assert!(ends, "{command}, mutant {number} of {}: {code:?} {said}", kind.display());
                driven += 1;
            }
        }
    }
    driven
}

#[test]
fn mutants_of_every_kind_of_file_end_every_command() {
    keeps("commands that were given a mutant", driven_through_every_command(1));
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn many_mutants_of_every_kind_of_file_end_every_command() {
    keeps("commands at night", driven_through_every_command(30));
}
