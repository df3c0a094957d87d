//! Tests of the screens of a class: every size, every appearance, every listed key.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use tempfile::TempDir;

use crate::TeacherScreen;
use crate::addresses::AddressesScreen;
use crate::entrance::admit;
use crate::lobby::Lobby;
use crate::messages::{DisplayRequest, JoinRequest, version};
use crate::picker::{DebatePicker, PickerPurpose};
use crate::projector::ProjectorScreen;
use crate::scenario::library::{self, LibraryEntry};
use crate::session::{Class, ClassSetup};
use crate::tui::app::Appearance;
use crate::tui::headless::HeadlessPlayground;
use crate::tui::prelude::*;
use crate::tui::screen_checks::{fault, idle, listed};
use crate::tui::theme::{Glyphs, Preset, Theme};

const SIZES: [(u16, u16); 13] = [
    (1, 1),
    (500, 200),
    (2, 1),
    (1, 200),
    (500, 1),
    (20, 5),
    (79, 24),
    (80, 23),
    (80, 24),
    (81, 25),
    (120, 40),
    (240, 24),
    (200, 60),
];

/// Every screen of a class that has its own keys.
const SCREENS: [&str; 7] =
    ["teacher", "projector", "director", "addresses", "lobby", "push", "table"];

/// A class in a folder, with a table and a student whose name has wide letters.
pub(crate) fn class(folder: &TempDir) -> Arc<Class> {
    let class = opened(folder);
    class.add_table("find-the-lie").expect("a table");
    let name = "契約 Ann of a long name".to_owned();
    let (version, code) = (version(), class.code());
    let looks = DisplayRequest::default();
    let hello = JoinRequest { version, code, name, key: None, size: (80, 24), face: false, looks };
    admit(&class, &hello, IpAddr::V4(Ipv4Addr::LOCALHOST)).expect("she may come in");
    class
}

/// Opens the class in a folder, or makes a new one.
pub(crate) fn opened(folder: &TempDir) -> Arc<Class> {
    let entries = ["find-the-lie", "contract-comma"].map(|id| library::find(id).expect("shipped"));
    opened_with(folder, entries.into())
}

/// Opens the class in a folder with these debates, or makes a new one.
pub(crate) fn opened_with(folder: &TempDir, entries: Arc<[LibraryEntry]>) -> Arc<Class> {
    let grading: crate::session::GradeFn = |_, _, _| Ok(String::from("name,verdict\n"));
    let (hosts, folder) = (Vec::new(), folder.path().to_owned());
    let setup = ClassSetup { entries, folder, hosts, proxies: Vec::new(), grading };
    Class::open(setup).expect("a class")
}

pub(crate) fn stage(class: &Arc<Class>, screen: &str, look: Appearance) -> HeadlessPlayground {
    let first: Box<dyn Screen<Playground>> = match screen {
        "teacher" => Box::new(TeacherScreen::new(Arc::clone(class), true)),
        "projector" => Box::new(ProjectorScreen::new(Arc::clone(class))),
        "director" => Box::new(DebatePicker::new(Arc::clone(class), PickerPurpose::Show, 0)),
        "addresses" => Box::new(AddressesScreen::new(Arc::clone(class))),
        "lobby" => Box::new(Lobby::new(Arc::downgrade(class), 0)),
        "push" => Box::new(DebatePicker::new(Arc::clone(class), PickerPurpose::Push, 0)),
        _ => Box::new(DebatePicker::new(Arc::clone(class), PickerPurpose::Table, 0)),
    };
    HeadlessPlayground::beginning(first, (80, 24), None, look)
}

#[test]
fn every_screen_of_a_class_can_have_every_size_in_every_look() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = class(&folder);
    let looks = [
        Appearance::default(),
        Appearance { theme: Theme::default().with_glyphs(Glyphs::Ascii), ..Appearance::default() },
        Appearance { preset: Preset::Mono, colourless: true, ..Appearance::default() },
    ];
    for (screen, look) in SCREENS.iter().flat_map(|s| looks.iter().map(move |look| (s, look))) {
        let mut stage = stage(&class, screen, look.clone());
        // Also test the screen that the second row opens.
        for keys in ["", "down", "enter"] {
            stage.press(keys).expect("keys");
            for size in SIZES {
                stage.resize(size.0, size.1);
                let wrong = fault(&stage.buffer(), look, false);
                assert_eq!(wrong, None, "{screen} at {size:?}");
            }
            stage.resize(80, 24);
        }
    }
}

#[test]
fn every_key_that_a_screen_of_a_class_lists_does_something() {
    let mut pressed = BTreeSet::new();
    for screen in SCREENS {
        // Test the row of a student, and the row of a seat at a table.
        let has_rows = ["teacher", "lobby"].contains(&screen);
        let rows: &[&str] = if has_rows { &["", "down", "down down"] } else { &[""] };
        for &to in rows {
            // The class must stay alive here, because a screen does not keep it alive.
            let kept = RefCell::new(Vec::new());
            let fresh = || {
                let folder = tempfile::tempdir().expect("a folder");
                let class = class(&folder);
                let mut stage = stage(&class, screen, Appearance::default());
                stage.press(to).expect("keys");
                kept.borrow_mut().push((class, folder));
                stage
            };
            pressed.extend(listed(&fresh()).into_iter().map(|(_, words)| (screen, words)));
            let idle = idle(fresh, &[], |_, _| ());
            assert!(idle.is_empty(), "{screen} after `{to}`:\n{}", idle.join("\n"));
        }
    }
    assert!(pressed.len() > 20, "{pressed:?}");
}
