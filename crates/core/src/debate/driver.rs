//! One debate after another by the same players: no record, no tree, no words.

use super::player::{Player, SeatPlan, players};
use super::stuck::Stuck;
use crate::chance::{Nature, Tables};
use crate::rules::{Cost, Move, Next, Outcome, Seat, Side};
use crate::strategy::script::MovesMade;
use crate::strategy::{Choice, Players, Strategy};
use crate::text::Show;
use crate::work::{Stopped, Token};

/// What a debate came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Who won, and what was paid.
    pub outcome: Outcome,
    /// Whether Alice's claim was true, where that is a fact.
    pub truth: Option<bool>,
    /// The side that is right, where one is.
    pub right: Option<Side>,
    /// How many of the judge's rulings were right and how many it made, where they are the score.
    pub rulings: Option<(u64, u64)>,
    /// Whether what Alice answered was right, where she chooses her answer.
    pub answer_is_right: Option<bool>,
    /// What each party paid, by seat and kind of cost.
    pub costs: [[u64; Cost::ALL.len()]; 3],
}

impl End {
    /// What a debate came to that ended so in this position.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn of(now: &dyn Show, outcome: Outcome, token: &Token) -> Result<Self, Stopped> {
        Ok(Self {
            outcome,
            truth: now.truth(token)?,
            right: now.right_side(token)?,
            rulings: now.rulings(),
            answer_is_right: now.answer_is_right(),
            costs: Seat::each(|seat| Cost::ALL.map(|cost| now.ledger().of(seat).paid(cost))),
        })
    }

    /// Whether the side that is right won, where one is.
    pub fn right_won(&self) -> Option<bool> {
        self.right.map(|right| self.outcome.winner == right)
    }
}

/// Debates of fixed players from one start, numbered by their seeds.
///
/// ```
/// use elenchus_core::chance::Tables;
/// use elenchus_core::debate::SeatPlan;
/// use elenchus_core::rules::{Seat, Side};
/// use elenchus_core::work::Token;
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// let many = game.many(&Seat::each(|_| SeatPlan::honest()), &Token::default())?;
/// for seed in 0..3 {
///     let end = many.end(seed, &mut Tables::default(), &Token::default())?;
///     assert_eq!((end.outcome.winner, end.truth), (Side::Bob, Some(false)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Many: Send + Sync {
    /// Plays the debate of a seed. The tables only make it quicker.
    ///
    /// # Errors
    /// If a program made a move that is not admitted, or the work was stopped.
    fn end(&self, seed: u64, tables: &mut Tables, token: &Token) -> Result<End, Stuck>;
}

impl<R: Players + Show> Many for Driver<R> {
    fn end(&self, seed: u64, tables: &mut Tables, token: &Token) -> Result<End, Stuck> {
        let (rules, outcome) = self.play(seed, tables, token)?;
        Ok(End::of(&rules, outcome, token)?)
    }
}

/// A start and its players, made once. Debate `seed` of a driver is the debate of that seed that
/// [`super::Debate`] plays: the same draws, the same moves.
#[derive(Clone)]
pub struct Driver<R: Players> {
    origin: R,
    players: [Player<R>; 3],
}

impl<R: Players> Driver<R> {
    /// These players at this start.
    ///
    /// # Errors
    /// If a seat has no such strategy, or is a person's; or if the work was stopped.
    pub fn new(origin: R, seats: &[SeatPlan; 3], token: &Token) -> Result<Self, String> {
        if let Some(seat) =
            Seat::ALL.into_iter().find(|seat| seats[seat.index()] == SeatPlan::Human)
        {
            return Err(format!(
                "{} is a person's seat, which cannot be played by the thousand: name a strategy",
                seat.name()
            ));
        }
        Ok(Self {
            players: players(&origin, seats, token).map_err(|unseated| unseated.why)?,
            origin,
        })
    }

    /// The same players, with this strategy in a seat.
    #[must_use]
    pub fn with(mut self, seat: Seat, strategy: impl Strategy<R> + 'static) -> Self {
        self.players[seat.index()] = Player::of(strategy);
        self
    }

    /// What the player in a seat does after so many moves of its own; none for a person. Mixtures are not
    /// for this: they go by more than a count.
    ///
    /// # Errors
    /// If its thinking was stopped.
    pub fn choose(
        &self,
        rules: &R,
        seat: Seat,
        made: MovesMade,
        token: &Token,
    ) -> Result<Option<Choice>, Stopped> {
        self.players[seat.index()].choose(rules, seat, Nature::new(0), || made, token)
    }

    /// Whether what a player does may depend on how many moves it made.
    pub fn counts_moves(&self) -> bool {
        self.players
            .iter()
            .any(|p| matches!(p.plan(), SeatPlan::Script { .. } | SeatPlan::Rounds { .. }))
    }

    /// Plays the debate of a seed: its last position, and how it ended.
    ///
    /// # Errors
    /// If a program made a move that is not admitted, or the work was stopped.
    pub fn play(
        &self,
        seed: u64,
        tables: &mut Tables,
        token: &Token,
    ) -> Result<(R, Outcome), Stuck> {
        let nature = Nature::new(seed);
        let mut rules = self.origin.clone();
        let mut made = [MovesMade::default(); 3];
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
                    let choice = choice.ok_or(Stuck::NoMove(seat))?;
                    let mv = choice.draw(&mut nature.rng(place, 1)).ok_or(Stuck::NoMove(seat))?;
                    rules.prepare(&mv, token)?;
                    Next::Ask(seat, offers)
                        .make(&mut rules, &mv)
                        .map_err(|why| player.refused(seat, count.moves, why))?;
                    count.count(&mv);
                }
            }
        }
        unreachable!("every debate ends before its moves can no longer be counted")
    }
}
