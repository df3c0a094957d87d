//! Files of other tools, through the commands. Elenchus recognizes them by their content, asks
//! about them and converts them.

use std::path::{Path, PathBuf};

use crate::kit::{elenchus, file, folder, json, printed, refused};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/files_of_other_tools").join(name)
}

/// The bits of a + b as the files name them: a[0], …, a[3], b[0], …, b[3].
fn adder_input(a: u32, b: u32) -> String {
    (0..8)
        .map(|at| if at < 4 { a >> at } else { b >> (at - 4) } & 1)
        .map(|b| b.to_string())
        .collect()
}

#[test]
fn yosys_and_abc_wrote_one_adder_three_ways_and_all_add() {
    use elenchus::machine::circuit::aiger::{Aiger, OutputChoice, binary};
    let read = |name: &str| std::fs::read(fixture(name)).expect("a file");
    for name in ["yosys_adder.aig", "yosys_adder.aag", "abc_adder.aig"] {
        let bytes = read(name);
        let text = match binary::is_binary(&bytes) {
            true => binary::to_ascii(&bytes).expect("AIGER"),
            false => String::from_utf8(bytes).expect("text"),
        };
        let file = Aiger::parse(&text).expect("AIGER");
        assert_eq!(file.outputs().len(), 5);
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let x = adder_input(a, b).parse().expect("bits");
            let sum = (0..5).map(|bit| {
                let circuit = file.circuit(Some(OutputChoice::Number(bit))).expect("an output");
                u32::from(circuit.output_on(&x).expect("eight bits")) << bit
            });
            assert_eq!(sum.sum::<u32>(), a + b, "{name}: {a} + {b}");
        }
    }
}

#[test]
fn any_question_can_be_asked_of_a_circuit_file() {
    let file = fixture("yosys_adder.aig");
    let file = file.to_str().expect("a name");
    let truth = |more: &[&str]| {
        let input = adder_input(9, 7);
        let all = [&["solve", file, "--json", "--input", &input], more].concat();
        json(&all)["truth"].as_f64().expect("a truth")
    };
    // 9 + 7 = 16: the bit of 16 is 1, all others are 0.
    assert_eq!(truth(&["--output", "4", "--claim", "1"]), 1.0);
    assert_eq!(truth(&["--output", "s[4]", "--claim", "0"]), 0.0);
    assert_eq!(truth(&["--output", "0", "--claim", "0", "--protocol", "bisection"]), 1.0);
    assert_eq!(truth(&["--claim", "00001"]), 1.0, "the outputs as a word, s[0] first");
    assert_eq!(truth(&["--claim", "10001"]), 0.0);
    let run = json(&["run", file, "--protocol", "circuit-walk", "--output", "4", "--json"]);
    assert_eq!(run["record"]["claim"], "Alice claims: output number 4, counted from 0, is 0.");
    let told = refused(&["run", file, "--claim", "001"]);
    assert!(told.contains("the file has 5 outputs"), "{told}");
    let told = refused(&["run", file, "--steps", "7"]);
    assert!(told.contains("has no number of steps"), "{told}");
    let told = refused(&["run", file, "--protocol", "shouting"]);
    assert!(told.contains("no `shouting` here") && told.contains("gate-check"), "{told}");
}

