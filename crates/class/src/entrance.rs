//! Lets a student into the class, and opens the screens that the student had open before.

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Weak};

use crate::lobby::{self, Lobby};
use crate::messages::JoinRequest;
use crate::open_item::OpenItem;
use crate::projector::ProjectorScreen;
use crate::roster::{PROJECTOR, SeatHolder, TEACHER};
use crate::scenario::{SafeText, journal};
use crate::session::{Class, JoinRefusal, student_folder};
use crate::student::Student;
use crate::teacher::TeacherScreen;
use crate::tui::app::{App, Appearance};
use crate::tui::prelude::*;
use crate::tui::screen::{LibraryScreen, resume};
use crate::tui::terminal::Waker;

/// Lets a student into the class, for the first time or again. Returns the student and the key for coming back.
pub(crate) fn admit(
    class: &Arc<Class>,
    hello: &JoinRequest,
    from: IpAddr,
) -> Result<(Arc<Student>, String), JoinRefusal> {
    let (number, key) = class.admit(hello, from)?;
    Ok((class.members.student(number, || student(class, number)), key))
}

fn student(class: &Arc<Class>, number: usize) -> Arc<Student> {
    let (theirs, folder) = (Arc::downgrade(class), student_folder(&class.setup.folder, number));
    let kept = folder.clone();
    let screens = move |waker| match number < PROJECTOR {
        true => first_screens(&theirs, number, &kept, waker),
        false => page(&theirs, number, waker),
    };
    Student::new(number, folder, Arc::clone(&class.shared), Box::new(screens))
}

/// The screens of the teacher's page or the projector's page. A page cannot name a file of this machine.
fn page(class: &Weak<Class>, number: usize, waker: Waker) -> App {
    let first: Box<dyn Screen<Playground>> = match class.upgrade() {
        Some(class) if number == PROJECTOR => Box::new(ProjectorScreen::new(class)),
        Some(class) => Box::new(TeacherScreen::new(class, false)),
        None => Box::new(Lobby::new(Weak::clone(class), TEACHER)),
    };
    let guest = Playground::default().for_guest(SafeText::default());
    App::new(first, Appearance::default(), guest, waker)
}

/// The screens of a student, with the debate that was open when the program ended.
fn first_screens(class: &Weak<Class>, number: usize, folder: &Path, waker: Waker) -> App {
    // If the folder cannot be made, nothing is saved, and every screen says so.
    let _ = fs::create_dir_all(folder);
    let first = Box::new(Lobby::new(Weak::clone(class), number));
    let kept = Playground::at(Some(folder.to_owned()));
    let Some(class) = class.upgrade() else {
        return App::new(first, Appearance::default(), kept, waker);
    };
    let name = class.members.name(number).and_then(|name| SafeText::new(&name).ok());
    let guest = kept.for_guest(name.unwrap_or_default());
    let mut app = App::new(first, Appearance::default(), guest, waker);
    let (tables, journals) = (class.tables(), folder.join("journals"));
    let open = match OpenItem::read(folder) {
        OpenItem::Nothing => {
            // A new student starts in the course, unless there are also tables.
            if tables.is_empty() {
                let library = Box::new(LibraryScreen::new(Arc::clone(&class.setup.entries)));
                app.push_with(|_| Transition::Push(library));
            }
            return app;
        }
        OpenItem::Table(at, seat) => match tables.get(at) {
            Some(table) => {
                if table.holders()[seat.index()] == SeatHolder::Student(number) {
                    let sitting = table.sitting(Some(seat), number);
                    app.push_with(|context| lobby::sit(sitting, context));
                }
                return app;
            }
            None => None,
        },
        OpenItem::Journal(open) => Some(journals.join(open)).filter(|path| path.is_file()),
    };
    if let Some(path) = open.or_else(|| journal::in_folder(&journals).into_iter().next()) {
        app.push_with(|context| resume(&path, context));
    }
    app
}
