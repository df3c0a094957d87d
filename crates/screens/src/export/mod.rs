//! Debates on paper and in a browser: boards, reads and reasons as Markdown, as one HTML file that
//! needs nothing else, or as a picture; and a whole course as a handout.
//!
//! Without answers a page shows what the person's seat may see, and nothing that the review reveals.

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
