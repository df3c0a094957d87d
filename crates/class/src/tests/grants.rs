//! What a class grants, it grants once: a name, a seat and a table. What anybody saw of a grant is on the disk.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use super::sizes::opened;
use crate::messages::{DisplayRequest, JoinError, JoinRequest, version};
use crate::roster::SeatHolder;
use crate::rules::Seat;
use crate::scenario::SafeText;
use crate::scenario::testing::{ChangeFate, watch};
use crate::session::Class;
use crate::tui::remote_seat::SharedDebate;

/// The number of students who ask at once, and the number of times that they ask.
const STUDENTS: usize = 8;
const ROUNDS: usize = 10;

pub(super) fn admit(class: &Class, name: &str) -> Result<usize, JoinError> {
    let hello = JoinRequest {
        version: version(),
        code: class.code(),
        name: name.into(),
        key: None,
        size: (80, 24),
        face: false,
        looks: DisplayRequest::default(),
    };
    let admitted = class.admit(&hello, IpAddr::V4(Ipv4Addr::LOCALHOST));
    admitted.map(|(number, _)| number).map_err(|(what, _)| what)
}

/// The answers to students who all ask at the same moment.
fn at_once<T: Send>(ask: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(STUDENTS);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..STUDENTS)
            .map(|student| {
                let (start, ask) = (&start, &ask);
                scope.spawn(move || {
                    start.wait();
                    ask(student)
                })
            })
            .collect();
        asked.into_iter().map(|asked| asked.join().expect("no panic")).collect()
    })
}

#[test]
fn of_students_who_ask_at_once_one_gets_the_name_one_the_seat_and_each_an_own_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = opened(&folder);
    for student in 0..STUDENTS {
        admit(&class, &format!("Student {student}")).expect("the name is free");
    }
    for round in 0..ROUNDS {
        let named = at_once(|_| admit(&class, &format!("Ann {round}")));
        let refused = named.iter().filter(|named| **named == Err(JoinError::Name)).count();
        assert_eq!(refused, STUDENTS - 1, "{named:?}");
        at_once(|_| class.add_table("find-the-lie").expect("a table"));
        let table = Arc::clone(class.tables().last().expect("a table"));
        let sat = at_once(|student| class.sit(&table, Seat::Bob, student));
        let winner = sat.iter().position(Result::is_ok).expect("one of them sits");
        assert_eq!(sat.iter().filter(|sat| sat.is_ok()).count(), 1, "{sat:?}");
        assert_eq!(table.holders()[Seat::Bob.index()], SeatHolder::Student(winner));
    }
    let tables = class.tables();
    let numbers: BTreeSet<usize> = tables.iter().map(|table| table.number()).collect();
    assert_eq!((numbers.len(), tables.len()), (STUDENTS * ROUNDS, STUDENTS * ROUNDS));
}

#[test]
fn a_removed_student_gets_no_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = opened(&folder);
    class.add_table("find-the-lie").expect("a table");
    let ann = admit(&class, "Ann").expect("the name is free");
    class.take_out(&[ann], false).expect("it can be saved");
    let told = class.sit(&class.tables()[0], Seat::Bob, ann).expect_err("she was removed");
    assert!(told.contains("removed"), "{told}");
}

/// Everything that the members of a class see of its roster.
fn state(class: &Class) -> String {
    let roll = class.members.roll().read();
    let students = roll.students.iter();
    let students: Vec<_> =
        students.map(|one| (one.name.to_string(), one.standing, one.keys.len())).collect();
    let seats: Vec<_> = roll.tables.iter().map(|table| &table.seats).collect();
    let held: Vec<_> = class.tables().iter().map(|table| table.holders()).collect();
    assert_eq!(seats, held.iter().collect::<Vec<_>>(), "the tables have the seats of the roster");
    let vote = class.shared.ballot.current().outcome();
    format!("{students:?} {seats:?} {} {} {vote}", roll.frozen, roll.holding)
}

/// The changes of a class in turn. `false` if a change failed.
fn change(class: &Class, number: usize) -> bool {
    match number {
        0 => admit(class, "Ann").is_ok(),
        1 => class.add_table("find-the-lie").is_ok(),
        2 => class.sit(&class.tables()[0], Seat::Bob, 0).is_ok(),
        3 => class.rename(0, "Anna").is_ok(),
        4 => class.set_frozen(true).is_ok(),
        5 => class.set_hold(true).is_ok(),
        6 => class.ask(SafeText::new("Is step 4 right?").expect("a text")).is_ok(),
        7 => class.free_name(0).is_ok(),
        8 => admit(class, "Ben").is_ok(),
        9 => class.take_out(&[1], true).is_ok(),
        _ => class.take_out(&[0], false).is_ok(),
    }
}

const CHANGES: usize = 11;

/// Each change to a file fails in turn. The class then has the state from before, in memory. After a restart it has this
/// state, or the next one, and the same change can be made.
#[test]
fn a_disk_that_fails_anywhere_leaves_a_class_with_what_everybody_saw() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = opened(&folder);
    let mut states = vec![state(&whole)];
    for number in 0..CHANGES {
        assert!(change(&whole, number), "{number}");
        states.push(state(&whole));
    }
    let mut failed = 0;
    for at in 0.. {
        let fate = if at % 2 == 0 { ChangeFate::Refused(5) } else { ChangeFate::Torn(3) };
        let folder = tempfile::tempdir().expect("a folder");
        let class = opened(&folder);
        let mut left = at;
        let repaired = Arc::new(AtomicBool::new(false));
        let is_whole = Arc::clone(&repaired);
        let tape = watch(folder.path(), move |_| {
            left -= 1;
            let fails = left == -1 && !is_whole.load(Ordering::SeqCst);
            if fails { fate } else { ChangeFate::Made }
        });
        let first = (0..CHANGES).find(|&number| !change(&class, number));
        repaired.store(true, Ordering::SeqCst);
        failed += usize::from(first.is_some());
        let number = first.unwrap_or(CHANGES);
        assert_eq!(state(&class), states[number], "change {number}, failure {at}");
        let seen = state(&class);
        drop(class);
        let again = opened(&folder);
        let now = state(&again);
        let next = first.map(|number| &states[number + 1]);
        assert!(now == seen || Some(&now) == next, "failure {at}: {now}\n{seen}");
        if let Some(number) = first.filter(|_| now == seen) {
            assert!(change(&again, number), "change {number} after failure {at}");
        }
        if tape.len() <= at as usize {
            break;
        }
    }
    assert!(failed > 20, "{failed} changes failed");
}
