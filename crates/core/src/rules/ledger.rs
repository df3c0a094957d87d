//! The costs of each seat by kind, and the bits that the judge read.

use std::collections::HashMap;
use std::sync::Arc;

use super::argument::BitRef;
use super::seat::{Seat, Viewer, Visibility};
use crate::machine::Input;

/// A kind of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cost {
    /// The bits of the number of the step at which Bob points.
    Location,
    /// The bits of Alice's transcript that the judge read.
    Transcript,
    /// The input bits that the judge read.
    Input,
    /// The queries to the oracle.
    Oracle,
    /// The steps for which a prover ran the machine.
    Steps,
    /// The rounds that were played.
    Rounds,
}

impl Cost {
    /// All kinds of costs, in the order in which the ledger is shown.
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

    /// Returns whether costs of this kind count as queries: all kinds do, except steps and rounds.
    pub const fn is_query(self) -> bool {
        matches!(self, Self::Oracle | Self::Transcript | Self::Input | Self::Location)
    }

    /// Every pair of a seat and a kind of cost.
    pub fn by_seat() -> impl Iterator<Item = (Seat, Self)> {
        Seat::ALL.into_iter().flat_map(|seat| Self::ALL.map(|cost| (seat, cost)))
    }

    /// The kinds of costs that count as queries.
    pub fn queries() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|cost| cost.is_query())
    }
}

/// The costs of one seat, with the limits that a theorem sets for this debate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    paid: [u64; Cost::ALL.len()],
    /// For each kind of cost, the viewers who see it.
    known_to: [Visibility; Cost::ALL.len()],
    limits: [Option<u64>; Cost::ALL.len()],
    query_limit: Option<u64>,
}

impl Account {
    /// The cost of one kind so far.
    pub fn paid(&self, cost: Cost) -> u64 {
        self.paid[cost as usize]
    }

    /// The theorem's limit on one kind of cost. `None` if there is no limit.
    pub fn limit(&self, cost: Cost) -> Option<u64> {
        self.limits[cost as usize]
    }

    /// The sum of all costs that count as queries.
    pub fn queries(&self) -> u64 {
        Cost::queries().map(|cost| self.paid(cost)).sum()
    }

    /// The theorem's limit on all queries together. If the theorem does not set this limit, the sum
    /// of the limits on the kinds of queries. `None` if a kind has no limit.
    pub fn query_limit(&self) -> Option<u64> {
        self.query_limit.or_else(|| Cost::queries().map(|cost| self.limit(cost)).sum())
    }
}

/// A bit that the judge read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitRead {
    /// The transcript cell or input bit.
    pub cell: BitRef,
    /// The value of the bit.
    pub bit: bool,
}

/// The bits that the judge read, in order. Cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitsRead {
    list: Arc<Vec<BitRead>>,
    places: Arc<HashMap<BitRef, usize>>,
}

impl BitsRead {
    /// All bits that the judge read, in order.
    pub fn list(&self) -> &[BitRead] {
        &self.list
    }

    /// The indices of the input bits that the judge read, counted from 0, in the order of reading.
    pub fn inputs(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().filter_map(|reading| reading.cell.input()).map(Input::index)
    }

    /// The values of the first `inputs` input bits. `None` for a bit that the judge did not read.
    pub fn of_inputs(&self, inputs: usize) -> Vec<Option<bool>> {
        let mut bits = vec![None; inputs];
        for reading in self.list.iter() {
            if let Some(bit) = reading.cell.input().and_then(|input| bits.get_mut(input.index())) {
                *bit = Some(reading.bit);
            }
        }
        bits
    }

    /// The position of a cell in the order of reading, counted from 1. `None` if the judge did not
    /// read the cell.
    pub fn order(&self, cell: BitRef) -> Option<u32> {
        self.places.get(&cell).map(|&at| at as u32 + 1)
    }

    /// The value of a cell that the judge read. `None` if the judge did not read the cell.
    pub fn bit(&self, cell: BitRef) -> Option<bool> {
        self.places.get(&cell).map(|&at| self.list[at].bit)
    }
}

/// The accounts of all seats, and the bits that the judge read.
///
/// Before the review, a viewer knows the cost of a move only if that viewer saw the move. A screen
/// may show only what [`Ledger::seen`] returns.
///
/// The judge gets bits only through [`Ledger::show`]. So the cost always agrees with the bits that
/// a board highlights.
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
    /// Sets the theorem's limit on one kind of cost of a seat.
    pub fn with_limit(mut self, seat: Seat, cost: Cost, limit: u64) -> Self {
        self.accounts[seat.index()].limits[cost as usize] = Some(limit);
        self
    }

    /// Sets the viewers who see one kind of cost of a seat. The cost is hidden from the others.
    pub fn seen_by(mut self, seat: Seat, cost: Cost, to: Visibility) -> Self {
        self.accounts[seat.index()].known_to[cost as usize] = to;
        self
    }

    /// Sets the theorem's limit on all queries of a seat together. This is needed only if the limit
    /// is smaller than the sum of the limits on the kinds of queries.
    pub fn with_query_limit(mut self, seat: Seat, limit: u64) -> Self {
        self.accounts[seat.index()].query_limit = Some(limit);
        self
    }

    /// A seat's cost of one kind. `None` if this viewer may not see the cost.
    pub fn seen(&self, eye: Viewer, seat: Seat, cost: Cost) -> Option<u64> {
        let account = self.account(seat);
        eye.sees(account.known_to[cost as usize]).then(|| account.paid(cost))
    }

    /// The account of a seat.
    pub fn account(&self, seat: Seat) -> &Account {
        &self.accounts[seat.index()]
    }

    /// Adds a cost to the account of a seat.
    pub fn charge(&mut self, seat: Seat, cost: Cost, amount: u64) {
        let paid = &mut self.accounts[seat.index()].paid[cost as usize];
        *paid = paid.saturating_add(amount);
    }

    /// Gives the judge a bit and charges for it. If the judge already read this bit, there is no
    /// new cost.
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
