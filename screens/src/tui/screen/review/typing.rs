//! What a review asks for in words, and what is typed in answer.

use crate::debate::NodeId;
use crate::rules::Seat;
use crate::tui::hand_out::HandOut;
use crate::tui::prompt::Field;

/// What is being typed, and why.
pub(super) struct Typing {
    pub asked: Asked,
    pub field: Field,
}

/// What is asked for.
pub(super) enum Asked {
    /// The file to save to.
    Save,
    /// The file to write it to for reading: its ending says how.
    Export,
    /// The name that debates are kept under.
    Name,
    /// The name of who sat in a seat, where several people played.
    NameOf(Seat),
    /// A comment on the move shown.
    Comment,
    /// The name of a line of play.
    LineName(NodeId),
    /// How the class votes.
    Vote,
    /// The answer to this question of the lesson.
    Answer(String),
    /// A position to be handed out.
    HandOut(HandOut),
}

impl Asked {
    pub(super) fn with(self, field: Field) -> Typing {
        Typing { asked: self, field }
    }

    /// The question; and the words for the footer: what is typed, what Enter does, what Esc does.
    pub(super) fn words(&self) -> (String, [&'static str; 3]) {
        let (question, keys) = match self {
            Self::Save => ("save: to which file?", ["the file's name", "save", "do not"]),
            Self::Export => (
                "write it to which file? .html, .md or .svg",
                ["the file's name", "write", "do not"],
            ),
            Self::Name => (
                "save: under your name? (asked once; it may stay empty)",
                ["your name", "keep it", "no name"],
            ),
            Self::NameOf(seat) => {
                let question = format!("who was {}? (it may stay empty)", seat.name());
                return (question, ["the name", "keep it", "no name"]);
            }
            Self::Comment => (
                "a comment on this move; empty takes it away",
                ["the comment", "keep it", "do not"],
            ),
            Self::LineName(_) => {
                ("a name for this line; empty takes it away", ["the name", "keep it", "do not"])
            }
            Self::Vote => (
                "class vote: how many say that the claim is true? 18 of 25",
                ["18 of 25", "count it", "do not"],
            ),
            Self::Answer(question) => (&**question, ["the answer", "answer", "not now"]),
            Self::HandOut(given) => (given.question(), ["text", "go on", "do not"]),
        };
        (question.to_owned(), keys)
    }
}
