//! The progress page: debates played and won, predictions, and six questions with model answers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use elenchus_kit::card::Card;

use super::{cards, chapter};
use crate::review::{PredictedWinner, predicted_winner_in};
use crate::scenario::{archive, files};
use crate::tui::list;
use crate::tui::prelude::*;
use crate::tui::progress::BestOutcome;

/// A question at the end of the course, and a model answer.
struct ClosingQuestion {
    asks: &'static str,
    model: &'static str,
    /// The library names of the debates to play again.
    again: &'static [&'static str],
}

const QUESTIONS: [ClosingQuestion; 6] = [
    ClosingQuestion {
        asks: "Why do twenty bits beat a liar?",
        model: "A false claim has a wrong step, and Bob points at it. In SHA-256, 17 bits name one of 109,384 gates. \
                The judge reads this gate and the two bits that it uses: 20 bits in all.",
        again: &["find-the-lie", "sha-256"],
    },
    ClosingQuestion {
        asks: "What is bisection, and what does it save?",
        model: "Alice and Bob halve the time between a state that both accept and one that they dispute. Twenty \
                halvings of a million steps leave one step, and the judge checks only that. Alice writes down \
                twenty states, not a million steps.",
        again: &["midpoint-hunt", "hundred-thousand-steps"],
    },
    ClosingQuestion {
        asks: "What does K do?",
        model: "If every probability is off by a little, the result is off by at most K times as much. The \
                judge's cost grows with the square of K.",
        again: &["ten-desks-look", "ten-desks-copy"],
    },
    ClosingQuestion {
        asks: "What is doubly efficient, and why must a debate be?",
        model: "Each honest prover works about as long as the computation, and the judge works far less. \
                Nobody can train a prover who has to search for longer than anybody can run.",
        again: &["seven-steps", "sixteen-quantifiers"],
    },
    ClosingQuestion {
        asks: "What is an obfuscated argument, and what a stable one?",
        model: "An obfuscated argument is wrong, but nobody can find the wrong subclaim. In a stable argument, \
                errors in the subclaims cause a smaller error in the claim.",
        again: &["needle", "most-of-three", "all-of-three"],
    },
    ClosingQuestion {
        asks: "What does the estimator do, and when is a wrong Alice paid?",
        model: "The estimator gives each claim a probability. Alice says where a number is off, and her pay grows \
                with the error. A wrong Alice can earn by luck in the draws, because the estimator's numbers do not \
                fit together, or because she knows more than the estimator.",
        again: &["two-parcels", "two-parcels-seen", "needle-estimates"],
    },
];

/// The largest number of characters of an answer.
const LONGEST: usize = 600;

/// The progress page.
#[derive(Default)]
pub struct ProgressScreen {
    entries: Arc<[LibraryEntry]>,
    /// The number of right predictions, and the number of all predictions.
    predictions: Pending<(u64, u64)>,
    /// The player's answers. The keys are the questions.
    answers: BTreeMap<String, String>,
    /// The question under the cursor.
    at: usize,
    /// The index of the debate to play again.
    again: usize,
    /// The first line of the answers in view.
    top: usize,
    typing: Option<TextLine>,
}

/// The file of the answers.
fn answers_file(context: &Context) -> Option<PathBuf> {
    context.data.as_deref().map(|data| data.join("answers.yaml"))
}

impl ProgressScreen {
    /// The page for these debates.
    pub fn new(entries: &Arc<[LibraryEntry]>) -> Self {
        Self { entries: Arc::clone(entries), ..Self::default() }
    }

    /// Returns `true` if the page has questions. They are about the shipped course.
    fn asks(&self) -> bool {
        self.entries.iter().any(|entry| chapter::about(entry.chapter()).is_some())
    }

    fn answer(&self, question: usize) -> &str {
        self.answers.get(QUESTIONS[question].asks).map_or("", String::as_str)
    }

