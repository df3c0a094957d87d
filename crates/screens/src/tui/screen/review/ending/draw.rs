//! Draws an ending.

use super::card::{self, CardAction, happening};
use crate::debate::AnyDebate;
use crate::review::{Sentence, Tone};
use crate::rules::Viewer;
use crate::scenario::Verdict;
use crate::tui::prelude::*;
use crate::tui::screen::cards::{self, Card, Column};
use crate::tui::screen::review::ReviewScreen;
use crate::tui::screen::review::draw::set;
use crate::tui::screen::table::EndingFrame;
use crate::tui::{board, goal};

/// From this width on, the board is beside the cards.
const WIDE: u16 = 130;
/// The number of columns of the cards beside the board.
const CARDS: u16 = 80;
/// The smallest number of rows of a board below the cards.
const BOARD: u16 = 9;

/// The areas of an ending.
pub(in crate::tui::screen::review) struct Parts {
    pub cards: Rect,
    /// The board. `None` if there is no room for it.
    pub board: Option<Rect>,
    pub ways: Rect,
}

impl ReviewScreen {
    /// Draws the current frame of the ending, or the cards after the last frame.
    pub(in crate::tui::screen::review) fn draw_ending(
        &self,
        canvas: &mut Canvas<'_>,
        keys: &KeyMap,
    ) {
        if !self.ending.frames.is_over() {
            return self.draw_frame(canvas);
        }
        let size = canvas.area();
        let outcome = self.judged.outcome.as_ref();
        let result = outcome.map(|o| card::result(o, self.sitting.game())).unwrap_or_default();
        let headline = card::headline(&self.judged);
        let titled = format!("{headline} · {}", &*self.sitting.scenario.title);
        // A title that does not fit is left out. The claim below says what the debate was about.
        let fits = width(&titled) + width(&result) + 5 <= canvas.width();
        let headline = if fits { &titled } else { headline };
        cards::header(canvas, [headline, &result], &self.sitting.scenario.claim);
        let parts = self.ending_parts(size);
        self.column(parts.cards.width).draw(&mut canvas.part(parts.cards), self.side_shift, keys);
        if let Some(area) = parts.board {
            let shown = self.position.board(Viewer::All);
            let inside = cards::frame(canvas, area, &shown.title, false);
            board::draw(&mut canvas.part(inside), &shown, &self.board);
        }
        cards::choices(canvas, parts.ways, &self.way_words(), self.ending.at);
    }

    /// The words of the buttons.
    fn way_words(&self) -> Vec<String> {
        self.ending.ways.iter().map(CardAction::words).collect()
    }

    pub(in crate::tui::screen::review) fn ending_parts(&self, size: Rect) -> Parts {
        let buttons = cards::choice_height(&self.way_words(), size.width);
        let rows = [Constraint::Fill(1), Constraint::Length(buttons)];
        let [body, ways] = Layout::vertical(rows).areas(cards::body(size));
        if size.width >= WIDE {
            let columns = [Constraint::Length(CARDS), Constraint::Fill(1)];
            let [cards, board] = Layout::horizontal(columns).areas(body);
            return Parts { cards, board: Some(board), ways };
        }
        let height = self.column(body.width).height().min(body.height);
        let rest = body.height - height;
        let cards = Rect { height: if rest >= BOARD { height } else { body.height }, ..body };
        let board = Rect { y: body.y + height, height: rest, ..body };
        Parts { cards, board: (rest >= BOARD).then_some(board), ways }
    }

