//! Records as JSON open again. If Alice chooses her answer, all commands agree on the right side of
//! the same debate.

use std::path::Path;

use serde_json::Value;

use crate::kit::{elenchus, json, printed};

fn saved(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("it is written");
    path.to_str().expect("a name").to_owned()
}

/// A file with this protocol over two claims. One is false, and so is the root.
fn two_claims(protocol: &str) -> String {
    format!(
        "{{elenchus: 1, title: t, claim: x, protocol: {protocol}, machine: {{claims: {{tree: \
         {{a: {{claim: a, all: [b, c]}}, b: {{claim: b}}, c: {{claim: c}}}}, false-leaves: [c]}}}}}}"
    )
}

#[test]
fn a_record_printed_as_json_is_the_same_debate() {
    let folder = tempfile::tempdir().expect("a folder");
    let inputs = "{elenchus: 1, title: t, claim: x, protocol: {cross-examination: {claim: 1}}, machine: \
                  {plan: {inputs: {z: 1, a: 0}, steps: [{ask: q, given: [z], table: {\"0\": 0, \"1\": 0}}, \
                  {and: [z, 1]}, {or: [a, 2]}]}}, seats: {alice: {mix: {\"lie-at:1\": 0.5, \"flip:3\": 0.5}}, \
                  bob: {rounds: {1: \"point 1\"}, then: honest}}, seed: 5}";
    let inputs = saved(folder.path(), "inputs.yaml", inputs);
    for debate in ["all-of-three", "three-lamps", "friday-release", &inputs] {
        let text = printed(&["run", debate, "--json", "--reveal"]);
        let run: Value = serde_json::from_str(&text).expect("JSON");
        // In the printed text, `record` is the last key. Parsed JSON has sorted keys.
        let (_, record) = text.split_once("\"record\":").expect("a record");
        let record = record.trim_end().strip_suffix('}').expect("an end");
        let record = saved(folder.path(), "record.json", record);
        let again = json(&["replay", &record, "--json"]);
        assert_eq!(again["record"]["moves"], run["record"]["moves"], "{debate}");
        assert_eq!(again["winner"], run["winner"], "{debate}");
        let checked = elenchus(&["check", &record]);
        assert!(checked.status.success(), "{debate}: {checked:?}");
    }
}

#[test]
fn an_answer_that_is_right_is_the_side_that_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let free = saved(folder.path(), "free.yaml", &two_claims("{recursive-debate: {answer: free}}"));
    let solved = printed(&["solve", &free]);
    assert!(solved.contains("truth: the claim is false") && !solved.contains("FAILS"), "{solved}");
    let run = printed(&["run", &free]);
    let answer = "Alice answered no, which was right.";
    assert!(run.contains(answer) && run.contains("The claim is false."), "{run}");
    let paid = saved(
        folder.path(),
        "paid.yaml",
        &two_claims("{prover-estimator: {epsilon: 0.1, ratio: 2}}"),
    );
    for file in [&free, &paid] {
        let many = json(&["simulate", file, "--debates", "5", "--json"]);
        assert_eq!(
            (&many["right"], &many["right_answers"]["right"]),
            (&5.into(), &5.into()),
            "{many}"
        );
        assert_eq!(many["by_truth"]["false"]["debates"], 5, "{many}");
    }
    let study =
        format!("title: s\nscenarios: [{free}]\nplayers: [{{name: a, alice: honest}}]\nseeds: 2\n");
    let study = saved(folder.path(), "study.yaml", &study);
    let log = folder.path().join("log.jsonl");
    let told = json(&["eval", &study, "--log", log.to_str().expect("a name"), "--json"]);
    // No side is wrong before she answers.
    let row = &told["rows"][0];
    assert_eq!((&row["right"][0], &row["exploitability"]), (&1.0.into(), &Value::Null), "{told}");
}

#[test]
fn a_step_that_reads_more_than_there_are_steps_breaks_no_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "{elenchus: 1, title: t, claim: x, protocol: {stochastic: {k: 1}}, machine: {plan: {inputs: \
                {x: 1, y: 1}, steps: [{and: [x, y]}]}}}";
    let file = saved(folder.path(), "one.yaml", text);
    let solved = printed(&["solve", &file]);
    assert!(solved.contains("2 (bound 2)") && !solved.contains("FAILS"), "{solved}");
}

#[test]
fn a_goal_is_out_of_reach_by_its_seed_and_how_often_others_reach_it_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let goal = |mix: &str| {
        let text = format!(
            "{{elenchus: 1, title: t, claim: x, seat: bob, protocol: {{cross-examination: {{claim: 1}}}}, \
             machine: {{plan: {{inputs: {{x: 1}}, steps: [{{ask: a, answer: no}}, {{ask: b, answer: yes}}, \
             {{and: [1, 2]}}, {{or: [3, x]}}, {{and: [3, 4]}}]}}}}, seats: {{alice: {{mix: {mix}}}, bob: \
             human, judge: honest}}, lesson: {{goal: {{winner: bob, queries: 5}}}}}}"
        );
        let file = saved(folder.path(), "goal.yaml", &text);
        let checked = elenchus(&["check", &file]);
        let text = [checked.stdout, checked.stderr].concat();
        String::from_utf8(text).expect("text")
    };
    let first = goal("{\"flip:3\": 0.4, \"lie-at:1\": 0.6}");
    assert!(first.contains("no play reaches this goal with `seed: 0`"), "{first}");
    let other = goal("{\"lie-at:1\": 0.4, \"flip:3\": 0.6}");
    assert!(other.contains("(estimated from 40 debates)"), "{other}");
}
