//! A position on a walk through a game tree, whatever its rules are: what can happen there, how likely
//! that is, and where it leads. The rules and the players are of a protocol's own types; walks are not,
//! so that they are compiled once.

use crate::debate::{Driver, Stuck};
use crate::rules::{Audience, Cost, Ledger, Menu, Move, Outcome, Seat, Side, Situation, Turn};
use crate::strategy::script::MovesMade;
use crate::strategy::{Choice, Players};
use crate::work::{Stopped, Token};

/// Why a value is not known exactly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// A strategy or law has outcomes that cannot be listed.
    #[error("{0} has outcomes that are not listed")]
    Unlisted(String),
    /// The walk went over its budget of positions.
    #[error("the debate has more than {0} positions to look at")]
    TooLarge(u64),
    /// The debate is too long.
    #[error("the debate has more than {0} moves in a row")]
    TooDeep(usize),
    /// A person plays, whom nobody can foretell.
    #[error("{} is a person's seat", .0.name())]
    Person(Seat),
    /// A player made a move that is not admitted, or failed.
    #[error("{0}")]
    Illegal(String),
    /// Nature draws, and a program outside cannot be asked about averages.
    #[error("nature draws in this debate, and what follows on average cannot be asked for")]
    Draws,
    /// A program outside plays by chance.
    #[error(
        "the same moves came to another end when they were made again: somebody plays by chance"
    )]
    ByChance,
    /// The walk was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Stuck> for NotExact {
    fn from(stuck: Stuck) -> Self {
        match stuck {
            Stuck::Stopped(stopped) => Self::Stopped(stopped),
            stuck => Self::Illegal(stuck.to_string()),
        }
    }
}

/// What a leaf is worth, where the walk need not go on: a solver's exact value.
pub type Leaf<'a, R> = &'a dyn Fn(&R) -> Result<Option<f64>, Stopped>;

/// Who plays from a position on.
pub(super) struct Playing<'a, R: Players> {
    pub driver: &'a Driver<R>,
    /// Whether what a player does may depend on how many moves it made.
    pub counted: bool,
    pub leaf: Option<Leaf<'a, R>>,
    /// What the judge paid of this kind is counted at an end, and not its worth to Alice.
    pub paid: Option<Cost>,
    pub token: &'a Token,
}

impl<'a, R: Players> Playing<'a, R> {
    /// These players, scripts among them.
    pub fn new(driver: &'a Driver<R>, token: &'a Token) -> Self {
        Self { driver, counted: driver.counts_moves(), leaf: None, paid: None, token }
    }

    /// Where they begin.
    pub fn at(&'a self, rules: &R) -> Box<dyn Position<'a> + 'a> {
        Box::new(RulesAt { playing: self, rules: rules.clone(), made: [MovesMade::default(); 3] })
    }
}

/// A position on a walk.
pub(super) trait Position<'a> {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// What the seat whose turn it is may do.
    fn menu(&self) -> Menu;

    /// What everyone has paid.
    fn ledger(&self) -> &Ledger;

    /// How often each seat has moved.
    fn made(&self, seat: Seat) -> MovesMade;

    /// What it is worth, where that is known without going on.
    fn leaf(&self) -> Result<Option<f64>, Stopped> {
        Ok(None)
    }

    /// What the future depends on, if it can be named briefly.
    fn situation(&self) -> Option<Situation> {
        None
    }

    /// What an end here counts for.
    fn ended(&self, outcome: Outcome) -> f64 {
        worth(outcome)
    }

    /// What can happen next; what never happens is left out.
    fn moves(&self, turn: &Turn) -> Result<Vec<Likely>, NotExact>;

    /// The position after a move, which this seat made; or else the rules or nature.
    fn after(&self, mv: &Move, by: Option<Seat>) -> Result<Box<dyn Position<'a> + 'a>, NotExact>;
}

