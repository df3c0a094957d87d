//! The papers' headlines. The measurements agree with the promises and with
//! `docs/results/headline.md`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::kit::{elenchus, one_in, printed};

/// A headline at a small size. Some take seconds, and several tests read them, so each is computed
/// once.
fn json(headline: &str, most: &str) -> Value {
    static KNOWN: Mutex<BTreeMap<[String; 2], Value>> = Mutex::new(BTreeMap::new());
    let key = [headline, most].map(str::to_owned);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known().get(&key) {
        return known.clone();
    }
    let found = crate::kit::json(&["headline", headline, "--most", most, "--json"]);
    known().insert(key, found.clone());
    found
}

/// The rows of the tables of a headline, at a small size.
fn tables(headline: &str, most: &str) -> Vec<Vec<Value>> {
    let json = json(headline, most);
    let tables = json["tables"].as_array().expect("tables").iter();
    tables.map(|table| table["rows"].as_array().expect("rows").clone()).collect()
}

fn number(row: &Value, column: &str) -> f64 {
    row[column].as_f64().unwrap_or_else(|| panic!("a number under {column}: {row}"))
}

#[test]
fn provers_pay_for_every_step_and_the_judge_for_one() {
    let tables = tables("doubly-efficient", "4096");
    assert_eq!(tables[0].len(), 10);
    for row in &tables[0] {
        let steps = number(row, "T");
        assert_eq!((number(row, "Alice asks"), number(row, "Bob asks")), (steps, steps));
        assert_eq!((number(row, "judge asks"), number(row, "judge reads")), (1.0, 2.0));
        assert_eq!(number(row, "location bits"), steps.log2());
        assert_eq!(row["outcome"], "the lie loses");
    }
}

#[test]
fn votes_grow_as_the_square_of_k_and_the_logarithm_of_t() {
    let tables = tables("stochastic", "300");
    assert_eq!(tables[0].len(), 12);
    for row in &tables[0] {
        let (k, steps) = (number(row, "K"), number(row, "T"));
        let provers = k * k * (200.0 * steps).ln();
        assert!(number(row, "Alice a step") <= 5000.0 * provers + 1.0, "{row}");
        assert!(number(row, "Bob a step") <= 20_000.0 / 9.0 * provers + 1.0, "{row}");
        assert!(number(row, "judge") <= 106_000.0 * k * k + 1.0, "{row}");
        assert!((number(row, "Alice / K² ln 200T") - 5000.0).abs() < 1.0, "{row}");
        assert!((number(row, "judge / K²") - 105_967.0).abs() < 1.0, "{row}");
    }
}

/// Two other programs found the least r with a grid of errors for Bob.
#[test]
fn a_much_smaller_ratio_than_the_theorem_asks_for_is_enough() {
    let rows = &tables("least-ratio", "27")[0];
    let found = |argument: &str, depth: u64| {
        let own = |row: &&Value| row["argument"] == argument && row["depth"] == depth;
        rows.iter().find(own).expect("a row")
    };
    for (argument, depth, least) in [
        ("majority of 3", 1, 1.062_036),
        ("majority of 3", 2, 1.130_683),
        ("majority of 3", 3, 1.154_356),
        ("majority of 5", 1, 1.134_078),
        ("majority of 5", 2, 1.207_314),
        ("all of 3, one false", 1, 1.0),
    ] {
        let row = found(argument, depth);
        let ends = ["least", "enough"].map(|column| number(row, column));
        assert!(ends[0] <= least && least <= ends[1] && ends[1] - ends[0] < 1.1e-4, "{row}");
        assert!(number(row, "any depth") >= number(row, "enough") - 1e-9, "{row}");
    }
    assert!((number(found("majority of 3", 1), "asked") - 28.778).abs() < 1e-3);
    assert_eq!(found("all of 3, one false", 1)["asked"], "nothing");
}

