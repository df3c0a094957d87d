//! All JSON and CSV output follows the published schema: `docs/reference/output.schema.json`.

use std::collections::BTreeSet;

use elenchus::rules::Cost;
use serde_json::{Map, Value, json};

use crate::kit::{elenchus, folder, printed};

/// The names of outputs, each with a command. `{}` is a folder.
const OUTPUTS: &str = "\
run: run find-the-lie --json --reveal
run: run four-estimates --json --reveal
run: run twins --json
run: replay {}/record.yaml --json
solve: solve find-the-lie --json --reveal
solve: solve three-lamps --json --reveal
solve: solve qbf-duel --json
simulate: simulate find-the-lie --debates 20 --json --reveal
simulate: simulate four-estimates --debates 20 --json
simulate: simulate twins --debates 5 --json --reveal
simulate: merge {}/part --json
simulate.jsonl: simulate rigged-coin --debates 3 --jsonl --reveal
simulate.jsonl: simulate four-estimates --debates 3 --jsonl
simulate.csv: simulate rigged-coin --debates 3 --csv --reveal
simulate.csv: simulate four-estimates --debates 3 --csv
sweep: sweep rigged-coin --vary alice.shift=0,0.1 --debates 5 --json --reveal --best alice,bob
sweep: sweep four-estimates --vary seed=1,2 --debates 5 --json
sweep.jsonl: sweep rigged-coin --vary alice.shift=0,0.1 --debates 5 --jsonl --reveal --best bob
sweep.csv: sweep rigged-coin --vary alice.shift=0,0.1 --debates 5 --csv --reveal --best alice,bob
attack: attack find-the-lie --seat bob --json --reveal
attack: attack four-estimates --seat alice --json --reveal --debates 20
attack.csv: attack find-the-lie --seat bob --csv --reveal
eval: eval {}/study.yaml --log {}/log.jsonl --json --reveal
eval.csv: eval {}/study.yaml --log {}/log.jsonl --resume --format csv --reveal
eval.dry: eval {}/study.yaml --dry-run 2 --json --reveal
power: power --rates 0.7,0.8 --json
power: power --difference 0.1 --sd 0.4 --json
headline: headline query-complexity --most 8 --json
constants: constants --k 1 --steps 16 --json
constants: constants --k 1 --steps 16 --check 0.01,0.02,0.05,0.0006,0.01 --json
dqc: dqc --inputs 2 --json
dqc: dqc --function `x1 & x2` --json
list: list --json
list.strategies: list --strategies find-the-lie --json
check: check find-the-lie lazy-bob --json --reveal
archive: archive list --json
grade: grade {}/record.yaml --json
grade.csv: grade {}/record.yaml --csv";

const STUDY: &str = "\
title: A study
scenarios: [find-the-lie, parity-of-eight]
players:
  - {name: a, alice: honest, bob: honest}
  - {name: b, alice: honest, bob: honest, judge: 'budget:1'}
seeds: 2
";

struct OutputSchema(Value);

impl OutputSchema {
    /// Adds a sentence for each place of a value that contradicts a schema. This covers the words that our schema uses.
    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        if let Some(name) = schema["$ref"].as_str() {
            let own = self.0.pointer(name.trim_start_matches('#')).expect("a definition");
            self.check(own, value, at, faults);
        }
        let kinds = match &schema["type"] {
            Value::Array(all) => all.clone(),
            Value::Null => Vec::new(),
            one => vec![one.clone()],
        };
        let is = |kind: &Value| match kind.as_str().expect("a type") {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("the schema has the type {other}"),
        };
        if !kinds.is_empty() && !kinds.iter().any(is) {
            faults.push(format!("{at} is {value}, not {}", schema["type"]));
        }
        let of_any = |own: &Value| {
            let mut faults = Vec::new();
            self.check(own, value, at, &mut faults);
            faults.is_empty()
        };
        if schema["anyOf"].as_array().is_some_and(|any| !any.iter().any(of_any)) {
            faults.push(format!("{at} is {value}, which no alternative allows"));
        }
        if let (Value::Array(all), false) = (value, schema["items"].is_null()) {
            for (n, item) in all.iter().enumerate() {
                self.check(&schema["items"], item, &format!("{at}/{n}"), faults);
            }
        }
        let Value::Object(own) = value else { return };
        for key in schema["required"].as_array().into_iter().flatten() {
            if !own.contains_key(key.as_str().expect("a key")) {
                faults.push(format!("{at} lacks {key}"));
            }
        }
        if schema["maxProperties"].as_u64().is_some_and(|most| own.len() as u64 > most) {
            let required = schema["required"].as_array().expect("keys");
            let more = own.keys().filter(|key| !required.contains(&json!(key)));
            faults.push(format!("{at} has more keys: {:?}", more.collect::<Vec<_>>()));
        }
        if let Some(known) = schema["propertyNames"]["enum"].as_array() {
            let unknown = own.keys().filter(|key| !known.contains(&json!(key)));
            faults.extend(unknown.map(|key| format!("{at} has the unknown key {key}")));
        }
        for (key, value) in own {
            let named = &schema["properties"][key];
            let any = &schema["additionalProperties"];
            for own in [named, any].into_iter().filter(|own| own.is_object()) {
                self.check(own, value, &format!("{at}/{key}"), faults);
            }
        }
    }

    /// Returns whether the schema explains a key.
    fn explains(&self, key: &str) -> bool {
        let of_a_seat = ["alice_", "bob_", "judge_"].iter().find_map(|seat| key.strip_prefix(seat));
        let cost = of_a_seat.map(|cost| cost.strip_suffix("_se").unwrap_or(cost));
        self.0["$defs"]["keys"]["properties"][key]["description"].is_string()
            || cost.is_some_and(|cost| Cost::ALL.iter().any(|own| own.key() == cost))
    }
}

