//! After a power failure at any moment, the disk has everything that was synced, whatever else
//! survives. A failed sync does not count.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use elenchus_core::analysis::Game;
use elenchus_core::debate::RecordEntry;
use elenchus_core::rules::Seat;
use elenchus_store::disk::Change;
use elenchus_store::journal::{Journal, give_up, in_folder, read_journal, replace};
use elenchus_store::testing::{AfterPowerLoss, ChangeFate, ChangeLog, watch};
use elenchus_store::{Scenario, archive, library, open, played, read_bytes};
use tempfile::TempDir;

const EIO: i32 = 5;

/// A shipped debate that programs played, and the debate before its first move.
fn debate() -> (Scenario, Box<dyn Game>, Vec<RecordEntry>) {
    let scenario = library::find("midpoint-hunt").expect("shipped").scenario.expect("right");
    let mut game = open(&scenario).expect("it opens");
    for seat in Seat::ALL {
        game.set_seat(seat, &elenchus_core::debate::SeatPlan::honest()).expect("it sits");
    }
    let start = game.restart(1, &Seat::each(|seat| game.seat_plan(seat))).expect("they sit");
    game.table().run().expect("it is played");
    let record = game.record().to_vec();
    assert!(record.len() > 6, "{}", record.len());
    (scenario, start, record)
}

fn entries(scenario: &Scenario) -> Vec<RecordEntry> {
    scenario.moves.iter().flatten().map(|line| line.value.0.clone()).collect()
}

/// For each change, checks every state that the disk can have after a power failure.
fn each_power_loss(tape: &ChangeLog, mut look: impl FnMut(usize, AfterPowerLoss, &Path)) {
    for changes in 0..=tape.len() {
        for found in AfterPowerLoss::each() {
            let disk = tempfile::tempdir().expect("a folder");
            tape.after_power_loss(changes, found, disk.path()).expect("it can be written");
            look(changes, found, disk.path());
        }
    }
}

fn watched() -> (TempDir, Arc<ChangeLog>) {
    let folder = tempfile::tempdir().expect("a folder");
    let tape = watch(folder.path(), |_| ChangeFate::Made);
    (folder, tape)
}

#[test]
fn a_journal_holds_every_move_that_was_synced() {
    let (folder, tape) = watched();
    let (scenario, game, record) = debate();
    let place = folder.path().join("a/journals");
    let mut journal = Journal::create(&place, &scenario, &*game).expect("it can be written");
    let mut promised = vec![(tape.len(), 0)];
    for (n, entry) in record.iter().enumerate() {
        journal.append(entry).expect("it can be written");
        if n % 3 != 1 {
            journal.sync().expect("it can be synced");
            promised.push((tape.len(), n + 1));
        }
    }
    let mut looked_at = 0;
    each_power_loss(&tape, |changes, found, disk| {
        let last = promised.iter().rev().find(|(at, _)| *at <= changes);
        let journals = in_folder(&disk.join("a/journals"));
        let Some((_, least)) = last else { return };
        let [path] = &journals[..] else { panic!("after {changes}, {found:?}: {journals:?}") };
        let moves =
            entries(&read_journal(path).unwrap_or_else(|e| panic!("{changes}: {e}")).scenario);
        assert!(moves.len() >= *least, "after {changes}, {found:?}: {} of {least}", moves.len());
        assert!(record.starts_with(&moves), "after {changes}, {found:?}");
        looked_at += 1;
    });
    assert!(looked_at > 100, "{looked_at}");
}

#[test]
fn after_a_sync_that_fails_its_moves_are_gone_and_the_others_are_written_anew() {
    let (scenario, game, record) = debate();
    // The disk fails once, or until it is repaired.
    for lasting in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let fails = Arc::new(AtomicBool::new(false));
        let failing = Arc::clone(&fails);
        let tape = watch(folder.path(), move |change| match change {
            Change::Sync(_) if failing.load(Ordering::Relaxed) => {
                failing.store(lasting, Ordering::Relaxed);
                ChangeFate::Refused(EIO)
            }
            _ => ChangeFate::Made,
        });
        let mut journal = Journal::create(folder.path(), &scenario, &*game).expect("written");
        let append = |journal: &mut Journal, from: usize, to: usize| {
            record[from..to].iter().try_for_each(|entry| journal.append(entry))
        };
        append(&mut journal, 0, 2).expect("it can be written");
        journal.sync().expect("it can be synced");
        append(&mut journal, 2, 4).expect("it can be written");
        fails.store(true, Ordering::Relaxed);
        let error = journal.sync().expect_err("the disk fails");
        assert_eq!(error.message, "cannot be written: Input/output error");
        assert_eq!(journal.entries(), 2);
        if lasting {
            append(&mut journal, 2, 3).expect_err("the disk still fails");
            assert_eq!(journal.entries(), 2);
            fails.store(false, Ordering::Relaxed);
        }
        append(&mut journal, 2, 6).expect("it can be written");
        journal.sync().expect("it can be synced");
        each_power_loss(&tape, |changes, found, disk| {
            if changes == tape.len() {
                let path = in_folder(disk).pop().expect("the journal");
                let moves = entries(&read_journal(&path).expect("it is whole").scenario);
                assert_eq!(moves, &record[..6], "{found:?}");
            }
        });
        assert_eq!(in_folder(folder.path()).len(), 1);
        assert!(Journal::open(journal.path()).is_err(), "it is still locked");
    }
}

