//! Scenario files: a debate to play, or one already played, in YAML that people read and write.
//!
//! A saved debate is a scenario with its seats, seed and moves, so it opens anywhere. A file is
//! read with its places kept, so that every error names file, line and column; nothing in a file
//! can run a program or read another file.

mod ask;
pub mod circuit;
mod claim_debates;
mod claim_values;
mod claims;
mod deterministic;
mod error;
mod evidence;
mod exercise;
mod file;
mod graph;
pub mod import;
mod lesson;
mod machine;
mod machine_alone;
mod moves;
mod notes;
mod open;
pub mod place;
mod plan;
mod played;
mod protocol;
pub mod query;
mod read;
pub mod reading;
mod schema;
mod seats;
mod setting;
mod stochastic;
mod words;

pub use ask::{Question, QuestionPart};
pub use error::{FileError, printable};
pub use evidence::{Exhibit, MOST_LINES};
pub use exercise::{Attempt, BestMoves, Exercise, Forbidden, Goal, SideFile, Verdict, fingerprint};
pub use file::{Hidden, Oracle, Scenario, VERSION};
pub use graph::GraphFile;
pub use lesson::Lesson;
pub use machine::MachineFile;
pub use moves::{COMPOSED, Line, OUTSIDE, SeatFile};
pub use notes::{LessonQuestion, Note, Prediction, Vote};
pub use open::{given_again, open, rehearse, replay, resume, warnings};
pub use place::{At, Fault, Spot};
pub use plan::{PlanFile, SourceFile, StepFile};
pub use played::played;
pub use protocol::ProtocolFile;
pub use read::{read, read_bytes, write};
pub use schema::schema;
pub use seats::Seats;
pub use setting::Setting;
pub use stochastic::{
    CaffeineFile, ChainFile, ConstantsFile, ExplicitFile, StochasticFile, TolerancesFile,
    VotesFile, VotesRule,
};
pub use words::Words;
