//! A crash loses nothing. After a cut, a journal still holds every complete move, up to the first
//! fault.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use elenchus::analysis::Game;
use elenchus::machine::Step;
use elenchus::rules::{Move, Seat};
use elenchus::scenario::disk::Change;
use elenchus::scenario::journal::{self, Journal, give_up, in_folder, read_journal};
use elenchus::scenario::testing::{ChangeFate, watch};
use elenchus::scenario::{Attempt, Scenario, archive, library, resume};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::tui::session::DebateSession;
use elenchus::tui::worker::CancelToken;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{
    entry, file, fill, folder, lines, one_in, play_at_random, press, seated, shipped, shows, skip,
    until,
};

/// A shipped debate that people play to its end, with a journal in this folder.
fn kept(folder: &Path) -> (Scenario, Box<dyn Game>, PathBuf) {
    let (_, scenario) = shipped().remove(0);
    let mut game = seated(&scenario, ["human"; 3], 4);
    let mut journal = Journal::create(folder, &scenario, &*game).expect("it can be written");
    play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(4));
    for entry in game.record() {
        journal.append(entry).expect("it can be written");
    }
    let path = journal.path().to_owned();
    (scenario, game, path)
}

fn step(number: u32) -> Step {
    Step::new(number)
}

/// The place in a journal where the moves begin.
fn head(bytes: &[u8]) -> usize {
    let line: &[u8] = b"\nmoves:\n";
    bytes.windows(line.len()).position(|part| part == line).expect("moves") + line.len()
}

#[test]
fn a_journal_cut_anywhere_in_its_moves_gives_back_every_whole_line() {
    let folder = folder();
    let (_, game, path) = kept(folder.path());
    let whole = fs::read(&path).expect("it can be read");
    let head = head(&whole);
    let record = lines(game.record());
    for cut in head..=whole.len() {
        let path = folder.path().join("cut.yaml");
        fs::write(&path, &whole[..cut]).expect("it can be written");
        let opened = Journal::open(&path).unwrap_or_else(|e| panic!("{cut}: {e}"));
        assert_eq!(opened.damage, None, "cut at {cut}");
        let mut again = resume(&opened.scenario).unwrap_or_else(|e| panic!("{cut}: {e:?}"));
        let expected = whole[head..cut].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(again.record().len(), expected, "cut at {cut}");
        assert!(record.starts_with(&lines(again.record())));
        // The debate continues from the cut, and the journal reads back in full.
        let mut reopened = opened.go_on_after(expected).expect("it can be written");
        for entry in &game.record()[expected..] {
            again.apply(entry).expect("it was legal");
            reopened.append(entry).expect("it can be written");
        }
        drop(reopened);
        let again = resume(&read_journal(&path).expect("it is whole again").scenario);
        assert_eq!(lines(again.expect("it was legal").record()), record);
    }
    assert!(!folder.path().join("bin").exists(), "a line without its end does not count");
    crate::promises::keeps("cuts", whole.len() + 1 - head);
}

#[test]
fn a_journal_whose_head_is_cut_is_refused_in_words() {
    let folder = folder();
    let (_, _, path) = kept(folder.path());
    let whole = fs::read(&path).expect("it can be read");
    for cut in (0..head(&whole)).step_by(7) {
        fs::write(&path, &whole[..cut]).expect("it can be written");
        let error = Journal::open(&path).expect_err("it has no head");
        assert!(error.message.contains("ends before its moves"), "{cut}: {error}");
        assert_eq!(fs::read(&path).expect("it is there"), &whole[..cut], "it is left as it is");
    }
}

