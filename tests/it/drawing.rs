//! Slow work runs on another thread than the one that draws.

use std::time::Duration;

use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{Attempt, SafeText, Verdict};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::session::DebateSession;
use elenchus::work::CancelToken;
use rustix::time::{ClockId, clock_gettime};

use crate::kit::entry;

/// The limit on the processor time of the drawing thread for one key. In a program without optimisation, the slowest
/// key takes much less time. The work that a key starts takes much more.
const MOST: Duration = Duration::from_millis(100);

const LONG: &str = "hundred-thousand-steps";

fn spent() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("time goes on")
}

/// Presses the keys one by one, and waits for the work that each starts.
fn press(stage: &mut HeadlessPlayground, keys: &str) {
    for key in keys.split(' ') {
        let before = spent();
        stage.press(key).expect("a key");
        stage.buffer();
        let busy = spent() - before;
        assert!(busy < MOST, "{key}: {busy:?}\n{}", stage.text());
    }
}

/// A folder with this many records of the debate, played by programs.
fn archive(id: &str, records: usize) -> tempfile::TempDir {
    let data = tempfile::tempdir().expect("a folder");
    let own =
        DebateSession::new(id, entry(id).scenario.expect("it reads")).expect("it can be played");
    let honest = Seat::each(|_| SeatPlan::honest());
    let mut sitting = own.restart(1, &honest).expect("it can be played");
    sitting.run(&CancelToken::default()).expect("honest programs");
    let scenario = SafeText::new(id).expect("a name");
    sitting.begin(Attempt { scenario, ..Attempt::default() });
    sitting.archive(data.path(), Verdict::Missed, "").expect("it is kept");
    let first = elenchus::scenario::archive::folder(data.path()).join(format!("{id}.yaml"));
    for n in 1..records {
        std::fs::copy(&first, first.with_file_name(format!("{n}.yaml"))).expect("a copy");
    }
    data
}

#[test]
fn values_that_can_be_set_are_looked_for_and_played_elsewhere() {
    let mut stage = HeadlessPlayground::new(vec![entry(LONG)], (80, 24), None);
    press(&mut stage, "L down down down right right");
    assert!(stage.text().contains("claim"), "a parameter is varied:\n{}", stage.text());
    press(&mut stage, "enter x left");
}

#[test]
fn records_are_read_and_played_again_elsewhere() {
    let data = archive("contract-comma", 300);
    let entries = vec![entry("contract-comma")];
    let mut stage = HeadlessPlayground::new(entries, (80, 24), Some(data.path().to_owned()));
    press(&mut stage, "p");
    assert!(stage.text().contains("300 kept"), "{}", stage.text());
    press(&mut stage, "down enter q");
    assert!(stage.text().contains("300 kept"), "{}", stage.text());

    let data = archive(LONG, 1);
    let mut stage =
        HeadlessPlayground::new(vec![entry(LONG)], (80, 24), Some(data.path().to_owned()));
    press(&mut stage, "p enter H");
    assert!(stage.text().contains("honest play"), "{}", stage.text());
}
