//! Every command ends for every file: in time, within a memory limit, and with an error message if it fails.

use std::fs;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use elenchus::scenario::library;
use elenchus::tui::headless::HeadlessPlayground;
use portable_pty::CommandBuilder;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::until;
use crate::mutants::mutant;
use crate::promises::keeps;
use crate::session::{Session, kept_in};

/// Every command that takes a file. `FILE` is the file's name and `FOLDER` a folder.
const COMMANDS: [&str; 15] = [
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
    "eval FILE --log FOLDER/log --reveal",
    "class FILE --listen 127.0.0.1:0 --folder FOLDER",
];

/// Files that commands find by their place in a folder: the place, a correct file, and the commands that read it.
const PLACED: [(&str, &str, &[&str]); 3] = [
    (
        "course/course.yaml",
        "title: Mine\ndebates:\n  - a.yaml\n  - {ask: Why?, answer: So.}\n  - lesson: One\n    \
         debates: [a.yaml]\n",
        &[
            "check FOLDER/course",
            "list --course FOLDER/course",
            "grade FOLDER/course/a.yaml --course FOLDER/course",
            "export --course FOLDER/course --to html",
            "class FOLDER/course --listen 127.0.0.1:0 --folder FOLDER/class",
        ],
    ),
    (
        "class/class.yaml",
        "code: ABCDEFGH\nstudents:\n- name: Ann\n  key: '0a'\n  standing: in\ntables:\n- debate: \
         find-the-lie\n  seats: [free, !student 0, !program honest]\n",
        &["class find-the-lie --listen 127.0.0.1:0 --folder FOLDER/class"],
    ),
    (
        "elenchus/archive/kept.yaml",
        RECORD,
        &["archive list --json", "archive show kept", "archive export kept", "grade kept", "list"],
    ),
];

/// A saved debate with every key that it can have.
const RECORD: &str = "elenchus: 1
title: Kept
claim: 'Alice claims: two were tested.'
hide: [alice, truth]
seat: bob
protocol: {cross-examination: {claim: 1}}
machine:
  plan:
    inputs: {hall: 1}
    steps:
      - {ask: Was the kitchen tested?, answer: no}
      - {ask: Was the attic tested?, answer: yes}
      - {at-least: {k: 2, of: [hall, 1, 2]}}
seats: {alice: 'lie-at:1', bob: human, judge: honest}
seed: 1
exercise: {forbid: [hints], commit: true}
lesson:
  goal: {winner: bob, queries: 6}
attempt: {scenario: mine, player: Ann, hash: 0a0b0c, began: '2026-05-01T10:00:00Z',
  ended: '2026-05-01T10:09:00Z', committed: false}
moves:
  - alice: run
  - alice: write 111
  - bob: run
  - bob: point 1
  - judge: read step 1
";

const STUDY: &str = "title: S
scenarios: [find-the-lie, two-faced-alice]
players:
  - {name: a, alice: 'lie-at:2'}
  - {name: b, bob: lazy}
seeds: 2
";

/// The longest time that a command may take for a small file before the test stops it.
const PATIENCE: Duration = Duration::from_secs(20);

