//! Who must decide sees what is to be decided: the evidence of a scenario, at 80×24.

use elenchus::scenario::library::{self, Entry};
use elenchus::tui::stage::Stage;

use crate::kit::shipped;

fn entry(id: &str) -> Entry {
    library::shipped().into_iter().find(|e| e.id == id).expect("a shipped scenario")
}

fn table(id: &str, size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(Vec::new(), size, None);
    stage.open(&entry(id));
    stage.press("enter").expect("a key");
    stage
}

#[test]
fn bob_sees_the_code_that_the_steps_are_about_and_can_zoom_it() {
    let mut stage = table("pull-request", (80, 24));
    let before = stage.text();
    assert!(before.contains("x zoom") && before.contains("wait.c"), "{before}");
    assert!(before.contains("Point at one step"), "the rule stays beside it: {before}");
    stage.press("x").expect("a key");
    let zoomed = stage.text();
    assert!(zoomed.contains("monotonic(): ns since boot"), "{zoomed}");
    assert!(zoomed.contains("-    long start = wall_clock();"), "blanks are kept: {zoomed}");
    let mut seen = zoomed.clone();
    for _ in 0..4 {
        stage.press("pagedown").expect("a key");
        seen += &stage.text();
    }
    assert!(seen.contains("unlock(&queue); }"), "all of it can be reached: {seen}");
    stage.press("x").expect("a key");
    assert!(stage.text().contains("Alice's transcript"), "{}", stage.text());
}

#[test]
fn the_judge_sees_the_clause_on_trial_and_no_other_and_pays_nothing_for_it() {
    let stage = table("contract-comma", (80, 24));
    let text = stage.text();
    assert!(text.contains("─ clause 9, as it stands"), "{text}");
    assert!(text.contains("shipment or distribution of milk."), "{text}");
    assert!(!text.contains("40 cents a litre"), "{text}");
    assert!(text.contains("transcript 0/5"), "{text}");
}

#[test]
fn evidence_bears_on_steps_that_there_are() {
    let mut exhibits = 0;
    for (id, scenario) in shipped() {
        let game = elenchus::scenario::open(&scenario).expect("it opens");
        let board = game.now().board(elenchus::rules::Eye::All);
        let steps = board.panes.iter().find_map(|pane| match pane {
            elenchus::show::Pane::Strip(strip) => Some(strip.len),
            _ => None,
        });
        for exhibit in &scenario.evidence {
            exhibits += 1;
            assert!(exhibit.lines().next().is_some(), "{id}: {} is empty", &*exhibit.title);
            for &step in &exhibit.steps {
                assert!((1..=steps.unwrap_or(0)).contains(&(step as usize)), "{id}: step {step}");
            }
        }
    }
    assert!(exhibits > 10, "{exhibits}");
}

#[test]
fn text_of_any_width_stays_in_its_pane_at_every_size() {
    let text = entry("pull-request").text;
    let odd =
        "wide 字字字字字字字字字字字字字字字字字字字字字字字字字 e\u{301}\u{302} 🏳️‍🌈 \u{202e}turned";
    let text = text.replace("test_returns_true_when_ready        ok", odd);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odd.yaml");
    std::fs::write(&path, text).expect("it is written");
    let mut stage = Stage::new(Vec::new(), (80, 24), None);
    stage.open(&library::find(&path.to_string_lossy()).expect("it is found"));
    stage.press("enter 1 3 x").expect("keys");
    for (w, h) in [(1, 1), (79, 24), (80, 24), (81, 25), (150, 40), (200, 50), (500, 200)] {
        stage.resize(w, h);
        let _ = stage.buffer();
        assert!(!stage.text().contains('\u{202e}'), "{w}×{h}");
    }
}