#[test]
fn a_counter_with_latches_runs_from_its_first_values_for_as_many_steps_as_are_asked() {
    let counter = fixture("yosys_counter.aig");
    let counter = counter.to_str().expect("a name");
    let checked = |file: &str| {
        let checked = json(&["check", file, "--json"]);
        checked[0]["warnings"].as_array().expect("a list").len()
    };
    assert_eq!(checked(counter), 1, "its latches are free inputs");
    let full = |steps: usize, go: &str| {
        // Each step has a clock, which the circuit does not read, and `go`.
        let input: String = go.chars().flat_map(|go| ['0', go]).collect();
        let asked = ["--output", "full", "--claim", "1", "--input", &input];
        let steps = steps.to_string();
        let all = [&["solve", counter, "--json", "--steps", &steps], &asked[..]].concat();
        json(&all)["truth"].as_f64().expect("a truth")
    };
    // A counter of two bits is full one step after the third count.
    assert_eq!(full(4, "1111"), 1.0);
    assert_eq!(full(4, "1011"), 0.0);
    assert_eq!(full(5, "10110"), 1.0);
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("counter.yaml");
    let saved = saved.to_str().expect("a name");
    let ask = ["--steps", "4", "--output", "full", "--claim", "1", "--save", saved];
    let run = elenchus(&[&["run", counter], &ask[..]].concat());
    assert!(run.status.success());
    assert_eq!(checked(saved), 0);
    let told = std::fs::read_to_string(saved).expect("a record");
    assert!(told.contains("Alice claims: output full is 1 in step 4."), "{told}");
}

#[test]
fn a_file_is_known_by_its_content_and_converts_to_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in
        ["yosys_adder.aig", "abc_adder.aig", "adder4.aag", "adder4.txt", "random100.qdimacs"]
    {
        let odd = folder.path().join(format!("{name}.odd"));
        std::fs::copy(fixture(name), &odd).expect("a copy");
        let scenario = folder.path().join(format!("{name}.yaml"));
        let (odd, saved) = (odd.to_str().expect("a name"), scenario.to_str().expect("a name"));
        assert!(elenchus(&["convert", odd, "--save", saved]).status.success(), "{name}");
        let [first, again] = [odd, saved].map(|file| json(&["run", file, "--json"]));
        assert_eq!(first["winner"], again["winner"], "{name}");
        assert_eq!(first["claim_true"], again["claim_true"], "{name}");
    }
}

#[test]
fn an_unknown_format_is_refused_with_a_list_of_the_known_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    for bytes in [&b"hello there"[..], b"\x89PNG\r\n\x1a\n\xff\xfe", b"a: 1\n"] {
        let path = folder.path().join("what");
        std::fs::write(&path, bytes).expect("it can be written");
        let output = elenchus(&["check", path.to_str().expect("a name")]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        for format in ["elenchus: 1", "turingmachine.io", "AIGER", "Bristol", "QDIMACS"] {
            assert!(told.contains(format), "{told}");
        }
    }
}

#[test]
fn a_formula_of_a_hundred_variables_is_played_and_says_why_it_has_no_value() {
    let file = fixture("random100.qdimacs");
    let file = file.to_str().expect("a name");
    let solved = json(&["solve", file, "--debates", "1", "--json"]);
    assert_eq!(solved["truth"], serde_json::Value::Null);
    assert!(solved.to_string().contains("it has 99 bits, but at most 24"), "{solved}");
    // A player who would search the game plays as `zeros` does, and pays for no search.
    let played = |alice: &str| json(&["run", file, "--alice", alice, "--bob", "random", "--json"]);
    let [honest, zeros] = ["honest", "zeros"].map(played);
    assert!(honest["winner"].is_string() && honest["claim_true"].is_null(), "{honest}");
    assert_eq!(honest["winner"], zeros["winner"]);
    assert!(honest["ledger"]["alice"]["steps"].as_u64().unwrap_or(0) == 0, "{honest}");
}

#[test]
fn moves_that_no_longer_fit_an_edited_machine_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.yaml");
    let path = path.to_str().expect("a name");
    assert!(elenchus(&["run", "find-the-lie", "--save", path]).status.success());
    let text = std::fs::read_to_string(path).expect("text");
    let edited = text.replacen("    steps:\n", "    steps:\n    - constant: 0\n", 1);
    assert_ne!(text, edited);
    std::fs::write(path, edited).expect("it can be written");
    let output = elenchus(&["check", path]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("delete `moves`"), "{told}");
}