/// `docs/results/reward-gap.md`. The shares follow from r and d alone.
#[test]
fn the_least_ratio_keeps_a_larger_share_than_plain_recursion_in_deep_trees() {
    let tables = tables("reward-gap", "27");
    let largest = |r: f64, d: f64| (0..=d as i32 + 1).map(|k| r.powi(k)).sum::<f64>();
    for row in &tables[0] {
        let (d, plain) = (number(row, "d"), number(row, "q^−d"));
        let share = number(row, "share with least r");
        assert!((share - 0.9 / largest(number(row, "least r"), d)).abs() < 1e-12, "{row}");
        let asked = number(row, "1 / share with asked r");
        assert!((asked / largest(number(row, "asked r"), d) * 0.9 - 1.0).abs() < 1e-12, "{row}");
        assert!(asked > 1.0 / plain, "{row}");
        let deep = d >= 2.0 && row["argument"] != "at least 7 of 9";
        assert!(!deep || number(row, "share with least r") > plain, "{row}");
    }
    assert!(tables[0].len() >= 6);
    for row in &tables[1] {
        let (q, d) = (number(row, "q"), number(row, "d"));
        // With one false leaf of n = q^d, each leaf is true with 1 − 1/n, and m is the product.
        let leaves = q.powf(d);
        let m = (1.0 - 1.0 / leaves).powf(leaves);
        assert!((number(row, "wrong paid") - m).abs() < 1e-9, "{row}");
        assert!((number(row, "right paid") - (1.0 - m)).abs() < 1e-9, "{row}");
        let share = (1.0 - 2.0 * m) / largest(number(row, "r"), d);
        assert!((number(row, "share") - share).abs() < 1e-12, "{row}");
        assert!(share < number(row, "q^−d"), "{row}");
    }
}

/// `docs/results/true-price.md`. With K = 1, Lean's judge draws 105,967 votes, and votes grow as K².
#[test]
fn one_plan_needs_fewer_votes_than_are_proved() {
    let rows = &tables("true-price", "3")[0];
    assert!(rows.len() >= 5);
    for row in rows {
        let [k, by_k, by_plan, enough] =
            ["K", "by K", "by Δ", "enough"].map(|column| number(row, column));
        assert!((by_k / (105_966.3 * k * k) - 1.0).abs() < 1e-4, "{row}");
        assert!(enough <= by_plan && by_plan <= by_k && enough < 0.5 * by_k, "{row}");
        assert!(number(row, "Δ") <= number(row, "K·reach") + 1e-12, "{row}");
        let reach = if number(row, "P[1]") > 0.5 { 0.01 } else { 0.05 };
        assert!((number(row, "K·reach") - reach).abs() < 1e-9, "{row}");
    }
}

#[test]
fn honesty_is_paid_what_is_promised_and_more_than_obfuscation() {
    let tables = tables("prover-estimator", "4");
    let [honest, obfuscated] = &tables[..] else { panic!("two tables") };
    let stable = honest.iter().filter(|row| number(row, "ρ") < 1.0);
    for row in stable.clone() {
        assert!((number(row, "promised") - (1.0 - number(row, "ε"))).abs() < 1e-12, "{row}");
        assert!(number(row, "least paid") >= number(row, "promised") - 1e-9, "{row}");
    }
    let brittle = honest.iter().filter(|row| number(row, "ρ") >= 1.0);
    for row in brittle.clone() {
        assert_eq!(row["promised"], "nothing", "{row}");
        assert!(number(row, "least paid") < 1.0 - number(row, "ε"), "{row}");
    }
    assert!(stable.count() >= 8 && brittle.count() >= 4);
    for row in obfuscated {
        let (q, d) = (number(row, "q"), number(row, "d"));
        assert!((number(row, "wins recursive debate") - (1.0 - q.powf(-d))).abs() < 1e-9, "{row}");
        assert!(number(row, "obfuscator paid") < number(row, "honest Alice paid"), "{row}");
        // The ignorant Alice is as wrong as the obfuscator, and is paid more.
        assert!(number(row, "paid") >= number(row, "obfuscator paid"), "{row}");
        assert_eq!(row["strongest wrong Alice"], "ignorant", "{row}");
    }
    assert_eq!(obfuscated.len(), 2);
}

#[test]
fn soundness_is_off_by_what_the_leaves_lack_of_independence() {
    let tables = tables("soundness", "16");
    let [laws, ratios, parts, copies, reversed] = &tables[..] else { panic!("five tables") };
    let m = 0.75f64.powi(4);
    let settled =
        |row: &Value| (number(row, "paid at least") - number(row, "paid at most")).abs() < 1e-9;
    for row in laws {
        assert!((number(row, "paid at most") - m).abs() < 1e-9, "{row}");
        assert!(settled(row), "r = 3 is enough: {row}");
        let gap = number(row, "paid at most") - number(row, "P[right]");
        assert!((number(row, "gap") - gap).abs() < 1e-12, "{row}");
        assert_eq!(number(row, "correlation") < 0.0, gap > 1e-9, "{row}");
    }
    for row in ratios {
        assert_eq!(settled(row), number(row, "r") >= 1.6875, "{row}");
        assert!(number(row, "paid at least") <= number(row, "paid at most") + 1e-9, "{row}");
        let most = m * number(row, "r").min(1.0);
        assert!((number(row, "paid at most") - most).abs() < 1e-9, "from r = 1 on m: {row}");
    }
    for row in parts {
        let q = number(row, "q");
        assert!((number(row, "gap") - (1.0 - 1.0 / q).powf(q)).abs() < 1e-9, "{row}");
    }
    assert!((number(&copies[0], "gap") - number(&parts[1], "gap")).abs() < 1e-9);
    let paid: Vec<f64> = reversed.iter().map(|row| number(row, "paid at most")).collect();
    assert!((paid[0] - 0.648).abs() < 1e-9 && (paid[1] - 0.352).abs() < 1e-9, "{paid:?}");
}

