//! A debate that is over, with what its places are worth, appraised.

use super::Appraisal;
use super::sentences::{Sentence, Tone, doubt, plain};
use crate::analysis::review::{Loss, MoveToBetter, at_stake, better, entries, points, stake};
use crate::analysis::{Game, Moment};
use crate::debate::{NodeId, SeatPlan};
use crate::review::goal::{missed_by, of_all, parts, to_evaluate};
use crate::review::people::People;
use crate::review::prices::Prices;
use crate::review::replay::guesses;
use crate::rules::{Seat, Turn};
use crate::scenario::{Scenario, Verdict};
use crate::text::narrate::capital;
use crate::work::Token;

/// What is said of a debate of people that is over.
#[derive(Debug, Default)]
pub struct Appraised {
    /// All of it in sentences: goal, blame, prices.
    pub said: Vec<Sentence>,
    /// The moves that are mistakes, as places of the line.
    pub mistakes: Vec<usize>,
}

/// All that can be said of a debate of people that is over; none of any other.
pub fn appraised(scenario: &Scenario, game: &dyn Game, token: &Token) -> Option<Appraised> {
    let Turn::Over(outcome) = game.now().turn() else { return None };
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let own = People::of(scenario, game);
    let people = own.owners();
    if people.is_empty() {
        return None;
    }
    let goal = own.goal(scenario);
    let evaluate = game.evaluator();
    let value = |node| evaluate(node, token).ok().flatten().map(|value| value.honest);
    let mut known = std::collections::HashMap::new();
    let line = std::iter::once(NodeId::START).chain(game.tree().line().iter().copied());
    let also = goal.map_or_else(Vec::new, |goal| to_evaluate(goal, game, &own));
    for node in line.chain(also) {
        known.entry(node).or_insert_with(|| value(node));
    }
    let value = |node| known.get(&node).copied().flatten();
    let asked = parts(goal, game, &own, &outcome, &value, token);
    let missed_by = missed_by(&parts(goal, game, &own, &outcome, &|_| None, token), &outcome);
    let line = at_stake(points(game, value), game, stake(game, missed_by));
    let from_start = game.again(game.seed(), &Seat::each(|_| SeatPlan::honest()));
    let mistakes = MoveToBetter::of(&line, &people, |_| false);
    let found = from_start
        .as_ref()
        .map_or_else(|_| Vec::new(), |start| better(&**start, &entries(game), &mistakes, token));
    let doubt = match of_all(&asked) {
        Verdict::Reached => doubt(scenario, game),
        _ => None,
    };
    let guesses = guesses(game, &own);
    let mut judged = Appraisal {
        goal,
        game,
        points: &line,
        better: &found,
        guesses: &guesses,
        loss: None,
        missed_by,
        doubt: doubt.as_deref(),
        outcome: Some(outcome),
        parts: asked,
        people: people.clone(),
    };
    let mut out: Vec<Sentence> = judged.goal_words().into_iter().collect();
    out.extend(doubt.clone().map(|doubt| (doubt, Tone::Bad)));
    let mut loss = None;
    if judged.told(None).is_none() && judged.reached() == Some(Verdict::Missed) {
        let copy = game.again(game.seed(), &[const { SeatPlan::Human }; 3]);
        loss = copy
            .ok()
            .and_then(|mut copy| Loss::along(&mut *copy, &entries(game), &line, &people, token));
    }
    judged.loss = loss.as_ref();
    if let Some(at) = judged.told(None) {
        out.push(plain(format!("Move {at} was {}.", judged.called(at))));
        out.extend(judged.about(at));
    } else if let Some((heading, words)) = judged.lost_by() {
        out.push(plain(format!("{}.", capital(heading))));
        out.extend(words);
    }
    out.extend(judged.par().map(plain));
    if let Ok(start) = from_start {
        let prices = Prices::of(&*start, &seats, goal, token);
        out.extend(prices.iter().flat_map(Prices::said).map(plain));
    }
    let mistakes = (0..line.len()).filter(|&at| judged.is_of(Moment::Mistake, at)).collect();
    Some(Appraised { said: out, mistakes })
}
