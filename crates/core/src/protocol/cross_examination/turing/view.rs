//! What each seat of a Turing machine's cross-examination may know.

use super::Tableau;
use crate::machine::turing::{Field, PointedAt, Reading, Run, Symbol, TableauCell, TuringMachine};
use crate::rules::{Cost, Eye, Seat, Side, View};

impl<'a> View<'a, Tableau> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// Whether a copy of Alice that knows nothing of Bob's choice wrote the transcript.
    pub fn copies(&self) -> bool {
        self.rules.setup().copies
    }

    /// How many steps the computation has.
    pub fn steps(&self) -> usize {
        self.rules.run().steps() as usize
    }

    /// Whether Alice wrote the transcript.
    pub fn is_written(&self) -> bool {
        self.rules.transcript.is_some()
    }

    /// What Alice wrote: the provers see it, the judge only what it is shown of it.
    pub fn transcript(&self) -> Option<&'a Run> {
        self.rules.transcript.as_ref().filter(|_| !self.is_judge())
    }

    /// Whether this prover ran the machine.
    pub fn has_run(&self) -> bool {
        match self.eye {
            Eye::Seat(Seat::Alice) => self.rules.ran(Side::Alice),
            Eye::Seat(Seat::Bob) => self.rules.ran(Side::Bob),
            Eye::Seat(Seat::Judge) | Eye::Room | Eye::All => false,
        }
    }

    /// How much of a kind the judge pays at most, by the theorem.
    pub fn limit(&self, cost: Cost) -> u64 {
        self.rules.ledger.of(Seat::Judge).limit(cost).unwrap_or_default()
    }

    /// How many questions its run asks.
    pub fn questions(&self) -> u64 {
        u64::from(self.rules.run().asked())
    }

    /// The machine: its table and how long it runs, and to all but the judge, who reads it, its tape.
    pub fn machine(&self) -> &'a TuringMachine {
        if self.is_judge() { self.rules.blank() } else { self.rules.machine() }
    }

    /// The machine, for words of this protocol: of the tape they show the judge what it was shown.
    pub(super) fn table(&self) -> &'a TuringMachine {
        self.rules.machine()
    }

    /// The true transcript, if this prover ran the machine; the review sees it.
    pub fn own_run(&self) -> Option<&'a Run> {
        (self.has_run() || self.eye.is_review()).then(|| self.rules.run())
    }

    /// The true transcript as text, but for its last state if that is not what Alice claims, for
    /// Alice, who is offered it to start from.
    pub fn honest_text(&self) -> Option<&'a str> {
        self.eye.is(Seat::Alice).then(|| self.rules.honest())
    }

    /// The field of a step that Alice says afresh now, where no copy of her wrote the transcript.
    pub fn asked_afresh(&self) -> Option<(u32, Field)> {
        self.rules.asked_afresh()
    }

    /// Where Bob pointed.
    pub fn point(&self) -> Option<PointedAt> {
        Some(self.rules.evidence()?.point)
    }

    /// What the judge was shown, in order: everybody sees that.
    pub fn shown(&self) -> &'a [Reading] {
        self.rules.evidence().map_or(&[], |evidence| &evidence.shown)
    }

    /// As the how-manieth thing the judge was shown something, from 1.
    pub fn order(&self, reading: Reading) -> Option<u32> {
        self.shown().iter().position(|&shown| shown == reading).map(|at| at as u32 + 1)
    }

    /// A step's transcript cell as it stands, what Alice said afresh included: for those who see the
    /// transcript.
    pub fn cell(&self, step: u32) -> Option<TableauCell> {
        let told = self.transcript()?;
        Some(match self.rules.evidence() {
            Some(evidence) => self.rules.cell(evidence, step),
            None => told.cell(step),
        })
    }

    /// A step's transcript cell as the judge was shown it: fields that it was not shown are those of
    /// the start.
    pub(super) fn shown_cell(&self, step: u32) -> TableauCell {
        let start = self.table().start();
        let mut cell = TableauCell {
            wrote: start.tape()[start.head() as usize],
            state: start.state(),
            head: start.head(),
            from: Default::default(),
        };
        let Some(evidence) = self.rules.evidence() else { return cell };
        let TableauCell { wrote, state, head, from } = self.rules.cell(evidence, step);
        for reading in self.shown() {
            match reading {
                Reading::Transcript(at, _) if *at != step => {}
                Reading::Transcript(_, Field::Symbol) => cell.wrote = wrote,
                Reading::Transcript(_, Field::State) => cell.state = state,
                Reading::Transcript(_, Field::Head) => cell.head = head,
                Reading::Transcript(_, Field::Pointers) => cell.from.clone_from(&from),
                Reading::Input(_) => {}
            }
        }
        cell
    }

    /// The word on the tape that the step on trial asks the oracle about, once all is shown.
    pub fn asked(&self) -> Option<&'a [Symbol]> {
        self.rules.evidence().filter(|_| !self.rules.is_showing())?.asked.as_deref()
    }

    /// Who is right about the step on trial as things stand, for the review.
    pub fn right(&self) -> Option<Side> {
        Some(self.rules.evidence().filter(|_| self.eye.is_review())?.right)
    }

    /// Who would be right if Bob pointed here, for the review.
    pub fn right_at(&self, point: PointedAt) -> Option<Side> {
        self.eye.is_review().then(|| self.rules.right_at(point))
    }
}