    fn summary(&self, context: &Context) -> [String; 2] {
        let results = self.entries.iter().filter_map(|entry| context.best(entry));
        let won = results.clone().filter(|&best| best == BestOutcome::Won).count();
        let all = plural(self.entries.len() as u64, "debate", "debates");
        let (right, of) = *self.predictions;
        let predictions = match of {
            _ if self.predictions.is_working() => "Reading your predictions …".into(),
            0 => "You have predicted no winner yet.".into(),
            _ => format!(
                "Your predictions were right in {right} of {}.",
                plural(of, "debate", "debates")
            ),
        };
        [format!("You played {} of {all} and won {won}.", results.count()), predictions]
    }

    /// The player's answer and the model answer.
    fn answers(&self) -> [&str; 2] {
        let own = self.answer(self.at);
        let model =
            if own.is_empty() { "It appears after your answer." } else { QUESTIONS[self.at].model };
        let own = if own.is_empty() { "None yet." } else { own };
        [own, model]
    }

    /// The debates to play again for this question. Debates that the library lacks are left out.
    fn to_play_again(&self) -> Vec<&LibraryEntry> {
        let entry = |id: &&str| self.entries.iter().find(|entry| entry.id == **id);
        QUESTIONS[self.at].again.iter().filter_map(entry).collect()
    }

    /// The areas of the predictions, the questions, both answers, and the debates to play again.
    fn areas(&self, size: Rect) -> [Rect; 5] {
        let again = cards::choice_height(&self.titles(), size.width);
        let rows = [
            Constraint::Length(1),
            Constraint::Length(QUESTIONS.len() as u16 + 2),
            Constraint::Fill(1),
            Constraint::Length(again + u16::from(again > 0)),
        ];
        let [predictions, questions, answers, again] =
            Layout::vertical(rows).areas(layout::body(size));
        let [own, model] = Layout::horizontal([Constraint::Fill(1); 2]).areas(answers);
        [predictions, questions, own, model, again]
    }

    /// The titles of the debates to play again.
    fn titles(&self) -> Vec<&str> {
        self.to_play_again().into_iter().map(LibraryEntry::title).collect()
    }

    /// The number of lines of the longer answer, and the rows for it.
    fn answer_rows(&self, size: Rect) -> (usize, usize) {
        let [.., column, _] = self.areas(size);
        let area = Card::text_area(column);
        let lines = self.answers().map(|text| wrap(text, area.width.into()).len());
        (lines[0].max(lines[1]), area.height.into())
    }

    fn draw_questions(&self, canvas: &mut Canvas<'_>) {
        let (size, theme) = (canvas.area(), canvas.theme);
        let [_, questions, own, model, again] = self.areas(size);
        Card::new("Six questions").focused(true).draw(canvas, questions);
        let row = |at: usize| {
            let answered = if self.answer(at).is_empty() { "" } else { "  answered" };
            let words = format!("{} {}", at + 1, QUESTIONS[at].asks);
            vec![theme.span(words, Role::Text), theme.span(answered, Role::Dim)].into()
        };
        let list = (QUESTIONS.len(), Scroll::at(self.at));
        list::draw(canvas, Card::list_area(questions), list, Some(Role::Chosen), row);
        if let Some(field) = &self.typing {
            let inside = Card::new("Your answer").focused(true).draw(canvas, own.union(model));
            let mut part = canvas.part(inside);
            let room = part.width().saturating_sub(2);
            field.draw_rows(&mut part, (1, 0), room);
            return;
        }
        let cards = [(own, "Your answer"), (model, "A model answer")];
        for ((area, heading), text) in cards.into_iter().zip(self.answers()) {
            Card::new(heading).paragraph(canvas, area, (text, Role::Text), self.top);
        }
        let parts = [Constraint::Length(1), Constraint::Fill(1)];
        let [heading, below] = Layout::vertical(parts).areas(again);
        canvas.lines(heading, [theme.line(" To play again:", Role::Heading)]);
        cards::choices(canvas, below, &self.titles(), self.again);
    }

    fn choose(&mut self, action: Action, _: &mut Context) {
        (self.at, self.top, self.again) = (moved(self.at, action, 1, QUESTIONS.len()), 0, 0);
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let (lines, rows) = self.answer_rows(context.size);
        self.top = scrolled(self.top, action, lines, rows);
    }

