//! Exports debates as Markdown, HTML or pictures, and courses as handouts.
//!
//! Without answers, a page shows what the player's seat may see, and nothing that the review reveals.

mod feedback;
mod format;
mod handout;
mod html;
mod markdown;
mod page;
mod projected;

pub use feedback::{JudgedRecord, feedback};
pub use format::ExportFormat;
pub use handout::{WrittenCourse, handout};
pub use page::{DebatePage, MoveFrame, Reveal, ended, move_text_for, one_of_many};
pub use projected::projected;