#[test]
fn the_archive_has_a_debate_whole_or_not_at_all() {
    let (folder, tape) = watched();
    let (scenario, mut game, _) = debate();
    let before = played(&scenario, &*game);
    game.table().run().expect("it is played");
    let after = played(&scenario, &*game);
    let archived = folder.path().join("archive");
    let path = archive::keep(&archived, &before).expect("it can be written");
    let kept = tape.len();
    archive::renew(&path, &after).expect("it can be written");
    let renewed = tape.len();
    each_power_loss(&tape, |changes, found, disk| {
        let list = archive::list(&disk.join("archive"));
        let records: Vec<Scenario> = list
            .into_iter()
            .map(|kept| kept.record.unwrap_or_else(|e| panic!("after {changes}, {found:?}: {e}")))
            .collect();
        assert!(records.len() == 1 || records.is_empty() && changes < kept, "{changes}, {found:?}");
        let moves = records.iter().map(|record| entries(record).len()).max().unwrap_or_default();
        assert!(moves == 0 && changes < renewed || moves == entries(&after).len(), "{changes}");
    });
}

#[test]
fn a_replaced_file_is_the_old_or_the_new_one_and_after_the_call_the_new() {
    let (folder, tape) = watched();
    let path = folder.path().join("class.yaml");
    let texts: Vec<String> = (0..3).map(|n| format!("code: {n}\n").repeat(50)).collect();
    let mut promised = Vec::new();
    for text in &texts {
        replace(&path, text.as_bytes()).expect("it can be written");
        promised.push(tape.len());
    }
    each_power_loss(&tape, |changes, found, disk| {
        let least = promised.iter().filter(|at| **at <= changes).count();
        match std::fs::read_to_string(disk.join("class.yaml")) {
            Ok(text) => {
                let at = texts.iter().position(|one| *one == text);
                assert!(
                    at.is_some_and(|at| at + 1 >= least),
                    "after {changes}, {found:?}: {text:?}"
                );
            }
            Err(_) => assert_eq!(least, 0, "after {changes}, {found:?}"),
        }
    });
}

#[test]
fn a_journal_that_is_given_up_is_never_nowhere() {
    let (folder, tape) = watched();
    let (scenario, game, _) = debate();
    let journal = Journal::create(folder.path(), &scenario, &*game).expect("it can be written");
    let (path, created) = (journal.path().to_owned(), tape.len());
    drop(journal);
    give_up(&path).expect("nobody plays it");
    each_power_loss(&tape, |changes, found, disk| {
        let places = [in_folder(disk), in_folder(&disk.join("bin"))].concat();
        assert!(changes < created || !places.is_empty(), "after {changes}, {found:?}");
        for place in places {
            read_journal(&place).unwrap_or_else(|e| panic!("after {changes}, {found:?}: {e}"));
        }
    });
}

#[test]
fn a_disk_that_fails_anywhere_leaves_the_old_file() {
    let (scenario, game, _) = debate();
    let record = played(&scenario, &*game);
    let mut failed = 0;
    for at in 0.. {
        for fate in [ChangeFate::Refused(EIO), ChangeFate::Torn(3)] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = archive::keep(folder.path(), &record).expect("it can be written");
            let old = std::fs::read(&path).expect("it is there");
            let mut left = at;
            let tape = watch(folder.path(), move |_| {
                left -= 1;
                if left == -1 { fate } else { ChangeFate::Made }
            });
            let longer = Scenario { title: scenario.claim.clone(), ..record.clone() };
            let renewed = archive::renew(&path, &longer);
            let now = std::fs::read(&path).expect("it is there");
            assert!(now == old || read_bytes("now", &now).is_ok_and(|now| now == longer), "{at}");
            assert!(renewed.is_err() || now != old);
            failed += usize::from(renewed.is_err());
            if tape.len() <= at as usize {
                assert!(failed > 4, "{failed}");
                return;
            }
        }
    }
}
