//! A debate of any protocol, as screens and commands use it.

use std::sync::Arc;

use super::{MoveTree, NodeId, PlayError, RecordEntry, SeatError, SeatPlan};
use crate::rules::{Actor, Cost, Move, Outcome, Refusal, Seat, Verb};
use crate::strategy::StrategyParameter;
use crate::text::Presentation;
use crate::work::{CancelToken, Cancelled};

/// The result of [`AnyDebate::advance`].
#[derive(Clone, Debug, PartialEq)]
pub enum Advance {
    /// Nature, the rules or a program made a move.
    Moved(NodeId),
    /// This person must move.
    Waiting(Seat),
    /// The debate is over.
    Over(Outcome),
}

/// A strategy that a seat can have.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyInfo {
    /// Its name.
    pub name: &'static str,
    /// Its name and the form of its argument: `lie-at:t`.
    pub written: String,
    /// The kind of its argument.
    pub argument: StrategyParameter,
    /// A description in one line.
    pub says: &'static str,
}

impl StrategyInfo {
    /// A strategy in words for a reader: `independent:1:0.8` becomes "independent (r = 1, p =
    /// 0.8)".
    pub fn named(&self, written: &str) -> String {
        let values = written.split_once(':').map_or("", |parts| parts.1);
        let form = self.written.replace(['[', ']'], "");
        let letters = form.split([':', '+']).skip(1);
        let given = letters.zip(values.split([':', '+']).filter(|value| !value.is_empty()));
        let given: Vec<String> = given.map(|(what, value)| format!("{what} = {value}")).collect();
        match given.is_empty() {
            true => self.name.to_owned(),
            false => format!("{} ({})", self.name, given.join(", ")),
        }
    }

    /// The player of a seat in words for a reader. `listed` holds the strategies of the seat.
    pub fn who(listed: &[Self], plan: &SeatPlan) -> String {
        let SeatPlan::Program(written) = plan else { return plan.words() };
        let name = written.split_once(':').map_or(&**written, |parts| parts.0);
        let info = listed.iter().find(|info| info.name == name);
        info.map_or_else(|| plan.words(), |info| info.named(written))
    }
}

/// Saves a move before it is made, or returns the reason why it cannot.
pub type EntryRecorder<'a> = dyn FnMut(&RecordEntry) -> Result<(), String> + 'a;

