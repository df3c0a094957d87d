//! What the teacher does about those who come, done by keys on the teacher's screen.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use super::sizes;
use crate::entrance::come_in;
use crate::scenario::Words;
use crate::session::Class;
use crate::show::Projected;
use crate::tui::stage::Stage;
use crate::wire::{Hello, Looking, Wrong, version};

/// Comes to the door with a name, from an address of the class's network; the key, or what is wrong.
fn come(class: &Arc<Class>, name: &str, from: u8) -> Result<String, Wrong> {
    again(class, name, from, None)
}

fn again(class: &Arc<Class>, name: &str, from: u8, key: Option<&str>) -> Result<String, Wrong> {
    let hello = Hello {
        version: version(),
        code: if key.is_some() { String::new() } else { class.code() },
        name: name.into(),
        key: key.map(str::to_owned),
        size: (80, 24),
        face: false,
        looks: Looking::default(),
    };
    let from = IpAddr::V4(Ipv4Addr::new(10, 0, 0, from));
    come_in(class, &hello, from).map(|(_, key)| key).map_err(|(wrong, _)| wrong)
}

/// Presses keys on the teacher's screen, freshly looked at; what it shows then.
fn teach(class: &Arc<Class>, keys: &str) -> String {
    let mut stage: Stage = sizes::stage(class, "teacher", Default::default());
    stage.press(keys).expect("keys");
    stage.text()
}

#[test]
fn who_is_taken_out_may_come_anew_and_who_is_blocked_may_not() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first row is Ann of a long name; the next one is Ben.
    let class = sizes::class(&folder);
    let ben = come(&class, "Ben", 1).expect("he may come in");
    class
        .give(&class.tables()[0], crate::rules::Seat::Bob, crate::roll::Holder::Student(1))
        .unwrap();
    assert_eq!(
        (again(&class, "Ben", 1, Some(&ben)), class.members.pupils().len()),
        (Ok(ben.clone()), 2)
    );
    // It asks first.
    assert!(teach(&class, "down D").contains("the same key again takes Ben out"));
    assert_eq!(
        (teach(&class, "down D up D").contains("is out"), class.members.pupils().len()),
        (false, 2)
    );
    let text = teach(&class, "down D D");
    assert!(text.contains("Ben is out") && !text.contains("here  Ben"), "{text}");
    assert_eq!(
        (again(&class, "Ben", 1, Some(&ben)), class.members.pupils().len()),
        (Err(Wrong::Key), 1)
    );
    assert_eq!(class.tables()[0].holders()[1], crate::roll::Holder::Free);
    // As somebody new, with a folder of his own.
    come(&class, "Ben", 1).expect("he may come anew");
    teach(&class, "down B B");
    // So it is also after the program was started again.
    drop(class);
    let class = sizes::opened(&folder);
    assert_eq!((come(&class, "ben", 2), come(&class, "Cem", 1).is_ok()), (Err(Wrong::Name), true));
}

#[test]
fn a_student_keeps_their_key_under_another_name_and_no_code_stays_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let ben = come(&class, "Ben", 1).expect("he may come in");
    let text = teach(&class, "down r backspace backspace backspace B e r t enter");
    assert!(text.contains("Ben is Bert now"), "{text}");
    assert_eq!(class.members.name(1).as_deref(), Some("Bert"));
    // He comes by his key, whatever name his window has; and the name is free.
    assert_eq!(again(&class, "Ben", 1, Some(&ben)), Ok(ben));
    assert_eq!((come(&class, "Bert", 1), come(&class, "Ben", 1).is_ok()), (Err(Wrong::Name), true));
    let before = class.code();
    let text = teach(&class, "C");
    assert_ne!(before, class.code());
    assert!(text.contains(&class.code()), "{text}");
}

#[test]
fn who_looks_does_not_wait_while_a_change_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    let _written = class.members.roll().upgradable_read();
    let name = class.members.name(0).expect("somebody is in it");
    assert!(teach(&class, "").contains(name.get(..8).unwrap_or(&name)), "{name}");
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
fn the_wall_and_the_teacher_are_told_of_a_vote_as_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = sizes::class(&folder);
    class.show(Projected::Vote);
    let wall = |class| sizes::stage(class, "projector", Default::default()).text();
    assert!(wall(&class).contains("nothing has been asked yet"), "{}", wall(&class));
    class.ask(Words::new("Is step 4 right?").unwrap()).unwrap();
    assert!(wall(&class).contains("0 of 1 have voted") && wall(&class).contains("y for yes"));
    // Nobody can answer while the class is stopped.
    class.freeze(true).unwrap();
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
    let until = |stage: &mut Stage, words: &str| {
        while !stage.text().contains(words) {
            assert!(stage.wait(std::time::Duration::from_secs(20)), "{words}: {}", stage.text());
        }
    };
    stage.press("enter enter enter enter").expect("keys");
    until(&mut stage, "Find the lie · you are Bob");
    stage.press("enter").expect("a key");
    while !stage.text().contains("next: ") {
        stage.press("enter").expect("a key");
        stage.wait(std::time::Duration::from_millis(50));
    }
    stage.press("enter").expect("a key");
    until(&mut stage, "The contract's comma");
    assert!(!stage.text().contains("the class"), "{}", stage.text());
}
