//! A loss that no one move of a person brought about: what did.

use super::Review;
use crate::analysis::Worth;
use crate::analysis::review::{Cause, LITTLE, Loss, MISTAKE, Point};
use crate::debate::{Entry, SeatPlan};
use crate::rules::Actor;
use crate::scenario::Verdict;
use crate::show::number::{change, fixed, probability};
use crate::tui::goal;
use crate::tui::screen::Context;
use crate::tui::screen::moves::{mover, words};
use crate::tui::screen::side::Paragraph;
use crate::tui::sitting::Sitting;
use crate::tui::theme::Role;
use crate::tui::worker::{Job, Token};

impl Review {
    /// Starts to look for what lost a debate, once it is known that no one move of a person did.
    pub(super) fn look_for_cause(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        if self.blaming.is_some() || self.loss.is_some() || self.losing().is_some() {
            return;
        }
        let values = |node| self.values.of(node);
        let reached = self.outcome.as_ref().map(|o| goal::reached(sitting, o, &values));
        if self.people.is_empty() || reached != Some(Verdict::Missed) {
            return;
        }
        let game = sitting.game();
        let Ok(mut copy) = game.again(game.seed(), &[const { SeatPlan::Human }; 3]) else { return };
        let line: Vec<Entry> = (game.tree().line().iter())
            .filter_map(|&at| game.tree().played(at))
            .map(|played| Entry::Move { actor: played.actor, mv: played.mv.clone() })
            .collect();
        let (mut points, people) = (self.points.clone(), self.people.clone());
        self.blaming = Some(Job::soon(context, move |token| {
            for (entry, point) in line.iter().zip(points.iter_mut().skip(1)) {
                copy.apply(entry).ok()?;
                point.node = copy.tree().here();
            }
            Loss::of(&mut *copy, &points, &people, token).ok()
        }));
    }
}

/// What lost it, as a heading, and what is said of it.
pub(super) fn said(review: &Review, sitting: &Sitting) -> (&'static str, Vec<Paragraph>) {
    let payoff = sitting.game().worth() == Worth::Payoff;
    let little = LITTLE * sitting.game().most();
    let by = |x: f64| change(x, if payoff { 2 } else { 3 });
    let payable = sitting.game().most();
    let stake = review.stake(sitting);
    let of_most = format!("of the {} payable at most", fixed(payable, 2));
    let least = match (payoff, review.missed_by) {
        (false, _) => "0.05 or more".into(),
        (true, missed_by) => {
            let least = MISTAKE * stake;
            let why = match missed_by {
                _ if stake >= payable => format!("5 % {of_most}"),
                Some(by) if by >= LITTLE * payable => "by which the goal was missed".into(),
                _ => format!("0.5 % {of_most}"),
            };
            format!("{} or more, {why}", fixed(least, 2))
        }
    };
    let text = |words: String| (words, Role::Text);
    let mut out = vec![text(format!("No move of yours cost {least}."))];
    let Some(loss) = &review.loss else {
        if review.blaming.is_some() {
            out.push(("looking for what lost it".into(), Role::Dim));
        }
        return ("how it ended", out);
    };
    let heading = match loss.cause {
        Cause::CoinsAlone => "only coins lost it",
        Cause::Coins => "coins lost it",
        Cause::Tried { stated, objected } => {
            out.extend(tried(review, sitting, stated, objected).into_iter().map(text));
            "your number was tried"
        }
        Cause::Own => "no one move lost it",
        Cause::Nothing => "no move lost it",
    };
    if let Some(start) = review.points.first().and_then(|point| point.value) {
        let worth = if payoff { fixed(start, 2) } else { probability(start) };
        let of = if payoff { "honest play pays Alice" } else { "Alice wins with" };
        out.push(text(format!("From the start {of} {worth}, if all are honest.")));
    }
    // All that moved it is said, so that the figures add up to how it ended.
    let shown = |x: f64| x.abs() >= little;
    let Loss { coins, others, own, .. } = *loss;
    if shown(coins) || shown(others) || shown(own) {
        let part = |what: &str, x: f64| match shown(x) {
            true => format!(", {what} by {}", by(x)),
            false => String::new(),
        };
        let others = part("the others' moves", others);
        let own = part("your own moves", own);
        out.push(text(format!("The coins moved that by {}{others}{own}.", by(coins))));
    }
    let most: Vec<String> =
        most(review, little).iter().map(|(at, x)| format!("move {at}: {}", by(*x))).collect();
    if !most.is_empty() {
        out.push(text(format!("The coins that moved it most: {}.", most.join(", "))));
    }
    if let Some((at, more)) = loss.more {
        let more = if payoff { fixed(more, 2) } else { probability(more) };
        out.push(text(format!(
            "Not all that there was: from move {at} on, the best play in your seat was worth up to \
             {more} more."
        )));
    }
    (heading, out)
}

/// What was stated, what it was worth, what is wrong with it, and what was done over it.
fn tried(review: &Review, sitting: &Sitting, stated: usize, objected: usize) -> Vec<String> {
    let played = |at: usize| review.points.get(at).and_then(|point| point.played.as_ref());
    let (Some(mine), Some(theirs)) = (played(stated), played(objected)) else { return Vec::new() };
    let worth = review.points[stated].change.map_or_else(String::new, |x| {
        // Small, but not nothing.
        format!(
            ", worth {} to Alice",
            if x.abs() < 0.0005 { format!("{x:+.1e}") } else { change(x, 3) }
        )
    });
    let before = sitting.game().at(review.points[stated - 1].node);
    let who = mover(theirs.actor, &[]);
    [
        Some(format!("Move {stated}, yours: {}{worth}.", words(&mine.mv))),
        before.mistake(&mine.mv, &Token::at_hand()),
        Some(format!("{who} aborted over it: move {objected}.")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The coins that moved the value most, with by how much.
fn most(review: &Review, little: f64) -> Vec<(usize, f64)> {
    let fell = |(at, point): (usize, &Point)| {
        let coin = point.played.as_ref()?.actor == Actor::Nature;
        point.change.filter(|change| coin && change.abs() >= little).map(|change| (at, change))
    };
    let mut coins: Vec<_> = review.points.iter().enumerate().filter_map(fell).collect();
    coins.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    coins.truncate(4);
    coins
}
