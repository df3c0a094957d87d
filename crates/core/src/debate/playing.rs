//! A debate in play: the rules, the players, and the tree of all moves.

use std::sync::Arc;

use super::any_debate::{Advance, AnyDebate, EntryRecorder, StrategyInfo};
use super::attempts::AttemptHistory;
use super::checkpoints::kept_every;
use super::errors::{PlayError, SeatError};
use super::player::{Player, SeatPlan, players};
use super::record::NodeId;
use super::record::{PlayedMove, RecordEntry};
use super::tree::MoveTree;
use crate::chance::{BinomialTables, Nature};
use crate::forms::cancellable;
use crate::rules::{
    ActionEffect, Actor, Cost, Move, Next, Protocol, Refusal, Seat, Turn, Visibility,
};
use crate::strategy::script::MoveCount;
use crate::strategy::{Choice, StrategyRegistry};
use crate::text::{Presentation, ProtocolText};
use crate::work::{CancelToken, Cancelled};

/// About the bytes that a move needs in the tree, the record and the output of a command.
const MOVE_BYTES: u64 = 400;

/// A debate: its rules, its players, the tree of all moves, and the current position. No move is
/// ever lost: a new move after an undo begins another variation.
#[derive(Clone)]
pub struct Debate<R: Protocol> {
    now: R,
    tree: MoveTree,
    record: Vec<RecordEntry>,
    origin: R,
    /// Positions that are kept so that they need not be computed again, in order of their nodes.
    kept: Vec<(NodeId, R)>,
    players: [Player<R>; 3],
    nature: Nature,
    tables: BinomialTables,
    attempts: AttemptHistory,
    drew: bool,
}

impl<R: StrategyRegistry> Debate<R> {
    /// A new debate with honest programs in all seats.
    ///
    /// # Errors
    /// Returns an error if the protocol's list of strategies has no honest strategy for a seat.
    pub fn new(origin: R, seed: u64) -> Result<Self, String> {
        let players = players(&origin, &Seat::each(|_| SeatPlan::honest()), &cancellable::token());
        Ok(Self {
            players: players.map_err(|unseated| unseated.why)?,
            now: origin.clone(),
            origin,
            kept: Vec::new(),
            tree: MoveTree::default(),
            record: Vec::new(),
            nature: Nature::new(seed),
            tables: BinomialTables::default(),
            attempts: AttemptHistory::default(),
            drew: false,
        })
    }

    /// The current position.
    pub fn rules(&self) -> &R {
        &self.now
    }

    /// The first position.
    pub fn origin(&self) -> &R {
        &self.origin
    }

    /// The position at a node.
    pub fn rules_at(&self, node: NodeId) -> R {
        if node == self.tree.here() {
            return self.now.clone();
        }
        let path = self.tree.path_to(node);
        let kept = path.iter().enumerate().rev().find_map(|(at, node)| {
            let kept = self.kept.binary_search_by_key(node, |(node, _)| *node).ok()?;
            Some((at, &self.kept[kept].1))
        });
        let (at, rules) = kept.unwrap_or((0, &self.origin));
        let mut rules = rules.clone();
        for played in path[at + 1..].iter().filter_map(|&node| self.tree.played(node)) {
            // The rules accepted each move when it entered the tree, so this cannot fail.
            let _ = rules.play(&played.mv);
        }
        rules
    }

    /// Puts a player in a seat, and rebuilds the players that respond to the strategies in other
    /// seats.
    ///
    /// # Errors
    /// Returns an error if the seat does not have this strategy, or if another player cannot
    /// respond to it.
    pub fn seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.seat_all(&self.plans_with(seat, plan)).map_err(|unseated| unseated.why)
    }

    /// Puts players in all seats at once.
    ///
    /// # Errors
    /// Returns the first seat that cannot be filled, with the reason.
    pub fn seat_all(&mut self, plans: &[SeatPlan; 3]) -> Result<(), SeatError> {
        self.players = players(self.origin(), plans, &cancellable::token())?;
        Ok(())
    }

    fn plans_with(&self, seat: Seat, plan: &SeatPlan) -> [SeatPlan; 3] {
        let mut plans = Seat::each(|seat| self.players[seat.index()].plan().clone());
        plans[seat.index()] = plan.clone();
        plans
    }

    fn make(&mut self, actor: Actor, mv: Move) -> Result<NodeId, Refusal> {
        let admitted = self.now.next().admit_by(actor, &mv)?;
        Ok(self.make_admitted(actor, mv, admitted))
    }

    fn make_admitted(
        &mut self,
        actor: Actor,
        mv: Move,
        (to, effect): (Visibility, ActionEffect<R>),
    ) -> NodeId {
        effect(&mut self.now, &mv);
        self.record.push(RecordEntry::Move { actor, mv: mv.clone() });
        let node = self.tree.play(PlayedMove { actor, mv, to });
        self.attempts.play();
        let depth = self.tree.depth(node);
        if depth.is_multiple_of(kept_every(depth)) {
            self.kept.push((node, self.now.clone()));
        }
        node
    }

    fn leave_for(&mut self, node: NodeId) {
        if matches!(Protocol::turn(&self.now), Turn::Over(_)) {
            self.attempts.end(&self.tree);
        } else {
            let kept = self.attempts.kept(&self.tree, self.tree.common(node));
            let kept = self.rules_at(kept);
            self.attempts.take_back(self.now.ledger(), kept.ledger());
        }
        self.now = self.rules_at(node);
        self.tree.go_to(node);
        self.attempts.go_to(&self.tree);
        self.record.push(RecordEntry::Go(node));
    }

    /// The number of moves that a seat made on the current line.
    fn made_by(&self, seat: Seat) -> usize {
        self.tree.moves().filter(|played| played.actor == Actor::Seat(seat)).count()
    }

    /// The choice of the player whose turn it is. `None` for a person.
    fn choice(&self, seat: Seat, token: &CancelToken) -> Result<Option<Choice>, Cancelled> {
        let made = || {
            let mut made = MoveCount::default();
            let mine = self.tree.moves().filter(|played| played.actor == Actor::Seat(seat));
            mine.for_each(|played| made.count(&played.mv));
            made
        };
        self.players[seat.index()].choose(&self.now, seat, self.nature, made, token)
    }

    /// The move of the program whose turn it is. `None` if it is a person's turn.
    fn program_move(&mut self, seat: Seat, token: &CancelToken) -> Result<Option<Move>, PlayError> {
        let Some(choice) = self.choice(seat, token)? else { return Ok(None) };
        self.drew |= choice.is_random() || self.players[seat.index()].plan().is_random();
        let mut rng = self.nature.rng(self.tree.line().len() as u64, 1);
        choice.draw(&mut rng).ok_or(PlayError::NoMove(seat)).map(Some)
    }
}

