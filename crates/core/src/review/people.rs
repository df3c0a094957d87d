//! The moves of a debate that its people made themselves.

use crate::debate::{Entry, NodeId, Table};
use crate::rules::{Actor, Cost, Seat};
use crate::scenario::{Goal, Scenario};

/// Who of a debate is a person, and from where on they played.
#[derive(Clone, Debug)]
pub struct People {
    seats: Vec<Seat>,
    /// Whose goal it is, if several people play.
    first: Option<Seat>,
    /// The one seat whose record this is, where the others are on other machines.
    own: Option<Seat>,
    /// How many moves were handed out.
    handed_out: u32,
}

impl People {
    /// The people of a debate of this scenario.
    pub fn of(scenario: &Scenario, table: &dyn Table) -> Self {
        let seats = table.people();
        let lines = scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
        let handed_out = table.record().iter().take(lines);
        let moves = handed_out.filter(|entry| matches!(entry, Entry::Move { .. })).count();
        let own = scenario.attempt.as_ref().and_then(|attempt| attempt.seat);
        let own = own.filter(|seat| seats.contains(seat));
        let first = own.or(Self::first_of(scenario, &seats));
        Self { first, own, seats, handed_out: moves as u32 }
    }

    /// Whose goal it is, of people in these seats: that of the scenario's own, else of the first.
    pub fn first_of(scenario: &Scenario, seats: &[Seat]) -> Option<Seat> {
        let own = scenario.seat.filter(|seat| seats.contains(seat));
        own.or(seats.first().copied())
    }

    /// The goal that they have.
    pub fn goal<'a>(&self, scenario: &'a Scenario) -> Option<&'a Goal> {
        scenario.goal_in(self.first)
    }

    /// The seat whose side has to win, where the goal names none.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Is there nobody?
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The seats whose record it is: one's own, or those of all who share a screen.
    pub fn owners(&self) -> Vec<Seat> {
        self.own.map_or_else(|| self.seats.clone(), |own| vec![own])
    }

    /// Whether a move was made by a person whose record it is, after what was handed out.
    pub fn made(&self, table: &dyn Table, node: NodeId) -> bool {
        let played = table.tree().played(node);
        node.number() > self.handed_out && played.is_some_and(|played| self.owns(played.actor))
    }

    /// Whether this is a person.
    pub fn is(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Seat(seat) if self.seats.contains(&seat))
    }

    /// Whether this is the person whose record it is: any of them, where they share a screen.
    pub fn owns(&self, actor: Actor) -> bool {
        self.is(actor) && self.own.is_none_or(|own| actor == Actor::Seat(own))
    }

    /// Whether a place was handed out, or is the start.
    pub fn were_given(&self, node: NodeId) -> bool {
        node.number() <= self.handed_out
    }

    /// Every move ever made of a person whose record it is, with the place before it and its number from 1 on its own
    /// line: two tries at one place have one number.
    pub fn moves(&self, table: &dyn Table) -> Vec<(NodeId, NodeId, u32)> {
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

/// The judge's queries that were taken back, in all attempts together.
pub fn queries_taken_back(table: &dyn Table) -> u64 {
    Cost::queries().map(|cost| table.taken_back_in_all(Seat::Judge, cost)).sum()
}

/// The judge's queries on the line played to here, and those taken back in the attempt that played it.
pub(super) fn judge_queries(table: &dyn Table) -> (u64, u64) {
    let back = Cost::queries().map(|cost| table.taken_back(Seat::Judge, cost)).sum();
    (table.now().ledger().of(Seat::Judge).queries(), back)
}