/// A move, how likely it is, and who sees it.
pub(super) type Likely = (f64, Move, Audience);

/// What an end is worth to Alice: whether she wins, or her payment.
pub(super) fn worth(outcome: Outcome) -> f64 {
    outcome.payoff.unwrap_or(f64::from(outcome.winner == Side::Alice))
}

/// What a seat gains by this much more for Alice: Bob, and a judge who is tried against her, lose it.
pub fn gained(seat: Seat, more: f64) -> f64 {
    if seat == Seat::Alice { more } else { -more }
}

struct RulesAt<'a, R: Players> {
    playing: &'a Playing<'a, R>,
    rules: R,
    made: [MovesMade; 3],
}

impl<'a, R: Players> Position<'a> for RulesAt<'a, R> {
    fn turn(&self) -> Turn {
        self.rules.turn()
    }

    fn menu(&self) -> Menu {
        self.rules.menu()
    }

    fn ledger(&self) -> &Ledger {
        self.rules.ledger()
    }

    fn made(&self, seat: Seat) -> MovesMade {
        self.made[seat.index()]
    }

    fn leaf(&self) -> Result<Option<f64>, Stopped> {
        self.playing.leaf.map_or(Ok(None), |leaf| leaf(&self.rules))
    }

    fn ended(&self, outcome: Outcome) -> f64 {
        let judge = self.rules.ledger().of(Seat::Judge);
        self.playing.paid.map_or_else(|| worth(outcome), |cost| judge.paid(cost) as f64)
    }

    fn situation(&self) -> Option<Situation> {
        let Situation(mut key) = self.rules.situation()?;
        if self.playing.counted {
            key.extend(self.made.iter().flat_map(|made| [made.moves as u64, made.answers as u64]));
        }
        Some(Situation(key))
    }

    fn moves(&self, turn: &Turn) -> Result<Vec<Likely>, NotExact> {
        match turn {
            Turn::Over(_) => Ok(Vec::new()),
            Turn::Reveal { mv, to } => Ok(vec![(1.0, mv.clone(), *to)]),
            Turn::Draw { law, to } => {
                let outcomes = law.outcomes().map_err(|e| NotExact::Unlisted(e.to_string()))?;
                let some = outcomes.into_iter().filter(|(_, p)| *p > 0.0);
                Ok(some.map(|(fall, p)| (p, Move::Falls(fall), *to)).collect())
            }
            Turn::Ask(seat) => {
                let Playing { driver, token, .. } = self.playing;
                let choice = driver.choose(&self.rules, *seat, self.made(*seat), token)?;
                likely(choice, *seat, &self.rules.menu())
            }
        }
    }

    fn after(&self, mv: &Move, by: Option<Seat>) -> Result<Box<dyn Position<'a> + 'a>, NotExact> {
        let mut next = Box::new(Self { rules: self.rules.clone(), ..*self });
        next.rules.play(mv).map_err(|why| NotExact::Illegal(why.to_string()))?;
        if let Some(seat) = by {
            next.made[seat.index()].count(mv);
        }
        Ok(next)
    }
}

/// What a player may choose of a menu.
fn likely(choice: Option<Choice>, seat: Seat, menu: &Menu) -> Result<Vec<Likely>, NotExact> {
    let moves = match choice.ok_or(NotExact::Person(seat))? {
        Choice::Play(mv) => vec![(1.0, mv)],
        Choice::Mix(moves) => moves,
        Choice::Drawn(_) => {
            return Err(NotExact::Unlisted(format!("the strategy of {}", seat.name())));
        }
    };
    let admitted = |(p, mv): (f64, Move)| match menu.admit(&mv) {
        Ok(offer) => Ok((p, mv, offer.to)),
        Err(why) => Err(NotExact::Illegal(format!("{} would play `{mv}`, but {why}", seat.name()))),
    };
    moves.into_iter().filter(|(p, _)| *p > 0.0).map(admitted).collect()
}