#[test]
fn the_judge_reads_the_logarithm_of_the_circuit() {
    let tables = tables("query-complexity", "9000");
    assert_eq!(tables[0].len(), 7);
    for row in &tables[0] {
        assert!((number(row, "log2 s") - number(row, "s").log2()).abs() < 1e-9, "{row}");
        let reads = number(row, "judge reads");
        assert!(reads <= number(row, "⌈log2 s⌉ + 3"), "{row}");
        assert_eq!(number(row, "⌈log2 s⌉ + 3"), number(row, "log2 s").ceil() + 3.0);
        assert!(row["⌈log2(n+1)⌉"].as_f64().is_none_or(|least| least <= reads), "{row}");
        assert_eq!(row["outcome"], "the lie loses");
    }
}

#[test]
fn csv_is_one_table_a_file_with_numbers_in_the_columns_of_numbers() {
    let headline = ["headline", "prover-estimator", "--most", "3", "--csv"];
    let error = crate::kit::refused(&headline);
    assert!(error.contains("--table 1: what honesty is paid"), "{error}");
    assert!(error.contains("--table 2: what obfuscation is paid"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("paid.csv").to_string_lossy().into_owned();
    assert_eq!(printed(&[&headline[..], &["--out", &out]].concat()), "");
    for table in ["1", "2"] {
        let file = folder.path().join(format!("paid-{table}.csv"));
        let csv = std::fs::read_to_string(&file).expect("a file");
        assert_eq!(csv, printed(&[&headline[..], &["--table", table]].concat()));
        let json =
            printed(&["headline", "prover-estimator", "--most", "3", "--json", "--table", table]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let rows = json["tables"][0]["rows"].as_array().expect("rows");
        let mut lines = csv.lines();
        let heads: Vec<&str> = lines.next().expect("heads").split(',').collect();
        let cells: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        assert_eq!(cells.len(), rows.len(), "{csv}");
        for (at, head) in heads.iter().enumerate() {
            let numbers = rows.iter().any(|row| row[head].is_number());
            for (line, row) in cells.iter().zip(rows) {
                let read = line[at].parse::<f64>().ok();
                assert!(!numbers || line[at].is_empty() || read.is_some(), "{head}: {line:?}");
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(1.0);
                let same = match (read, row[head].as_f64()) {
                    (Some(read), Some(told)) => near(read, told),
                    (read, told) => read.is_none() && told.is_none(),
                };
                assert!(!numbers || same, "{head}: {line:?}");
            }
        }
        // Without a promise, the column of promises is empty.
        let nothing = |row: &Value| row["promised"] == "nothing";
        let empty = |line: &Vec<&str>| {
            heads.iter().position(|head| *head == "promised").is_some_and(|at| line[at].is_empty())
        };
        let [told, left] = [
            rows.iter().filter(|row| nothing(row)).count(),
            cells.iter().filter(|line| empty(line)).count(),
        ];
        assert_eq!(told, left, "{csv}");
    }
    let error = crate::kit::refused(&["headline", "stochastic", "--most", "100", "--table", "9"]);
    assert!(error.contains("--table 9"), "{error}");
    let output = elenchus(&["headline", "fame"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("query-complexity"), "{output:?}");
}

#[test]
fn the_reads_of_a_quantified_game_grow_as_the_logarithm_of_n() {
    let tables = tables("query-complexity", "3000");
    let games = &tables[1];
    assert_eq!(games.len(), 6);
    for row in games {
        let (n, rounds) = (number(row, "n"), number(row, "rounds"));
        // As many clauses as variables, and two bits for each pair.
        let variables = 2.0 * rounds;
        assert_eq!(n, 2.0 * variables * variables);
        let size = number(row, "m, gates of V");
        assert_eq!(size, 4.0 * variables * variables + variables - 1.0);
        assert_eq!(number(row, "⌈log2 m⌉ + 3"), size.log2().ceil() + 3.0);
        assert!(number(row, "judge reads") <= number(row, "⌈log2 m⌉ + 3"), "{row}");
        let in_all = number(row, "bits in all (Lemma 11)");
        assert_eq!(in_all, 2f64.powf(number(row, "⌈log2 m⌉ + 3")) - 1.0);
        // Cross-examination pays as soon as the formula is long.
        let [reads, all] = ["judge reads", "V read"].map(|head| number(row, head));
        assert!(rounds < 2.0 || reads < all, "{row}");
        assert!(rounds < 6.0 || 7.0 * reads < all, "{row}");
        assert!(number(row, "⌈log2(n+1)⌉") <= reads.min(all), "{row}");
        assert_eq!(row["outcome"], "the lie loses");
    }
}

#[test]
fn every_column_says_whether_it_was_played_solved_or_computed() {
    for headline in
        ["doubly-efficient", "stochastic", "prover-estimator", "soundness", "query-complexity"]
    {
        let json = json(headline, "16");
        for table in json["tables"].as_array().expect("tables") {
            let columns = table["columns"].as_array().expect("columns");
            let heads: Vec<&str> = columns.iter().filter_map(|c| c["head"].as_str()).collect();
            for row in table["rows"].as_array().expect("rows") {
                let row = row.as_object().expect("an object");
                assert_eq!(row.len(), heads.len(), "{headline}: {row:?}");
                assert!(heads.iter().all(|head| row.contains_key(*head)), "{headline}: {row:?}");
            }
            let known = ["given", "played", "solved", "formula"];
            let origin = |c: &Value| known.contains(&c["origin"].as_str().unwrap_or_default());
            assert!(columns.iter().all(origin), "{headline}: {columns:?}");
        }
    }
    // A value marked as a formula's equals the formula.
    for row in &tables("stochastic", "300")[0] {
        let (k, votes) = (number(row, "K"), number(row, "judge"));
        assert!((number(row, "judge / K²") - votes / (k * k)).abs() < 1e-9, "{row}");
    }
    let told = printed(&["headline", "query-complexity", "--most", "16"]);
    assert!(
        told.contains("counted in debates: s, judge reads, outcome; by formula: log2 s"),
        "{told}"
    );
}

#[test]
fn a_headline_is_drawn_with_a_point_for_each_end_of_each_row() {
    let rows = tables("soundness", "16");
    let svg = printed(&["headline", "soundness", "--most", "16", "--svg"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let drawn: usize = rows[..4].iter().map(|table| 2 * table.len()).sum();
    assert_eq!(svg.matches("<circle").count(), drawn, "two ends in each row");
    assert_eq!(svg.matches("<polygon").count(), 4, "a band in each chart");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let output = elenchus(&["headline", "stochastic", "--most", "16", "--svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no chart"), "{output:?}");
}

fn words(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.filter(|line| !line.is_empty()).collect()
}

/// The command printed the content of the pages. The test prints the rows of small size again.
/// `UPDATE_DOCS=1` writes the whole pages.
#[test]
fn the_pages_show_what_the_command_prints() {
    let pages = [
        ("headline", "doubly-efficient", "2000", "1,048,576"),
        ("headline", "query-complexity", "9000", "SHA-256"),
        ("least-ratio", "least-ratio", "9", "at least 7 of 9"),
        ("reward-gap", "reward-gap", "9", "at least 7 of 9"),
        ("true-price", "true-price", "3", "majority of 9"),
    ];
    let is_update = std::env::var_os("UPDATE_DOCS").is_some();
    for (page, headline, most, large) in one_in(if is_update { 1 } else { 2 }, pages) {
        let path = format!("{}/docs/results/{page}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(&path).expect("the page");
        let start = format!("<!-- headline {headline} -->\n```text\n");
        let from = page.find(&start).expect("it begins") + start.len();
        let to = from + page[from..].find("```\n<!-- end of headline -->").expect("it ends");
        if is_update {
            let new = printed(&["headline", headline]);
            let new = format!("{}{new}{}", &page[..from], &page[to..]);
            std::fs::write(path, new).expect("it can be written");
            continue;
        }
        let (shown, small) = (&page[from..to], printed(&["headline", headline, "--most", most]));
        assert!(shown.contains(large), "{shown}");
        for line in words(&small) {
            assert!(words(shown).contains(&line), "run this test with UPDATE_DOCS=1: {line:?}");
        }
    }
}
