//! Finds the best response to players with an unknown strategy, such as external programs. The
//! search asks these players for a move in every position that the seat can reach.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::best_response::BestResponse;
use super::game::Game;
use super::position::{NotExact, Position, WeightedMove, payoff};
use super::response_search::BestResponseSearch;
use super::value::BoundMethod;
use crate::debate::{Advance, AnyDebate, NodeId, PlayError, RecordEntry, SeatPlan};
use crate::rules::{Actor, Ledger, LegalActions, Move, Seat, Turn};
use crate::strategy::script::MoveCount;
use crate::text::Presentation;
use crate::work::CancelToken;

/// Makes the next move for this seat in the debate, for example by asking an external program. If the
/// player draws its move from several, makes no move, and returns these moves with their
/// probabilities. Otherwise, the list is empty.
pub type SeatMover<'a> =
    dyn FnMut(&mut dyn AnyDebate, Seat, &CancelToken) -> Result<Vec<(f64, Move)>, String> + 'a;

/// The largest number of positions that a search visits. In about half of them it asks a program
/// for a move.
const MOST: u64 = 10_000;

/// Finds the best response of a seat, from the current position of a debate. If a person has a seat, `asked` supplies
/// the moves of this seat, for example by asking an external program. To check that the programs repeat their answers,
/// the search asks them a second time along the best line.
///
/// # Errors
/// Returns the reason if no best response was found.
pub fn best_by_asking(
    game: &mut dyn Game,
    seat: Seat,
    asked: &mut SeatMover<'_>,
    token: &CancelToken,
) -> Result<BestResponse, NotExact> {
    game.set_seat(seat, &SeatPlan::honest()).map_err(NotExact::Illegal)?;
    let start = game.tree().here();
    let (table, asked) = (RefCell::new(game.table()), RefCell::new(asked));
    let table = TableAsked { seat, table, asked, token };
    let at = || table.at(start, MoveCount::default());
    let search = BestResponseSearch::new(seat, MOST, BoundMethod::Asked, token);
    let best = search.best(std::iter::once((1.0, at())))?.ok_or(NotExact::TooLarge(MOST))?;
    if let Some(player) = &best.player {
        table.table.borrow_mut().set_seat(seat, player).map_err(NotExact::Illegal)?;
        let mut last = at();
        let outcome = loop {
            let turn = last.turn();
            if let Turn::Over(outcome) = turn {
                break outcome;
            }
            let by = if let Turn::Ask(seat) = turn { Some(seat) } else { None };
            last = match last.moves(&turn)?.as_slice() {
                [(_, mv, _)] => last.after(mv, by)?,
                [] => return Err(NotExact::ByChance),
                // The value is an average over several lines, so one line does not show it.
                _ => return Ok(best),
            };
        };
        if best.value.played() != Some(payoff(outcome)) {
            return Err(NotExact::ByChance);
        }
    }
    Ok(best)
}

/// The debate, and the function that asks its players for moves.
struct TableAsked<'t, 'm> {
    seat: Seat,
    table: RefCell<&'t mut dyn AnyDebate>,
    asked: RefCell<&'t mut SeatMover<'m>>,
    token: &'t CancelToken,
}

struct TableAt<'a, 't, 'm> {
    asked: &'a TableAsked<'t, 'm>,
    node: NodeId,
    now: Arc<dyn Presentation>,
    /// The position after the player's move. `None` until the player has moved.
    next: Cell<Option<NodeId>>,
    made: MoveCount,
}

impl<'t, 'm> TableAsked<'t, 'm> {
    fn at<'a>(&'a self, node: NodeId, made: MoveCount) -> Box<dyn Position<'a> + 'a> {
        let now = self.table.borrow().position_at(node);
        Box::new(TableAt { asked: self, node, now, next: Cell::new(None), made })
    }
}

impl<'a> Position<'a> for TableAt<'a, '_, '_> {
    fn turn(&self) -> Turn {
        self.now.turn()
    }

    fn menu(&self) -> LegalActions {
        self.now.menu()
    }

    fn ledger(&self) -> &Ledger {
        self.now.ledger()
    }

    fn moves_made(&self, seat: Seat) -> MoveCount {
        if seat == self.asked.seat { self.made } else { MoveCount::default() }
    }

    fn moves(&self, turn: &Turn) -> Result<Vec<WeightedMove>, NotExact> {
        if matches!(turn, Turn::Draw { .. }) {
            return Err(NotExact::Draws);
        }
        let token = self.asked.token;
        let mut table = self.asked.table.borrow_mut();
        table.go_to(self.node)?;
        if let Advance::Waiting(seat) = table.advance_after(&mut |_| Ok(()), token)? {
            let said = (self.asked.asked.borrow_mut())(&mut **table, seat, token);
            token.check()?;
            let listed = said.map_err(NotExact::Illegal)?;
            let mut weighted = Vec::new();
            for (p, mv) in listed.into_iter().filter(|(p, _)| *p > 0.0) {
                table.go_to(self.node)?;
                let node = table.play(seat, mv.clone()).map_err(PlayError::from)?;
                weighted.extend(table.tree().played(node).map(|played| (p, mv, played.to)));
            }
            if !weighted.is_empty() {
                return Ok(weighted);
            }
        }
        let here = table.tree().here();
        self.next.set(Some(here));
        let played = table.tree().played(here).cloned();
        Ok(played.map(|played| (1.0, played.mv, played.to)).into_iter().collect())
    }

    fn after(&self, mv: &Move, by: Option<Seat>) -> Result<Box<dyn Position<'a> + 'a>, NotExact> {
        let mut table = self.asked.table.borrow_mut();
        let is_made = |next: &NodeId| table.tree().played(*next).is_some_and(|next| next.mv == *mv);
        let node = match self.next.get().filter(is_made) {
            Some(next) => next,
            None => {
                table.go_to(self.node)?;
                let actor = by.map_or(Actor::Rules, Actor::Seat);
                table.apply(&RecordEntry::Move { actor, mv: mv.clone() })?;
                table.tree().here()
            }
        };
        drop(table);
        let mut made = self.made;
        if by == Some(self.asked.seat) {
            made.count(mv);
        }
        Ok(self.asked.at(node, made))
    }
}
