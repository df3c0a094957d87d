//! What a table and a review ask for in words, and what is typed in answer.

use std::ops::ControlFlow;

use crate::debate::NodeId;
use crate::scenario::ClassVote;
use crate::tui::hand_out::HandOutForm;
use crate::tui::prelude::*;

/// What is being typed, and why.
pub(super) struct TextEntry {
    pub asked: TextPurpose,
    pub field: TextLine,
}

/// What is asked for.
pub(super) enum TextPurpose {
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
    /// The answer to this question of the lesson, put before the first move.
    Before(String),
    /// The answer to the one that is put after the last.
    After(String),
    /// A position to be handed out.
    HandOut(HandOutForm),
    /// How many rounds to go on, nothing typed meaning one; and what is done in them.
    Rounds(&'static str),
}

impl TextPurpose {
    pub(super) fn with(self, field: TextLine) -> TextEntry {
        TextEntry { asked: self, field }
    }

    /// How it is asked for.
    pub(super) fn question(&self) -> String {
        match self {
            Self::Save => "save: to which file?".into(),
            Self::Export => "write it to which file? .html, .md or .svg".into(),
            Self::Name => "save: under your name? (asked once; it may stay empty)".into(),
            Self::NameOf(seat) => format!("who was {}? (it may stay empty)", seat.name()),
            Self::Comment => "a comment on this move; empty takes it away".into(),
            Self::LineName(_) => "a name for this line; empty takes it away".into(),
            Self::Vote => "class vote: how many say that the claim is true? 18 of 25".into(),
            Self::Before(_) => "before you begin: a question".into(),
            Self::After(question) => question.clone(),
            Self::HandOut(given) => given.question().into(),
            Self::Rounds(_) => "go on for how many rounds?".into(),
        }
    }

    /// What the characters become that are typed; what Enter does, and what Esc does.
    fn words(&self) -> [&'static str; 3] {
        match self {
            Self::Save => ["the file's name", "save", "do not"],
            Self::Export => ["the file's name", "write", "do not"],
            Self::Name => ["your name", "keep it", "no name"],
            Self::NameOf(_) => ["the name", "keep it", "no name"],
            Self::LineName(_) => ["the name", "keep it", "do not"],
            Self::Comment => ["the comment", "keep it", "do not"],
            Self::Vote => ["18 of 25", "count it", "do not"],
            Self::Before(_) => ["the answer", "answer", "no answer"],
            Self::After(_) => ["the answer", "answer", "not now"],
            Self::HandOut(_) => ["text", "go on", "do not"],
            Self::Rounds(_) => ["rounds", "go on", "do not"],
        }
    }

    /// What stands below, where there is room.
    fn below(&self) -> &'static str {
        match self {
            Self::Save => "The scenario, the seats, the seed and every move: it opens anywhere.",
            Self::Vote => "Two numbers, no other words. They are kept, and shown when all is told.",
            Self::HandOut(_) => "The moves that led here and no others; nobody's name.",
            Self::Rounds(words) => words,
            _ => "",
        }
    }
}

impl TextEntry {
    /// What the keys do; both of them do this.
    pub(super) fn offers<S: Screen<Playground>>(
        &self,
        deed: fn(&mut S, Action, &mut Context) -> Transition,
    ) -> Vec<Offer> {
        let characters = if matches!(self.asked, TextPurpose::Rounds(_)) { "0-9" } else { "type" };
        let [typed, verb, not] = self.asked.words();
        vec![
            Offer::typing(characters, typed),
            Offer::new(&[Action::Confirm], verb).does(deed),
            Offer::new(&[Action::Cancel], not).does(deed),
        ]
    }

    /// Is this change to the text wanted? In a file's name every letter is text.
    pub(super) fn accepts_edit(&self, edit: &Edit) -> bool {
        let others = match self.asked {
            TextPurpose::Rounds(_) => "",
            TextPurpose::Vote => " of/",
            _ => return true,
        };
        self.field.accepts_edit(edit, |c| c.is_ascii_digit() || others.contains(c))
    }

    /// Takes a change to the text.
    pub(super) fn edit(&mut self, edit: Edit) {
        let most = match self.asked {
            TextPurpose::Rounds(_) => 9,
            TextPurpose::Vote => 40,
            TextPurpose::HandOut(_) => 2000,
            _ => 400,
        };
        self.field.edit(edit, most);
    }

    /// Draws it on the rows of a prompt.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let room = canvas.width().saturating_sub(6);
        let (mut x, mut y) = (3, 0);
        match &self.asked {
            TextPurpose::Rounds(_) => x = canvas.print(3, 0, "rounds ", Role::Text),
            TextPurpose::Before(question) => {
                y = canvas.height().saturating_sub(1);
                canvas.print_lines((3, 0), wrap(question, room).iter().take(y), Role::Text);
                x = canvas.print(3, y, "answer: ", Role::Dim);
            }
            _ => {}
        }
        self.field.draw(canvas, (x, y), (room + 3).saturating_sub(x), true);
        if y == 0 {
            canvas.print(3, 2, self.asked.below(), Role::Dim);
        }
    }

    /// Saves, notes a class's vote or hands out, as it is asked at this place of a debate: what is asked
    /// next, or the same again, and what there is to say. Anything else is given back.
    pub(super) fn settle(
        self,
        sitting: &mut DebateSession,
        at: NodeId,
        context: &mut Context,
    ) -> ControlFlow<Option<Self>, Self> {
        let Self { asked, field } = self;
        let done = match asked {
            TextPurpose::Save => {
                sitting.save(field.text()).map_err(|reason| (TextPurpose::Save, reason))
            }
            TextPurpose::Vote => match field.text().parse::<ClassVote>() {
                Ok(vote) => {
                    let vote = ClassVote { at: at.number(), ..vote };
                    let data = context.data.as_deref();
                    let noted = sitting.annotate(data, |scenario| scenario.votes.push(vote));
                    let counted = "counted; it is shown when all is told".to_owned();
                    Ok(noted.err().unwrap_or(counted))
                }
                Err(reason) => Err((TextPurpose::Vote, reason)),
            },
            TextPurpose::HandOut(mut given) => match given.take(field.text().trim(), sitting) {
                Ok(Some(next)) => {
                    return ControlFlow::Break(Some(TextPurpose::HandOut(given).with(next)));
                }
                Ok(None) => Ok(format!("handed out as {}", field.text().trim())),
                Err(reason) => Err((TextPurpose::HandOut(given), reason)),
            },
            asked => return ControlFlow::Continue(asked.with(field)),
        };
        ControlFlow::Break(match done {
            Ok(words) => {
                context.notify(words);
                None
            }
            Err((asked, reason)) => {
                context.notify(reason);
                Some(asked.with(field))
            }
        })
    }
}