    fn choose_debate(&mut self, action: Action, _: &mut Context) {
        self.again = moved(self.again, action, 1, self.to_play_again().len());
    }

    fn play_again(&mut self, context: &mut Context) -> Transition {
        context.course.open = self.to_play_again().get(self.again).map(|entry| entry.id.clone());
        Transition::Pop
    }

    /// Opens the text field for the question under the cursor.
    fn begin_answer(&mut self) {
        self.typing = Some(TextLine::new(self.answer(self.at)));
    }

    /// Saves the answer, together with the other answers that are now in the file.
    fn keep_answer(&mut self, context: &mut Context) {
        let Some(field) = self.typing.take() else { return };
        let (question, said) = (QUESTIONS[self.at].asks.to_owned(), field.text().trim().to_owned());
        self.answers.insert(question.clone(), said.clone());
        let kept = answers_file(context).map_or(Ok(()), |path| {
            let mut all: BTreeMap<_, _> = files::yaml(&path)?.unwrap_or_default();
            all.insert(question, said);
            files::keep(&path, &all).map_err(|e| e.to_string())?;
            self.answers = all;
            Ok(())
        });
        context.notify(
            kept.map_or_else(|why: String| format!("not saved: {why}"), |()| "saved".into()),
        );
    }
}

impl Screen<Playground> for ProgressScreen {
    fn name(&self) -> &'static str {
        "your progress"
    }

    fn accepts_edit(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        if let Some(field) = &mut self.typing {
            field.edit(edit, LONGEST);
        }
    }

    fn entered(&mut self, context: &mut Context) -> Transition {
        match answers_file(context).map_or(Ok(None), |path| files::yaml(&path)) {
            Ok(answers) => self.answers = answers.unwrap_or_default(),
            Err(why) => context.notify(format!("your answers cannot be read: {why}")),
        }
        if let Some(folder) = context.data.as_deref().map(archive::folder) {
            self.predictions.begin(context, move |token| {
                let records =
                    archive::list(&folder).into_iter().filter_map(|kept| kept.record.ok());
                let going = records.take_while(|_| !token.is_stopped());
                let judged = going.filter_map(|record| predicted_winner_in(&record));
                judged
                    .filter_map(PredictedWinner::is_right)
                    .fold((0, 0), |(right, of), is_right| (right + u64::from(is_right), of + 1))
            });
        }
        Transition::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        context.changed |= self.predictions.poll();
        Transition::Stay
    }

    fn is_working(&self) -> bool {
        self.predictions.is_working()
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let size = canvas.area();
        let [played, predicted] = self.summary(context);
        layout::header(canvas, ["Your progress", ""], &played);
        let predicted = canvas.line(format!(" {predicted}"), Role::Text);
        canvas.lines(layout::body(size), [predicted]);
        if !self.asks() {
            return KeyCommand::help_and_back().into_iter().collect();
        }
        self.draw_questions(canvas);
        if self.typing.is_some() {
            let leave = |page: &mut Self| page.typing = None;
            return vec![
                KeyCommand::typing("type", "your answer"),
                KeyCommand::new(&[Confirm], "save it").does(Self::keep_answer),
                KeyCommand::new(&[Cancel], "cancel").does(leave),
            ];
        }
        let mut offers = vec![
            KeyCommand::new(&[Up, Down], "choose").does(Self::choose),
            KeyCommand::new(&[Confirm], "answer").does(Self::begin_answer),
        ];
        if !self.to_play_again().is_empty() {
            offers.push(KeyCommand::new(&[Left, Right], "a debate").does(Self::choose_debate));
            offers.push(KeyCommand::new(&[PlayAgain], "play it again").does(Self::play_again));
        }
        let (lines, rows) = self.answer_rows(size);
        if lines > rows {
            offers.push(KeyCommand::new(&[PageUp, PageDown], "a page").does(Self::scroll));
        }
        offers.push(KeyCommand::hidden(&[Cancel], "back").leaves());
        offers.extend(KeyCommand::help_and_back());
        offers
    }
}
