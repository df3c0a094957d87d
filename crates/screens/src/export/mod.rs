//! Exports debates as Markdown, HTML or pictures, and courses as handouts.
//!
//! Without answers, a page shows what the player's seat may see, and nothing that the review reveals.

mod feedback;
mod format;
mod handout;
mod html;
mod markdown;
mod notes;
mod page;
mod partner;
mod projected;

pub use feedback::{JudgedRecord, feedback};
pub use format::ExportFormat;
pub use handout::{WrittenCourse, debate_handout, handout};
pub use notes::{CommentedMove, OtherVariation, RecordNotes};
pub use page::{
    DebatePage, MOST_PROOF_ROUNDS, MoveFrame, Reveal, ended, line_text_for, move_text_for,
    one_of_many,
};
pub use projected::projected;
