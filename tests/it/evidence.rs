//! A person who must decide sees the material for it: the evidence of a scenario, at 80×24.

use elenchus::debate::SeatPlan;
use elenchus::machine::claims::Knowledge;
use elenchus::rules::Seat;
use elenchus::scenario::course;
use elenchus::scenario::library::{self, LibraryEntry};
use elenchus::scenario::{Exhibit, ProtocolFile, Scenario};
use elenchus::tui::headless::HeadlessPlayground;
use num_bigint::BigUint;

use crate::kit::{SMALL, elenchus, entry, file, folder, press, said, seated, shipped, stage};

/// The evidence of every shipped scenario.
fn exhibits() -> Vec<(String, Scenario, Exhibit)> {
    let exercises = course::course("exercises").expect("it ships").entries.into_iter();
    let exercises = exercises.map(|entry| (entry.id, entry.scenario.expect("it reads")));
    let all = shipped().into_iter().chain(exercises);
    all.flat_map(|(id, scenario)| {
        let own = scenario.evidence.clone().into_iter();
        own.map(|exhibit| (id.clone(), scenario.clone(), exhibit)).collect::<Vec<_>>()
    })
    .collect()
}

/// The exhibits of one scenario whose title has these words.
fn titled(id: &str, words: &str) -> Vec<Exhibit> {
    let own = exhibits().into_iter().filter(|(own, _, e)| own == id && e.title.contains(words));
    own.map(|(_, _, exhibit)| exhibit).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace(',', "");
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|word| word.trim_end_matches('.').parse().ok())
        .collect()
}

#[test]
fn evidence_bears_on_steps_and_claims_that_there_are_and_fits_the_pane() {
    let all = exhibits();
    for (id, scenario, exhibit) in &all {
        let title = &*exhibit.title;
        assert!(exhibit.lines().next().is_some(), "{id}: {title} is empty");
        // Prose wraps. A table would break.
        for line in exhibit.lines().filter(|line| line.trim_start().contains("  ")) {
            assert!(line.chars().count() <= 48, "{id}: {title}: `{line}`");
        }
        if !exhibit.steps.is_empty() {
            let plan = scenario.machine.plan().expect("a plan");
            for step in &exhibit.steps {
                assert!((1..=plan.len()).contains(&(step.value as usize)), "{id}: step {step:?}");
            }
        }
        for name in &exhibit.claims {
            let case = scenario.machine.claims(Knowledge::Nothing).expect("claims");
            assert!(case.tree().named(name).is_some(), "{id}: {title}: no claim `{}`", &**name);
        }
        // Evidence about a truth states the actual one, if the file gives it.
        if let Some(when) = exhibit.when
            && let Ok(case) = scenario.machine.claims(Knowledge::Nothing)
            && case.actual().is_some()
        {
            let truths = case.tree().truths(case.actual().expect("just asked"));
            for name in &exhibit.claims {
                let claim = case.tree().named(name).expect("it is there");
                assert_eq!(truths.is_true(claim), when, "{id}: {title}: {}", &**name);
            }
        }
    }
    assert!(all.len() > 80, "{}", all.len());
}

