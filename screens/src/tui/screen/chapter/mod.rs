//! A chapter of the course: what it is about and what its debates teach, with what is done so far.

mod payments;
mod screen;
mod words;

pub use screen::Chapter;
pub(super) use words::about;

/// Is a chapter one of the shipped course, which says what it is about?
pub fn is_of_the_course(name: &str) -> bool {
    about(name).is_some()
}