#[test]
fn a_damaged_journal_goes_on_from_its_good_lines_and_the_rest_is_in_the_bin() {
    let damages: [(&[u8], &str); 5] = [
        (b"- rules: answe- rules: answer yes\n", "damaged"),
        (b"\xff\xfe\n", "UTF-8"),
        (b"\0\0\0\0\n", "damaged"),
        (b"- bob: conquer 7\n", "damaged"),
        (b"- bob: point 999999\n", "point 999999"),
    ];
    for (damage, words) in damages {
        let folder = folder();
        // A person's own folder, and one of the program's.
        let own = folder.path().join("journals");
        let (_, game, path) = kept(if words == "point 999999" { &own } else { folder.path() });
        let whole = fs::read(&path).expect("it can be read");
        let first = head(&whole) + whole[head(&whole)..].iter().position(|&b| b == b'\n').unwrap();
        let (before, after) = whole.split_at(first + 1);
        let damaged = [before, damage, after].concat();
        fs::write(&path, &damaged).expect("it can be written");
        let (looked, said) =
            DebateSession::of_journal(&path).expect("the part before the fault is kept");
        let said = said.expect("there is a reason");
        assert!(said.contains(words), "{words}");
        // The reason stays visible beside a long path.
        assert!(!said.starts_with(&*path.to_string_lossy()), "{said}");
        assert_eq!(looked.game().record(), &game.record()[..1]);
        assert_eq!(fs::read(&path).expect("it is there"), damaged, "looking changes nothing");
        let (sitting, said) = DebateSession::from_journal(&path).expect("it goes on");
        assert!(said.is_some());
        assert_eq!(sitting.game().record(), &game.record()[..1]);
        drop(sitting);
        assert_eq!(fs::read(&path).expect("it is there"), before, "it is cut before the damage");
        let copy = match path.starts_with(&own) {
            true => in_folder(&own.join("bin")).pop().expect("a copy in the bin"),
            false => PathBuf::from(format!("{}.bak", path.display())),
        };
        assert!(!folder.path().join("bin").exists(), "no folder of ours among a person's files");
        assert_eq!(fs::read(copy).expect("a copy"), damaged);
    }
}

#[test]
fn the_saved_data_of_a_debate_is_private() {
    let folder = folder();
    let (scenario, game, path) = kept(folder.path());
    let record = journal::played(&scenario, &*game);
    let archived = archive::keep(folder.path(), &record).expect("it can be written");
    for path in [path, archived] {
        let mode = fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
}

#[test]
fn a_move_that_is_refused_leaves_no_line() {
    let folder = folder();
    let (_, scenario) = &shipped()[0];
    let mut sitting = DebateSession::new("one", scenario.clone()).expect("it can be played");
    sitting.keep_journal(folder.path()).expect("it can be written");
    sitting.run(&CancelToken::default()).expect("it runs");
    let path = &in_folder(folder.path())[0];
    let before = fs::read_to_string(path).expect("it is there");
    sitting.play(Seat::Bob, Move::Point(step(999))).expect_err("there is no such step");
    assert_eq!(fs::read_to_string(path).expect("it is there"), before);
    sitting.play(Seat::Bob, Move::Point(step(2))).expect("it is legal");
    let after = fs::read_to_string(path).expect("it is there");
    assert!(after.starts_with(&before) && after.ends_with("- bob: point 2\n"), "{after}");
}

#[test]
fn a_journal_whose_folder_was_removed_is_written_anew() {
    let data = folder();
    let folder = data.path().join("journals");
    let (_, scenario) = &shipped()[0];
    let mut sitting = DebateSession::new("one", scenario.clone()).expect("it can be played");
    sitting.keep_journal(&folder).expect("it can be written");
    sitting.run(&CancelToken::default()).expect("it runs");
    fs::remove_dir_all(&folder).expect("it goes");
    sitting.play(Seat::Bob, Move::Point(step(2))).expect("it is legal");
    sitting.run(&CancelToken::default()).expect("it runs");
    let found = read_journal(&in_folder(&folder)[0]).expect("it is whole");
    let again = resume(&found.scenario).expect("it was legal");
    assert_eq!(again.record(), sitting.game().record());
}

const ASKED: &str = "Point at the step you think";

/// The table of the first debate, with its journal in this folder.
fn at_the_table(data: &Path) -> HeadlessPlayground {
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), Some(data.into()));
    stage.open(&entry("find-the-lie"));
    press(&mut stage, "enter");
    until(&mut stage, &[ASKED]);
    stage
}

#[test]
fn a_move_that_the_disk_does_not_take_is_undone_and_the_reason_is_on_the_screen() {
    let data = folder();
    let fails = Arc::new(AtomicBool::new(false));
    let failing = Arc::clone(&fails);
    let _tape = watch(data.path(), move |change| match change {
        Change::Sync(_) if failing.swap(false, Ordering::Relaxed) => ChangeFate::Refused(5),
        _ => ChangeFate::Made,
    });
    let mut stage = at_the_table(data.path());
    let path = in_folder(&data.path().join("journals")).remove(0);
    let before = fs::read(&path).expect("it is there");
    fails.store(true, Ordering::Relaxed);
    press(&mut stage, "down enter");
    until(&mut stage, &["Input/output error"]);
    until(&mut stage, &[ASKED]);
    assert_eq!(fs::read(&path).expect("it is there"), before);
    // The disk works again. The same move is made, saved, and answered.
    press(&mut stage, "down enter");
    while fs::read(&path).is_ok_and(|now| now == before) {
        assert!(stage.wait(Duration::from_secs(20)), "{}", stage.text());
    }
}

