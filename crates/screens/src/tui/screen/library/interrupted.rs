//! The choice that an interrupted debate offers: to continue it or to start again.

use super::opening::{begin, resumed};
use super::unfinished::UnfinishedDebate;
use crate::rules::Side;
use crate::tui::prelude::*;
use crate::tui::screen::cards::{self, Card, Column};

/// The choices.
const CHOICES: [&str; 2] = ["Go on", "Start again"];

/// An interrupted debate, and the same debate from its start.
pub(super) struct Interrupted {
    open: UnfinishedDebate,
    /// The debate from its start. `None` once it has begun.
    start: Option<DebateSession>,
    predicted: Option<Side>,
    at: usize,
}

impl Interrupted {
    /// Offers to continue `open`, or to begin `start` with this prediction of the winner.
    pub fn new(open: UnfinishedDebate, start: DebateSession, predicted: Option<Side>) -> Self {
        Self { open, start: Some(start), predicted, at: 0 }
    }

    fn go(&mut self, context: &mut Context) -> Transition {
        let step = match (self.at, self.start.take()) {
            (0, start) => {
                self.start = start;
                let id = Some(self.open.id.clone()).filter(|id| !id.is_empty());
                resumed(self.open.title.clone(), &self.open.path, id, context)
            }
            (_, Some(start)) => begin(start, self.predicted, context),
            (_, None) => Transition::Pop,
        };
        // The next screen replaces this question, so Back does not show the question again.
        match step {
            Transition::Push(screen) => Transition::Replace(screen),
            other => other,
        }
    }
}

impl Screen<Playground> for Interrupted {
    fn name(&self) -> &'static str {
        "an interrupted debate"
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let size = canvas.area();
        let title = &self.open.title;
        cards::header(canvas, [title, "interrupted"], "");
        let card =
            Card::new("This debate was interrupted", size.width).paragraphs(self.open.paragraphs());
        let column = Column::new([card]);
        let body = cards::body(size);
        let below = column.height() + 1;
        let area = Rect { height: column.height().min(body.height), ..body };
        column.draw(&mut canvas.part(area), 0, &context.keys);
        let row = Rect { y: body.y + below, height: 1, ..body }.intersection(body);
        cards::choices(canvas, row, &CHOICES, self.at);
        let choose = |screen: &mut Self, action, _: &mut Context| {
            screen.at = moved(screen.at, action, 1, CHOICES.len());
        };
        let mut offers = vec![
            KeyCommand::new(&[Left, Right], "choose").does(choose),
            KeyCommand::new(&[Confirm], "go").does(Self::go),
            KeyCommand::hidden(&[Cancel], "back").leaves(),
        ];
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
