//! The traits of rules, and who may move.

use super::ledger::Ledger;
use super::menu::Menu;
use super::moves::Move;
use super::next::Next;
use super::refusal::Refusal;
use super::seat::{Actor, Audience};
use super::turn::{Situation, Turn};

/// A debate somewhere between its start and its end, as a value: whose turn it is, what is asked,
/// and what everyone may see of it.
///
/// A protocol *asks* and players *answer*. Whatever a seat sees must follow from the moves that
/// the seat saw.
pub trait Position: Send + Sync {
    /// What happens next.
    fn turn(&self) -> Turn;

    /// What the seat whose turn it is may do. Kept apart from [`Position::turn`] as it is the
    /// larger value. When it is nobody's turn it offers nothing.
    fn menu(&self) -> Menu;

    /// What everyone has paid so far.
    fn ledger(&self) -> &Ledger;

    /// What the future depends on, if it can be named briefly; none if only the whole history
    /// will do. Two positions with one situation have the same values under the same strategies.
    fn situation(&self) -> Option<Situation> {
        None
    }

    /// Whether Alice's claim is true; none where there is no fact of the matter.
    fn truth(&self) -> Option<bool>;

    /// How many of the judge's rulings were right and how many it made, where a debate is a series
    /// of them that counts as a score; none elsewhere.
    fn rulings(&self) -> Option<(u64, u64)> {
        None
    }

    /// The rulings of a debate that has several of them: its result is this score, and no side wins it.
    fn score(&self) -> Option<(u64, u64)> {
        self.rulings().filter(|_| self.truth().is_none())
    }

    /// Whether what Alice answered is right, where she chooses her answer; none elsewhere.
    fn answer_is_right(&self) -> Option<bool> {
        None
    }
}

/// The rules of a protocol: a position that changes by moves, and only by moves.
pub trait Rules: Position + Clone + 'static {
    /// What happens next, with what it does: see [`Protocol::next`].
    fn upcoming(&self) -> Next<Self>;

    /// Makes a move that [`Position::turn`] and [`Position::menu`] admit.
    ///
    /// # Errors
    /// On any other move, in which case nothing has changed. Callers check admission first (see
    /// [`admit`]), so this is the last line of defence and not the place of the rules.
    fn play(&mut self, mv: &Move) -> Result<(), Refusal>;
}

/// The rules of a protocol, as one list: what may happen next, and what it does. Whose turn it is, the
/// menu, admission and playing follow from it.
pub trait Protocol: Clone + Send + Sync + 'static {
    /// What happens next.
    fn next(&self) -> Next<Self>;

    /// What everyone has paid so far.
    fn ledger(&self) -> &Ledger;

    /// See [`Position::situation`].
    fn situation(&self) -> Option<Situation> {
        None
    }

    /// See [`Position::truth`].
    fn truth(&self) -> Option<bool>;

    /// See [`Position::rulings`].
    fn rulings(&self) -> Option<(u64, u64)> {
        None
    }

    /// See [`Position::answer_is_right`].
    fn answer_is_right(&self) -> Option<bool> {
        None
    }
}

impl<R: Protocol> Position for R {
    fn turn(&self) -> Turn {
        self.next().turn()
    }

    fn menu(&self) -> Menu {
        self.next().menu()
    }

    fn ledger(&self) -> &Ledger {
        Protocol::ledger(self)
    }

    fn situation(&self) -> Option<Situation> {
        Protocol::situation(self)
    }

    fn truth(&self) -> Option<bool> {
        Protocol::truth(self)
    }

    fn rulings(&self) -> Option<(u64, u64)> {
        Protocol::rulings(self)
    }

    fn answer_is_right(&self) -> Option<bool> {
        Protocol::answer_is_right(self)
    }
}

impl<R: Protocol> Rules for R {
    fn upcoming(&self) -> Next<Self> {
        self.next()
    }

    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        self.next().make(self, mv)
    }
}

/// Who sees `mv` if `actor` makes it now.
///
/// # Errors
/// If it is not this actor's turn, or the move is not among what may happen.
pub fn admit<R: Rules>(rules: &R, actor: Actor, mv: &Move) -> Result<Audience, Refusal> {
    match (rules.turn(), actor) {
        (Turn::Ask(seat), Actor::Seat(mover)) if seat == mover => {
            rules.menu().admit(mv).map(|offer| offer.to)
        }
        (Turn::Reveal { mv: due, to }, Actor::Rules) => {
            if *mv == due {
                Ok(to)
            } else {
                Err(Refusal::must_be(due, mv))
            }
        }
        (Turn::Draw { law, to }, Actor::Nature) => match mv {
            Move::Falls(fall) if law.allows(*fall) => Ok(to),
            _ => Err(Refusal::not_drawn(law, mv)),
        },
        (turn, _) => Err(match turn.mover() {
            Some(mover) => Refusal::NotYourTurn { mover, actor },
            None => Refusal::Over,
        }),
    }
}