/// The rows of CSV as objects. An empty cell is `null`.
fn rows(csv: &str) -> Vec<Value> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let cell = |text: &str| match text {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
    };
    let row = |row: csv::StringRecord| -> Map<String, Value> {
        heads.iter().zip(row.iter()).map(|(head, text)| (head.to_owned(), cell(text))).collect()
    };
    reader.records().map(|record| row(record.expect("a row")).into()).collect()
}

#[test]
fn every_output_follows_its_schema() {
    let folder = folder();
    let path = folder.path().display().to_string();
    let study = STUDY.to_owned() + "swap: true\nbaselines: ['direct-judge: {reads: 5}']\n";
    // A judge who reads one bit of the input has no name in the baseline.
    let study = study.replace("judge: 'budget:1'", "judge: honest");
    std::fs::write(folder.path().join("study.yaml"), study).expect("a file");
    printed(&["run", "find-the-lie", "--reveal", "--out", &format!("{path}/record.yaml")]);
    printed(&format!("simulate find-the-lie --debates 2 --slice 1/1 -o {path}/part"));
    let schema = OutputSchema(serde_json::from_str(&printed("schema --output")).expect("JSON"));
    let mut tried = BTreeSet::new();
    let mut check = |name: &str, value: &Value| {
        let own = &schema.0["properties"][name];
        assert!(own.is_object(), "the schema has no `{name}`");
        let mut faults = Vec::new();
        schema.check(own, value, name, &mut faults);
        assert_eq!(faults, Vec::<String>::new(), "{name}: {value:#}");
        tried.insert(name.to_owned());
    };
    for line in OUTPUTS.lines() {
        let (name, command) = line.split_once(": ").expect("a name");
        let output = elenchus(&command.replace("{}", &path));
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let values = match name.rsplit('.').next() {
            Some("csv") => rows(&text),
            Some("jsonl") => {
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
            }
            _ => vec![serde_json::from_str(&text).expect("JSON")],
        };
        assert!(!values.is_empty(), "{command}");
        values.iter().for_each(|value| check(name, value));
    }
    let log = std::fs::read_to_string(folder.path().join("log.jsonl")).expect("a log");
    log.lines().for_each(|line| check("eval.log", &serde_json::from_str(line).expect("JSON")));
    let described = schema.0["properties"].as_object().expect("outputs").keys();
    assert_eq!(described.cloned().collect::<BTreeSet<_>>(), tried);
}

#[test]
fn every_command_that_prints_json_is_in_the_schema() {
    let schema: Value = serde_json::from_str(&printed("schema --output")).expect("JSON");
    let help = printed("help");
    let commands =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let described = schema["properties"].to_string();
    let mut checked = 0;
    for command in commands.filter(|word| word.chars().all(|c| c.is_ascii_lowercase())) {
        let output = elenchus(&["help", command]);
        if String::from_utf8_lossy(&output.stdout).contains("--json") {
            assert!(described.contains(&format!("`{command} ")), "{command}");
            checked += 1;
        }
    }
    assert!(checked > 10, "{help}");
}

#[test]
fn a_name_has_one_meaning_in_all_outputs() {
    let schema = OutputSchema(serde_json::from_str(&printed("schema --output")).expect("JSON"));
    let definitions = schema.0["$defs"].as_object().expect("definitions").values();
    let all = schema.0["properties"].as_object().expect("outputs").values().chain(definitions);
    let mut keys = BTreeSet::new();
    for own in all.flat_map(|own| [own, &own["items"]]) {
        for list in [&own["required"], &own["propertyNames"]["enum"], &own["x-optional"]] {
            keys.extend(list.as_array().into_iter().flatten().filter_map(Value::as_str));
        }
    }
    let unknown: Vec<_> = keys.into_iter().filter(|key| !schema.explains(key)).collect();
    assert_eq!(unknown, Vec::<&str>::new(), "`$defs/keys` describes each key once");
}

/// Older names stay beside the new ones.
#[test]
fn a_point_of_a_sweep_names_its_own_players() {
    let csv = printed(
        "sweep rigged-coin --vary alice.shift=0,0.1 --alice shift:0 --debates 5 --csv --reveal",
    );
    let found = rows(&csv);
    for (row, player) in found.iter().zip(["shift:0", "shift:0.1"]) {
        assert_eq!([&row["alice"], &row["players"][0]], [player, player], "{row}");
    }
    let csv = rows(&printed("simulate four-estimates --debates 2 --csv"));
    assert!(csv.iter().all(|row| row["payoff"].is_number() && row["paid"] == row["payoff"]));
    let run: Value =
        serde_json::from_str(&printed("simulate find-the-lie --debates 2 --json")).expect("JSON");
    assert_eq!(run["seats"], run["strategies"]);
}
