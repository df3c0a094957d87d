//! Plays many debates between the same players, one after another. For speed, it keeps no record
//! and no tree of moves.

use super::errors::PlayError;
use super::player::{Player, SeatPlan, players};
use crate::chance::{BinomialTables, Nature};
use crate::rules::{Cost, Move, Next, Outcome, Seat, Side};
use crate::strategy::script::MoveCount;
use crate::strategy::{Choice, Strategy, StrategyRegistry};
use crate::text::Presentation;
use crate::work::{CancelToken, Cancelled};

/// The result of a debate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebateResult {
    /// The winner and the payoff.
    pub outcome: Outcome,
    /// The truth of Alice's claim. `None` if the claim has no truth value.
    pub truth: Option<bool>,
    /// The prover who is right. `None` if neither is right.
    pub right: Option<Side>,
    /// The number of the judge's correct rulings, and of all the judge's rulings. `None` if debates
    /// are not scored by rulings.
    pub rulings: Option<(u64, u64)>,
    /// True if Alice's answer was correct. `None` if she does not choose an answer.
    pub answer_is_right: Option<bool>,
    /// The costs, by seat and by kind of cost.
    pub costs: [[u64; Cost::ALL.len()]; 3],
}

impl DebateResult {
    /// The result of a debate that ended with this outcome in this position.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn from_outcome(
        now: &dyn Presentation,
        outcome: Outcome,
        token: &CancelToken,
    ) -> Result<Self, Cancelled> {
        Ok(Self {
            outcome,
            truth: now.truth(token)?,
            right: now.right_side(token)?,
            rulings: now.rulings(),
            answer_is_right: now.answer_is_right(),
            costs: Seat::each(|seat| Cost::ALL.map(|cost| now.ledger().account(seat).paid(cost))),
        })
    }

    /// Returns whether the prover who is right won. `None` if neither prover is right.
    pub fn right_won(&self) -> Option<bool> {
        self.right.map(|right| self.outcome.winner == right)
    }
}

/// Plays debates between fixed players from a fixed position. Each debate is identified by its
/// seed.
///
/// ```
/// use elenchus_core::chance::BinomialTables;
/// use elenchus_core::debate::SeatPlan;
/// use elenchus_core::rules::{Seat, Side};
/// use elenchus_core::work::CancelToken;
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// let many = game.simulator(&Seat::each(|_| SeatPlan::honest()), &CancelToken::default())?;
/// for seed in 0..3 {
///     let end = many.play_seed(seed, &mut BinomialTables::default(), &CancelToken::default())?;
///     assert_eq!((end.outcome.winner, end.truth), (Side::Bob, Some(false)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BatchSimulator: Send + Sync {
    /// Plays the debate with this seed. The cached tables make random draws faster and do not
    /// change their results.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move, or the work was cancelled.
    fn play_seed(
        &self,
        seed: u64,
        tables: &mut BinomialTables,
        token: &CancelToken,
    ) -> Result<DebateResult, PlayError>;

    /// Plays the debates with these seeds, and tells each result as soon as it is known. The order of the results does
    /// not depend on the order of the seeds. A protocol that plays many debates side by side can be faster here.
    ///
    /// # Errors
    /// Returns the same errors as [`BatchSimulator::play_seed`]. The results before the error were told.
    fn play_seeds(
        &self,
        seeds: &[u64],
        tables: &mut BinomialTables,
        token: &CancelToken,
        tell: &mut dyn FnMut(&DebateResult),
    ) -> Result<(), PlayError> {
        seeds.iter().try_for_each(|&seed| {
            tell(&self.play_seed(seed, tables, token)?);
            Ok(())
        })
    }
}

impl<R: StrategyRegistry + Presentation> BatchSimulator for Simulator<R> {
    fn play_seed(
        &self,
        seed: u64,
        tables: &mut BinomialTables,
        token: &CancelToken,
    ) -> Result<DebateResult, PlayError> {
        let (rules, outcome) = self.play(seed, tables, token)?;
        Ok(DebateResult::from_outcome(&rules, outcome, token)?)
    }
}

/// Plays debates between three players from a first position. For each seed, the draws and moves are the same as those
/// of a [`super::Debate`].
#[derive(Clone)]
pub struct Simulator<R: StrategyRegistry> {
    origin: R,
    players: [Player<R>; 3],
}

