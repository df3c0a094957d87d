//! The page of a chapter: its subject, the lessons of its debates, and your results.

mod screen;
mod words;

pub use screen::ChapterScreen;
pub(super) use words::about;
