//! A crash loses nothing: what a journal holds after a cut is every move written whole.

use std::fs;

use elenchus::scenario::{journal, journal::Journal, resume};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::kit::{lines, play_at_random, seated, shipped};

#[test]
fn a_journal_cut_anywhere_in_its_moves_gives_back_every_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, scenario) = &shipped()[0];
    let mut game = seated(scenario, ["human"; 3], 4);
    let mut journal = Journal::create(folder.path(), scenario, &*game).expect("it can be written");
    let head = fs::metadata(journal.path()).expect("it is there").len() as usize;
    play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(4));
    journal.append(game.record()).expect("it can be written");
    let whole = fs::read(journal.path()).expect("it can be read");
    let record = lines(game.record());
    for cut in head..=whole.len() {
        let path = folder.path().join("cut.yaml");
        fs::write(&path, &whole[..cut]).expect("it can be written");
        let (saved, mut reopened) = Journal::open(&path).unwrap_or_else(|e| panic!("{cut}: {e}"));
        let mut again = resume(&saved).unwrap_or_else(|e| panic!("{cut}: {e:?}"));
        let expected = whole[head..cut].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(again.record().len(), expected, "cut at {cut}");
        assert!(record.starts_with(&lines(again.record())));
        // It goes on where it was cut, and reads back whole.
        for entry in &game.record()[expected..] {
            again.apply(entry).expect("it was legal");
        }
        reopened.append(again.record()).expect("it can be written");
        drop(reopened);
        let (saved, _) = Journal::open(&path).expect("it is whole again");
        let again = resume(&saved).expect("it was legal");
        assert_eq!(lines(again.record()), record);
    }
}

#[test]
fn a_journal_that_is_open_elsewhere_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, scenario) = &shipped()[0];
    let game = seated(scenario, ["human"; 3], 4);
    let journal = Journal::create(folder.path(), scenario, &*game).expect("it can be written");
    let error = Journal::open(journal.path()).expect_err("it is open here");
    assert!(error.message.contains("another Elenchus"), "{error}");
    let path = journal.path().to_owned();
    drop(journal);
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn saving_over_a_file_replaces_it_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.yaml");
    fs::write(&path, "what was here before").expect("it can be written");
    let (_, scenario) = &shipped()[0];
    let mut game = seated(scenario, ["honest"; 3], 4);
    game.table().run().expect("legal");
    journal::save(&path, &journal::played(scenario, &*game)).expect("it can be written");
    let (saved, _) = Journal::open(&path).expect("it is a scenario");
    assert_eq!(resume(&saved).expect("it was legal").record(), game.record());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}