impl<R: StrategyRegistry> Simulator<R> {
    /// Makes a simulator that starts at the position `origin` with these players.
    ///
    /// # Errors
    /// Returns an error if a seat does not have this strategy, if a person has the seat, or if the
    /// work was cancelled.
    pub fn new(origin: R, seats: &[SeatPlan; 3], token: &CancelToken) -> Result<Self, String> {
        if let Some(seat) =
            Seat::ALL.into_iter().find(|seat| seats[seat.index()] == SeatPlan::Human)
        {
            return Err(format!(
                "a person plays {}, but a batch needs programs. Name a strategy for this seat",
                seat.name()
            ));
        }
        Ok(Self {
            players: players(&origin, seats, token).map_err(|unseated| unseated.why)?,
            origin,
        })
    }

    /// The same players, with this strategy in one seat.
    #[must_use]
    pub fn with(mut self, seat: Seat, strategy: impl Strategy<R> + 'static) -> Self {
        self.players[seat.index()] = Player::from_strategy(strategy);
        self
    }

    /// The choice of a player that has made this many moves. `None` for a person. Do not use this
    /// for a mixture of strategies, because its choice also depends on the seed.
    ///
    /// # Errors
    /// Returns an error if the player was cancelled.
    pub fn choose(
        &self,
        rules: &R,
        seat: Seat,
        made: MoveCount,
        token: &CancelToken,
    ) -> Result<Option<Choice>, Cancelled> {
        self.players[seat.index()].choose(rules, seat, Nature::new(0), || made, token)
    }

    /// Returns whether a player's choice may depend on the number of moves that it has made.
    pub fn counts_moves(&self) -> bool {
        self.players
            .iter()
            .any(|p| matches!(p.plan(), SeatPlan::Script { .. } | SeatPlan::Rounds { .. }))
    }

    /// Plays the debate with this seed. Returns the last position and the outcome.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move, or the work was cancelled.
    pub fn play(
        &self,
        seed: u64,
        tables: &mut BinomialTables,
        token: &CancelToken,
    ) -> Result<(R, Outcome), PlayError> {
        let nature = Nature::new(seed);
        let mut rules = self.origin.clone();
        let mut made = [MoveCount::default(); 3];
        for place in 0.. {
            match rules.next() {
                Next::Over(outcome) => return Ok((rules, outcome)),
                Next::Reveal(_, _, then) => then(&mut rules),
                Next::Draw(law, _, then) => {
                    let fall = tables.draw(&law, &mut nature.rng(place, 0));
                    rules.prepare(&Move::Falls(fall), token)?;
                    then(&mut rules, fall);
                }
                Next::Ask(seat, offers) => {
                    let count = &mut made[seat.index()];
                    let player = &self.players[seat.index()];
                    let choice = player.choose(&rules, seat, nature, || *count, token)?;
                    let choice = choice.ok_or(PlayError::NoMove(seat))?;
                    let mv =
                        choice.draw(&mut nature.rng(place, 1)).ok_or(PlayError::NoMove(seat))?;
                    let offers = Next::Ask(seat, offers);
                    self.make(&mut rules, offers, (seat, mv), count, token)?;
                }
            }
        }
        unreachable!("every debate ends before the count of its moves overflows")
    }

    /// Plays the debate if nothing in it depends on chance, so that it is the same for every seed. `None` at the first
    /// random draw, or if a player chooses from a list with probabilities.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move, or the work was cancelled.
    pub fn play_without_chance(&self, token: &CancelToken) -> Result<Option<Outcome>, PlayError> {
        let mut rules = self.origin.clone();
        let mut made = [MoveCount::default(); 3];
        loop {
            match rules.next() {
                Next::Over(outcome) => return Ok(Some(outcome)),
                Next::Reveal(_, _, then) => then(&mut rules),
                Next::Draw(..) => return Ok(None),
                Next::Ask(seat, offers) => {
                    let count = &mut made[seat.index()];
                    let Some(Choice::Play(mv)) = self.choose(&rules, seat, *count, token)? else {
                        return Ok(None);
                    };
                    let offers = Next::Ask(seat, offers);
                    self.make(&mut rules, offers, (seat, mv), count, token)?;
                }
            }
        }
    }

    /// Makes the move that a player chose.
    fn make(
        &self,
        rules: &mut R,
        offers: Next<R>,
        (seat, mv): (Seat, Move),
        count: &mut MoveCount,
        token: &CancelToken,
    ) -> Result<(), PlayError> {
        rules.prepare(&mv, token)?;
        let player = &self.players[seat.index()];
        offers.make(rules, &mv).map_err(|why| player.refused(seat, count.moves, why))?;
        count.count(&mv);
        Ok(())
    }
}
