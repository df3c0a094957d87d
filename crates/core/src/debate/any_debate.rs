//! A debate of any protocol, in the form that screens and commands use.

use std::sync::Arc;

use super::{MoveTree, NodeId, PlayError, RecordEntry, SeatError, SeatPlan};
use crate::rules::{Actor, Cost, Move, Outcome, Refusal, Seat, Verb};
use crate::strategy::StrategyParameter;
use crate::text::Presentation;
use crate::work::{CancelToken, Cancelled};

/// The result of [`AnyDebate::advance`].
#[derive(Clone, Debug, PartialEq)]
pub enum Advance {
    /// A random draw, a reveal or a program's move was made.
    Moved(NodeId),
    /// The person in this seat must move.
    Waiting(Seat),
    /// The debate is over.
    Over(Outcome),
}

/// A strategy that a seat can have.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyInfo {
    /// The name, such as `lie-at`.
    pub name: &'static str,
    /// The name with the form of its argument, such as `lie-at:t`.
    pub written: String,
    /// The kind of argument that the strategy takes.
    pub argument: StrategyParameter,
    /// A description in one line.
    pub says: &'static str,
}

impl StrategyInfo {
    /// The name of a written strategy for a reader: `independent:1:0.8` becomes "independent (r =
    /// 1, p = 0.8)".
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

    /// The name of a player for a reader. `listed` has the strategies of the player's seat.
    pub fn who(listed: &[Self], plan: &SeatPlan) -> String {
        let SeatPlan::Program(written) = plan else { return plan.words() };
        let name = written.split_once(':').map_or(&**written, |parts| parts.0);
        let info = listed.iter().find(|info| info.name == name);
        info.map_or_else(|| plan.words(), |info| info.named(written))
    }
}

/// Saves a move before the move is made. Returns the reason if the move cannot be saved.
pub type EntryRecorder<'a> = dyn FnMut(&RecordEntry) -> Result<(), String> + 'a;

/// A debate of any protocol: its position, its tree of moves, and its players.
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

    /// Visits the moves of the current line in order, each with the position before it. For a long line, this takes much
    /// less time than [`AnyDebate::position_at`] for each move.
    fn for_each_move(&self, visit: &mut dyn FnMut(NodeId, &dyn Presentation));

    /// The tree of all moves.
    fn tree(&self) -> &MoveTree;

    /// All moves and jumps, in order.
    fn record(&self) -> &[RecordEntry];

    /// The seed of all random draws.
    fn seed(&self) -> u64;

    /// Returns whether chance had a part in the moves that this debate played. If not, every other seed gives the
    /// same debate. The moves of a person and of an external program do not count.
    fn drew(&self) -> bool;

    /// Makes a player's move in the current position.
    ///
    /// # Errors
    /// Returns an error if it is another seat's turn, or if the move is illegal. The debate is then
    /// unchanged.
    fn play(&mut self, seat: Seat, mv: Move) -> Result<NodeId, Refusal>;

    /// Precomputes the slow part of a legal move, so that [`AnyDebate::play`] is fast.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn prepare(&self, mv: &Move, token: &CancelToken) -> Result<(), Cancelled>;

    /// Applies an entry of a record to the current position.
    ///
    /// # Errors
    /// Returns an error if the entry is illegal in this position. The debate is then unchanged.
    fn apply(&mut self, entry: &RecordEntry) -> Result<(), PlayError>;

    /// Makes the next move of nature, of the rules or of a program: a random draw, a reveal or a
    /// program's move.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move.
    fn advance(&mut self) -> Result<Advance, PlayError> {
        self.advance_after(&mut |_| Ok(()), &CancelToken::default())
    }

    /// Does the same as [`AnyDebate::advance`], but calls `keep` before the move is made. So a
    /// journal can save every move first.
    ///
    /// # Errors
    /// Returns the errors of [`AnyDebate::advance`] and of `keep`, or an error if the work was
    /// stopped. The debate is then unchanged.
    fn advance_after(
        &mut self,
        keep: &mut EntryRecorder<'_>,
        token: &CancelToken,
    ) -> Result<Advance, PlayError>;

    /// Returns `true` if it is a program's turn, the program moves at random in this position, and it may choose this
    /// move.
    fn may_draw(&self, mv: &Move, token: &CancelToken) -> bool;

    /// Goes to a node of the tree. A new move from this node begins another variation.
    ///
    /// # Errors
    /// Returns an error if the tree does not have this node.
    fn go_to(&mut self, node: NodeId) -> Result<(), PlayError>;

    /// Seats a player.
    ///
    /// # Errors
    /// Returns an error if the seat does not have this strategy.
    fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String>;

    /// Puts players in all seats at once.
    ///
    /// # Errors
    /// Returns the first seat that cannot be filled, with the reason.
    fn set_seats(&mut self, plans: &[SeatPlan; 3]) -> Result<(), SeatError>;

    /// The present player of a seat.
    fn seat_plan(&self, seat: Seat) -> SeatPlan;

    /// The strategies that a seat can have, the honest one first.
    fn strategies(&self, seat: Seat) -> Vec<StrategyInfo>;

    /// Checks that a seat can have this strategy.
    ///
    /// # Errors
    /// Returns the mistake in the name or argument of the strategy.
    fn check_strategy(&self, seat: Seat, written: &str) -> Result<(), String>;

    /// The cost of the moves that this seat made and then undid, in the current attempt. This is
    /// the attempt that leads to the current position. An attempt lasts until the debate ends. If a
    /// player then goes back and makes another move, a new attempt begins with cost 0.
    fn taken_back(&self, seat: Seat, cost: Cost) -> u64;

    /// The cost of the moves that this seat made and then undid, in all attempts.
    fn taken_back_in_all(&self, seat: Seat, cost: Cost) -> u64;
}

impl dyn AnyDebate + '_ {
    /// Makes moves until a person must move or the debate is over.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move.
    pub fn run(&mut self) -> Result<Advance, PlayError> {
        self.run_under(&CancelToken::default())
    }

    /// Does the same as `run`, but can be stopped by the token. The token counts the moves.
    ///
    /// # Errors
    /// Returns an error if a program made an illegal move, or if the token was stopped. The moves
    /// up to then remain.
    pub fn run_under(&mut self, token: &CancelToken) -> Result<Advance, PlayError> {
        loop {
            token.report(self.tree().line().len() as u64, 0);
            match self.run_for(1, token)? {
                Advance::Moved(_) => {}
                stopped => return Ok(stopped),
            }
        }
    }

    /// Does the same as `run`, but makes at most `most` moves. The token can stop the work, but
    /// does not count the moves.
    ///
    /// # Errors
    /// Returns the errors of `run_under`.
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

    /// The node to which undo goes: the position before a person's last move. `None` if no person
    /// has moved yet.
    pub fn last_choice(&self) -> Option<NodeId> {
        self.last_choice_of(&self.people())
    }

    /// The position before the last move of these people. `None` if undo would cross a revealed
    /// twin, because the round of that twin is already scored.
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
