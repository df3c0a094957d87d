//! Reads a machine file.

use super::document::{Document, Outline, in_document};
use super::file::TuringFile;
use super::read;
use crate::machine::turing::{MachineErrors, TuringMachine};

/// Reads a machine file: a machine, or a document with the machine under `source code:` (or
/// `source:`).
///
/// # Errors
/// Returns all errors, with their places in the text.
pub fn parse(text: &str) -> Result<TuringMachine, MachineErrors> {
    let machine = read_machine(text)?;
    let built = machine.setup().and_then(|setup| setup.build());
    built.map_err(|faults| in_document(text, faults))
}

/// Parses a machine file like [`parse`], but checks only its form.
///
/// # Errors
/// Returns an error for everything outside the dialect, with its place in the text.
pub fn read_machine(text: &str) -> Result<TuringFile, MachineErrors> {
    let Document { name, source } = read(text)?;
    let Some(source) = source else { return read(&known_part(text).0) };
    let inner = read::<TuringFile>(&known_part(&source.value).0).map(|machine| machine.named(name));
    inner.map_err(|faults| in_document(text, faults))
}

/// The keys of a machine file that have no effect here. The site ignores them too.
///
/// # Errors
/// Returns an error if the text cannot be read at all.
pub fn ignored_keys(text: &str) -> Result<Vec<String>, MachineErrors> {
    let Document { source, .. } = read(text)?;
    Ok(known_part(source.as_ref().map_or(text, |source| &source.value)).1)
}

/// Replaces the unknown keys of a machine file by empty lines. Returns the new text and these keys.
fn known_part(text: &str) -> (String, Vec<String>) {
    const KNOWN: [&str; 13] = [
        "name",
        "input",
        "blank",
        "start state",
        "synonyms",
        "table",
        "accept",
        "reject",
        "time limit",
        "space",
        "head",
        "oracle",
        "witness",
    ];
    let (mut known, mut ignored) = (String::with_capacity(text.len()), Vec::new());
    let mut dropping = false;
    for line in text.split_inclusive('\n') {
        let begins = !line.starts_with([' ', '\t', '#', '\r', '\n', '-', '{', '}', ']', '.']);
        if begins && let Some((key, _)) = line.split_once(':') {
            let key = key.trim().trim_matches(['"', '\'']);
            dropping = !KNOWN.contains(&key);
            if dropping {
                ignored.push(key.to_owned());
            }
        }
        known += if dropping { if line.ends_with('\n') { "\n" } else { "" } } else { line };
    }
    (known, ignored)
}

