//! Scenario files: a debate to play, or one already played, in YAML that people read and write.
//!
//! A saved debate is a scenario with its seats, seed and moves, so it opens anywhere. A file is
//! read with its places kept, so that every error names file, line and column; nothing in a file
//! can run a program or read another file.

mod ask;
mod error;
mod evidence;
mod exercise;
mod exhibits;
mod file;
mod handed_out;
pub mod import;
mod language;
mod lesson;
mod machine_alone;
mod moves;
mod notes;
mod open;
mod played;
mod protocol;
mod read;
mod retired;
mod schema;
mod sealed;
mod seats;
mod setting;

pub use crate::forms::hex::hex;
pub use crate::forms::{
    At, CaffeineFile, ChainFile, Fault, GraphFile, MachineFile, Oracle, PlanFile, SourceFile, Spot,
    StepFile, VotesFile, VotesRule, Words, circuit, place, printable, reading,
};
use crate::forms::{graph, machine, words};
pub use crate::protocol::stochastic::StochasticFile;
pub use ask::{Question, QuestionPart};
pub use error::FileError;
pub use evidence::{Exhibit, MOST_LINES};
pub use exercise::{Attempt, BestMoves, Exercise, Forbidden, Goal, GoalKind, Verdict};
pub use file::{Hidden, Scenario, VERSION};
pub use handed_out::fingerprint;
pub use language::Language;
pub use lesson::Lesson;
pub use moves::{COMPOSED, OUTSIDE, RecordLine, SeatFile};
pub use notes::{Forecast, LessonQuestion, Note, Percent, Prediction, Vote};
pub use open::{given_again, listed_lines, open, rehearse, replay, resume, show_line, warnings};
pub use played::played;
pub use protocol::ProtocolFile;
pub use read::{read, read_bytes, write};
pub use schema::schema;
pub use seats::Seats;
pub use setting::Setting;
