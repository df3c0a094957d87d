//! The screens as drawn, over the shipped scenarios.

use elenchus::scenario::library::{self, Entry};
use elenchus::tui::stage::Stage;

fn entry(id: &str) -> Entry {
    library::shipped().into_iter().find(|e| e.id == id).expect("a shipped scenario")
}

/// The table of a shipped scenario, everything as the scenario says.
fn table(id: &str, size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(library::shipped(), size, None);
    stage.open(&entry(id));
    stage.press("enter").unwrap();
    stage
}

fn row(stage: &Stage, n: usize) -> String {
    stage.text().lines().nth(n - 1).unwrap_or_default().to_owned()
}

#[test]
fn arrows_and_enter_alone_win_the_first_debate_as_bob() {
    let mut stage = Stage::new(library::shipped(), (80, 24), None);
    stage.press("enter enter right right enter").unwrap();
    assert!(row(&stage, 1).contains("Bob won · the claim is false"), "{}", stage.text());
    assert!(stage.text().contains("Goal reached"));
}
