//! Finds, for each decision of a person in a deterministic debate, the choices that would have won.

use super::loss_cause::choices;
use super::people::People;
use crate::analysis::{Game, PayoffUnit};
use crate::debate::{Advance, PlayedMove, RecordEntry};
use crate::rules::{Actor, Domain, LegalActions, Move, Seat, Side, Turn};
use crate::scenario::Scenario;
use crate::text::narrate::{capital, choice};
use crate::text::number;
use crate::work::{CancelToken, Cancelled};

/// A replay stops without a result after this many moves.
const LONGEST: usize = 5_000;

/// The largest number of decisions that are tried on one line.
const MOST_PLACES: usize = 64;

/// A decision of a person, with the result of every possible choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossroads {
    /// The index of the move that the person made, in the review's list of moves.
    pub at: usize,
    /// The possible choices, in the order of the list of legal actions.
    pub choices: Vec<Alternative>,
}

/// A possible choice, and whether it wins if an honest player continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The description of the choice.
    pub words: String,
    /// Only the number of the step or claim that the choice names. `None` if it names none.
    pub number: Option<String>,
    /// True if the person's side wins after this choice. If the person judges, true if the right
    /// side wins.
    pub wins: bool,
    /// True if the person made this choice.
    pub is_chosen: bool,
}

impl Crossroads {
    /// Returns whether the person's choice loses, but another choice wins.
    pub fn is_lost(&self) -> bool {
        let is_lost = self.choices.iter().any(|one| one.is_chosen && !one.wins);
        is_lost && self.choices.iter().any(|one| one.wins)
    }
}

/// A deterministic debate in which other choices can be tried. The work can run on any thread.
pub struct Trial {
    /// The debate before its first move, with honest programs in place of people.
    start: Box<dyn Game>,
    line: Vec<RecordEntry>,
    /// The indices of people's moves in `line`.
    mine: Vec<usize>,
}

impl Trial {
    /// Prepares to try other choices on the current line. `None` in three cases: the debate is not
    /// over; a random draw follows the first choice of a person; payments or a series of rulings
    /// decide the result.
    pub fn new(scenario: &Scenario, game: &dyn Game) -> Option<Self> {
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

    /// Tries every choice of the people. After each choice, the programs continue, with honest
    /// programs in place of people. Decisions with too many choices are skipped.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
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

    /// Tries the choices at one decision. `None` if the choices cannot be listed, or if a random
    /// draw follows a choice.
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
            // A ruling against the bits that the judge read breaks the rules, so it never wins.
            let due = here.position().settled().map(Move::Rule);
            let breaks_rules = matches!(mv, Move::Rule(_)) && due.is_some_and(|due| due != mv);
            let wins = wins && !breaks_rules;
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

    /// Plays a move in place of the move at index `at`, and returns whether the side of the seat
    /// wins. `None` if a random draw follows, or if the result is unknown.
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

/// All choices at the decision in which `made` was played. `None` in four cases: `made` does not
/// end the turn; there are no other choices; there are too many; the choices are numbers from 0 to
/// 1.
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
