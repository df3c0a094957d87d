//! The texts that the table and the review ask for, and the field in which the player types.

use std::ops::ControlFlow;

use ratatui::layout::Margin;

use crate::debate::NodeId;
use crate::scenario::ClassVote;
use crate::tui::hand_out::HandOutForm;
use crate::tui::prelude::*;

/// A text field, and the purpose of its text.
pub(super) struct TextEntry {
    pub asked: TextPurpose,
    pub field: TextLine,
}

/// The purpose of a text.
pub(super) enum TextPurpose {
    /// The name of the file to save to.
    Save,
    /// The name of the file to export to. The file extension selects the format.
    Export,
    /// The player's name in saved debates.
    Name,
    /// Another name for the player, in this debate and all later ones.
    NewName,
    /// The name of the player of a seat, after several people played.
    NameOf(Seat),
    /// A comment on the shown move.
    Comment,
    /// The name of a variation.
    LineName(NodeId),
    /// The votes of the class.
    Vote,
    /// The answer to this question of the lesson, before the first move.
    Before(String),
    /// The answer to this question of the lesson, after the last move.
    After(String),
    /// A position to hand out.
    HandOut(HandOutForm),
    /// The number of rounds to play. One if the field is empty.
    Rounds,
}

impl TextPurpose {
    pub(super) fn with(self, field: TextLine) -> TextEntry {
        TextEntry { asked: self, field }
    }

    /// The question on the screen.
    pub(super) fn question(&self) -> String {
        match self {
            Self::Save => "save: to which file?".into(),
            Self::Export => "export to which file (.html, .md, .svg)?".into(),
            Self::Name => "your name for saved debates? (it may stay empty)".into(),
            Self::NewName => "your name in this and later debates? (it may stay empty)".into(),
            Self::NameOf(seat) => format!("who was {}? (it may stay empty)", seat.name()),
            Self::Comment => "your comment on this move (empty: delete it)".into(),
            Self::LineName(_) => "a name for this variation (empty: delete it)".into(),
            Self::Vote => "class vote: how many say that the claim is true? Write 18 of 25.".into(),
            Self::Before(_) => "before you begin: a question".into(),
            Self::After(question) => question.clone(),
            Self::HandOut(given) => given.question().into(),
            Self::Rounds => "play how many rounds?".into(),
        }
    }

    /// The labels of the field, of Enter and of Esc.
    fn words(&self) -> [&'static str; 3] {
        match self {
            Self::Save => ["the file's name", "save", "cancel"],
            Self::Export => ["the file's name", "write", "cancel"],
            Self::Name => ["your name", "save it", "no name"],
            Self::NewName => ["your name", "save it", "cancel"],
            Self::NameOf(_) => ["the name", "save it", "no name"],
            Self::LineName(_) => ["the name", "save it", "cancel"],
            Self::Comment => ["the comment", "save it", "cancel"],
            Self::Vote => ["18 of 25", "count it", "cancel"],
            Self::Before(_) => ["the answer", "answer", "no answer"],
            Self::After(_) => ["the answer", "answer", "not now"],
            Self::HandOut(_) => ["text", "go on", "cancel"],
            Self::Rounds => ["rounds", "go on", "cancel"],
        }
    }

    /// The note below the field.
    fn below(&self) -> &'static str {
        match self {
            Self::Save => "It has the scenario, seats, seed and moves. Elenchus can open it.",
            Self::Vote => "Write two numbers. They are saved, and shown with the answer.",
            Self::HandOut(_) => "The file has only the moves up to here, and no names.",
            Self::Rounds => {
                "Empty means 1 round. You never abort, and you state what you measured."
            }
            _ => "",
        }
    }
}

impl TextEntry {
    /// The commands of the field. Both Enter and Esc call `deed`.
    pub(super) fn offers<S: Screen<Playground>>(
        &self,
        deed: fn(&mut S, Action, &mut Context) -> Transition,
    ) -> Vec<KeyCommand> {
        let characters = if matches!(self.asked, TextPurpose::Rounds) { "0-9" } else { "type" };
        let [typed, verb, not] = self.asked.words();
        vec![
            KeyCommand::typing(characters, typed),
            KeyCommand::new(&[Action::Confirm], verb).does(deed),
            KeyCommand::new(&[Action::Cancel], not).does(deed),
        ]
    }

    /// Returns `true` if the field accepts the edit. In the name of a file, every letter is text.
    pub(super) fn accepts_edit(&self, edit: &Edit) -> bool {
        let others = match self.asked {
            TextPurpose::Rounds => "",
            TextPurpose::Vote => " of/",
            _ => return true,
        };
        self.field.accepts_edit(edit, |c| c.is_ascii_digit() || others.contains(c))
    }

    /// Edits the text.
    pub(super) fn edit(&mut self, edit: Edit) {
        let most = match self.asked {
            TextPurpose::Rounds => 9,
            TextPurpose::Vote => 40,
            TextPurpose::HandOut(_) => 2000,
            _ => 400,
        };
        self.field.edit(edit, most);
    }

    /// Draws the field in the rows of a prompt.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area().inner(Margin::new(3, 0));
        let (above, label) = match &self.asked {
            TextPurpose::Rounds => (String::new(), "rounds "),
            TextPurpose::Before(question) => (question.clone(), "answer: "),
            _ => (String::new(), ""),
        };
        let mut above = wrap(&above, area.width.into());
        above.retain(|line| !line.is_empty());
        let rows = above.len().min(usize::from(area.height).saturating_sub(1)) as u16;
        let parts = [Constraint::Length(rows), Constraint::Length(1), Constraint::Min(0)];
        let [question, field, below] = Layout::vertical(parts).areas(area);
        let theme = canvas.theme;
        canvas.lines(question, above.into_iter().map(|line| theme.line(line, Role::Text)));
        canvas.lines(field, [theme.line(label, Role::Dim)]);
        let mut field = canvas.part(field);
        let room = field.width().saturating_sub(width(label));
        self.field.draw(&mut field, (width(label), 0), room, true);
        // A blank row is above the note.
        let note = [Line::default(), theme.line(self.asked.below(), Role::Dim)];
        canvas.lines(below, note);
    }

    /// Saves the debate, counts a class vote, or hands out a position. `Break` has the next field, or the same field
    /// after an error. `Continue` returns a field that has another purpose.
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
                    let counted = "Counted. The vote is shown with the answer.".to_owned();
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
