//! How a review looks: the curve or the board, the table of moves, and the panel that says why.

use ratatui::layout::Rect;

use super::notes::{line_words, lines_of};
use super::parts::Parts;
use super::state::Upper;
use super::walk::is_person;
use super::{Review, better, curve, luck};
use crate::analysis::Worth;
use crate::analysis::review::{Grade, Point};
use crate::debate::{Played, by_name};
use crate::rules::{Actor, Eye, Outcome, Seat, Side};
use crate::scenario::Verdict;
use crate::show::number::{change, fixed, plural, probability};
use crate::tui::board;
use crate::tui::canvas::Canvas;
use crate::tui::goal;
use crate::tui::layout::{self, Divider};
use crate::tui::screen::moves::words;
use crate::tui::screen::side::{Panel, Paragraph};
use crate::tui::screen::{Context, ending};
use crate::tui::sitting::Sitting;
use crate::tui::text::{cut, pad, pad_left, width};
use crate::tui::theme::Role;

impl Review {
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        if self.covers() && self.typing.is_none() {
            return self.draw_covered(canvas, sitting);
        }
        let on_board = self.upper == Upper::Board;
        let p = Parts::of(canvas.area(), on_board, self.points.len());
        let seam = p.side.x.saturating_sub(1);
        let about = match self.people.as_slice() {
            [] => " · replay".to_owned(),
            [_, _, ..] => format!(" · review · {}", self.several()),
            [seat] => {
                // "you: judge" leaves room for how it ended.
                let you = seat.name().trim_start_matches("the ");
                format!(" · review · you: {you}")
            }
        };
        let mut title = canvas.part(p.title);
        layout::title_bar_with(&mut title, &sitting.scenario.title, &about, &self.result());
        let verdict = if self.outcome.is_some() { self.why.as_str() } else { "not over yet" };
        canvas.part(p.verdict).say(1, 0, verdict, Role::Text);
        let board = self.position.board(Eye::All);
        let payoff = sitting.game().worth() == Worth::Payoff;
        let above = match (on_board, payoff) {
            (true, _) => board.title.clone(),
            (false, true) => "what Alice is paid, if all are honest from there".to_owned(),
            (false, false) => "how likely Alice wins, if both go on honestly".to_owned(),
        };
        let (heading, panel) = self.panel(sitting);
        Divider::new(&above)
            .heading(p.side.x.into(), &heading)
            .crossing(seam, '┬')
            .draw(&mut canvas.part(p.top), Role::Heading);
        layout::seam(canvas, seam, p.side.y, p.side.height);
        if let Some(honest) = &self.honest {
            self.draw_honest(&mut canvas.part(p.upper), sitting, honest);
        } else if on_board {
            board::draw(&mut canvas.part(p.upper), &board, &self.board);
        } else {
            let values: Vec<Option<f64>> = self.points.iter().map(|p| p.value).collect();
            curve::draw(&mut canvas.part(p.upper), &values, self.at, payoff);
            if self.job.is_none() && values.iter().all(Option::is_none) {
                let words = "too large to be evaluated exactly";
                canvas.part(p.upper).say(12, usize::from(p.upper.height) / 2, words, Role::Dim);
            }
        }
        self.draw_table(canvas, &p, seam, payoff);
        panel.draw(&mut canvas.part(p.side), self.side_shift);
        let ask = match &self.typing {
            Some(typing) => typing.asked.words().0,
            None => "lines of play".into(),
        };
        Divider::new(&ask).crossing(seam, '┴').draw(&mut canvas.part(p.middle), Role::Heading);
        let mut row = canvas.part(p.lines);
        if let Some(typing) = &self.typing {
            let room = row.width().saturating_sub(6);
            typing.field.draw(&mut row, (3, 0), room, true);
        } else {
            row.say(1, 0, &self.line_words(sitting), Role::Text);
        }
    }

    fn result(&self) -> String {
        let Some(outcome) = &self.outcome else { return "not over".into() };
        self.sitting.as_ref().map_or_else(String::new, |s| ending::result(outcome, s.game()))
    }

    fn line_words(&self, sitting: &Sitting) -> String {
        let tree = sitting.game().tree();
        match &self.lines {
            Some((leaves, at)) => {
                let leaf = leaves[*at];
                if self.removing {
                    return "Remove this line from the list? The record keeps its moves.".into();
                }
                format!(
                    "▸ line {} of {}{}: {} long",
                    at + 1,
                    leaves.len(),
                    line_words(sitting, leaf),
                    plural(tree.depth(leaf) as u64, "move", "moves")
                )
            }
            None => {
                let leaves = lines_of(sitting);
                let line = leaves.iter().position(|&l| l == sitting.here()).map_or(1, |i| i + 1);
                let moves = plural(self.points.len() as u64 - 1, "move", "moves");
                let more = match self.retried() {
                    Some(_) => "  Enter starts a new line; this one is kept.",
                    None => "",
                };
                let name = line_words(sitting, sitting.here());
                format!("● line {line} of {}{name}, {moves}.{more}", leaves.len().max(1))
            }
        }
    }

    fn draw_table(&self, canvas: &mut Canvas<'_>, p: &Parts, seam: u16, payoff: bool) {
        let columns = usize::from(p.table.width);
        let numbers = columns.saturating_sub(17);
        Divider::default().draw(&mut canvas.part(p.between), Role::Dim);
        let mut head = canvas.part(p.between);
        head.say(4, 0, " who ", Role::Dim);
        head.say(11, 0, " what ", Role::Dim);
        let likely = if payoff { "   paid" } else { " likely" };
        head.say(numbers.saturating_sub(1), 0, &format!("{likely}  change "), Role::Dim);
        let mut cross = canvas.part(Rect { x: seam, width: 1, ..p.between });
        cross.say(0, 0, "┤", Role::Divider);
        let mut table = canvas.part(p.table);
        let window = self.scroll.window(self.points.len(), table.height());
        let mut y = 0;
        if window.above > 0 {
            table.say(4, y, &format!("↑ {} more", window.above), Role::Dim);
            y += 1;
        }
        for i in window.first..window.first + window.count {
            self.draw_move(&mut table, y, i, numbers, payoff);
            y += 1;
        }
        if window.below > 0 {
            table.say(4, y, &format!("↓ {} more", window.below), Role::Dim);
        }
    }

    fn draw_move(&self, table: &mut Canvas<'_>, y: usize, i: usize, numbers: usize, payoff: bool) {
        let point = &self.points[i];
        let here = i == self.at;
        let sign = if here { '▸' } else { ' ' };
        let (who, what) = match &point.played {
            None => (String::new(), "start".to_owned()),
            Some(played) => {
                let named = self.sitting.as_ref().and_then(|s| by_name(s.game(), point.node));
                (self.who(played.actor), named.unwrap_or_else(|| words(&played.mv)))
            }
        };
        let graded = self.grade(point);
        let role = if here { Role::Chosen } else { Role::Text };
        let room = numbers.saturating_sub(15);
        let word = match graded {
            Some(Grade::Slip | Grade::Blunder) => graded.map(Grade::word),
            _ if self.guesses.contains(&point.node) => Some("a guess"),
            _ if self.is_off(point) => Some("off"),
            _ => graded.map(Grade::word),
        };
        let what = match word {
            Some(grade) => {
                let left = room.saturating_sub(grade.len() + 2);
                // Without its verb, where that leaves no room for what it is about.
                let about = what.strip_prefix("point at ");
                let about = about.or_else(|| what.split_once(' ').map(|parts| parts.1));
                let about = about.filter(|about| width(&what) > left && width(about) <= left);
                format!("{}: {grade}", cut(about.unwrap_or(&what), left))
            }
            None => what,
        };
        let text =
            format!(" {sign}{i:>3}  {} {}", pad(&cut(&who, 6), 6), pad(&cut(&what, room), room));
        table.say(0, y, &text, role);
        if matches!(graded, Some(Grade::Blunder | Grade::Slip)) {
            // The word says it; the style repeats it.
            let x = 14 + crate::tui::text::width(&cut(&what, room));
            let word = graded.map_or("", Grade::word);
            table.say(x.saturating_sub(word.len()), y, word, Role::Bad);
        }
        let number = |v: f64| match payoff {
            true => curve::in_columns(v, 2, 7),
            false => probability(v),
        };
        let value = point.value.map_or("–".into(), number);
        let delta = point.change.map_or(String::new(), |c| match change(c, 2) {
            wide if payoff && width(&wide) > 7 => change(c, 0),
            paid if payoff => paid,
            _ => change(c, 3),
        });
        let tail = format!("{} {}", pad_left(&value, 7), pad_left(&delta, 7));
        table.say(numbers, y, &tail, role);
    }

    /// Grades are for people's moves.
    fn grade(&self, point: &Point) -> Option<Grade> {
        let sitting = self.sitting.as_ref()?;
        let actor = point.played.as_ref()?.actor;
        let grade = is_person(sitting, actor).then(|| point.grade()).flatten();
        // That nothing was lost by looking is no praise.
        let looks = |played: &Played| better::BEFORE.contains(&played.mv.verb());
        let looked = point.played.as_ref().is_some_and(looks);
        grade.filter(|grade| !looked || matches!(grade, Grade::Slip | Grade::Blunder))
    }

    /// The side panel: which move lost it, or that none did and which coins did; and what was hidden.
    pub(super) fn panel(&self, sitting: &Sitting) -> (String, Panel) {
        let mut out: Vec<Paragraph> = Vec::new();
        let text = |words: String| (words, Role::Text);
        out.extend(self.noted(sitting));
        if let Some(job) = &self.job {
            let (done, of) = job.progress();
            let far = if of == 0 { String::new() } else { format!(": {done} of {of}") };
            out.push((format!("evaluating the moves{far}"), Role::Dim));
        }
        let value = |node| self.values.of(node);
        let reached = self.outcome.as_ref().map(|o| goal::reached(sitting, o, &value));
        let losing = if self.people.is_empty() { None } else { self.losing() };
        // The mistake shown, or the worst.
        let shown = self.points.get(self.at).filter(|point| self.is_told(sitting, point));
        let told = shown.or(losing).or_else(|| self.misruling());
        let heading = match (told, reached, self.outcome.is_some()) {
            (Some(point), ..) => {
                out.extend(self.about(sitting, point));
                let lost = losing.is_none_or(|losing| losing.node == point.node);
                match point.grade().filter(|_| !lost) {
                    _ if self.is_off(point) => "a number that was off".to_owned(),
                    Some(grade) => format!("a {}", grade.word()),
                    None if self.lost_it(point, reached) => "the move that lost it".to_owned(),
                    None => "the dearest move".to_owned(),
                }
            }
            (None, Some(Verdict::Missed), _) if !self.people.is_empty() && self.job.is_none() => {
                let (heading, words) = luck::said(self, sitting);
                out.extend(words);
                heading.into()
            }
            (None, _, true) if self.doubt.is_some() => "why it does not count".into(),
            (None, _, true) => "how it ended".into(),
            (None, _, false) => "the record".into(),
        };
        if let Some(outcome) = &self.outcome {
            out.push(text(self.why.clone()));
            out.extend(self.goal_words(sitting, outcome));
            out.extend(self.misread());
            out.extend(self.doubt());
            out.extend(goal::revealed(sitting).into_iter().map(text));
        }
        out.extend(self.par(sitting).map(text));
        out.extend(self.answers.iter().cloned().map(text));
        let brief = self.position.brief(Eye::All);
        out.extend(brief.warnings.into_iter().map(|w| (w, Role::Bad)));
        out.push((brief.theorem, Role::Dim));
        (heading, Panel { paragraphs: out, last: String::new() })
    }

    /// What the best move in this place would have been worth, where payments count and that would not
    /// have met the goal either.
    fn short_of_it(&self, point: &Point) -> Option<f64> {
        let (sitting, outcome) = (self.sitting.as_ref()?, self.outcome.as_ref()?);
        if sitting.game().worth() != Worth::Payoff {
            return None;
        }
        let best = self.better_than(point.node).and_then(|better| better.best.as_ref()?.value);
        let number = self.points.iter().position(|p| p.node == point.node)?;
        let before = number.checked_sub(1).and_then(|at| self.points[at].value);
        best.or(before).filter(|&paid| !goal::pays_enough(sitting, outcome, paid))
    }

    /// Whether the debate was lost for the one who made this move, and would not have been with the
    /// best move there.
    fn lost_it(&self, point: &Point, reached: Option<Verdict>) -> bool {
        let Some(outcome) = &self.outcome else { return false };
        let lost = match point.played.as_ref().map(|played| played.actor) {
            Some(Actor::Seat(Seat::Alice)) => outcome.winner == Side::Bob,
            Some(Actor::Seat(Seat::Bob)) => outcome.winner == Side::Alice,
            _ => true,
        };
        let lost = lost && reached != Some(Verdict::Reached) && self.short_of_it(point).is_none();
        self.doubt.is_some() || lost
    }

    /// The goal, and whether it was reached.
    pub(in crate::tui::screen) fn goal_words(
        &self,
        sitting: &Sitting,
        outcome: &Outcome,
    ) -> Option<Paragraph> {
        let value = |node| self.values.of(node);
        let counts = self.doubt.is_none();
        let words = goal::words(sitting, outcome, &value, counts)?;
        let role = match goal::reached(sitting, outcome, &value) {
            Verdict::Reached if counts => Role::Good,
            Verdict::Reached => Role::Bad,
            Verdict::Undecided => Role::Dim,
            Verdict::Missed => Role::Bad,
        };
        Some((words, role))
    }

    /// Why a goal that was reached does not count.
    pub(in crate::tui::screen) fn doubt(&self) -> Option<Paragraph> {
        self.doubt.clone().map(|doubt| (doubt, Role::Bad))
    }

    fn about(&self, sitting: &Sitting, point: &Point) -> Vec<Paragraph> {
        let number = self.points.iter().position(|p| p.node == point.node).unwrap_or(0);
        let before = number.checked_sub(1).and_then(|i| self.points[i].value);
        let what = point.played.as_ref().map(|p| words(&p.mv)).unwrap_or_default();
        let payoff = sitting.game().worth() == Worth::Payoff;
        let worth = |v: f64| if payoff { fixed(v, 2) } else { probability(v) };
        // In a debate with payments what was lost of what can be paid at most.
        let most = sitting.game().most();
        let cost = |v: f64| match payoff {
            true => format!(
                "{} of the {} payable at most",
                fixed(v * self.stake(sitting), 2),
                fixed(most, 2)
            ),
            false => probability(v),
        };
        let better = self.better_than(point.node);
        let best = better.and_then(|better| better.best.as_ref());
        let rows = [
            ("before", before.map(worth)),
            ("after", point.value.map(worth)),
            ("best", best.and_then(|best| best.value).map(worth)),
            ("cost you", point.cost.map(cost)),
            ("missed by", self.missed_by.map(|by| fixed(by, 2))),
        ];
        let rows: Vec<String> = rows
            .into_iter()
            .filter_map(|(label, v)| Some(format!("{} {}", pad(label, 10), v?)))
            .collect();
        let whose = match (&point.played, self.people.len()) {
            (Some(played), 2..) => format!("by {}", self.who(played.actor)),
            _ => "yours".into(),
        };
        let mut out = vec![
            (format!("Move {number}, {whose}: {what}."), Role::Text),
            (rows.join("\n"), Role::Text),
        ];
        if self.missed_by.is_some()
            && let Some(paid) = self.short_of_it(point)
        {
            let paid = fixed(paid, 2);
            let words =
                format!("With the best move there it was {paid}: that misses the goal too.");
            out.push((words, Role::Text));
        }
        let position = sitting.game().at(point.node);
        let named = point.played.as_ref().and_then(|p| better::about(&*position, &p.mv));
        out.extend(named.map(|named| (format!("You named {named}"), Role::Text)));
        out.extend(better.and_then(|better| better.why.clone()).map(|why| (why, Role::Text)));
        if self.is_off(point) {
            let words = "The cost is counted by how the claims truly are: there it was small.";
            out.push((words.to_owned(), Role::Text));
        }
        if let Some(best) = best {
            out.push((format!("best: {}", best.words), Role::Good));
            out.extend(best.about.clone().map(|about| (about, Role::Text)));
        }
        out
    }

    /// What honest play on both sides pays from the start, against what was paid.
    fn par(&self, sitting: &Sitting) -> Option<String> {
        if sitting.game().worth() != Worth::Payoff {
            return None;
        }
        let par = self.points.first()?.value?;
        let paid = self.outcome.as_ref()?.payoff?;
        Some(format!("Honest play pays Alice {}. Here: {}.", fixed(par, 2), fixed(paid, 2)))
    }

    /// What is told of when it is chosen: a move of a person that cost 0.05 of the stake or more, a
    /// ruling against what can be read, a number that was off.
    fn is_told(&self, sitting: &Sitting, point: &Point) -> bool {
        let person = point.played.as_ref().is_some_and(|played| is_person(sitting, played.actor));
        person && (point.is_mistake() || self.better_than(point.node).is_some())
    }

    /// A person's ruling against what can be read, where payments are counted and nothing says what
    /// it cost.
    fn misruling(&self) -> Option<&Point> {
        let told = |point: &&Point| self.better_than(point.node).is_some() && !self.is_off(point);
        self.points.iter().rev().find(told)
    }

    /// Whether a person's estimate cost little by how the claims truly are, and was not what could be
    /// known of them.
    fn is_off(&self, point: &Point) -> bool {
        let why = self.better_than(point.node).and_then(|better| better.why.as_ref());
        better::cheaply_estimated(point) && why.is_some()
    }
}