#[test]
fn a_turing_machine_is_asked_about_another_tape_and_another_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("inc.txt");
    std::fs::write(
        &path,
        "input: '1'\nblank: ' '\nstart state: a\nauthor: me\ntable:\n  a: {'0,1': R, ' ': {L: b}}\n  b:\n",
    )
    .expect("it can be written");
    let path = path.to_str().expect("a name");
    let converted = elenchus(&["convert", path, "--input", "0110", "--claim", "0"]);
    let text = String::from_utf8(converted.stdout).expect("text");
    assert!(text.contains("after 5 steps this machine is not in state b"), "{text}");
    let run = json(&["run", path, "--steps", "2", "--json"]);
    assert_eq!(run["record"]["claim"], "Alice claims: after 2 steps this machine is in state b.");
}

#[test]
fn a_mark_of_utf8_at_the_start_of_a_file_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("\u{feff}{text}")).expect("it can be written");
        elenchus(&["check", path.to_str().expect("a name")]).status.success()
    };
    assert!(marked("and.aag", "aag 3 2 0 1 1\n2\n4\n6\n6 4 2\n"));
    assert!(marked("one.qdimacs", "p cnf 1 1\ne 1 0\n1 0\n"));
    assert!(marked("and.txt", "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n"));
}

#[test]
fn faults_of_a_file_are_shown_at_their_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let faulty = [
        ("p cnf 2 1\ne 1 0\n1  z 0\n", "3:4: `z` is not a number\n  1  z 0\n     ^"),
        ("p cnf 2 1\ne 1 0\n1 3 0\n", "3:3: variable 3 is above 2"),
        ("p cnf 2 1\ne 1 -2 0\n1 2 0\n", "2:5: a quantified variable must have no minus sign"),
        ("1 3\n2 1 1\n1 1\n2 1 0 7 2 AND\n", "4:7: there is no wire 7"),
        ("1 3\n2 1 1\n1 1\n2 1 0 1 7 AND\n", "4:9: there is no wire 7"),
        ("1 3\n2 1 1\n1 1\n2 1 0 1 2 FOO\n", "4:11: `FOO` is not a known gate"),
        ("1 3\n2 1 1\n1 1\n2 1 0 b 2 AND\n", "4:7: expected numbers"),
        ("aag 3 2 0 1 1\n2\n4\n6\n6 2 99\n", "5:5: literal 99 is too large"),
        ("aag 3 2 0 1 1\n2\n4\n6\n99 2 4\n", "5:1: literal 99 is too large"),
        ("aag 2 1 1 1 0\n2\n4 9 1\n4\n", "3:3: literal 9 is too large"),
        (
            "aig 2 1 0 1 1\n4\n\u{2}\u{1}i7 x\n",
            "in the ASCII form of this file, line 5: there is no `i7`",
        ),
    ];
    for (text, expected) in faulty {
        let path = folder.path().join("what");
        std::fs::write(&path, text).expect("it can be written");
        let output = elenchus(&["check", path.to_str().expect("a name")]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(expected), "{told}");
    }
}

/// Passes each text through PyYAML's `safe_load` and `dump`. `None` if Python has no PyYAML.
fn through_pyyaml(texts: &[String]) -> Option<Vec<String>> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let script = "import json, sys, yaml\n\
                  texts = json.load(sys.stdin)\n\
                  print(json.dumps([yaml.dump(yaml.safe_load(text), sort_keys=False) for text in texts]))";
    let has_it = Command::new("python3").args(["-c", "import yaml"]).stderr(Stdio::null()).status();
    if !has_it.is_ok_and(|status| status.success()) {
        return None;
    }
    let mut python = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python");
    let input = serde_json::to_vec(texts).expect("JSON");
    python.stdin.take().expect("a pipe").write_all(&input).expect("it reads");
    let output = python.wait_with_output().expect("Python ends");
    assert!(output.status.success(), "PyYAML does not load a file");
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Loaders of YAML 1.1 read yes and no as truth values. The shipped files are the same to them, and so is
/// what Elenchus writes.
#[test]
fn shipped_and_written_files_survive_a_loader_of_yaml_1_1() {
    use elenchus::scenario::{course, library, read, write};
    let exercises = course::course("exercises").expect("they are shipped").entries;
    let entries: Vec<_> = library::shipped().into_iter().chain(exercises).collect();
    let written: Vec<String> = entries
        .iter()
        .map(|entry| write(entry.scenario.as_ref().expect("it reads")).expect("text"))
        .collect();
    let files: Vec<String> = entries.iter().map(|entry| entry.text.clone()).collect();
    assert!(files.len() > 80);
    for texts in [&files, &written] {
        let Some(dumped) = through_pyyaml(texts) else { return };
        for ((entry, text), expected) in entries.iter().zip(&dumped).zip(&written) {
            let again =
                read("dumped", text).unwrap_or_else(|why| panic!("{}: {why}\n{text}", entry.id));
            assert_eq!(write(&again).expect("text"), *expected, "{}", entry.id);
        }
    }
}

