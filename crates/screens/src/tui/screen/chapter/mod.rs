//! A chapter of the course: what it is about and what its debates teach, with what is done so far.

mod screen;
mod words;

pub use screen::ChapterScreen;
pub(super) use words::about;
