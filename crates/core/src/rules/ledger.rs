//! What everyone paid, per party and per kind, and every bit the judge read.

use std::collections::HashMap;
use std::sync::Arc;

use super::argument::Cell;
use super::seat::{Audience, Eye, Seat};
use crate::machine::Input;

/// A kind of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cost {
    /// Bits that say where Bob points.
    Location,
    /// Bits of what Alice wrote, read by the judge.
    Transcript,
    /// Input bits read by the judge.
    Input,
    /// Questions put to the oracle.
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

    /// Its name in machine-readable output.
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

    /// Whether a query-complexity judge pays for it (location, transcript and input bits, and
    /// oracle questions are queries; work and rounds are not).
    pub const fn is_query(self) -> bool {
        matches!(self, Self::Oracle | Self::Transcript | Self::Input | Self::Location)
    }

    /// All kinds of all parties.
    pub fn by_seat() -> impl Iterator<Item = (Seat, Self)> {
        Seat::ALL.into_iter().flat_map(|seat| Self::ALL.map(|cost| (seat, cost)))
    }

    /// The kinds that a query-complexity judge pays for.
    pub fn queries() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|cost| cost.is_query())
    }
}

/// One party's costs, beside the limits that the theorem puts on them in this debate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    paid: [u64; Cost::ALL.len()],
    /// Who sees the moves that charge for a kind of cost.
    known_to: [Audience; Cost::ALL.len()],
    limits: [Option<u64>; Cost::ALL.len()],
    query_limit: Option<u64>,
}

impl Account {
    /// What has been paid of a kind.
    pub fn paid(&self, cost: Cost) -> u64 {
        self.paid[cost as usize]
    }

    /// The limit by the theorem, if it sets one.
    pub fn limit(&self, cost: Cost) -> Option<u64> {
        self.limits[cost as usize]
    }

    /// Everything paid that counts as a query.
    pub fn queries(&self) -> u64 {
        Cost::queries().map(|cost| self.paid(cost)).sum()
    }

    /// The limit on all queries together: the theorem's own, or else the sum of the limits if every
    /// kind of query has one.
    pub fn query_limit(&self) -> Option<u64> {
        self.query_limit.or_else(|| Cost::queries().map(|cost| self.limit(cost)).sum())
    }
}

/// A bit that the judge paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Where it was.
    pub cell: Cell,
    /// What it said.
    pub bit: bool,
}

/// The bits that the judge paid for, in the order read. Clones share what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    list: Arc<Vec<Reading>>,
    places: Arc<HashMap<Cell, usize>>,
}

impl Readings {
    /// All of them.
    pub fn list(&self) -> &[Reading] {
        &self.list
    }

    /// The places of the input bits among them, from 0, as they were read.
    pub fn inputs(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().filter_map(|reading| reading.cell.input()).map(Input::index)
    }

    /// What the judge read of the first inputs, so many.
    pub fn of_inputs(&self, inputs: usize) -> Vec<Option<bool>> {
        (0..inputs).map(|at| self.bit(Cell::Input(Input::at(at)))).collect()
    }

    /// As the how-manieth a cell was read, from 1.
    pub fn order(&self, cell: Cell) -> Option<u32> {
        self.places.get(&cell).map(|&at| at as u32 + 1)
    }

    /// What the judge read in a cell.
    pub fn bit(&self, cell: Cell) -> Option<bool> {
        self.places.get(&cell).map(|&at| self.list[at].bit)
    }
}

/// Everyone's accounts, and the judge's readings.
///
/// A charge is seen by those who saw the move that caused it, and by no one
/// else before the review: [`Ledger::seen`] is what a screen may show.
///
/// [`Ledger::show`] is the one function that hands the judge a bit: what is charged and what a
/// board highlights cannot disagree, as both come from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    accounts: [Account; 3],
    readings: Readings,
}

impl Default for Ledger {
    /// Nothing paid. In every protocol a prover asks the oracle and runs the machine unseen.
    fn default() -> Self {
        let accounts = Seat::each(|seat| {
            let mut account = Account::default();
            if seat != Seat::Judge {
                for cost in [Cost::Oracle, Cost::Steps] {
                    account.known_to[cost as usize] = Audience::only(seat);
                }
            }
            account
        });
        Self { accounts, readings: Readings::default() }
    }
}

impl Ledger {
    /// Puts the theorem's limit on a party's costs of one kind.
    pub fn with_limit(mut self, seat: Seat, cost: Cost, limit: u64) -> Self {
        self.accounts[seat.index()].limits[cost as usize] = Some(limit);
        self
    }

    /// Says who sees the moves that charge a party for a kind of cost; others do not see what it
    /// paid.
    pub fn seen_by(mut self, seat: Seat, cost: Cost, to: Audience) -> Self {
        self.accounts[seat.index()].known_to[cost as usize] = to;
        self
    }

    /// Puts the theorem's limit on a party's queries of all kinds together, where it is less than
    /// the sum of the limits.
    pub fn with_query_limit(mut self, seat: Seat, limit: u64) -> Self {
        self.accounts[seat.index()].query_limit = Some(limit);
        self
    }

    /// What a party paid of a kind, as these eyes know it; none where that is hidden from them.
    pub fn seen(&self, eye: Eye, seat: Seat, cost: Cost) -> Option<u64> {
        let account = self.of(seat);
        eye.sees(account.known_to[cost as usize]).then(|| account.paid(cost))
    }

    /// A party's account.
    pub fn of(&self, seat: Seat) -> &Account {
        &self.accounts[seat.index()]
    }

    /// Charges a party.
    pub fn charge(&mut self, seat: Seat, cost: Cost, amount: u64) {
        let paid = &mut self.accounts[seat.index()].paid[cost as usize];
        *paid = paid.saturating_add(amount);
    }

    /// Hands the judge a bit: charges it, once, and remembers it as read.
    pub fn show(&mut self, cell: Cell, bit: bool) {
        if self.readings.order(cell).is_some() {
            return;
        }
        let cost = match cell {
            Cell::Input(_) => Cost::Input,
            Cell::Step(_) => Cost::Transcript,
        };
        self.charge(Seat::Judge, cost, 1);
        let Readings { list, places } = &mut self.readings;
        Arc::make_mut(places).insert(cell, list.len());
        Arc::make_mut(list).push(Reading { cell, bit });
    }

    /// What the judge has read.
    pub fn readings(&self) -> &Readings {
        &self.readings
    }
}
