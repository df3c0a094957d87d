//! Tests of the keys with which the teacher manages the students.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use super::sizes;
use crate::entrance::admit;
use crate::messages::{DisplayRequest, JoinError, JoinRequest, version};
use crate::projection::ProjectorContent;
use crate::scenario::SafeText;
use crate::session::Class;
use crate::tui::headless::HeadlessPlayground;

/// Joins with a name from an address of the network. Returns the student's key, or the part of the request that is
/// wrong.
fn come(class: &Arc<Class>, name: &str, from: u8) -> Result<String, JoinError> {
    again(class, name, from, None)
}

fn again(class: &Arc<Class>, name: &str, from: u8, key: Option<&str>) -> Result<String, JoinError> {
    let hello = JoinRequest {
        version: version(),
        code: if key.is_some() { String::new() } else { class.code() },
        name: name.into(),
        key: key.map(str::to_owned),
        size: (80, 24),
        face: false,
        looks: DisplayRequest::default(),
    };
    let from = IpAddr::V4(Ipv4Addr::new(10, 0, 0, from));
    admit(class, &hello, from).map(|(_, key)| key).map_err(|(wrong, _)| wrong)
}

/// Presses keys on a new teacher's screen and returns its text.
fn teach(class: &Arc<Class>, keys: &str) -> String {
    let mut stage: HeadlessPlayground = sizes::stage(class, "teacher", Default::default());
    stage.press(keys).expect("keys");
    stage.text()
}

#[test]
fn a_removed_student_may_come_again_and_a_blocked_one_may_not() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first row is Ann, and the next one is Ben.
    let class = sizes::class(&folder);
    let ben = come(&class, "Ben", 1).expect("he may come in");
    class
        .give(&class.tables()[0], crate::rules::Seat::Bob, crate::roster::SeatHolder::Student(1))
        .unwrap();
    assert_eq!(
        (again(&class, "Ben", 1, Some(&ben)), class.members.pupils().len()),
        (Ok(ben.clone()), 2)
    );
    // The first press only asks.
    assert!(teach(&class, "down D").contains("press the same key again to remove Ben"));
    assert_eq!(
        (teach(&class, "down D up D").contains("is removed"), class.members.pupils().len()),
        (false, 2)
    );
    let text = teach(&class, "down D D");
    assert!(text.contains("Ben is removed") && !text.contains("here  Ben"), "{text}");
    assert_eq!(
        (again(&class, "Ben", 1, Some(&ben)), class.members.pupils().len()),
        (Err(JoinError::Key), 1)
    );
    assert_eq!(class.tables()[0].holders()[1], crate::roster::SeatHolder::Free);
    // Ben joins as somebody new, with a new folder.
    come(&class, "Ben", 1).expect("he may come anew");
    teach(&class, "down B B");
    // The block remains after a restart of the program.
    drop(class);
    let class = sizes::opened(&folder);
    assert_eq!(
        (come(&class, "ben", 2), come(&class, "Cem", 1).is_ok()),
        (Err(JoinError::Name), true)
    );
}

#[test]
fn a_student_keeps_their_key_under_another_name_and_no_code_stays_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let ben = come(&class, "Ben", 1).expect("he may come in");
    let text = teach(&class, "down r backspace backspace backspace B e r t enter");
    assert!(text.contains("Ben is Bert now"), "{text}");
    assert_eq!(class.members.name(1).as_deref(), Some("Bert"));
    // Ben's key lets him in under any name. The old name is free.
    assert_eq!(again(&class, "Ben", 1, Some(&ben)), Ok(ben));
    assert_eq!(
        (come(&class, "Bert", 1), come(&class, "Ben", 1).is_ok()),
        (Err(JoinError::Name), true)
    );
    let before = class.code();
    let text = teach(&class, "C");
    assert_ne!(before, class.code());
    assert!(text.contains(&class.code()), "{text}");
}

#[test]
fn a_viewer_does_not_wait_while_a_change_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let _written = class.members.roll().upgradable_read();
    let name = class.members.name(0).expect("somebody is in it");
    assert!(teach(&class, "").contains(name.get(..8).unwrap_or(&name)), "{name}");
}

#[test]
fn everybody_who_has_not_played_is_removed_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first student has neither a seat nor a debate.
    let class = sizes::class(&folder);
    for (name, from) in [("Ben", 1), ("Cem", 2)] {
        come(&class, name, from).expect("they may come in");
    }
    class
        .give(&class.tables()[0], crate::rules::Seat::Bob, crate::roster::SeatHolder::Student(1))
        .unwrap();
    assert!(teach(&class, "X").contains("again to remove 2 students"));
    assert_eq!(class.members.pupils().len(), 3);
    let text = teach(&class, "X X");
    assert!(text.contains("2 students removed"), "{text}");
    assert_eq!(class.members.pupils(), [(1, "Ben".to_owned())]);
    assert!(teach(&class, "X X").contains("every student has a seat"));
    come(&class, "Cem", 2).expect("he may come anew");
}

#[test]
fn the_teacher_sees_when_the_class_is_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    assert!(!teach(&class, "").contains("full"));
    let mut roll = class.members.roll().upgradable_read();
    let many = (0..300).map(|n| crate::name::read(&format!("Student {n}")).unwrap());
    let many: Vec<_> =
        many.map(|name| crate::roster::RosterStudent { name, ..Default::default() }).collect();
    class.members.change(&mut roll, |roll| roll.students.extend(many)).unwrap();
    drop(roll);
    assert!(teach(&class, "").contains("full: nobody else can join"));
    assert_eq!(come(&class, "Zoe", 1), Err(JoinError::Full));
}

#[test]
fn the_class_is_not_ended_by_one_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let mut stage = sizes::stage(&class, "teacher", Default::default());
    for keys in ["q", "down q"] {
        stage.press(keys).expect("keys");
        assert!(stage.left().is_none() && stage.text().contains("the same key again"));
    }
    stage.press("q").expect("keys");
    assert!(stage.left().is_some());
}

#[test]
fn the_wall_and_the_teacher_see_the_current_vote() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    class.show(ProjectorContent::Vote);
    let wall = |class| sizes::stage(class, "projector", Default::default()).text();
    assert!(wall(&class).contains("there is no question yet"), "{}", wall(&class));
    class.ask(SafeText::new("Is step 4 right?").unwrap()).unwrap();
    assert!(wall(&class).contains("0 of 1 have voted") && wall(&class).contains("y for yes"));
    // Nobody can vote while the class is stopped.
    class.set_frozen(true).unwrap();
    assert!(!wall(&class).contains("y for yes"), "{}", wall(&class));
    let heading = "stopped for a moment · a vote: Is step 4 right? yes 0, no 0";
    let text = teach(&class, "");
    assert!(text.contains(heading), "{text}");
}

#[test]
fn the_ending_of_a_debate_leads_to_the_next_one_of_the_course() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let mut stage = sizes::stage(&class, "lobby", Default::default());
    let until = |stage: &mut HeadlessPlayground, words: &str| {
        while !stage.text().contains(words) {
            assert!(stage.wait(std::time::Duration::from_secs(20)), "{words}: {}", stage.text());
        }
    };
    stage.press("enter enter").expect("keys");
    until(&mut stage, "you are Bob");
    stage.press("3 enter").expect("keys");
    until(&mut stage, "any key skips");
    stage.press("x").expect("a key");
    until(&mut stage, "▸ Next: ");
    stage.press("enter").expect("a key");
    until(&mut stage, "The contract's comma");
    assert!(!stage.text().contains("the class"), "{}", stage.text());
}