/// True if a text looks like a machine file, valid or not: it has a table, or source code with one.
pub fn is_machine(text: &str) -> bool {
    match read::<Outline>(text) {
        Ok(outline) => {
            let in_source = outline.source.is_some_and(|source| source.contains("table:"));
            outline.elenchus.is_none() && (outline.table.is_some() || in_source)
        }
        // An error of syntax hides all keys. Then the lines that look like keys decide.
        Err(_) => {
            let keys = || text.lines().filter_map(|line| line.split_once(':')).map(|(key, _)| key);
            let has =
                |name: &str| keys().any(|key| key.trim_end().trim_matches(['"', '\'']) == name);
            has("table") && (has("blank") || has("start state")) && !has("elenchus")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::turing::TuringRun;

    const INCREMENT: &str = "
# Adds one to a binary number.
input: '1011'
blank: ' '
start state: right
table:
  right:
    [1, 0]: R
    ' '  : {L: carry}
  carry:
    1      : {write: 0, L}
    [0,' ']: {write: 1, L: done}
  done:
";

    fn fault(text: &str) -> String {
        parse(text).expect_err("a fault").to_string()
    }

    #[test]
    fn a_machine_in_the_dialect_opens_as_it_is() {
        let machine = parse(INCREMENT).expect("a machine");
        assert_eq!((machine.steps(), machine.halts_at()), (8, Some(8)));
        let end = TuringRun::new(machine.clone()).at(8);
        assert_eq!(machine.write(&end), "state=done head=1 tape=1100_");
        assert!(machine.accepts(end.state()));
    }

    #[test]
    fn all_forms_of_an_instruction_are_read() {
        let machine = parse(
            "
input: aab+.1   # symbols need no quotes where YAML needs none
blank: '0'
start state: q 0
synonyms:
  stop: {N: halt}
  erase: {write: '0', R}
table:
  q 0:
    a: erase
    [b, +]: R
    .: {write: 7, R: q 0}
    1: stop
    y: N
    N: {N: q 0}
  halt: {}
",
        )
        .expect("a machine");
        let end = TuringRun::new(machine.clone()).at(machine.steps());
        assert_eq!(machine.write(&end), "state=halt head=6 tape=00b+71");
    }

    #[test]
    fn an_exported_document_opens_too() {
        let text = "name: two steps\nsource code: |\n  input: 0\n  blank: ' '\n  start state: a\n  \
                    table:\n    a: {0: {R: b}}\n    b:\npositions:\n  a: {x: 1.5, y: 2}\n";
        let machine = parse(text).expect("a machine");
        assert_eq!(machine.name(), Some("two steps"));
        assert_eq!(machine.steps(), 1);
    }

    #[test]
    fn digits_keep_their_leading_zeros() {
        let machine = parse(&INCREMENT.replace("'1011'", "0011")).expect("a machine");
        assert_eq!(machine.write_tape(machine.start().tape()), "0011_");
    }

    #[test]
    fn a_missing_instruction_halts() {
        let machine = parse(&INCREMENT.replace("    1      : {write: 0, L}\n", "")).expect("fine");
        assert_eq!(machine.halts_at(), Some(5));
        let end = TuringRun::new(machine.clone()).at(machine.steps());
        assert!(machine.is_halted(&end));
        assert!(!machine.accepts(end.state()));
    }

    #[test]
    fn faults_name_line_and_column() {
        assert_eq!(
            fault(&INCREMENT.replace("L: done", "L: doen")),
            "line 12, column 28: state `doen` is not in the table. Add it, with an empty row if \
             it halts"
        );
        assert!(fault(&INCREMENT.replace("]: R", "]: r")).starts_with("line 8, column 13: `r` is"));
        assert!(fault(&INCREMENT.replace("write: 0", "write: 00")).contains("line 11, column 22"));
        assert!(fault(&INCREMENT.replace("blank: ' '", "blank: ''")).contains("line 4"));
        let twice = INCREMENT.replace("[1, 0]: R", "0: R\n    1: R\n    '1': L");
        assert!(fault(&twice).contains("two instructions for `1`"), "{}", fault(&twice));
        assert!(fault(&INCREMENT.replace("right\n", "left\n")).contains("start state `left`"));
        assert!(fault(&INCREMENT.replace("{write: 0, L}", "{write: 0}")).contains("no direction"));
        assert!(fault(&INCREMENT.replace("{write: 0, L}", "{L, R}")).contains("at once"));
        assert!(fault(&INCREMENT.replace("write: 0", "wriet: 0")).starts_with("line 11"));
        assert!(fault("input: 1").contains("blank"));
        assert!(fault("").len() > 5);
    }

    #[test]
    fn a_slip_of_syntax_has_its_own_line() {
        let slips = [
            ("    ' '  : {L: carry}", "    *: {L: carry}", 9),
            ("    [1, 0]: R", "\t1: R", 8),
            ("    [1, 0]: R", "    [1,0: R", 8),
        ];
        for (right, slip, line) in slips {
            let text = INCREMENT.replace(right, slip);
            assert!(is_machine(&text), "{slip}");
            let told = fault(&text);
            assert!(told.starts_with(&format!("line {line}")), "{slip}: {told}");
        }
        assert!(!is_machine("elenchus: 1\ntable:\n  *: {}\nblank: ' '\n"));
        assert!(!is_machine("table:\n  *: {}\n"), "a table of something else");
    }

    #[test]
    fn states_accept_by_their_common_names() {
        let with = |name: &str| {
            let text = INCREMENT
                .replace("done", name)
                .replace(&format!("  {name}:\n"), &format!("  {name}:\n  stuck:\n"));
            let machine = parse(&text).expect("a machine");
            let accepts = |state: &str| machine.accepts(machine.state(state).expect("a state"));
            (accepts(name), accepts("stuck"), machine.names_accepting())
        };
        for name in ["accept", "q_accept", "qAcc", "halt-accept", "'yes'", "Q Accept"] {
            let name = name.trim_matches('\'');
            let name = if name == "yes" { "q_yes" } else { name };
            assert_eq!(with(name), (true, false, true), "{name}");
        }
        for name in ["q_reject", "halt-reject", "q_no"] {
            assert_eq!(with(name), (false, true, false), "{name}");
        }
        assert_eq!(with("done"), (true, true, false), "no name says more");
        let text = INCREMENT.replace("blank: ' '", "blank: '\u{a0}'");
        assert!(fault(&text).contains("nobody can see it"), "{}", fault(&text));
    }

    #[test]
    fn all_faults_come_at_once_and_in_order() {
        let text = INCREMENT.replace("L: carry", "L: cary").replace("L: done", "L: doen");
        let faults = parse(&text).expect_err("faults");
        let lines: Vec<u32> = faults.iter().filter_map(|f| Some(f.place?.line)).collect();
        assert_eq!(lines, [9, 12]);
    }

    #[test]
    fn faults_in_an_exported_document_are_placed_in_the_outer_file() {
        let inner = INCREMENT.replace("L: done", "L: doen").replace('\n', "\n  ");
        let text = format!("name: x\nsource code: |{inner}\n");
        assert!(fault(&text).starts_with("line 13, column 30"), "{}", fault(&text));
    }

    #[test]
    fn words_that_yaml_takes_for_something_else_must_be_quoted() {
        let text = INCREMENT.replace("    1      :", "    ~      :");
        assert!(fault(&text).contains("in quotes"), "{}", fault(&text));
    }

    #[test]
    fn limits_are_checked_against_the_machines_own_run() {
        let with = |line: &str| format!("{INCREMENT}{line}\n");
        assert!(fault(&with("space: {from: 1, to: 4}")).contains("the head reaches cell 5"));
        assert!(fault(&with("space: {from: 2, to: 9}")).contains("the input begins at cell 1"));
        assert!(fault(&with("space: {from: 9, to: 2}")).contains("from 1 to"));
        assert!(fault(&with("time limit: 0")).contains("time limit"));
        assert!(fault(&with("accept: nowhere")).contains("`nowhere` is not in the table"));
        assert!(fault(&with("accept: done\nreject: [carry, done]")).contains("both"));
        let machine = parse(&with("space: {from: -1, to: 6}\ntime limit: 20")).expect("fine");
        assert_eq!((machine.steps(), machine.space().cells()), (20, 8));
        assert_eq!(machine.halts_at(), Some(8));
    }

    #[test]
    fn a_machine_that_never_halts_gets_a_time_limit() {
        let text = "blank: ' '\nstart state: a\ntable: {a: {' ': {R: b}}, b: {' ': {L: a}}}";
        let machine = parse(text).expect("a machine");
        assert_eq!((machine.steps(), machine.halts_at()), (1_000, None));
        assert_eq!(machine.space().cells(), 2);
        // No state halts, so the claim is about the last state of the run.
        assert!(machine.accepts(machine.state("a").expect("a")));
        assert!(!machine.accepts(machine.state("b").expect("b")));
        let text = "blank: ' '\nstart state: a\ntable: {a: {' ': R}}";
        assert_eq!(parse(text).expect("a machine").space().cells(), 1_001);
    }

    /// Returns the last state of a machine with these rows and keys.
    fn ends_in(rows: &str, more: &str) -> String {
        let text = format!(
            "input: '01'\nblank: ' '\nstart state: a\n{more}table:\n  a:\n{rows}\n  b:\n  c:\n"
        );
        let machine = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let end = TuringRun::new(machine.clone()).at(machine.steps());
        machine.state_name(end.state()).to_owned()
    }

    #[test]
    fn a_synonym_named_n_is_the_authors() {
        assert_eq!(ends_in("    0: N", "synonyms: {N: {R: b}}\n"), "b");
        let text = "blank: 0\nstart state: a\nsynonyms: {N: {R: b}}\ntable: {a: {0: N}, b: }";
        assert_eq!(parse(text).expect("a machine").halts_at(), Some(1));
    }

    #[test]
    fn a_key_may_be_a_list_in_one_string_and_the_last_group_holds() {
        assert_eq!(ends_in("    '0,1': {R: b}", ""), "b");
        assert_eq!(ends_in("    [0, 1]: {R: b}\n    [0, ' ']: {R: c}", ""), "c");
        assert_eq!(ends_in("    [0, 1]: {R: b}\n    0: {R: c}", ""), "b", "digits come first");
        assert_eq!(ends_in("    [' ', ',']: L\n    '0,,': {R: b}", ""), "b", "0 and a comma");
        assert_eq!(ends_in("    ',': L\n    0: {R: b}", ""), "b", "a comma alone is a symbol");
    }

    #[test]
    fn keys_that_the_site_ignores_are_ignored_and_reported() {
        let more = "author: me\nnotes:\n  - one\n  - two: {deep: 1}\n";
        assert_eq!(ends_in("    0: {R: b}", more), "b");
        let text = INCREMENT.replace("blank:", "author: me\nblank:");
        assert_eq!(ignored_keys(&text).expect("YAML"), ["author"]);
        assert!(ignored_keys(INCREMENT).expect("YAML").is_empty());
    }

    #[test]
    fn spaces_and_wide_characters_are_symbols_and_are_shown_by_others() {
        let text = "input: '0 木'\nblank: 0\nstart state: a\n\
                    table: {a: {0: R, ' ': R, 木: {write: ' ', R: 'b;c'}}, 'b;c': }";
        let machine = parse(text).expect("a machine");
        let start = machine.write(&machine.start());
        assert_eq!(start, "state=a head=1 tape=0_-0");
        assert_eq!(machine.read(&start).expect("its own text"), machine.start());
        let shown: Vec<_> = machine.alphabet().shown_otherwise().collect();
        assert_eq!(shown, [(' ', '_'), ('木', '-')]);
        assert!(machine.state("b:c").is_some(), "a semicolon separates moves");
    }

    const ORACLE: &str = "
input: '0110'
blank: ' '
start state: ask
oracle:
  state: ask
  reads: 2
  question: Does {word} please you?
  answers: {01: yes, 1: yes, else: no}
  yes: {write: 1, R: ask}
  no: {write: 0, R: last}
table: {ask: , last: }
";

    #[test]
    fn an_oracle_state_asks_about_the_cells_from_the_head_on() {
        let machine = parse(ORACLE).expect("a machine");
        let run = TuringRun::new(machine.clone());
        // 01 gives yes, and 11 gives no.
        assert_eq!((machine.steps(), run.asked()), (2, 2));
        assert_eq!(machine.write(&run.at(2)), "state=last head=3 tape=1010");
        let question = machine.question_at(&machine.start());
        assert_eq!(question.as_deref(), Some("Does 01 please you?"));
        assert_eq!(machine.question_at(&run.at(2)), None);
    }

    #[test]
    fn an_oracle_state_is_checked() {
        assert!(fault(&ORACLE.replace("01: yes", "011: yes")).contains("longer than the 2 cells"));
        assert!(fault(&ORACLE.replace("01: yes", "0x: yes")).contains("never on the tape"));
        assert!(fault(&ORACLE.replace("reads: 2", "reads: 0")).contains("1 to 64 cells"));
        assert!(fault(&ORACLE.replace("ask: ,", "ask: {0: R},")).contains("must be empty"));
        assert!(fault(&ORACLE.replace("write: 1, R: ask", "R: ask")).contains("after `yes`"));
        assert!(fault(&ORACLE.replace("1: yes, else", "1: maybe, else")).starts_with("line 9"));
    }

    #[test]
    fn a_machine_reads_back_as_it_is_written_out() {
        let text =
            format!("{INCREMENT}accept: [done]\nspace: {{from: -1, to: 9}}\nsynonyms: {{s: L}}");
        for text in [text.as_str(), ORACLE] {
            let machine: TuringFile = read(text).expect("a machine");
            let written = serde_yaml::to_string(&machine).expect("YAML");
            let again: TuringFile = read(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
            assert_eq!(again, machine, "{written}");
        }
    }
}