/// A debate of any protocol.
///
/// ```
/// use elenchus_core::debate::{Advance, SeatPlan};
/// use elenchus_core::rules::{Seat, Side};
///
/// # let text = "{elenchus: 1, title: T, claim: C, protocol: {cross-examination: {claim: 1}},
/// #     machine: {plan: {steps: [{ask: Is it so?, answer: no}]}}, seats: {alice: 'lie-at:1'}}";
/// let scenario = elenchus_core::scenario::read("one.yaml", text)?;
/// let mut game = elenchus_core::scenario::open(&scenario).map_err(|fault| fault.message)?;
/// game.set_seat(Seat::Bob, &SeatPlan::Human)?;
/// assert!(matches!(game.table().run()?, Advance::Waiting(Seat::Bob)));
/// game.play(Seat::Bob, "point 1".parse()?).map_err(|refusal| refusal.to_string())?;
/// let Advance::Over(outcome) = game.table().run()? else { panic!("programs play to the end") };
/// assert_eq!(outcome.winner, Side::Bob);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyDebate: Send + Sync {
    /// The current position.
    fn position(&self) -> &dyn Presentation;

    /// The position at any node of the tree. The current position does not change.
    fn position_at(&self, node: NodeId) -> Arc<dyn Presentation>;

    /// The tree of all moves.
    fn tree(&self) -> &MoveTree;

    /// All moves and jumps, in order.
    fn record(&self) -> &[RecordEntry];

    /// The seed of every random draw.
    fn seed(&self) -> u64;

    /// Makes a player's move in the current position.
    ///
    /// # Errors
    /// If it is another seat's turn or the move is illegal. Nothing has changed then.
    fn play(&mut self, seat: Seat, mv: Move) -> Result<NodeId, Refusal>;

    /// Precomputes the slow part of a legal move, so that [`AnyDebate::play`] is fast.
    ///
    /// # Errors
    /// If the work was cancelled.
    fn prepare(&self, mv: &Move, token: &CancelToken) -> Result<(), Cancelled>;

    /// Applies a line of a record to the current position.
    ///
    /// # Errors
    /// If the line is illegal here. Nothing has changed then.
    fn apply(&mut self, entry: &RecordEntry) -> Result<(), PlayError>;

    /// Makes one move of nature, the rules or a program.
    ///
    /// # Errors
    /// If a program made an illegal move.
    fn advance(&mut self) -> Result<Advance, PlayError> {
        self.advance_after(&mut |_| Ok(()), &CancelToken::default())
    }

    /// Does the same as [`AnyDebate::advance`], but `keep` saves the move before it is made. A journal
    /// then holds every move.
    ///
    /// # Errors
    /// The errors of [`AnyDebate::advance`] and of `keep`, or a cancellation. Nothing has changed then.
    fn advance_after(
        &mut self,
        keep: &mut EntryRecorder<'_>,
        token: &CancelToken,
    ) -> Result<Advance, PlayError>;

    /// Returns whether the program to move draws its move at random here and can draw this one.
    fn may_draw(&self, mv: &Move, token: &CancelToken) -> bool;

    /// Goes to a node. The next move from there begins another variation.
    ///
    /// # Errors
    /// If there is no such node.
    fn go_to(&mut self, node: NodeId) -> Result<(), PlayError>;

    /// Seats a player.
    ///
    /// # Errors
    /// If the seat has no such strategy.
    fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String>;

    /// Puts players in all seats at once.
    ///
    /// # Errors
    /// The first seat that cannot be filled, and the reason.
    fn set_seats(&mut self, plans: &[SeatPlan; 3]) -> Result<(), SeatError>;

    /// The plan of the player in a seat.
    fn seat_plan(&self, seat: Seat) -> SeatPlan;

    /// The strategies that a seat can have, the honest one first.
    fn strategies(&self, seat: Seat) -> Vec<StrategyInfo>;

    /// Checks that a seat can have the strategy that is written here.
    ///
    /// # Errors
    /// The mistake in it.
    fn check_strategy(&self, seat: Seat, written: &str) -> Result<(), String>;

    /// The cost of undone moves that a party paid in the attempt that leads to the current
    /// position. An attempt lasts until the debate ends. A player who then goes back and plays on
    /// begins another attempt, and its cost starts at 0.
    fn taken_back(&self, seat: Seat, cost: Cost) -> u64;

    /// The cost of undone moves that a party paid in all attempts.
    fn taken_back_in_all(&self, seat: Seat, cost: Cost) -> u64;
}

impl dyn AnyDebate + '_ {
    /// Makes moves until a person must move or the debate is over.
    ///
    /// # Errors
    /// If a program made an illegal move.
    pub fn run(&mut self) -> Result<Advance, PlayError> {
        self.run_under(&CancelToken::default())
    }

    /// Does the same as `run`, until it is cancelled. The token counts the moves.
    ///
    /// # Errors
    /// As `run`, or if it was cancelled. The moves until then remain.
    pub fn run_under(&mut self, token: &CancelToken) -> Result<Advance, PlayError> {
        loop {
            token.report(self.tree().line().len() as u64, 0);
            match self.run_for(1, token)? {
                Advance::Moved(_) => {}
                stopped => return Ok(stopped),
            }
        }
    }

    /// Does the same as `run`, for at most `most` moves. The token does not count them.
    ///
    /// # Errors
    /// As `run_under`.
    pub fn run_for(&mut self, most: usize, token: &CancelToken) -> Result<Advance, PlayError> {
        for _ in 0..most {
            token.check()?;
            match self.advance_after(&mut |_| Ok(()), token)? {
                Advance::Moved(_) => {}
                stopped => return Ok(stopped),
            }
        }
        Ok(Advance::Moved(self.tree().here()))
    }

    /// The seats that people play.
    pub fn people(&self) -> Vec<Seat> {
        let person = |seat: &Seat| self.seat_plan(*seat) == SeatPlan::Human;
        Seat::ALL.into_iter().filter(person).collect()
    }

    /// The node that undo leads to: the position before a person's last move. `None` if no person
    /// has moved yet.
    pub fn last_choice(&self) -> Option<NodeId> {
        self.last_choice_of(&self.people())
    }

    /// The same for the moves of these people. Undo stops at a twin that was revealed, because its
    /// round is scored.
    pub fn last_choice_of(&self, people: &[Seat]) -> Option<NodeId> {
        let tree = self.tree();
        let back = tree.line().iter().rev().filter_map(|&node| tree.node(node));
        let mut unscored = back.take_while(|node| node.played.mv.verb() != Verb::Twin);
        unscored.find_map(|node| match node.played.actor {
            Actor::Seat(seat) if people.contains(&seat) => Some(node.parent),
            _ => None,
        })
    }
}