#[test]
fn a_debate_begun_on_a_full_disk_is_kept_once_there_is_room_and_asks_before_it_is_left() {
    let data = folder();
    let full = Arc::new(AtomicBool::new(true));
    let filled = Arc::clone(&full);
    let _tape = watch(data.path(), move |_| match filled.load(Ordering::Relaxed) {
        true => ChangeFate::Refused(28),
        false => ChangeFate::Made,
    });
    let mut stage = at_the_table(data.path());
    press(&mut stage, "q");
    until(&mut stage, &["Do you want to leave and lose it?"]);
    press(&mut stage, "esc");
    until(&mut stage, &[ASKED]);
    full.store(false, Ordering::Relaxed);
    press(&mut stage, "down enter");
    let folder = data.path().join("journals");
    while in_folder(&folder).is_empty() {
        assert!(stage.wait(Duration::from_secs(20)), "{}", stage.text());
    }
    let found = read_journal(&in_folder(&folder)[0]).expect("it is whole");
    assert!(found.damage.is_none() && !found.scenario.moves.expect("moves").is_empty());
    assert!(!press(&mut stage, "q").contains("lose it"), "{}", stage.text());
}

/// The table after the disk refused the move of a program.
const STOPPED: &str = "The programs stopped. Enter goes on";

/// Each change to a file fails in turn. The moves that a person saw are in the journal or in the archive, or leaving
/// warns that they are lost.
#[test]
fn a_disk_that_fails_anywhere_loses_no_move_of_a_table_in_silence() {
    let mut failed = 0;
    for (fate, at) in one_in(
        5,
        (0..40).flat_map(|at| [ChangeFate::Refused(5), ChangeFate::Torn(3)].map(|fate| (fate, at))),
    ) {
        let data = folder();
        let mut left = at;
        let tape = watch(data.path(), move |_| {
            left -= 1;
            if left == -1 { fate } else { ChangeFate::Made }
        });
        let entries = vec![entry("find-the-lie")];
        let mut stage = HeadlessPlayground::new(entries, (80, 24), Some(data.path().into()));
        press(&mut stage, "enter");
        until(&mut stage, &[ASKED, STOPPED]);
        if stage.text().contains(STOPPED) {
            press(&mut stage, "enter");
        }
        until(&mut stage, &[ASKED]);
        press(&mut stage, "down enter");
        stage.wait_until_idle();
        let made = stage.subject().expect("a debate").game().record().len();
        let folders = ["journals", "archive"].map(|name| in_folder(&data.path().join(name)));
        let kept = folders.iter().flatten().filter_map(|path| read_journal(path).ok());
        let kept = kept.map(|kept| kept.scenario.moves.unwrap_or_default().len()).max();
        if kept.unwrap_or_default() < made {
            assert!(press(&mut stage, "q").contains("lose it"), "{at}: {}", stage.text());
        }
        failed += usize::from(tape.len() > at as usize);
    }
    assert!(failed >= 3, "{failed}");
}

#[test]
fn a_journal_that_is_open_elsewhere_is_left_alone() {
    let folder = folder();
    let (_, scenario) = &shipped()[0];
    let game = seated(scenario, ["human"; 3], 4);
    let journal = Journal::create(folder.path(), scenario, &*game).expect("it can be written");
    let error = Journal::open(journal.path()).expect_err("it is open here");
    assert!(error.message.contains("another Elenchus"), "{error}");
    let error = give_up(journal.path()).expect_err("it is open here");
    assert!(error.message.contains("another Elenchus"), "{error}");
    let path = journal.path().to_owned();
    assert!(read_journal(&path).is_ok(), "looking disturbs nobody");
    drop(journal);
    assert!(Journal::open(&path).is_ok());
    let place = give_up(&path).expect("nobody plays it");
    assert!(!path.exists() && place.starts_with(folder.path().join("bin")));
}