    /// The cards: the reason, the work or the winning choices, the lesson, the new words, and the numbers.
    pub(in crate::tui::screen::review) fn column(&self, columns: u16) -> Column {
        let (sitting, judged) = (&self.sitting, &self.judged);
        let lesson = &sitting.scenario.lesson;
        let text = |words: String| (words, Role::Text);
        let why = Card::new("Why", columns)
            .paragraph(&self.ending.reason, Role::Text)
            .paragraph(&lesson.because, Role::Text)
            .paragraphs(self.goal_words().map(set))
            .paragraphs(judged.doubt_words().map(set))
            .paragraphs(goal::predicted(sitting).map(text));
        let won = self.what_would_have_won(columns);
        let (title, take) = match lesson.learn.is_empty() {
            true => ("Summary", &sitting.scenario.summary),
            false => ("Remember", &lesson.learn),
        };
        let remember = Card::new(title, columns).paragraph(take, Role::Text);
        let position = &*self.position;
        let chapter = &sitting.scenario.chapter;
        let words = card::definitions(chapter, &format!("{} {take}", self.ending.reason), columns);
        let brief = position.brief(Viewer::All);
        // The brief may already mention a million steps.
        let said = brief.numbers.iter().any(|words| words.contains("million"));
        let million = position.at_a_million().filter(|_| !said);
        let numbers = Card::new("Numbers", columns)
            .paragraphs(goal::revealed(sitting).into_iter().map(text))
            .paragraph(&card::costs(position.ledger()), Role::Text)
            .paragraphs(million.map(text))
            .paragraphs(brief.numbers.into_iter().map(text))
            .paragraphs(judged.par().map(text))
            .paragraphs(self.prices())
            .paragraphs(brief.warnings.into_iter().map(|words| (words, Role::Bad)))
            .paragraph(&brief.theorem, Role::Dim);
        let work = match won.is_empty() {
            true => card::work(position, &judged.people, columns),
            false => won,
        };
        Column::new([why, work, remember, words, numbers])
    }

    /// The winning choices, shown in place of the work if the debate was lost.
    fn what_would_have_won(&self, columns: u16) -> Card {
        let judged = &self.judged;
        let is_lost = judged.verdict() == Some(Verdict::Missed) && !judged.people.is_empty();
        if !is_lost || !self.is_tried {
            return Card::new("", columns);
        }
        match self.crossroads.is_working() {
            true => {
                Card::new("Winning choices", columns).paragraph("trying every choice …", Role::Dim)
            }
            false => card::what_would_have_won(&self.crossroads, columns),
        }
    }

    /// The goal and its result. `None` if the headline already says everything.
    fn goal_words(&self) -> Option<Sentence> {
        if self.sitting.scenario.is_never_won() {
            let words = "You cannot win this one: whatever you do, Bob finds the lie.";
            return Some((words.into(), Tone::Plain));
        }
        self.judged.goal_words().filter(|_| self.has_more_than_a_winner())
    }

    /// Returns `true` if the goal asks for more than the right winner. The headline names only the winner.
    fn has_more_than_a_winner(&self) -> bool {
        use crate::review::GoalCondition::{Right, Winner};
        let Some(goal) = &self.judged.goal else { return false };
        goal.parts.iter().any(|part| !matches!(part.aim, Winner(_) | Right))
            || goal.kind != crate::scenario::GoalKind::Win
    }

    /// The table at the current frame of the ending.
    pub(in crate::tui::screen::review) fn ending_frame(&self) -> EndingFrame<'_> {
        EndingFrame {
            claim: &self.sitting.scenario.claim,
            position: &*self.position,
            eye: self.ending_eye(),
            seat: self.judged.people.first().copied().unwrap_or(Seat::Judge),
            rows: self.ending.rows,
        }
    }

    /// Draws a frame before the cards: the table, and the present move.
    fn draw_frame(&self, canvas: &mut Canvas<'_>) {
        let (sitting, frames) = (&self.sitting, &self.ending.frames);
        let tree = sitting.game().tree();
        let (at, of) = (tree.depth(frames.place()), tree.line().len());
        let right = format!("move {at} of {of}");
        let title = Rect { height: 1, ..canvas.area() };
        layout::title_bar(&mut canvas.part(title), &sitting.scenario.title, &right);
        let words = happening(sitting.game(), |actor| self.who(actor), frames.place());
        let table: &dyn AnyDebate = sitting.game();
        let played = (table, frames.place(), &*self.judged.people);
        self.ending_frame().draw(canvas, (&self.board, &words), played);
    }
}
