//! A position in the game tree of any protocol, with its moves and their probabilities. The walks
//! do not depend on the protocol's types, so the compiler builds them only once.

use crate::debate::{PlayError, Simulator};
use crate::rules::{
    Cost, Ledger, LegalActions, Move, Outcome, Seat, Side, StateKey, Turn, Visibility,
};
use crate::strategy::script::MoveCount;
use crate::strategy::{Choice, StrategyRegistry};
use crate::work::{CancelToken, Cancelled};

/// The reason why a value cannot be computed exactly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// A strategy or distribution has outcomes that cannot be listed.
    #[error("{0} has outcomes that cannot be listed")]
    Unlisted(String),
    /// The walk needs more positions than its budget allows.
    #[error("the debate has more than {0} positions to search")]
    TooLarge(u64),
    /// The debate has too many moves in a row.
    #[error("the debate has more than {0} moves in a row")]
    TooDeep(usize),
    /// A person plays, and a person's moves are unknown.
    #[error("a person plays {}", .0.name())]
    Person(Seat),
    /// A player made an illegal move, or failed.
    #[error("{0}")]
    Illegal(String),
    /// The debate has random draws, and an external program cannot give averages over them.
    #[error("this debate has random draws, and an external program cannot give averages over them")]
    Draws,
    /// A player, such as an external program, moves at random.
    #[error(
        "the same moves led to a different result the second time, so a player moves at random"
    )]
    ByChance,
    /// The walk was stopped.
    #[error(transparent)]
    Stopped(#[from] Cancelled),
}

impl From<PlayError> for NotExact {
    fn from(stuck: PlayError) -> Self {
        match stuck {
            PlayError::Stopped(stopped) => Self::Stopped(stopped),
            stuck => Self::Illegal(stuck.to_string()),
        }
    }
}

/// Returns the exact value of a position from a solver. `None` if the walk must continue.
pub type LeafValue<'a, R> = &'a dyn Fn(&R) -> Result<Option<f64>, Cancelled>;

/// The players of a walk, and the settings of the walk.
pub(super) struct WalkContext<'a, R: StrategyRegistry> {
    pub driver: &'a Simulator<R>,
    /// True if a player's choice may depend on the number of moves that it has made.
    pub counted: bool,
    pub leaf: Option<LeafValue<'a, R>>,
    /// If set, the value of a finished debate is the judge's cost of this kind instead of Alice's
    /// value.
    pub paid: Option<Cost>,
    pub token: &'a CancelToken,
}

impl<'a, R: StrategyRegistry> WalkContext<'a, R> {
    pub fn new(driver: &'a Simulator<R>, token: &'a CancelToken) -> Self {
        Self { driver, counted: driver.counts_moves(), leaf: None, paid: None, token }
    }

    /// The first position of a walk.
    pub fn at(&'a self, rules: &R) -> Box<dyn Position<'a> + 'a> {
        Box::new(RulesAt { playing: self, rules: rules.clone(), made: [MoveCount::default(); 3] })
    }
}

pub(super) trait Position<'a> {
    /// The seat that must move, or the next event in which no player moves.
    fn turn(&self) -> Turn;

    fn menu(&self) -> LegalActions;

    fn ledger(&self) -> &Ledger;

    fn moves_made(&self, seat: Seat) -> MoveCount;

    /// The value of the position, if no further walk is needed. `None` otherwise.
    fn leaf(&self) -> Result<Option<f64>, Cancelled> {
        Ok(None)
    }

    /// A key of everything that the rest of the debate depends on. `None` if there is no short key.
    fn situation(&self) -> Option<StateKey> {
        None
    }

    fn ended(&self, outcome: Outcome) -> f64 {
        payoff(outcome)
    }

    /// The possible next moves. Moves of probability 0 are left out.
    fn moves(&self, turn: &Turn) -> Result<Vec<WeightedMove>, NotExact>;

    /// The position after a move by this seat. If `by` is `None`, the move is a reveal or a random
    /// draw.
    fn after(&self, mv: &Move, by: Option<Seat>) -> Result<Box<dyn Position<'a> + 'a>, NotExact>;
}

