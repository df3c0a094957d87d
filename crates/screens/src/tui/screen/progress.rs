//! The progress page: debates played and won, predictions, and six questions with model answers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{List, ListItem, Paragraph, Widget};

use super::{cards, chapter, lines};
use crate::review::{PredictedWinner, predicted_winner_in};
use crate::scenario::{archive, files};
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
        model: "A false claim has a wrong step, and Bob points at it. Twenty bits name one of a million steps. \
                The judge reads only that step and the steps that it uses.",
        again: &["find-the-lie", "sha-256"],
    },
    ClosingQuestion {
        asks: "What is bisection, and what does it save?",
        model: "Alice and Bob halve the time between a state that both accept and one that they dispute. Twenty \
                halvings of a million steps leave one step. The judge checks only that.",
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
                small errors in the subclaims cause only a small error in the claim.",
        again: &["four-intervals", "needle", "brittle-but-true"],
    },
    ClosingQuestion {
        asks: "What does the estimator do, and when is a wrong Alice paid?",
        model: "The estimator gives each claim a probability. Alice says where a number is off, and her pay grows \
                with the error. A wrong Alice earns most if the numbers do not fit together.",
        again: &["two-parcels", "all-of-three", "needle-estimates"],
    },
];

/// The largest number of characters of an answer.
const LONGEST: usize = 600;

/// The progress page.
#[derive(Default)]
pub struct ProgressScreen {
    entries: Arc<[LibraryEntry]>,
    /// The number of right predictions, and of all.
    predictions: Pending<(u64, u64)>,
    /// The player's answers, by question.
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

    /// The player's answer and the model answer side by side, in columns of this width.
    fn answer_lines(&self, columns: usize) -> [Vec<String>; 2] {
        let own = self.answer(self.at);
        let model =
            if own.is_empty() { "It appears after your answer." } else { QUESTIONS[self.at].model };
        let own = if own.is_empty() { "None yet." } else { own };
        [own, model].map(|text| wrap(text, columns))
    }

    /// The debates to play again for this question, if the library has them.
    fn to_play_again(&self) -> Vec<&LibraryEntry> {
        let entry = |id: &&str| self.entries.iter().find(|entry| entry.id == **id);
        QUESTIONS[self.at].again.iter().filter_map(entry).collect()
    }

    /// The areas of the summary, the questions, the answers, and the debates to play again.
    fn areas(page: Rect) -> [Rect; 4] {
        let rows = [
            Constraint::Length(3),
            Constraint::Length(7),
            Constraint::Fill(1),
            Constraint::Length(2),
        ];
        Layout::vertical(rows).horizontal_margin(1).areas(page)
    }

    /// The two columns of answers.
    fn columns(below: Rect) -> [Rect; 2] {
        Layout::horizontal([Constraint::Fill(1); 2]).spacing(2).areas(below)
    }

    /// The largest first line of the answers: 0 if all lines fit.
    fn last_top(&self, context: &Context) -> usize {
        let [.., below, _] = Self::areas(lines::area(context.size));
        let [column, _] = Self::columns(below);
        let most = self.answer_lines(column.width.into()).iter().map(Vec::len).max().unwrap_or(0);
        most.saturating_sub(usize::from(below.height).saturating_sub(1))
    }

    fn draw_questions(&self, canvas: &mut Canvas<'_>, [_, list, below, again]: [Rect; 4]) {
        let row = |(at, question): (usize, &ClosingQuestion)| {
            let sign = if at == self.at { '▸' } else { ' ' };
            let answered = if self.answer(at).is_empty() { "" } else { "  answered" };
            let role = if at == self.at { Role::Chosen } else { Role::Text };
            let text = format!("{sign} {} {}{answered}", at + 1, question.asks);
            ListItem::new(text).style(canvas.style(role))
        };
        let rows: Vec<ListItem<'_>> = QUESTIONS.iter().enumerate().map(row).collect();
        List::new(rows).render(list, canvas.buffer());
        if let Some(field) = &self.typing {
            let mut part = canvas.part(below);
            part.print(0, 0, "Your answer", Role::Heading);
            let room = part.width().saturating_sub(2);
            // The field has one row, so earlier rows of the text are above it.
            let typed = wrap(field.text(), room);
            let above = typed.len().saturating_sub(1);
            let first = above.saturating_sub(part.height().saturating_sub(3));
            let y = part.print_lines((0, 1), &typed[first.min(above)..above], Role::Dim);
            field.draw(&mut part, (0, y), room, true);
            return;
        }
        let mut row = canvas.part(again);
        let x = row.print(0, 1, "To play again: ", Role::Heading);
        let titles: Vec<&str> = self.to_play_again().into_iter().map(LibraryEntry::title).collect();
        let area = row.area();
        let rest = Rect { x: area.x + x as u16, y: area.y + 1, ..area }.intersection(area);
        cards::choices(&mut row.part(rest), &titles, self.again);
        let columns = Self::columns(below);
        let texts = self.answer_lines(columns[0].width.into());
        for ((area, text), heading) in
            columns.into_iter().zip(texts).zip(["Your answer", "A model answer"])
        {
            canvas.part(area).print(0, 0, heading, Role::Heading);
            let area =
                Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).split(area)[1];
            let style = canvas.style(Role::Text);
            let text: Vec<Line<'_>> = text.into_iter().map(Line::from).collect();
            let text = Paragraph::new(text).style(style).scroll((self.top as u16, 0));
            text.render(area, canvas.buffer());
        }
    }

    fn choose(&mut self, action: Action, _: &mut Context) {
        (self.at, self.top, self.again) = (moved(self.at, action, 1, QUESTIONS.len()), 0, 0);
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        self.top = moved(self.top, action, 4, self.last_top(context) + 1);
    }

    fn choose_debate(&mut self, action: Action, _: &mut Context) {
        self.again = moved(self.again, action, 1, self.to_play_again().len());
    }

    /// Opens the chosen debate again.
    fn play_again(&mut self, context: &mut Context) -> Transition {
        context.course.open = self.to_play_again().get(self.again).map(|entry| entry.id.clone());
        Transition::Pop
    }

    /// Starts the answer to the question under the cursor.
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

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        layout::title_bar(&mut canvas.part(size), "Your progress", "");
        let areas = Self::areas(lines::area(size));
        canvas.part(areas[0]).print_lines((0, 0), self.summary(context), Role::Text);
        if !self.asks() {
            return Offer::help_and_back().into_iter().collect();
        }
        self.draw_questions(canvas, areas);
        if self.typing.is_some() {
            let leave = |page: &mut Self| page.typing = None;
            return vec![
                Offer::typing("type", "your answer"),
                Offer::new(&[Confirm], "save it").does(Self::keep_answer),
                Offer::new(&[Cancel], "cancel").does(leave),
            ];
        }
        let mut offers = vec![
            Offer::new(&[Up, Down], "choose").does(Self::choose),
            Offer::new(&[Confirm], "answer").does(Self::begin_answer),
        ];
        if !self.to_play_again().is_empty() {
            offers.push(Offer::new(&[Left, Right], "a debate").does(Self::choose_debate));
            offers.push(Offer::new(&[Focus], "play it again").does(Self::play_again));
        }
        if self.last_top(context) > 0 {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").does(Self::scroll));
        }
        offers.push(Offer::new(&[Cancel], "back").hidden_from_footer().leaves());
        offers.extend(Offer::help_and_back());
        offers
    }
}
