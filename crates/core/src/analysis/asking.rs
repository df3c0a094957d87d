//! The best response to players that cannot be looked into, such as programs outside: they are asked
//! at every position that the seat can bring about.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::best::Best;
use super::best_response::ReplySearch;
use super::game::Game;
use super::position::{Likely, NotExact, Position, worth};
use super::value::Method;
use crate::debate::{Advance, Entry, NodeId, SeatPlan, Table};
use crate::rules::{Actor, Ledger, Menu, Move, Seat, Turn};
use crate::strategy::script::MovesMade;
use crate::text::Show;
use crate::work::Token;

/// Lets the player in a seat, whose turn it is, make its move.
pub type Moves<'a> = dyn FnMut(&mut dyn Table, Seat, &Token) -> Result<(), String> + 'a;

/// Positions that are looked at, at most: about half of them are questions to a program.
const MOST: u64 = 10_000;

/// The best that a seat can do in a debate from where it stands. `asked` lets programs move in the seats
/// of persons. They are asked once more along the best line, which tells whether they keep to their answers.
///
/// # Errors
/// Why it is not found.
pub fn best_by_asking(
    game: &mut dyn Game,
    seat: Seat,
    asked: &mut Moves<'_>,
    token: &Token,
) -> Result<Best, NotExact> {
    game.set_seat(seat, &SeatPlan::honest()).map_err(NotExact::Illegal)?;
    let start = game.tree().here();
    let (table, asked) = (RefCell::new(game.table()), RefCell::new(asked));
    let table = TableAsked { seat, table, asked, token };
    let at = || table.at(start, MovesMade::default());
    let search = ReplySearch::new(seat, MOST, Method::Asked, token);
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
            last = match last.moves(&turn)?.first() {
                Some((_, mv, _)) => last.after(mv, by)?,
                None => return Err(NotExact::ByChance),
            };
        };
        if best.value.played() != Some(worth(outcome)) {
            return Err(NotExact::ByChance);
        }
    }
    Ok(best)
}

/// A table whose players are asked.
struct TableAsked<'t, 'm> {
    seat: Seat,
    table: RefCell<&'t mut dyn Table>,
    asked: RefCell<&'t mut Moves<'m>>,
    token: &'t Token,
}

/// A place of that table.
struct TableAt<'a, 't, 'm> {
    asked: &'a TableAsked<'t, 'm>,
    node: NodeId,
    now: Arc<dyn Show>,
    /// The place after the move that the player here made, once it was asked.
    next: Cell<Option<NodeId>>,
    made: MovesMade,
}

impl<'t, 'm> TableAsked<'t, 'm> {
    fn at<'a>(&'a self, node: NodeId, made: MovesMade) -> Box<dyn Position<'a> + 'a> {
        let now = self.table.borrow().at(node);
        Box::new(TableAt { asked: self, node, now, next: Cell::new(None), made })
    }
}

impl<'a> Position<'a> for TableAt<'a, '_, '_> {
    fn turn(&self) -> Turn {
        self.now.turn()
    }

    fn menu(&self) -> Menu {
        self.now.menu()
    }

    fn ledger(&self) -> &Ledger {
        self.now.ledger()
    }

    fn made(&self, seat: Seat) -> MovesMade {
        if seat == self.asked.seat { self.made } else { MovesMade::default() }
    }

    /// The one move that the player here makes now.
    fn moves(&self, turn: &Turn) -> Result<Vec<Likely>, NotExact> {
        if matches!(turn, Turn::Draw { .. }) {
            return Err(NotExact::Draws);
        }
        let token = self.asked.token;
        let mut table = self.asked.table.borrow_mut();
        table.go_to(self.node)?;
        if let Advance::Waiting(seat) = table.advance_after(&mut |_| Ok(()), token)? {
            let said = (self.asked.asked.borrow_mut())(&mut **table, seat, token);
            token.check()?;
            said.map_err(NotExact::Illegal)?;
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
                table.apply(&Entry::Move { actor, mv: mv.clone() })?;
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