#[test]
fn every_open_debate_is_offered_and_given_up_only_when_asked_twice() {
    let data = folder();
    let folder = data.path().join("journals");
    let (_, scenario) = &shipped()[0];
    // Two debates that nobody continued. Thirty newer debates, which are over, follow.
    for _ in 0..2 {
        let mut sitting = DebateSession::new("one", scenario.clone()).expect("it can be played");
        sitting.begin(Attempt { hints: 1, ..Attempt::default() });
        sitting.keep_journal(&folder).expect("it can be written");
    }
    let (_, _, over) = kept(&folder);
    for n in 0..30 {
        fs::copy(&over, folder.join(format!("over-{n}.yaml"))).expect("a copy");
    }
    fs::write(folder.join("broken.yaml"), "elenchus: 1\n").expect("it can be written");
    let mut stage = HeadlessPlayground::new(library::shipped(), (80, 24), Some(data.path().into()));
    until(&mut stage, &["GO ON"]);
    let listed = |stage: &HeadlessPlayground| {
        let text = stage.text();
        let rows = text.lines().skip_while(|row| !row.contains("GO ON")).skip(1);
        rows.take_while(|row| row.contains(" · ") || row.contains('▸')).count()
    };
    assert_eq!(listed(&stage), 3, "{}", stage.text());
    assert_eq!(in_folder(&folder).len(), 3, "what is over is in the bin");
    let mut seen = String::new();
    stage.press("home").expect("a key");
    for _ in 0..3 {
        seen += &stage.text();
        stage.press("down").expect("a key");
    }
    assert!(seen.contains("broken.yaml") && seen.contains("this journal ends"), "{seen}");
    stage.press("home").expect("a key");
    for key in ["esc", "D"] {
        stage.press("D").expect("a key");
        shows(&stage, &["Give up"]);
        stage.press(key).expect("a key");
        stage.press("esc").expect("a key");
        assert_eq!(in_folder(&folder).len(), 3, "{key} keeps it");
    }
    stage.press("D enter").expect("keys");
    assert_eq!(listed(&stage), 2, "{}", stage.text());
    assert_eq!(in_folder(&folder).len(), 2);
    assert_eq!(in_folder(&folder.join("bin")).len(), 32, "nothing is removed");
}

#[test]
fn saving_keeps_the_permissions_of_a_file_and_follows_links() {
    let folder = folder();
    let (_, scenario) = &shipped()[0];
    let game = seated(scenario, ["honest"; 3], 4);
    let saved = journal::played(scenario, &*game);
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let habit = folder.path().join("habit");
    fs::write(&habit, "").expect("it can be written");
    let path = folder.path().join("saved.yaml");
    journal::save(&path, &saved).expect("it can be written");
    assert_eq!(mode(&path), mode(&habit), "a new file is as other new files");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).expect("they can be set");
    journal::save(&path, &saved).expect("it can be written");
    assert_eq!(mode(&path), 0o604);
    let link = folder.path().join("link.yaml");
    symlink("not-there-yet.yaml", &link).expect("a link");
    journal::save(&link, &saved).expect("it can be written");
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert!(folder.path().join("not-there-yet.yaml").is_file());
}

#[test]
fn saving_over_a_file_replaces_it_whole() {
    let folder = folder();
    let path = PathBuf::from(file(folder.path(), "saved.yaml", "what was here before"));
    let (_, scenario) = &shipped()[0];
    let mut game = seated(scenario, ["honest"; 3], 4);
    game.table().run().expect("legal");
    journal::save(&path, &journal::played(scenario, &*game)).expect("it can be written");
    let saved = read_journal(&path).expect("it is a scenario").scenario;
    assert_eq!(resume(&saved).expect("it was legal").record(), game.record());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
fn the_name_of_a_player_is_asked_for_once_and_can_be_changed() {
    let data = folder();
    let mut stage = at_the_table(data.path());
    press(&mut stage, "down enter");
    until(&mut stage, &["What happens now"]);
    skip(&mut stage);
    until(&mut stage, &["Remember"]);
    press(&mut stage, "v w");
    shows(&stage, &["your name for saved debates?"]);
    fill(&mut stage, "Ann");
    press(&mut stage, "esc w");
    shows(&stage, &["save: to which file?"]);
    press(&mut stage, "esc R");
    shows(&stage, &["your name in this and later debates?"]);
    fill(&mut stage, "Anna");
    // Leaving the field keeps the name.
    press(&mut stage, "R esc");
    let saved = fs::read_to_string(data.path().join("player.yaml")).expect("it is saved");
    assert!(saved.contains("Anna"), "{saved}");
    let record = in_folder(&archive::folder(data.path())).remove(0);
    let attempt = read_journal(&record).expect("a record").scenario.attempt.expect("an attempt");
    assert_eq!(&*attempt.player, "Anna");
}
