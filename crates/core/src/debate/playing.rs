//! A debate being played: the rules, the players, and the tree of all that was played.

use std::sync::Arc;

use super::attempts::Attempts;
use super::checkpoints::kept_every;
use super::player::{Player, SeatPlan, players};
use super::record::NodeId;
use super::record::{Entry, Played};
use super::stuck::{Stuck, Unseated};
use super::table::{Advance, Keep, StrategyInfo, Table};
use super::tree::Tree;
use crate::chance::{Nature, Tables};
use crate::forms::reading;
use crate::rules::{Actor, Audience, Cost, Effect, Move, Next, Protocol, Refusal, Seat, Turn};
use crate::strategy::script::MovesMade;
use crate::strategy::{Choice, Players};
use crate::text::{Show, Words};
use crate::work::{Stopped, Token};

/// Rules, players, and everything that was played: a tree of moves with one place in it that is
/// "here". What was played is never lost; going back and playing on grows another branch.
#[derive(Clone)]
pub struct Debate<R: Protocol> {
    now: R,
    tree: Tree,
    record: Vec<Entry>,
    origin: R,
    /// Positions after the start that are not computed again, by rising node.
    kept: Vec<(NodeId, R)>,
    players: [Player<R>; 3],
    nature: Nature,
    tables: Tables,
    attempts: Attempts,
}

impl<R: Players> Debate<R> {
    /// A debate about to begin, with honest programs in all seats.
    ///
    /// # Errors
    /// If a protocol's list of strategies lacks a seat's honest one.
    pub fn new(origin: R, seed: u64) -> Result<Self, String> {
        let players = players(&origin, &Seat::each(|_| SeatPlan::honest()), &reading::token());
        Ok(Self {
            players: players.map_err(|unseated| unseated.why)?,
            now: origin.clone(),
            origin,
            kept: Vec::new(),
            tree: Tree::default(),
            record: Vec::new(),
            nature: Nature::new(seed),
            tables: Tables::default(),
            attempts: Attempts::default(),
        })
    }

    /// The position here.
    pub fn rules(&self) -> &R {
        &self.now
    }

    /// The position at the start.
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
            // Everything in the tree was admitted when it was played.
            let _ = rules.play(&played.mv);
        }
        rules
    }

    /// Puts a player in a seat. Whoever answers the players in other seats answers this one.
    ///
    /// # Errors
    /// If the seat has no such strategy in this protocol, or somebody cannot answer it.
    pub fn seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.seat_all(&self.plans_with(seat, plan)).map_err(|unseated| unseated.why)
    }

    /// Puts players in all seats at once.
    ///
    /// # Errors
    /// The first seat whose player cannot be had, and why.
    pub fn seat_all(&mut self, plans: &[SeatPlan; 3]) -> Result<(), Unseated> {
        self.players = players(self.origin(), plans, &reading::token())?;
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
        (to, effect): (Audience, Effect<R>),
    ) -> NodeId {
        effect(&mut self.now, &mv);
        self.record.push(Entry::Move { actor, mv: mv.clone() });
        let node = self.tree.play(Played { actor, mv, to });
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
        self.record.push(Entry::Go(node));
    }

    /// How many moves of the line to here are a seat's own.
    fn made_by(&self, seat: Seat) -> usize {
        self.tree.moves().filter(|played| played.actor == Actor::Seat(seat)).count()
    }

    /// What the player in a seat, whose turn it is, may choose; none if it is a person's.
    fn choice(&self, seat: Seat, token: &Token) -> Result<Option<Choice>, Stopped> {
        let made = || {
            let mut made = MovesMade::default();
            let mine = self.tree.moves().filter(|played| played.actor == Actor::Seat(seat));
            mine.for_each(|played| made.count(&played.mv));
            made
        };
        self.players[seat.index()].choose(&self.now, seat, self.nature, made, token)
    }

    /// The move that a program makes here, if it is a program's turn.
    fn program_move(&self, seat: Seat, token: &Token) -> Result<Option<Move>, Stuck> {
        let Some(choice) = self.choice(seat, token)? else { return Ok(None) };
        let mut rng = self.nature.rng(self.tree.line().len() as u64, 1);
        choice.draw(&mut rng).ok_or(Stuck::NoMove(seat)).map(Some)
    }
}

impl<R: Players + Words> Table for Debate<R> {
    fn now(&self) -> &dyn Show {
        &self.now
    }

    fn at(&self, node: NodeId) -> Arc<dyn Show> {
        Arc::new(self.rules_at(node))
    }

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn record(&self) -> &[Entry] {
        &self.record
    }

    fn seed(&self) -> u64 {
        self.nature.seed()
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<NodeId, Refusal> {
        self.make(Actor::Seat(seat), mv)
    }

    fn prepare(&self, mv: &Move, token: &Token) -> Result<(), Stopped> {
        self.now.prepare(mv, token)
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), Stuck> {
        match entry {
            Entry::Move { actor, mv } => {
                self.now.prepare(mv, &reading::token())?;
                Ok(self.make(*actor, mv.clone()).map(|_| ())?)
            }
            Entry::Go(node) => self.go_to(*node),
        }
    }

    fn advance_after(&mut self, keep: &mut Keep<'_>, token: &Token) -> Result<Advance, Stuck> {
        // The list of what may happen is built once: who moves, what is admitted and what the move does
        // are all in it.
        let next = self.now.next();
        let (actor, mv) = match &next {
            Next::Over(outcome) => return Ok(Advance::Over(*outcome)),
            Next::Reveal(mv, ..) => (Actor::Rules, mv.clone()),
            Next::Draw(law, ..) => {
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
            _ => Stuck::Refused(why),
        })?;
        self.now.prepare(&mv, token)?;
        keep(&Entry::Move { actor, mv: mv.clone() }).map_err(Stuck::Unkept)?;
        Ok(Advance::Moved(self.make_admitted(actor, mv, admitted)))
    }

    fn may_draw(&self, mv: &Move, token: &Token) -> bool {
        let Turn::Ask(seat) = Protocol::turn(&self.now) else { return false };
        matches!(self.choice(seat, token), Ok(Some(choice)) if choice.may_draw(mv))
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), Stuck> {
        if !self.tree.has(node) {
            return Err(Stuck::Nowhere(node));
        }
        if node != self.tree.here() {
            self.leave_for(node);
        }
        Ok(())
    }

    fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.seat(seat, plan)
    }

    fn set_seats(&mut self, plans: &[SeatPlan; 3]) -> Result<(), Unseated> {
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
        players(self.origin(), &self.plans_with(seat, &plan), &reading::token())
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
