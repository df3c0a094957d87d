//! What happens next in a debate, with what it does: the one list from which whose turn it is, what
//! is admitted and what a move changes all follow.

use smallvec::SmallVec;

use super::menu::{Menu, admitting};
use super::moves::Move;
use super::offer::{Effect, Offered, inside};
use super::refusal::Refusal;
use super::seat::{Actor, Audience, Seat};
use super::turn::{Outcome, Turn};
use crate::chance::{Fall, Law, Probability};

/// What a seat may do now, the answer that ends the turn first.
pub type Offers<R> = SmallVec<[Offered<R>; 2]>;

/// What a draw does, once it fell.
type Fallen<R> = Box<dyn FnOnce(&mut R, Fall)>;

/// What happens next.
pub enum Next<R> {
    /// A seat is asked, and these are its offers.
    Ask(Seat, Offers<R>),
    /// The rules make this move, seen by these seats; and what it does.
    Reveal(Move, Audience, Box<dyn FnOnce(&mut R)>),
    /// Nature draws from a law, and these seats see it; and what it does. See [`Next::toss`] and its
    /// neighbours.
    Draw(Law, Audience, Fallen<R>),
    /// Nothing: the debate is over.
    Over(Outcome),
}

impl<R: 'static> Next<R> {
    /// A seat is asked.
    pub fn ask(seat: Seat, offers: impl IntoIterator<Item = Offered<R>>) -> Self {
        Self::Ask(seat, offers.into_iter().collect())
    }

    /// The rules make a move.
    pub fn reveal(mv: Move, to: Audience, then: impl FnOnce(&mut R) + 'static) -> Self {
        Self::Reveal(mv, to, Box::new(then))
    }

    /// Nature tosses a coin.
    pub fn toss(p: Probability, to: Audience, then: impl FnOnce(&mut R, bool) + 'static) -> Self {
        Self::draw(Law::Bernoulli(p), to, Fall::bit, then)
    }

    /// Nature tosses n coins and counts; n is at most 2^53.
    pub fn count(
        n: u64,
        p: Probability,
        to: Audience,
        then: impl FnOnce(&mut R, u64) + 'static,
    ) -> Self {
        Self::draw(Law::Binomial { n, p }, to, Fall::count, then)
    }

    /// Nature draws a uniform number in [0, 1), on which what follows changes at these cuts.
    pub fn uniform(
        cuts: impl IntoIterator<Item = f64>,
        to: Audience,
        then: impl FnOnce(&mut R, f64) + 'static,
    ) -> Self {
        Self::draw(Law::uniform(cuts), to, Fall::real, then)
    }

    /// Nature draws one of several things by a law that gives their index from 0.
    pub fn pick(law: Law, to: Audience, then: impl FnOnce(&mut R, u64) + 'static) -> Self {
        Self::draw(law, to, Fall::index, then)
    }

    /// Nature draws by a law, which gives falls of one kind.
    fn draw<T: 'static>(
        law: Law,
        to: Audience,
        kind: fn(Fall) -> Option<T>,
        then: impl FnOnce(&mut R, T) + 'static,
    ) -> Self {
        let then = move |rules: &mut R, fall| {
            if let Some(fallen) = kind(fall) {
                then(rules, fallen);
            }
        };
        Self::Draw(law, to, Box::new(then))
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        match self {
            Self::Ask(seat, _) => Turn::Ask(*seat),
            Self::Reveal(mv, to, _) => Turn::Reveal { mv: mv.clone(), to: *to },
            Self::Draw(law, to, _) => Turn::Draw { law: law.clone(), to: *to },
            Self::Over(outcome) => Turn::Over(*outcome),
        }
    }

    /// What the seat that is asked may do; nothing when none is.
    pub fn menu(self) -> Menu {
        match self {
            Self::Ask(_, offers) => offers.into_iter().map(Offered::into_offer).collect(),
            _ => Menu::default(),
        }
    }

    /// Who sees a move that may happen, and what it does. This does not check who makes it.
    ///
    /// # Errors
    /// Why it may not be made.
    pub fn admit(self, mv: &Move) -> Result<(Audience, Effect<R>), Refusal> {
        match self {
            Self::Ask(_, mut offers) => {
                let at = admitting(offers.iter().map(|offered| &**offered), mv)?;
                let offered = offers.swap_remove(at);
                Ok((offered.to, offered.into_effect()))
            }
            Self::Reveal(due, to, then) => {
                is_due(due, mv)?;
                Ok((to, Box::new(|rules, _| then(rules))))
            }
            Self::Draw(law, to, then) => {
                let fall = fallen(law, mv)?;
                Ok((to, Box::new(move |rules, _| then(rules, fall))))
            }
            Self::Over(_) => Err(Refusal::Over),
        }
    }

    /// As [`Next::admit`], for a move that this actor makes.
    ///
    /// # Errors
    /// If it is not this actor's turn, or the move may not be made.
    pub fn admit_by(self, actor: Actor, mv: &Move) -> Result<(Audience, Effect<R>), Refusal> {
        let mover = match &self {
            Self::Ask(seat, _) => Actor::Seat(*seat),
            Self::Reveal(..) => Actor::Rules,
            Self::Draw(..) => Actor::Nature,
            Self::Over(_) => return Err(Refusal::Over),
        };
        if mover == actor { self.admit(mv) } else { Err(Refusal::NotYourTurn { mover, actor }) }
    }

    /// Makes the move, if it may happen. This does not check who makes it.
    ///
    /// # Errors
    /// Why it may not be made; nothing has changed then.
    pub fn make(self, rules: &mut R, mv: &Move) -> Result<(), Refusal> {
        let (_, effect) = self.admit(mv)?;
        effect(rules, mv);
        Ok(())
    }

    /// The same in a debate that this one is a part of. `part` finds it there, and `after` is done when
    /// a move was made.
    pub fn within<W: 'static>(
        self,
        part: fn(&mut W) -> Option<&mut R>,
        after: fn(&mut W),
    ) -> Next<W> {
        match self {
            Self::Ask(seat, offers) => {
                Next::Ask(seat, offers.into_iter().map(|o| o.within(part, after)).collect())
            }
            Self::Reveal(mv, to, then) => {
                Next::reveal(mv, to, move |whole| inside(whole, part, after, then))
            }
            Self::Draw(law, to, then) => {
                let then = move |whole: &mut W, fall| {
                    inside(whole, part, after, |rules| then(rules, fall));
                };
                Next::Draw(law, to, Box::new(then))
            }
            Self::Over(outcome) => Next::Over(outcome),
        }
    }
}

/// Whether a move is the one that the rules make.
fn is_due(due: Move, mv: &Move) -> Result<(), Refusal> {
    match *mv == due {
        true => Ok(()),
        false => Err(Refusal::MustBe { due: Box::new(due), tried: Box::new(mv.clone()) }),
    }
}

/// What nature drew, if a move says so and her law allows it.
fn fallen(law: Law, mv: &Move) -> Result<Fall, Refusal> {
    match mv {
        Move::Falls(fall) if law.allows(*fall) => Ok(*fall),
        _ => Err(Refusal::NotDrawn { law, tried: Box::new(mv.clone()) }),
    }
}