/// "7 of 20 said yes" is the ratio of twenty people that is nearest to the probability of the step.
#[test]
fn trial_votes_are_what_the_oracle_says() {
    let mut seen = 0;
    for (id, scenario, exhibit) in exhibits() {
        for line in exhibit.lines().filter(|line| line.contains("trial: ")) {
            let [yes, of] = numbers(line)[..] else { panic!("{id}: {line}") };
            let plan = scenario.machine.plan().expect("a plan");
            for step in plan.asks().filter(|step| {
                exhibit.steps.is_empty()
                    || exhibit.steps.iter().any(|n| n.value as usize == step.index() + 1)
            }) {
                let p = plan.chance(step, std::iter::empty()).get();
                assert!((yes - p * of).abs() <= 0.5, "{id}: {line}, and p = {p}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
    let chain = &titled("chain-thousand-steps", "tellings")[0];
    let told: Vec<f64> = chain.lines().map(numbers).map(|n| n[0] / n[1]).collect();
    assert_eq!(told, [0.9, 0.7, 0.1], "start, after yes, after no");
    let ruler = &titled("crooked-ruler", "cases")[0];
    let ruler: Vec<f64> = ruler.lines().map(numbers).map(|n| n[0] / n[1]).collect();
    assert_eq!(ruler, [0.75, 0.69]);
}

#[test]
fn the_lines_of_the_obfuscated_proof_hold_exactly_as_stated() {
    let lines = titled("obfuscator", "line ");
    assert_eq!(lines.len(), 32);
    for line in lines {
        let [a, b, c] = numbers(&line.text)[..] else { panic!("{}", line.text) };
        assert_eq!(Some(a + b == c), line.when, "{}", line.text);
    }
}

#[test]
fn tables_of_findings_say_what_the_claims_say() {
    for id in ["shading-bob", "ex-stability-alice", "ex-stability-bob"] {
        let table = &titled(id, "25 trials")[0];
        let rows: Vec<_> = table.lines().map(numbers).filter(|row| row.len() == 5).collect();
        assert_eq!(rows.len(), 25, "{id}");
        for row in rows {
            assert!(row[1] / row[2] <= row[3] / row[4], "{id}: {row:?}");
        }
    }
    let held = |title: &str, holds: &dyn Fn(f64) -> bool, parts: usize| {
        let table = &titled("brittle-but-true", title)[0];
        let found: Vec<f64> = table.lines().skip(1).flat_map(numbers).collect();
        assert_eq!(found.len(), 2 * parts);
        assert!(found.chunks(2).all(|pair| holds(pair[1])), "{title}");
    };
    held("bolt", &|load| load >= 400.0, 10);
    held("survey", &|sag| sag <= 25.0, 11);
}

#[test]
fn the_quick_tests_and_the_divisors_are_right() {
    let one = BigUint::from(1u32);
    let rest = |n: &BigUint| BigUint::from(2u32).modpow(&(n - &one), n);
    for id in ["four-intervals", "four-estimates"] {
        let test = &titled(id, "quick test")[0];
        let left = rest(&BigUint::from(221u32));
        assert!(test.text.contains(&format!("leaves {left}.")) && left != one, "{}", test.text);
    }
    let digits = |text: &str| -> Vec<BigUint> {
        let text = text.replace('\n', "");
        let long = text.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() > 100);
        long.map(|run| run.parse().expect("digits")).collect()
    };
    for id in ["needle", "needle-estimates", "ex-primality"] {
        let number = &titled(id, "the number")[0];
        let [n] = &digits(&number.text)[..] else { panic!("{id}") };
        let left = rest(n).to_string();
        assert!(number.text.contains(&format!("leaves {}...", &left[..6])), "{id}: {left}");
        assert!(number.text.contains(&format!("({} digits)", left.len())), "{id}");
        for divisors in titled(id, "divisors") {
            let [p, q] = &digits(&divisors.text)[..] else { panic!("{id}") };
            assert_eq!(p * q, *n, "{id}");
            assert!(divisors.when.is_some(), "only for who looks an interval up");
        }
    }
}

#[test]
fn a_bob_who_knows_the_root_alone_has_not_seen_the_divisors() {
    let exercises = course::course("exercises").expect("it is shipped").entries;
    let named = ["needle", "needle-estimates"].map(entry).into_iter();
    for entry in named.chain(exercises.into_iter().filter(|entry| entry.id == "ex-primality")) {
        let (id, scenario) = (entry.id, entry.scenario.expect("it reads"));
        let mut game = seated(&scenario, ["honest", "human", "honest"], 1);
        game.table().run().expect("it waits for Bob");
        let all = scenario.exhibits();
        let open = Exhibit::open_to(&all, Seat::Bob, game.position());
        let titles: Vec<&str> = open.map(|exhibit| &*exhibit.title).collect();
        assert!(titles.contains(&"the number") && !titles.contains(&"its two divisors"), "{id}");
    }
}

/// If a person must answer, the evidence is in the card of the answer, or one key opens it. In the second case, the
/// footer and the card name the key.
#[test]
fn the_footer_has_the_key_for_the_evidence() {
    let (mut in_card, mut opened) = (0, 0);
    for entry in library::shipped() {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let of_all = |exhibit: &&Exhibit| {
            exhibit.steps.is_empty() && exhibit.claims.is_empty() && exhibit.when.is_none()
        };
        let all = scenario.exhibits();
        let Some(exhibit) = all.iter().find(of_all) else { continue };
        let last = exhibit.lines().last().expect("a line").trim().to_owned();
        let mut stage = stage(&entry.id, SMALL, "enter ctrl-l");
        let text = stage.text();
        let keys = ["x", "F7"].into_iter();
        match keys.into_iter().find(|key| text.contains(&format!("{key}: evidence"))) {
            None => {
                assert!(text.contains(&last) || last.len() > 70, "{}: {last}\n{text}", entry.id);
                in_card += 1;
            }
            Some(key) => {
                let footer = text.lines().last().expect("a row");
                assert!(footer.contains(&format!("{key} evidence")), "{}: {text}", entry.id);
                stage.press(&key.to_lowercase()).expect("a key");
                let text = stage.text();
                assert!(text.contains("─ Evidence ─"), "{}: {text}", entry.id);
                opened += 1;
            }
        }
    }
    assert!(in_card > 3 && opened > 3, "{in_card} and {opened}");
}

/// Evidence of a false claim is hidden from a Bob who does not know that it is false.
#[test]
fn a_bob_who_does_not_know_a_claim_sees_no_finding_about_it() {
    let mut stage = stage("obfuscator", SMALL, "enter");
    stage.type_text("0");
    for keys in ["enter", "0", "enter", "5", "enter"] {
        stage.press(keys).expect("keys");
        stage.press("x").expect("a key");
        let text = stage.text();
        assert!(!text.contains("of the proof") && text.contains("squares of 1 to 16"), "{text}");
        stage.press("x").expect("a key");
    }
}

#[test]
fn text_of_any_width_stays_in_its_pane_at_every_size() {
    let wide = "字".repeat(27);
    let odd = format!("wide {wide} e\u{301}\u{302} 🏳️‍🌈 \u{202e}turned");
    let text = entry("pull-request").text.replace("test_returns_true_when_ready        ok", &odd);
    let folder = folder();
    let mut stage = stage(&file(folder.path(), "odd.yaml", &text), SMALL, "enter 1 3 x");
    for (w, h) in [(1, 1), (79, 24), (80, 24), (81, 25), (150, 40), (200, 50), (500, 200)] {
        stage.resize(w, h);
        let _ = stage.buffer();
        assert!(!stage.text().contains('\u{202e}'), "{w}×{h}");
    }
}

/// A scenario at its first question to a person in this seat, with programs in the others.
fn sat(entry: &LibraryEntry, person: Seat) -> HeadlessPlayground {
    let mut entry = entry.clone();
    let scenario = entry.scenario.as_mut().expect("it reads");
    for seat in Seat::ALL {
        let plan = match scenario.player(seat) {
            _ if seat == person => SeatPlan::Human,
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        };
        scenario.seats.set(seat, plan);
    }
    scenario.seat = Some(person);
    let mut stage = HeadlessPlayground::new(Vec::new(), SMALL, None);
    stage.open(&entry);
    press(&mut stage, "enter");
    stage
}

/// In every debate with an estimator, Bob's screen shows without a key: Alice's answer, her statement about his error,
/// her argument, and his knowledge or his probability.
#[test]
fn bob_always_sees_alices_answer_and_his_knowledge() {
    let mut estimates = 0;
    let exercises = course::course("exercises").expect("it ships").entries;
    for entry in library::shipped().into_iter().chain(exercises) {
        let scenario = entry.scenario.as_ref().expect("it reads");
        if !matches!(scenario.protocol.value, ProtocolFile::ProverEstimator(_)) {
            continue;
        }
        let mut stage = sat(&entry, Seat::Bob);
        for asked in 0..40 {
            let text = stage.text();
            if !text.contains("Your estimate") {
                // One claim without subclaims is one question.
                assert!(asked > 2 || asked == 1 && entry.id == "one-claim", "{}: {text}", entry.id);
                break;
            }
            let words = text.split(['║', '\n']).map(str::trim).filter(|part| !part.is_empty());
            let side = words.collect::<Vec<_>>().join(" ");
            assert!(side.contains("Alice answers "), "{}: {text}", entry.id);
            let knows = side.contains("You know that ") || side.contains("your probability for");
            assert!(knows, "{}: {text}", entry.id);
            if asked > 0 {
                assert!(side.contains(" is too ") || side.contains(" is about right"), "{text}");
                assert!(side.contains("Her argument: "), "{}: {text}", entry.id);
            }
            estimates += 1;
            stage.type_text("0.5");
            stage.press("enter").expect("a key");
        }
    }
    assert!(estimates > 60, "{estimates}");
}

/// The judge who decides a leaf sees its evidence on the screen.
#[test]
fn the_judge_of_a_leaf_sees_what_is_found_of_it() {
    for (id, found) in [
        ("obfuscator", "of the proof"),
        ("calibrated-bob", "10:00"),
        ("pull-request-tests", "test log"),
        ("two-parcels", "the door of the depot"),
        ("shading-bob", "25 trials"),
    ] {
        let mut stage = sat(&entry(id), Seat::Judge);
        let text = (stage.text() + &press(&mut stage, "x")).to_lowercase();
        assert!(text.contains("is this leaf true?") && text.contains(found), "{id}: {text}");
    }
}

/// The scenario, the replaced text, the new text, and the expected words of the error.
const FAULTS: [(&str, &str, &str, &str); 7] = [
    ("contract-comma", "title: clause 1, steps: [2]", "title: clause 1, steps: [77]", "77"),
    ("contract-comma", "title: clause 1, steps: [2]", "title: clause 1, steps: [0]", "step 0"),
    ("contract-comma", "title: clause 1, steps: [2]", "title: clause 1, claims: [two]", "`steps`"),
    ("caffeine-vote", "    steps: [1]", "    steps: [99]", "99"),
    ("tired-judge", "claims: [left, middle]", "claims: [left, midle]", "`midle`"),
    ("tired-judge", "claims: [left, middle]", "steps: [1]", "claims"),
    ("calibrated-bob", "claims: [bow, stern, port, starboard]", "claims: [bow, sterm]", "`sterm`"),
];

#[test]
fn evidence_for_a_step_or_a_claim_that_there_is_not_is_refused() {
    let folder = folder();
    for (id, from, to, named) in FAULTS {
        let text = entry(id).text;
        assert!(text.contains(from), "{id}: {from}");
        let changed = text.replacen(from, to, 1);
        let output = elenchus(&["check", &file(folder.path(), "mine.yaml", &changed)]);
        let said = said(&output);
        assert!(!output.status.success() && said.contains(named), "{id}: {said}");
        let line = 1 + changed[..changed.find(to).expect("it is there")].matches('\n').count();
        assert!(said.contains(&format!("mine.yaml:{line}:")), "{id}: {said}");
    }
}
