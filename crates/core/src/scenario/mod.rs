//! Scenario files in YAML. A scenario is a debate to play, or the record of a debate that was
//! played.
//!
//! A record contains its complete scenario with seats, seed and moves, so it can be opened on any
//! machine. Values keep their positions, so errors name the file, the line and the column. A file
//! can never run a program or read another file.

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
    CaffeineFile, ChainFile, GraphFile, Located, MachineFile, OracleSource, PlanFile, SafeText,
    SourceFile, Spot, StepFile, VotesFile, VotesRule, YamlError, cancellable, circuit, located,
    printable,
};
use crate::forms::{graph, machine, safe_text};
pub use crate::protocol::stochastic::StochasticFile;
pub use ask::{QuestionPart, ScenarioQuestion};
pub use error::FileError;
pub use evidence::{Exhibit, MOST_LINES};
pub use exercise::{Attempt, BestMoves, Exercise, Forbidden, Goal, GoalKind, Verdict};
pub use file::{Hidden, Scenario, VERSION};
pub use handed_out::fingerprint;
pub use language::Language;
pub use lesson::Lesson;
pub use moves::{COMPOSED, OUTSIDE, RecordLine, SeatFile};
pub use notes::{ClassVote, LessonQuestion, Note, OpeningPrediction, Percent, Prediction};
pub use open::{dry_run, given_again, listed_lines, open, replay, resume, show_line, warnings};
pub use played::played;
pub use protocol::ProtocolFile;
pub use read::{read, read_bytes, write};
pub use schema::schema;
pub use seats::SeatFiles;
pub use setting::ParameterSetting;
