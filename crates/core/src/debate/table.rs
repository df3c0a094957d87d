//! A debate whose protocol is not known to the one who holds it: what screens and commands use.

use std::sync::Arc;

use super::{Entry, NodeId, SeatPlan, Stuck, Tree, Unseated};
use crate::rules::{Actor, Cost, Move, Outcome, Refusal, Seat, Verb};
use crate::strategy::Argument;
use crate::text::Show;
use crate::work::{Stopped, Token};

/// What [`Table::advance`] did.
#[derive(Clone, Debug, PartialEq)]
pub enum Advance {
    /// Nature, the rules or a program moved.
    Moved(NodeId),
    /// A person must move.
    Waiting(Seat),
    /// The debate is over.
    Over(Outcome),
}

/// A strategy that a seat can be given.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyInfo {
    /// Its name.
    pub name: &'static str,
    /// Its name with what follows it: `lie-at:t`.
    pub written: String,
    /// What follows the name.
    pub argument: Argument,
    /// What it does, in a line.
    pub says: &'static str,
}

impl StrategyInfo {
    /// What was written for it, for a reader: `independent:1:0.8` is "independent (r = 1, p = 0.8)".
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

    /// Who plays, for a reader, where these are the strategies of the seat.
    pub fn who(listed: &[Self], plan: &SeatPlan) -> String {
        let SeatPlan::Program(written) = plan else { return plan.words() };
        let name = written.split_once(':').map_or(&**written, |parts| parts.0);
        let info = listed.iter().find(|info| info.name == name);
        info.map_or_else(|| plan.words(), |info| info.named(written))
    }
}

/// Takes down a move that is about to be made, or says why it cannot be.
pub type Keep<'a> = dyn FnMut(&Entry) -> Result<(), String> + 'a;

/// A debate, whatever its protocol.
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
pub trait Table: Send + Sync {
    /// The position here.
    fn now(&self) -> &dyn Show;

    /// The position at any node of the tree; the debate stays where it is.
    fn at(&self, node: NodeId) -> Arc<dyn Show>;

    /// Everything played.
    fn tree(&self) -> &Tree;

    /// Everything played and gone back to, in order.
    fn record(&self) -> &[Entry];

    /// The seed of every coin.
    fn seed(&self) -> u64;

    /// A player's move, here.
    ///
    /// # Errors
    /// If it is not that seat's turn or the move is not admitted; nothing has changed then.
    fn play(&mut self, seat: Seat, mv: Move) -> Result<NodeId, Refusal>;

    /// Does what takes long in a move that may be made here: [`Table::play`] then finds it there.
    ///
    /// # Errors
    /// If the work was stopped.
    fn prepare(&self, mv: &Move, token: &Token) -> Result<(), Stopped>;

    /// A line of a record, here.
    ///
    /// # Errors
    /// If it is not what may happen; nothing has changed then.
    fn apply(&mut self, entry: &Entry) -> Result<(), Stuck>;

    /// Makes one move that needs no person: nature's, the rules', or a program's.
    ///
    /// # Errors
    /// If a program made a move that is not admitted.
    fn advance(&mut self) -> Result<Advance, Stuck> {
        self.advance_after(&mut |_| Ok(()), &Token::default())
    }

    /// As [`Table::advance`], but the move is made only after `keep` has taken it: a journal then
    /// holds every move that was made.
    ///
    /// # Errors
    /// As [`Table::advance`], or what `keep` says, or if the work was stopped; nothing has changed
    /// then.
    fn advance_after(&mut self, keep: &mut Keep<'_>, token: &Token) -> Result<Advance, Stuck>;

    /// Whether the program whose turn it is draws its move here, and may draw this one.
    fn may_draw(&self, mv: &Move, token: &Token) -> bool;

    /// Goes to a node; playing on from there grows a branch.
    ///
    /// # Errors
    /// If there is no such node.
    fn go_to(&mut self, node: NodeId) -> Result<(), Stuck>;

    /// Puts a player in a seat.
    ///
    /// # Errors
    /// If the seat has no such strategy.
    fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String>;

    /// Puts players in all seats at once.
    ///
    /// # Errors
    /// The first seat whose player cannot be had, and why.
    fn set_seats(&mut self, plans: &[SeatPlan; 3]) -> Result<(), Unseated>;

    /// Who sits in a seat.
    fn seat_plan(&self, seat: Seat) -> SeatPlan;

    /// The strategies that a seat can be given, the honest one first.
    fn strategies(&self, seat: Seat) -> Vec<StrategyInfo>;

    /// Whether a seat can be given the strategy written so.
    ///
    /// # Errors
    /// Saying what is wrong with it.
    fn check_strategy(&self, seat: Seat, written: &str) -> Result<(), String>;

    /// What a party paid for moves that were taken back in the attempt that leads to here. An attempt
    /// lasts until an end; whoever plays on from another place after it makes another one, whose bill
    /// is clean.
    fn taken_back(&self, seat: Seat, cost: Cost) -> u64;

    /// What a party paid for moves that were taken back, in all attempts together.
    fn taken_back_in_all(&self, seat: Seat, cost: Cost) -> u64;
}

impl dyn Table + '_ {
    /// Lets everything that needs no person happen.
    ///
    /// # Errors
    /// If a program made a move that is not admitted.
    pub fn run(&mut self) -> Result<Advance, Stuck> {
        self.run_under(&Token::default())
    }

    /// As `run`, until it is stopped; the token counts the moves.
    ///
    /// # Errors
    /// As `run`, or if it was stopped: what was played until then stands.
    pub fn run_under(&mut self, token: &Token) -> Result<Advance, Stuck> {
        loop {
            token.report(self.tree().line().len() as u64, 0);
            match self.run_for(1, token)? {
                Advance::Moved(_) => {}
                stopped => return Ok(stopped),
            }
        }
    }

    /// As `run`, no further than so many moves; the token does not count them.
    ///
    /// # Errors
    /// As `run_under`.
    pub fn run_for(&mut self, most: usize, token: &Token) -> Result<Advance, Stuck> {
        for _ in 0..most {
            token.check()?;
            match self.advance_after(&mut |_| Ok(()), token)? {
                Advance::Moved(_) => {}
                stopped => return Ok(stopped),
            }
        }
        Ok(Advance::Moved(self.tree().here()))
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        let person = |seat: &Seat| self.seat_plan(*seat) == SeatPlan::Human;
        Seat::ALL.into_iter().filter(person).collect()
    }

    /// Where taking back leads: to before the last move of a person, if there is one before here.
    pub fn last_choice(&self) -> Option<NodeId> {
        self.last_choice_of(&self.people())
    }

    /// The same for the moves of these people. A round whose twin was revealed is scored, and stays
    /// played.
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
