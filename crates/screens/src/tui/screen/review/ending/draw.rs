//! Draws an ending.

use super::card::{self, CardAction, happening};
use crate::review::{Sentence, Tone};
use crate::rules::Viewer;
use crate::scenario::Verdict;
use crate::tui::prelude::*;
use crate::tui::screen::cards::{self, Card, Column};
use crate::tui::screen::ledger;
use crate::tui::screen::review::ReviewScreen;
use crate::tui::screen::review::draw::set;
use crate::tui::{board, goal};

/// The board is beside the cards from this width on.
const WIDE: u16 = 130;
/// The columns of the cards beside the board.
const CARDS: u16 = 80;
/// The fewest rows of a board below the cards.
const BOARD: u16 = 9;

/// The areas of an ending.
pub(in crate::tui::screen::review) struct Parts {
    pub cards: Rect,
    /// The board, if there is room for it.
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
        let headline =
            format!("{} · {}", card::headline(&self.judged), &*self.sitting.scenario.title);
        cards::header(canvas, [&headline, &result], &self.sitting.scenario.claim);
        let parts = self.ending_parts(size);
        self.column(parts.cards.width).draw(&mut canvas.part(parts.cards), self.side_shift, keys);
        if let Some(area) = parts.board {
            let shown = self.position.board(Viewer::All);
            let inside = cards::frame(canvas, area, &shown.title, false);
            board::draw(&mut canvas.part(inside), &shown, &self.board);
        }
        let words: Vec<String> = self.ending.ways.iter().map(CardAction::words).collect();
        cards::choices(&mut canvas.part(parts.ways), &words, self.ending.at);
    }

    pub(in crate::tui::screen::review) fn ending_parts(&self, size: Rect) -> Parts {
        let below = |rows: u16| {
            Rect { y: size.bottom().saturating_sub(rows), height: 1, ..size }.intersection(size)
        };
        let mut body = cards::body(size);
        body.height = body.height.saturating_sub(1);
        if size.width >= WIDE {
            let (left, right) = (CARDS.min(body.width), body.width - CARDS.min(body.width));
            let board = Rect { x: body.x + left, width: right, ..body };
            return Parts {
                cards: Rect { width: left, ..body },
                board: Some(board),
                ways: below(2),
            };
        }
        let height = self.column(body.width).height().min(body.height);
        let rest = body.height - height;
        let cards = Rect { height: if rest >= BOARD { height } else { body.height }, ..body };
        let board = Rect { y: body.y + height, height: rest, ..body };
        Parts { cards, board: (rest >= BOARD).then_some(board), ways: below(2) }
    }

    /// The cards: the reason, the work or the winning choices, the lesson, new words, and the
    /// numbers.
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

    /// The goal and its result. `None` if the headline says it all.
    fn goal_words(&self) -> Option<Sentence> {
        if self.sitting.scenario.is_never_won() {
            let words = "You cannot win this one: whatever you do, Bob finds the lie.";
            return Some((words.into(), Tone::Plain));
        }
        self.judged.goal_words().filter(|_| self.has_more_than_a_winner())
    }

    /// Returns `true` if the goal asks for more than a winner. The headline names only the winner.
    fn has_more_than_a_winner(&self) -> bool {
        use crate::review::GoalCondition::{Right, Winner};
        let Some(goal) = &self.judged.goal else { return false };
        goal.parts.iter().any(|part| !matches!(part.aim, Winner(_) | Right))
            || goal.kind != crate::scenario::GoalKind::Win
    }

    /// Draws a frame before the cards: the board, and the present move.
    fn draw_frame(&self, canvas: &mut Canvas<'_>) {
        let (sitting, frames) = (&self.sitting, &self.ending.frames);
        let a = ScreenLayout::new(canvas.area(), false);
        let tree = sitting.game().tree();
        let (at, of) = (tree.depth(frames.place()), tree.line().len());
        let title = &*sitting.scenario.title;
        let right = format!("move {at} of {of}");
        cards::header(canvas, [title, &right], &sitting.scenario.claim);
        let eye = self.ending_eye();
        let shown = self.position.board(eye);
        let brief = self.position.brief(eye);
        layout::split_heading(
            canvas,
            (a.top, a.board),
            a.side.x,
            [&*shown.title, &brief.protocol],
            Role::Heading,
        );
        board::draw(&mut canvas.part(a.board), &shown, &self.board);
        // Any key skips to the end, so no key turns a page.
        let panel =
            crate::tui::screen::panel::SidePanel(crate::tui::screen::panel::paragraphs(&brief));
        panel.draw_by(&mut canvas.part(a.side), 0, ["", ""]);
        Divider::new("cost so far")
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(a.middle), Role::Heading);
        let ledger = self.position.ledger();
        ledger::draw(&mut canvas.part(a.ledger), ledger, eye, Some(sitting.game()));
        Divider::new("what happens now").draw(&mut canvas.part(a.ask), Role::Ask);
        let mut below = canvas.part(a.prompt);
        let words = happening(sitting.game(), |actor| self.who(actor), frames.place());
        let lines = wrap(&words, below.width().saturating_sub(4));
        below.print_lines((3, 0), lines.iter().take(3), Role::Chosen);
    }
}