/// The probability of a move, the move, and who sees it.
pub(super) type WeightedMove = (f64, Move, Visibility);

/// Alice's value of a finished debate: her payment if there is one, otherwise 1 if she wins and 0
/// if not.
pub(super) fn payoff(outcome: Outcome) -> f64 {
    outcome.payoff.unwrap_or(f64::from(outcome.winner == Side::Alice))
}

/// What a seat gains if Alice gains `more`. Bob and the judge lose what Alice gains.
pub fn signed_gain(seat: Seat, more: f64) -> f64 {
    if seat == Seat::Alice { more } else { -more }
}

struct RulesAt<'a, R: StrategyRegistry> {
    playing: &'a WalkContext<'a, R>,
    rules: R,
    made: [MoveCount; 3],
}

impl<'a, R: StrategyRegistry> Position<'a> for RulesAt<'a, R> {
    fn turn(&self) -> Turn {
        self.rules.turn()
    }

    fn menu(&self) -> LegalActions {
        self.rules.menu()
    }

    fn ledger(&self) -> &Ledger {
        self.rules.ledger()
    }

    fn moves_made(&self, seat: Seat) -> MoveCount {
        self.made[seat.index()]
    }

    fn leaf(&self) -> Result<Option<f64>, Cancelled> {
        self.playing.leaf.map_or(Ok(None), |leaf| leaf(&self.rules))
    }

    fn ended(&self, outcome: Outcome) -> f64 {
        let judge = self.rules.ledger().account(Seat::Judge);
        self.playing.paid.map_or_else(|| payoff(outcome), |cost| judge.paid(cost) as f64)
    }

    fn situation(&self) -> Option<StateKey> {
        let StateKey(mut key) = self.rules.situation()?;
        if self.playing.counted {
            key.extend(self.made.iter().flat_map(|made| [made.moves as u64, made.answers as u64]));
        }
        Some(StateKey(key))
    }

    fn moves(&self, turn: &Turn) -> Result<Vec<WeightedMove>, NotExact> {
        match turn {
            Turn::Over(_) => Ok(Vec::new()),
            Turn::Reveal { mv, to } => Ok(vec![(1.0, mv.clone(), *to)]),
            Turn::Draw { law, to } => {
                let outcomes = law.outcomes().map_err(|e| NotExact::Unlisted(e.to_string()))?;
                let some = outcomes.into_iter().filter(|(_, p)| *p > 0.0);
                Ok(some.map(|(fall, p)| (p, Move::Falls(fall), *to)).collect())
            }
            Turn::Ask(seat) => {
                let WalkContext { driver, token, .. } = self.playing;
                let choice = driver.choose(&self.rules, *seat, self.moves_made(*seat), token)?;
                weighted_moves(choice, *seat, &self.rules.menu())
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

/// The moves that a player may choose, each with its probability. Checks that every move is legal.
fn weighted_moves(
    choice: Option<Choice>,
    seat: Seat,
    menu: &LegalActions,
) -> Result<Vec<WeightedMove>, NotExact> {
    let moves = match choice.ok_or(NotExact::Person(seat))? {
        Choice::Play(mv) => vec![(1.0, mv)],
        Choice::Mix(moves) => moves,
        Choice::Drawn(_) => {
            return Err(NotExact::Unlisted(format!("the strategy of {}", seat.name())));
        }
    };
    let admitted = |(p, mv): (f64, Move)| match menu.admit(&mv) {
        Ok(offer) => Ok((p, mv, offer.to)),
        Err(why) => Err(NotExact::Illegal(format!("{} chose `{mv}`, but {why}", seat.name()))),
    };
    moves.into_iter().filter(|(p, _)| *p > 0.0).map(admitted).collect()
}
