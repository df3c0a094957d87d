//! Finds the moves of a debate that people made, except the moves that the exercise provides.

use crate::debate::{AnyDebate, NodeId, RecordEntry};
use crate::rules::{Actor, Cost, Seat};
use crate::scenario::{Goal, Scenario};

/// The people in a debate, and the moves that they made.
#[derive(Clone, Debug)]
pub struct People {
    seats: Vec<Seat>,
    /// The seat whose goal counts, if several people play.
    first: Option<Seat>,
    /// The seat that owns the record, if the other people play on other machines.
    own: Option<Seat>,
    /// The number of moves that the exercise provides.
    handed_out: u32,
}

impl People {
    /// The people of a debate of this scenario.
    pub fn new(scenario: &Scenario, table: &dyn AnyDebate) -> Self {
        let seats = table.people();
        let lines = scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
        let handed_out = table.record().iter().take(lines);
        let moves = handed_out.filter(|entry| matches!(entry, RecordEntry::Move { .. })).count();
        let own = scenario.attempt.as_ref().and_then(|attempt| attempt.seat);
        let own = own.filter(|seat| seats.contains(seat));
        let first = own.or(Self::first_of(scenario, &seats));
        Self { first, own, seats, handed_out: moves as u32 }
    }

    /// The seat whose goal counts if people have these seats: the seat that the scenario names, or
    /// the first seat.
    pub fn first_of(scenario: &Scenario, seats: &[Seat]) -> Option<Seat> {
        let own = scenario.seat.filter(|seat| seats.contains(seat));
        own.or(seats.first().copied())
    }

    /// The goal of the people.
    pub fn goal<'a>(&self, scenario: &'a Scenario) -> Option<&'a Goal> {
        scenario.goal_in(self.first)
    }

    /// The seat whose goal counts. `None` if no person plays.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Returns whether no person plays.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The seats that own the record: one seat, or the seats of all people who share a screen.
    pub fn owners(&self) -> Vec<Seat> {
        self.own.map_or_else(|| self.seats.clone(), |own| vec![own])
    }

    /// Returns whether an owner of the record made a move. Moves that the exercise provides do not
    /// count.
    pub fn made(&self, table: &dyn AnyDebate, node: NodeId) -> bool {
        let played = table.tree().played(node);
        node.number() > self.handed_out && played.is_some_and(|played| self.owns(played.actor))
    }

    /// Returns whether this actor is a person.
    pub fn is(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Seat(seat) if self.seats.contains(&seat))
    }

    /// Returns whether this actor owns the record. On a shared screen, every person is an owner.
    pub fn owns(&self, actor: Actor) -> bool {
        self.is(actor) && self.own.is_none_or(|own| actor == Actor::Seat(own))
    }

    /// Returns whether the exercise provides this node. The start also counts as provided.
    pub fn were_given(&self, node: NodeId) -> bool {
        node.number() <= self.handed_out
    }

    /// All moves of the record's owners. Each is given by the node before the move, the node after
    /// the move, and the number of the move. Moves are counted from 1 along each line, so two
    /// alternatives have the same number.
    pub fn moves(&self, table: &dyn AnyDebate) -> Vec<(NodeId, NodeId, u32)> {
        let tree = table.tree();
        let mut numbers = vec![0; tree.len() + 1];
        let mut made = Vec::new();
        for node in tree.all() {
            let Some(parent) = tree.node(node).map(|own| own.parent) else { continue };
            let before: u32 = numbers[parent.number() as usize];
            let mine = self.made(table, node);
            numbers[node.number() as usize] = before + u32::from(mine);
            if mine {
                made.push((parent, node, before + 1));
            }
        }
        made
    }
}

/// The number of the judge's queries that were undone in all attempts.
pub fn queries_taken_back(table: &dyn AnyDebate) -> u64 {
    Cost::queries().map(|cost| table.taken_back_in_all(Seat::Judge, cost)).sum()
}

/// The number of the judge's queries on the current line, and the number of queries that were
/// undone in this attempt.
pub(super) fn judge_queries(table: &dyn AnyDebate) -> (u64, u64) {
    let back = Cost::queries().map(|cost| table.taken_back(Seat::Judge, cost)).sum();
    (table.position().ledger().account(Seat::Judge).queries(), back)
}
