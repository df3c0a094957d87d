//! The next event of a debate: who moves, which moves are legal, and how each move changes the
//! state.

use smallvec::SmallVec;

use super::effectful::{ActionEffect, EffectfulAction, inside};
use super::legal_actions::{LegalActions, admitting};
use super::moves::Move;
use super::refusal::Refusal;
use super::seat::{Actor, Seat, Visibility};
use super::turn::{Outcome, Turn};
use crate::chance::{ChanceOutcome, Distribution, Probability};

/// The legal actions of a seat, with their effects. The answer that ends the turn comes first.
pub type EffectfulActions<R> = SmallVec<[EffectfulAction<R>; 2]>;

/// The effect of a random draw. The function takes the outcome.
type DrawEffect<R> = Box<dyn FnOnce(&mut R, ChanceOutcome)>;

/// The next event of a debate.
pub enum Next<R> {
    /// A player must choose one of these actions.
    Ask(Seat, EffectfulActions<R>),
    /// The rules make this move. The second field says who sees the move; the function applies it.
    Reveal(Move, Visibility, Box<dyn FnOnce(&mut R)>),
    /// A random draw from this distribution. The second field says who sees the outcome; the
    /// function applies it. Functions such as [`Next::toss`] make this variant.
    Draw(Distribution, Visibility, DrawEffect<R>),
    /// The debate is over.
    Over(Outcome),
}

impl<R: 'static> Next<R> {
    /// Asks a player to choose one of these actions.
    pub fn ask(seat: Seat, offers: impl IntoIterator<Item = EffectfulAction<R>>) -> Self {
        Self::Ask(seat, offers.into_iter().collect())
    }

    /// Lets the rules make this move.
    pub fn reveal(mv: Move, to: Visibility, then: impl FnOnce(&mut R) + 'static) -> Self {
        Self::Reveal(mv, to, Box::new(then))
    }

    /// Draws one random bit that is true with probability `p`.
    pub fn toss(p: Probability, to: Visibility, then: impl FnOnce(&mut R, bool) + 'static) -> Self {
        Self::draw(Distribution::Bernoulli(p), to, ChanceOutcome::bit, then)
    }

    /// Draws the number of true bits among `n` random bits. `n` is at most 2^53.
    pub fn count(
        n: u64,
        p: Probability,
        to: Visibility,
        then: impl FnOnce(&mut R, u64) + 'static,
    ) -> Self {
        Self::draw(Distribution::Binomial { n, p }, to, ChanceOutcome::count, then)
    }

    /// Draws a uniform number in [0, 1). All numbers between two neighbouring cuts must have the
    /// same effect.
    pub fn uniform(
        cuts: impl IntoIterator<Item = f64>,
        to: Visibility,
        then: impl FnOnce(&mut R, f64) + 'static,
    ) -> Self {
        Self::draw(Distribution::uniform(cuts), to, ChanceOutcome::real, then)
    }

    /// Draws an index, counted from 0, from this distribution.
    pub fn pick(
        law: Distribution,
        to: Visibility,
        then: impl FnOnce(&mut R, u64) + 'static,
    ) -> Self {
        Self::draw(law, to, ChanceOutcome::index, then)
    }

    /// Draws from this distribution. `kind` converts the outcome to the type that the effect takes.
    fn draw<T: 'static>(
        law: Distribution,
        to: Visibility,
        kind: fn(ChanceOutcome) -> Option<T>,
        then: impl FnOnce(&mut R, T) + 'static,
    ) -> Self {
        let then = move |rules: &mut R, fall| {
            if let Some(fallen) = kind(fall) {
                then(rules, fallen);
            }
        };
        Self::Draw(law, to, Box::new(then))
    }

    /// The actor that moves next, without the effects of the moves.
    pub fn turn(&self) -> Turn {
        match self {
            Self::Ask(seat, _) => Turn::Ask(*seat),
            Self::Reveal(mv, to, _) => Turn::Reveal { mv: mv.clone(), to: *to },
            Self::Draw(law, to, _) => Turn::Draw { law: law.clone(), to: *to },
            Self::Over(outcome) => Turn::Over(*outcome),
        }
    }

    /// The legal actions of the player whose turn it is. Empty if no player must move.
    pub fn menu(self) -> LegalActions {
        match self {
            Self::Ask(_, offers) => offers.into_iter().map(EffectfulAction::into_offer).collect(),
            _ => LegalActions::default(),
        }
    }

    /// Returns who sees this move, and its effect. Does not check whose move it is.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn admit(self, mv: &Move) -> Result<(Visibility, ActionEffect<R>), Refusal> {
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
                let fall = checked_outcome(law, mv)?;
                Ok((to, Box::new(move |rules, _| then(rules, fall))))
            }
            Self::Over(_) => Err(Refusal::Over),
        }
    }

    /// Does the same as [`Next::admit`], and also checks that it is this actor's turn.
    ///
    /// # Errors
    /// Returns an error if it is not this actor's turn, or if the move is illegal.
    pub fn admit_by(
        self,
        actor: Actor,
        mv: &Move,
    ) -> Result<(Visibility, ActionEffect<R>), Refusal> {
        let mover = match &self {
            Self::Ask(seat, _) => Actor::Seat(*seat),
            Self::Reveal(..) => Actor::Rules,
            Self::Draw(..) => Actor::Nature,
            Self::Over(_) => return Err(Refusal::Over),
        };
        if mover == actor { self.admit(mv) } else { Err(Refusal::NotYourTurn { mover, actor }) }
    }

    /// Makes a legal move. Does not check whose move it is.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The state is then unchanged.
    pub fn make(self, rules: &mut R, mv: &Move) -> Result<(), Refusal> {
        let (_, effect) = self.admit(mv)?;
        effect(rules, mv);
        Ok(())
    }

    /// The same event for a larger debate that contains this debate. `part` returns this debate
    /// from the larger one, and `after` is called after each move.
    pub fn embed<W: 'static>(
        self,
        part: fn(&mut W) -> Option<&mut R>,
        after: fn(&mut W),
    ) -> Next<W> {
        match self {
            Self::Ask(seat, offers) => {
                Next::Ask(seat, offers.into_iter().map(|o| o.embed(part, after)).collect())
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

/// Checks that a move is the move `due`, which the rules make.
fn is_due(due: Move, mv: &Move) -> Result<(), Refusal> {
    match *mv == due {
        true => Ok(()),
        false => Err(Refusal::MustBe { due: Box::new(due), tried: Box::new(mv.clone()) }),
    }
}

/// The outcome of a random draw, if the distribution allows it.
fn checked_outcome(law: Distribution, mv: &Move) -> Result<ChanceOutcome, Refusal> {
    match mv {
        Move::Falls(fall) if law.allows(*fall) => Ok(*fall),
        _ => Err(Refusal::NotDrawn { law, tried: Box::new(mv.clone()) }),
    }
}
