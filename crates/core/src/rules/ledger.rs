//! The cost of each party by kind, and every bit that the judge read.

use std::collections::HashMap;
use std::sync::Arc;

use super::argument::BitRef;
use super::seat::{Seat, Viewer, Visibility};
use crate::machine::Input;

/// A kind of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cost {
    /// Bits that name the step that Bob points at.
    Location,
    /// Bits of Alice's transcript that the judge read.
    Transcript,
    /// Input bits that the judge read.
    Input,
    /// Queries to the oracle.
    Oracle,
    /// Steps of the machine that a prover ran.
    Steps,
    /// Rounds played.
    Rounds,
}

impl Cost {
    /// All kinds, in the order of the ledger.
    pub const ALL: [Self; 6] =
        [Self::Location, Self::Transcript, Self::Input, Self::Oracle, Self::Steps, Self::Rounds];

    /// The name in machine-readable output.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Oracle => "oracle_queries",
            Self::Transcript => "transcript_bits",
            Self::Input => "input_bits",
            Self::Location => "location_bits",
            Self::Steps => "steps_run",
            Self::Rounds => "rounds",
        }
    }

    /// Returns whether it counts as a query of the judge. Location, transcript and input bits and
    /// oracle queries count. Steps and rounds do not.
    pub const fn is_query(self) -> bool {
        matches!(self, Self::Oracle | Self::Transcript | Self::Input | Self::Location)
    }

    /// Every pair of a party and a kind of cost.
    pub fn by_seat() -> impl Iterator<Item = (Seat, Self)> {
        Seat::ALL.into_iter().flat_map(|seat| Self::ALL.map(|cost| (seat, cost)))
    }

    /// The kinds that count as queries.
    pub fn queries() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|cost| cost.is_query())
    }
}

/// The costs of one party, with the limits of the theorem for this debate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    paid: [u64; Cost::ALL.len()],
    /// The seats that see the moves of each kind of cost.
    known_to: [Visibility; Cost::ALL.len()],
    limits: [Option<u64>; Cost::ALL.len()],
    query_limit: Option<u64>,
}

impl Account {
    /// The cost so far of one kind.
    pub fn paid(&self, cost: Cost) -> u64 {
        self.paid[cost as usize]
    }

    /// The limit by the theorem. `None` if it sets no limit.
    pub fn limit(&self, cost: Cost) -> Option<u64> {
        self.limits[cost as usize]
    }

    /// The sum of all costs that count as queries.
    pub fn queries(&self) -> u64 {
        Cost::queries().map(|cost| self.paid(cost)).sum()
    }

    /// The limit on all queries together. It is the theorem's own limit or, if each kind of query
    /// has a limit, their sum.
    pub fn query_limit(&self) -> Option<u64> {
        self.query_limit.or_else(|| Cost::queries().map(|cost| self.limit(cost)).sum())
    }
}

/// A bit that the judge read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitRead {
    /// The cell that held it.
    pub cell: BitRef,
    /// The value of the bit.
    pub bit: bool,
}

/// The bits that the judge read, in order. Clones share their memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitsRead {
    list: Arc<Vec<BitRead>>,
    places: Arc<HashMap<BitRef, usize>>,
}

impl BitsRead {
    /// All of them.
    pub fn list(&self) -> &[BitRead] {
        &self.list
    }

    /// The indices of the input bits that the judge read, from 0, in order of time.
    pub fn inputs(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().filter_map(|reading| reading.cell.input()).map(Input::index)
    }

    /// The values of the first `inputs` input bits, each `None` if the judge did not read it.
    pub fn of_inputs(&self, inputs: usize) -> Vec<Option<bool>> {
        (0..inputs).map(|at| self.bit(BitRef::Input(Input::at(at)))).collect()
    }

    /// The position of a cell in the order of reading, from 1. `None` if the judge did not read it.
    pub fn order(&self, cell: BitRef) -> Option<u32> {
        self.places.get(&cell).map(|&at| at as u32 + 1)
    }

    /// The bit that the judge read in a cell. `None` if the judge did not read it.
    pub fn bit(&self, cell: BitRef) -> Option<bool> {
        self.places.get(&cell).map(|&at| self.list[at].bit)
    }
}

/// The accounts of all parties, and the bits that the judge read.
///
/// Before the review, only the seats that saw a move see its cost. [`Ledger::seen`] is all that a
/// screen may show.
///
/// Only [`Ledger::show`] gives the judge a bit. So the cost and the highlighted bits of a board
/// always agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    accounts: [Account; 3],
    readings: BitsRead,
}

impl Default for Ledger {
    /// A ledger without costs. In every protocol, a prover's oracle queries and machine steps are
    /// private.
    fn default() -> Self {
        let accounts = Seat::each(|seat| {
            let mut account = Account::default();
            if seat != Seat::Judge {
                for cost in [Cost::Oracle, Cost::Steps] {
                    account.known_to[cost as usize] = Visibility::only(seat);
                }
            }
            account
        });
        Self { accounts, readings: BitsRead::default() }
    }
}

impl Ledger {
    /// Sets the theorem's limit on one kind of cost of a party.
    pub fn with_limit(mut self, seat: Seat, cost: Cost, limit: u64) -> Self {
        self.accounts[seat.index()].limits[cost as usize] = Some(limit);
        self
    }

    /// Sets the seats that see the moves that cause a kind of cost. The other seats do not see the
    /// cost.
    pub fn seen_by(mut self, seat: Seat, cost: Cost, to: Visibility) -> Self {
        self.accounts[seat.index()].known_to[cost as usize] = to;
        self
    }

    /// Sets the theorem's limit on all queries of a party together, if it is less than the sum of
    /// the limits.
    pub fn with_query_limit(mut self, seat: Seat, limit: u64) -> Self {
        self.accounts[seat.index()].query_limit = Some(limit);
        self
    }

    /// The cost of a party of one kind. `None` if it is hidden from this viewer.
    pub fn seen(&self, eye: Viewer, seat: Seat, cost: Cost) -> Option<u64> {
        let account = self.account(seat);
        eye.sees(account.known_to[cost as usize]).then(|| account.paid(cost))
    }

    /// The account of a party.
    pub fn account(&self, seat: Seat) -> &Account {
        &self.accounts[seat.index()]
    }

    /// Adds a cost to a party.
    pub fn charge(&mut self, seat: Seat, cost: Cost, amount: u64) {
        let paid = &mut self.accounts[seat.index()].paid[cost as usize];
        *paid = paid.saturating_add(amount);
    }

    /// Gives the judge a bit. The cost counts only once.
    pub fn show(&mut self, cell: BitRef, bit: bool) {
        if self.readings.order(cell).is_some() {
            return;
        }
        let cost = match cell {
            BitRef::Input(_) => Cost::Input,
            BitRef::Step(_) => Cost::Transcript,
        };
        self.charge(Seat::Judge, cost, 1);
        let BitsRead { list, places } = &mut self.readings;
        Arc::make_mut(places).insert(cell, list.len());
        Arc::make_mut(list).push(BitRead { cell, bit });
    }

    /// The bits that the judge has read.
    pub fn readings(&self) -> &BitsRead {
        &self.readings
    }
}