/// The exit code and the output of a command for a file with its data beside it. Ctrl-C stops the
/// command if it takes long. A class ends as soon as it is open.
fn ended(command: &str, file: &Path) -> (Option<i32>, String) {
    let folder = file.parent().filter(|folder| *folder != Path::new("/dev"));
    let room =
        folder.map_or_else(std::env::temp_dir, Path::to_owned).to_string_lossy().into_owned();
    let words = command.split(' ').map(|word| match word {
        "FILE" => file.to_string_lossy().into_owned(),
        word => word.replace("FOLDER", &room),
    });
    // A study starts a new log.
    let _ = fs::remove_file(Path::new(&room).join("log"));
    // A limit of memory, in KiB.
    let mut started = Command::new("sh")
        .args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_elenchus")])
        .args(words)
        .env("RAYON_NUM_THREADS", "1")
        .env("XDG_DATA_HOME", &room)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let (opened, is_open) = mpsc::channel();
    let mut printed = started.stdout.take().expect("its output");
    std::thread::spawn(move || {
        let mut one = [0];
        let _ = opened.send(matches!(printed.read(&mut one), Ok(1)));
        let _ = io::copy(&mut printed, &mut io::sink());
    });
    let begun = Instant::now();
    let (mut told, mut serves) = (false, false);
    while started.try_wait().expect("it is ours").is_none() {
        serves |= command.starts_with("class") && is_open.try_recv() == Ok(true);
        if (serves || begun.elapsed() > PATIENCE) && !told {
            told = true;
            // Tests in the background ignore Ctrl-C, and a class inherits that.
            let signal = if serves { "-TERM" } else { "-INT" };
            let _ = Command::new("kill").args([signal, &started.id().to_string()]).status();
        }
        assert!(begun.elapsed() < 2 * PATIENCE, "{command} {} does not end", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = started.wait_with_output().expect("it ended");
    let code = match output.status.signal() {
        Some(15) if serves => Some(130),
        _ => output.status.code(),
    };
    (code, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn every_command_refuses_at_once_a_path_that_is_no_file() {
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

/// A correct file of every kind, in a separate folder.
fn kinds(folder: &Path) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kinds: Vec<PathBuf> = [
        "scenarios/find-the-lie.yaml",
        "fuzz/corpus/journal/four-estimates.yaml",
        "fuzz/corpus/turing/increment.yaml",
        "fuzz/corpus/aiger/adder4.aag",
        "fuzz/corpus/bristol/adder4.txt",
        "fuzz/corpus/qdimacs/four.qdimacs",
    ]
    .map(|place| source.join(place))
    .to_vec();
    for (name, text) in [("record.yaml", RECORD), ("study.yaml", STUDY)] {
        fs::write(folder.join(name), text).expect("it can be written");
        kinds.push(folder.join(name));
    }
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

/// Gives mutants of a file of every kind to every command. Returns the number of runs.
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
                ends_well(command, &file, &format!("mutant {number} of {}", kind.display()));
                driven += 1;
            }
        }
    }
    driven + driven_where_they_are_found(mutants)
}

fn driven_where_they_are_found(mutants: usize) -> usize {
    let mut driven = 0;
    for (seed, (place, right, commands)) in PLACED.into_iter().enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(place);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file.with_file_name("a.yaml"), RECORD).expect("it can be written");
        let here = folder.path().join("here");
        let mut rng = ChaCha8Rng::seed_from_u64(100 + seed as u64);
        for number in 0..=mutants {
            // The first is correct.
            let text = match number {
                0 => right.as_bytes().to_vec(),
                _ => mutant(right.as_bytes(), &mut rng),
            };
            for command in commands {
                fs::write(&file, &text).expect("it can be written");
                let code = ends_well(command, &here, &format!("mutant {number} of {place}"));
                assert!(number > 0 || code != 2, "{command} refuses a correct file");
                driven += usize::from(number > 0);
            }
        }
    }
    driven
}

/// Checks the exit code of a command. A command that does not end, or panics, is a failure.
fn ends_well(command: &str, file: &Path, what: &str) -> i32 {
    let (code, said) = ended(command, file);
    let code = code.unwrap_or_else(|| panic!("{command}, {what}: it was ended: {said}"));
    assert!([0, 1, 2, 130].contains(&code), "{command}, {what}: {code} {said}");
    assert!(!said.contains("panicked"), "{command}, {what}: {said}");
    code
}

/// Copies of a shipped scenario. In each copy, one number of the machine or of the protocol becomes this large.
fn grown(text: &str, large: &str) -> Vec<String> {
    let starts =
        |line: &str, key: &str| line.starts_with(key) && line[key.len()..].starts_with(':');
    let (mut grown, mut at, mut counts) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with(|c: char| c.is_ascii_lowercase()) {
            counts = ["machine", "protocol"].iter().any(|key| starts(line, key));
        }
        let is_own = |c: char| c.is_alphanumeric() || "._\"#%'-".contains(c);
        let mut from = 0;
        for word in line.split(|c| !is_own(c)).filter(|_| counts) {
            if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
                let start = at + from;
                grown.push(format!("{}{large}{}", &text[..start], &text[start + word.len()..]));
            }
            from += word.len();
            from += line[from..].chars().next().map_or(0, char::len_utf8);
        }
        at += line.len();
    }
    grown
}

