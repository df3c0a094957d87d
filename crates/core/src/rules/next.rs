//! What happens next in a debate, with what it does: the one list from which whose turn it is, what
//! is admitted and what a move changes all follow.

use smallvec::SmallVec;

use super::menu::{Menu, Offer};
use super::moves::Move;
use super::offer::Offered;
use super::refusal::Refusal;
use super::seat::{Audience, Seat};
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

    /// Makes the move, if it is among what may happen. Who makes it is not asked: see [`super::admit`].
    ///
    /// # Errors
    /// Why it may not be made; nothing has changed then.
    pub fn make(self, rules: &mut R, mv: &Move) -> Result<(), Refusal> {
        match self {
            Self::Ask(_, offers) => {
                let at = admitting(offers.iter().map(|offered| &**offered), mv)?;
                if let Some(offered) = offers.into_iter().nth(at) {
                    offered.take(rules, mv);
                }
            }
            Self::Reveal(due, _, then) => {
                is_due(due, mv)?;
                then(rules);
            }
            Self::Draw(law, _, then) => then(rules, fallen(law, mv)?),
            Self::Over(_) => return Err(Refusal::Over),
        }
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

/// What is done in a part of a debate, and then in the whole.
pub(super) fn inside<W, R>(
    whole: &mut W,
    part: fn(&mut W) -> Option<&mut R>,
    after: fn(&mut W),
    then: impl FnOnce(&mut R),
) {
    if let Some(part) = part(whole) {
        then(part);
    }
    after(whole);
}

/// Whether a move is the one that the rules make.
pub(super) fn is_due(due: Move, mv: &Move) -> Result<(), Refusal> {
    match *mv == due {
        true => Ok(()),
        false => Err(Refusal::MustBe { due: Box::new(due), tried: Box::new(mv.clone()) }),
    }
}

/// What nature drew, if a move says so and her law allows it.
pub(super) fn fallen(law: Law, mv: &Move) -> Result<Fall, Refusal> {
    match mv {
        Move::Falls(fall) if law.allows(*fall) => Ok(*fall),
        _ => Err(Refusal::NotDrawn { law, tried: Box::new(mv.clone()) }),
    }
}

/// Which of these offers admits a move.
///
/// # Errors
/// Why none does.
pub(super) fn admitting<'a>(
    offers: impl Iterator<Item = &'a Offer> + Clone,
    mv: &Move,
) -> Result<usize, Refusal> {
    let mut reason = None;
    for (at, offer) in offers.clone().enumerate().filter(|(_, offer)| offer.verb == mv.verb()) {
        match offer.domain.admit(mv) {
            Ok(()) => return Ok(at),
            Err(why) => reason = Some(why),
        }
    }
    Err(reason.unwrap_or_else(|| Refusal::NotOffered {
        verb: mv.verb(),
        offered: offers.map(|offer| offer.verb).collect(),
    }))
}