/// A file that writes yes and no without quotes comes back with truth values in their place.
#[test]
fn truth_values_are_accepted_for_yes_and_no() {
    use elenchus::scenario::{read, write};
    let file = |protocol: &str, machine: &str| {
        format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {protocol}\nmachine: {machine}\n\
             seats: {{alice: honest, bob: honest, judge: honest}}\n"
        )
    };
    let turing = |yes: &str, no: &str| {
        format!(
            "{{turing: {{input: ab, blank: ' ', start state: ask, time limit: 4, table: {{ask: , done: }}, \
             oracle: {{state: ask, answers: {{a: {yes}, else: {no}}}, {yes}: {{write: b, R: done}}, \
             {no}: {{write: a, R: done}}}}}}}}"
        )
    };
    let claims = "{claims: {tree: {root: {claim: r, all: [a, b]}, a: {claim: a, is: true}, b: {claim: b, is: true}}}}";
    let plan = |yes: &str| {
        format!("{{plan: {{steps: [{{ask: a, {yes}: 0.5}}, {{ask: b, answer: {yes}}}]}}}}")
    };
    let votes =
        |yes: &str| format!("{{votes: {{question: q, votes: 3, {yes}: 0.5, rule: majority}}}}");
    let stochastic = "{stochastic: {k: 2}}";
    for [words, truths] in [
        [file(stochastic, &plan("yes")), file(stochastic, &plan("true"))],
        [file(stochastic, &votes("yes")), file(stochastic, &votes("true"))],
        [
            file("{recursive-debate: {answer: no}}", claims),
            file("{recursive-debate: {answer: false}}", claims),
        ],
        [
            file("{bisection: {claim: 1}}", &turing("yes", "no")),
            file("{bisection: {claim: 1}}", &turing("true", "false")),
        ],
    ] {
        let [words, truths] = [words, truths].map(|text| {
            let scenario = read("test", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            write(&scenario).expect("text")
        });
        assert_eq!(words, truths);
    }
}

#[test]
fn no_comment_of_another_tool_turns_the_direction_of_text() {
    let folder = folder();
    let marks = ['\u{202e}', '\u{61c}', '\u{2066}', '\u{1b}'];
    let aag = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\nc\nabout\u{202e} AIGER\u{61c}\u{1b}[31m\n";
    let qdimacs = "c about\u{2066} QDIMACS\np cnf 1 1\ne 1 0\n1 0\n";
    for (name, text) in [("a.aag", aag), ("q.qdimacs", qdimacs)] {
        let path = file(folder.path(), name, text);
        let converted = printed(&["convert", &path]);
        // Files that have such a mark already, as other versions wrote them.
        let old = converted.replacen("about\u{fffd}", "about\u{202e}", 1);
        let old = file(folder.path(), "old.yaml", &old);
        for (path, command) in
            [(&path, "convert"), (&old, "convert"), (&path, "run"), (&old, "run")]
        {
            let more = if command == "run" { "--json --bob honest" } else { "" };
            let told = printed(&format!("{command} {path} {more}"));
            assert!(told.contains("about"), "{command}: {told}");
            assert!(!told.contains(marks), "{command}: {told:?}");
        }
    }
}