/// Checks that small files with large demands are refused or played within the limits of time and
/// memory. Returns the number of such files.
fn asking_for_much(every: usize, large: &str, commands: &[&str]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("grown.yaml");
    let texts: Vec<String> = library::shipped().into_iter().map(|entry| entry.text).collect();
    let grown: Vec<String> = texts.iter().flat_map(|text| grown(text, large)).collect();
    let mut asked = 0;
    for text in grown.iter().step_by(every) {
        fs::write(&file, text).expect("it can be written");
        for command in commands {
            ends_well(command, &file, text);
        }
        asked += 1;
    }
    asked
}

/// Keys, colours and other files of the playground: the place of each file in the playground's folder, and a correct
/// file.
const OF_A_PERSON: [(&str, &str); 6] = [
    ("keys.yaml", "undo: [backspace, U]\nhint: H\nquit: ctrl-q\n"),
    ("theme.yaml", "preset: light\nglyphs: ascii\nstyles: {disputed: bold red}\n"),
    ("results.yaml", "find-the-lie: {best: won, played: 2, hints: 0, retries: 1}\n"),
    ("player.yaml", "name: Ann\n"),
    ("journals/kept.yaml", RECORD),
    ("scenarios/mine.yaml", RECORD),
];

/// The playground opens or refuses at once, and Ctrl-C ends it. Returns the number of starts.
fn driven_through_the_playground(mutants: usize) -> usize {
    let mut driven = 0;
    for (seed, (place, right)) in OF_A_PERSON.into_iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(200 + seed as u64);
        for number in 0..mutants {
            let data = tempfile::tempdir().expect("a folder");
            let file = data.path().join("elenchus").join(place);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, mutant(right.as_bytes(), &mut rng)).expect("it can be written");
            let mut command = CommandBuilder::new("sh");
            let program = env!("CARGO_BIN_EXE_elenchus");
            command.args(["-c", "ulimit -v 4000000; exec \"$0\"", program]);
            let mut session = Session::start(kept_in(command, data.path()));
            while !["Elenchus", "library"].iter().any(|own| session.text().contains(own))
                && session.is_on()
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            if session.is_on() {
                session.press("\x03");
            }
            let code = session.end();
            let said = session.text();
            assert!([0, 2].contains(&code), "mutant {number} of {place}: {code} {said}");
            assert!(!said.contains("panicked"), "mutant {number} of {place}: {said}");
            driven += 1;
        }
    }
    driven
}

#[test]
fn mutants_of_every_kind_of_file_end_every_command() {
    let driven = driven_through_every_command(1) + driven_through_the_playground(1);
    keeps("commands that were given a mutant", driven);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn many_mutants_of_every_kind_of_file_end_every_command() {
    let driven = driven_through_every_command(30) + driven_through_the_playground(30);
    keeps("commands at night", driven);
}

#[test]
fn no_number_in_a_small_file_asks_for_more_than_there_is() {
    keeps("small files that ask for much", asking_for_much(29, "4000000000", &["check FILE"]));
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn none_of_the_numbers_in_shipped_files_asks_for_more_than_there_is() {
    let commands = ["check FILE", "run FILE", "solve FILE --debates 2 --reveal"];
    let asked = ["4000000000", "3000000"].map(|large| asking_for_much(1, large, &commands));
    keeps("small files at night", asked.iter().sum());
}

#[test]
fn a_file_that_reads_and_does_not_open_is_refused_with_the_line_of_the_fault() {
    let text = "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {cross-examination: {claim: 1}}\n\
        machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}\nseats: {alice: nosuch, bob: human}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.yaml");
    std::fs::write(&path, text).expect("it can be written");
    let entry = library::find(&path.to_string_lossy()).expect("it reads");
    let mut stage = HeadlessPlayground::new(library::shipped(), (100, 30), None);
    stage.open(&entry);
    until(&mut stage, &["line 6, column 16: Alice has no strategy `nosuch`"]);
}
