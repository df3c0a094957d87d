//! Which choices of a person would have won a deterministic debate, at every place where they chose.

use super::loss_cause::choices;
use super::people::People;
use crate::analysis::{Game, PayoffUnit};
use crate::debate::{Advance, PlayedMove, RecordEntry};
use crate::rules::{Actor, Domain, LegalActions, Move, Seat, Side, Turn};
use crate::scenario::Scenario;
use crate::text::narrate::{capital, choice};
use crate::text::number;
use crate::work::{CancelToken, Cancelled};

/// A debate that goes on for longer than this is not played out again.
const LONGEST: usize = 5_000;

/// More places of one line are not tried.
const MOST_PLACES: usize = 64;

/// A place where a person chose, and what every choice would have led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossroads {
    /// The move that was made there, as a place of the line.
    pub at: usize,
    /// The choices, in the order of the menu.
    pub choices: Vec<Alternative>,
}

/// A choice, and whether it would have won if the person had gone on as an honest player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The choice in words.
    pub words: String,
    /// The number alone, if the choice names a step or a claim.
    pub number: Option<String>,
    /// `true` if the person's side wins after it; of a judge, whether the right side does.
    pub wins: bool,
    /// `true` if the person made this choice.
    pub is_chosen: bool,
}

impl Crossroads {
    /// Returns `true` if the choice that was made loses, and another one wins.
    pub fn is_lost(&self) -> bool {
        let is_lost = self.choices.iter().any(|one| one.is_chosen && !one.wins);
        is_lost && self.choices.iter().any(|one| one.wins)
    }
}

/// A deterministic debate whose choices can be tried, on any thread.
pub struct Trial {
    /// The debate at its start: the programs that took part, and honest ones in the places of people.
    start: Box<dyn Game>,
    line: Vec<RecordEntry>,
    /// The moves of people, as places of the line from 0 on.
    mine: Vec<usize>,
}

impl Trial {
    /// The trial of the line that a debate stands on. `None` if the debate is not over, if chance takes part
    /// after the first choice of a person, or if payments or a series of rulings count.
    pub fn of(scenario: &Scenario, game: &dyn Game) -> Option<Self> {
        let people = People::new(scenario, game);
        let tree = game.tree();
        let line: Vec<&PlayedMove> = tree.moves().collect();
        let mine: Vec<usize> = (tree.line().iter().enumerate())
            .filter(|&(_, &node)| people.made(game, node))
            .map(|(at, _)| at)
            .collect();
        let drawn = line.iter().skip(*mine.first()?).any(|played| played.actor == Actor::Nature);
        let is_over = matches!(game.position().turn(), Turn::Over(_));
        if drawn
            || !is_over
            || game.payoff_unit() != PayoffUnit::Probability
            || game.position().is_series()
        {
            return None;
        }
        let plans = Seat::each(|seat| game.seat_plan(seat).without_person());
        let start = game.restart(game.seed(), &plans).ok()?;
        let entry = |played: &&PlayedMove| entry(played.actor, played.mv.clone());
        Some(Self { start, line: line.iter().map(entry).collect(), mine })
    }

    /// Tries every choice of people: the programs play on as they did, and honest programs in the places of
    /// people. Places with too many choices are left out.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn run(&self, token: &CancelToken) -> Result<Vec<Crossroads>, Cancelled> {
        let Some(mut here) = self.restart() else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for (at, entry) in self.line.iter().enumerate() {
            if let RecordEntry::Move { actor: Actor::Seat(seat), mv } = entry
                && self.mine.contains(&at)
                && found.len() < MOST_PLACES
            {
                found.extend(self.at(at, (*seat, mv), &*here, token)?);
            }
            if here.apply(entry).is_err() {
                break;
            }
        }
        Ok(found)
    }

    fn restart(&self) -> Option<Box<dyn Game>> {
        let plans = Seat::each(|seat| self.start.seat_plan(seat));
        self.start.restart(self.start.seed(), &plans).ok()
    }

    /// The choices at a place. `None` if they cannot be listed, or chance takes part after one.
    fn at(
        &self,
        at: usize,
        (seat, made): (Seat, &Move),
        here: &dyn Game,
        token: &CancelToken,
    ) -> Result<Option<Crossroads>, Cancelled> {
        let menu = here.position().menu();
        let Some(all) = several(&menu, made) else { return Ok(None) };
        let mut choices = Vec::new();
        for mv in all {
            let Some(wins) = self.wins_after(at, seat, &mv, token)? else { return Ok(None) };
            let words = here.position().move_text(&mv).unwrap_or_else(|| choice(&mv));
            choices.push(Alternative {
                number: number_of(&mv),
                words: capital(&words),
                wins,
                is_chosen: mv == *made,
            });
        }
        Ok(Some(Crossroads { at: at + 1, choices }))
    }

    /// Returns `true` if the side of a seat wins after a move at a place. `None` if chance takes part, or nobody can say.
    fn wins_after(
        &self,
        at: usize,
        seat: Seat,
        mv: &Move,
        token: &CancelToken,
    ) -> Result<Option<bool>, Cancelled> {
        let Some(mut game) = self.restart() else { return Ok(None) };
        let chosen = entry(Actor::Seat(seat), mv.clone());
        for entry in self.line[..at].iter().chain([&chosen]) {
            if game.apply(entry).is_err() {
                return Ok(None);
            }
        }
        for _ in 0..LONGEST {
            token.check()?;
            match game.advance_after(&mut |_| Ok(()), token) {
                Ok(Advance::Moved(node)) => {
                    let played = game.tree().played(node);
                    if played.is_some_and(|played| played.actor == Actor::Nature) {
                        return Ok(None);
                    }
                }
                Ok(Advance::Over(outcome)) => {
                    let side = match seat {
                        Seat::Alice => Some(Side::Alice),
                        Seat::Bob => Some(Side::Bob),
                        Seat::Judge => game.position().right_side(token)?,
                    };
                    return Ok(side.map(|side| side == outcome.winner));
                }
                Ok(Advance::Waiting(_)) | Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }
}

fn entry(actor: Actor, mv: Move) -> RecordEntry {
    RecordEntry::Move { actor, mv }
}

/// The choices beside a move that ends a turn. `None` if there are no others, too many, or numbers.
fn several(menu: &LegalActions, made: &Move) -> Option<Vec<Move>> {
    menu.admit(made).ok().filter(|offer| offer.ends_turn)?;
    let is_number = |domain: &Domain| matches!(domain, Domain::Probability | Domain::Share);
    if menu.offers.iter().any(|offer| is_number(&offer.domain)) {
        return None;
    }
    choices(menu).filter(|all| all.len() > 1 && all.contains(made))
}

/// The number of a step or a claim that a move names.
fn number_of(mv: &Move) -> Option<String> {
    match mv {
        Move::Point(step) => Some(number::step(*step)),
        Move::Pick(place) => Some(place.to_string()),
        _ => None,
    }
}