impl<R: StrategyRegistry + ProtocolText> AnyDebate for Debate<R> {
    fn position(&self) -> &dyn Presentation {
        &self.now
    }

    fn position_at(&self, node: NodeId) -> Arc<dyn Presentation> {
        Arc::new(self.rules_at(node))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(NodeId, &dyn Presentation)) {
        let mut before = self.origin.clone();
        for &node in self.tree.line() {
            visit(node, &before);
            if let Some(played) = self.tree.played(node) {
                // The rules accepted each move when it entered the tree, so this cannot fail.
                let _ = before.play(&played.mv);
            }
        }
    }

    fn tree(&self) -> &MoveTree {
        &self.tree
    }

    fn record(&self) -> &[RecordEntry] {
        &self.record
    }

    fn seed(&self) -> u64 {
        self.nature.seed()
    }

    fn drew(&self) -> bool {
        self.drew
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<NodeId, Refusal> {
        self.make(Actor::Seat(seat), mv)
    }

    fn prepare(&self, mv: &Move, token: &CancelToken) -> Result<(), Cancelled> {
        self.now.prepare(mv, token)
    }

    fn apply(&mut self, entry: &RecordEntry) -> Result<(), PlayError> {
        match entry {
            RecordEntry::Move { actor, mv } => {
                self.now.prepare(mv, &cancellable::token())?;
                Ok(self.make(*actor, mv.clone()).map(|_| ())?)
            }
            RecordEntry::Go(node) => self.go_to(*node),
        }
    }

    fn advance_after(
        &mut self,
        keep: &mut EntryRecorder<'_>,
        token: &CancelToken,
    ) -> Result<Advance, PlayError> {
        // `next` is slow, so call it only once.
        let next = self.now.next();
        let most = (token.memory() / MOVE_BYTES) as usize;
        let (actor, mv) = match &next {
            Next::Over(outcome) => return Ok(Advance::Over(*outcome)),
            _ if self.tree.line().len() >= most => return Err(PlayError::TooLong { most }),
            Next::Reveal(mv, ..) => (Actor::Rules, mv.clone()),
            Next::Draw(law, ..) => {
                self.drew = true;
                let mut rng = self.nature.rng(self.tree.line().len() as u64, 0);
                (Actor::Nature, Move::Falls(self.tables.draw(law, &mut rng)))
            }
            Next::Ask(seat, _) => match self.program_move(*seat, token)? {
                None => return Ok(Advance::Waiting(*seat)),
                Some(mv) => (Actor::Seat(*seat), mv),
            },
        };
        let admitted = next.admit(&mv).map_err(|why| match actor {
            Actor::Seat(seat) => self.players[seat.index()].refused(seat, self.made_by(seat), why),
            _ => PlayError::Refused(why),
        })?;
        self.now.prepare(&mv, token)?;
        keep(&RecordEntry::Move { actor, mv: mv.clone() }).map_err(PlayError::Unkept)?;
        Ok(Advance::Moved(self.make_admitted(actor, mv, admitted)))
    }

    fn may_draw(&self, mv: &Move, token: &CancelToken) -> bool {
        let Turn::Ask(seat) = Protocol::turn(&self.now) else { return false };
        matches!(self.choice(seat, token), Ok(Some(choice)) if choice.may_draw(mv))
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), PlayError> {
        if !self.tree.has(node) {
            return Err(PlayError::Nowhere(node));
        }
        if node != self.tree.here() {
            self.leave_for(node);
        }
        Ok(())
    }

    fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.seat(seat, plan)
    }

    fn set_seats(&mut self, plans: &[SeatPlan; 3]) -> Result<(), SeatError> {
        self.seat_all(plans)
    }

    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        self.players[seat.index()].plan().clone()
    }

    fn strategies(&self, seat: Seat) -> Vec<StrategyInfo> {
        self.origin()
            .players()
            .into_iter()
            .filter(|listed| listed.seat == seat)
            .map(|listed| StrategyInfo {
                name: listed.name,
                written: listed.argument.after(listed.name),
                argument: listed.argument,
                says: listed.says_here.map_or(listed.says, |says| says(self.origin())),
            })
            .collect()
    }

    fn check_strategy(&self, seat: Seat, written: &str) -> Result<(), String> {
        let plan = SeatPlan::Program(written.to_owned());
        players(self.origin(), &self.plans_with(seat, &plan), &cancellable::token())
            .map(|_| ())
            .map_err(|unseated| unseated.why)
    }

    fn taken_back(&self, seat: Seat, cost: Cost) -> u64 {
        self.attempts.here(seat, cost)
    }

    fn taken_back_in_all(&self, seat: Seat, cost: Cost) -> u64 {
        self.attempts.in_all(seat, cost)
    }
}
