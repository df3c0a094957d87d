//! How a student comes in: let in by the class, and led to where they were.

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Weak};

use crate::lobby::{self, Lobby};
use crate::open::Open;
use crate::projector::Projector;
use crate::roll::{Holder, PROJECTOR, TEACHER};
use crate::scenario::{Words, journal};
use crate::session::{Class, Refusal, student_folder};
use crate::student::Student;
use crate::teacher::Teacher;
use crate::tui::app::{App, Looks};
use crate::tui::prelude::*;
use crate::tui::screen::{Library, resume};
use crate::tui::terminal::Waker;
use crate::wire::Hello;

/// Lets a student in, or back in; returns the key for the next time.
pub(crate) fn come_in(
    class: &Arc<Class>,
    hello: &Hello,
    from: IpAddr,
) -> Result<(Arc<Student>, String), Refusal> {
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

/// The screens of a page of the teacher's, or of the projector's: they name no file of this machine.
fn page(class: &Weak<Class>, number: usize, waker: Waker) -> App {
    let first: Box<dyn Screen<Playground>> = match class.upgrade() {
        Some(class) if number == PROJECTOR => Box::new(Projector::new(class)),
        Some(class) => Box::new(Teacher::new(class, false)),
        None => Box::new(Lobby::new(Weak::clone(class), TEACHER)),
    };
    let guest = Playground::default().for_guest(Words::default());
    App::new(first, Looks::default(), guest, waker)
}

/// The screens of a student, at the debate that was open when the program ended.
fn first_screens(class: &Weak<Class>, number: usize, folder: &Path, waker: Waker) -> App {
    // Without it nothing is kept, and every screen says so.
    let _ = fs::create_dir_all(folder);
    let first = Box::new(Lobby::new(Weak::clone(class), number));
    let kept = Playground::at(Some(folder.to_owned()));
    let Some(class) = class.upgrade() else {
        return App::new(first, Looks::default(), kept, waker);
    };
    let name = class.members.name(number).and_then(|name| Words::new(&name).ok());
    let guest = kept.for_guest(name.unwrap_or_default());
    let mut app = App::new(first, Looks::default(), guest, waker);
    let (tables, journals) = (class.tables(), folder.join("journals"));
    let open = match Open::read(folder) {
        Open::Nothing => {
            // Whoever comes for the first time finds the course, unless there are tables as well.
            if tables.is_empty() {
                let library = Box::new(Library::of(Arc::clone(&class.setup.entries)));
                app.push_with(|_| Step::Push(library));
            }
            return app;
        }
        Open::Table(at, seat) => match tables.get(at) {
            Some(table) => {
                if table.holders()[seat.index()] == Holder::Student(number) {
                    let sitting = table.sitting(Some(seat), number);
                    app.push_with(|context| lobby::sit(sitting, context));
                }
                return app;
            }
            None => None,
        },
        Open::Journal(open) => Some(journals.join(open)).filter(|path| path.is_file()),
    };
    if let Some(path) = open.or_else(|| journal::in_folder(&journals).into_iter().next()) {
        app.push_with(|context| resume(&path, context));
    }
    app
}
