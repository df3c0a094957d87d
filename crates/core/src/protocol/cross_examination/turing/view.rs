//! The facts that each seat may know in a Turing machine's cross-examination.

use super::Tableau;
use crate::machine::turing::{
    CellField, PointedAt, Symbol, TableauCell, TranscriptRead, TuringMachine, TuringRun,
};
use crate::rules::{Cost, Seat, Side, View, Viewer};

impl<'a> View<'a, Tableau> {
    /// The output that Alice claims.
    pub fn claim(&self) -> bool {
        self.rules.setup().claim
    }

    /// Returns whether an independent copy of Alice answers from the transcript.
    pub fn copies(&self) -> bool {
        self.rules.setup().copies
    }

    /// The number of steps of the computation.
    pub fn steps(&self) -> usize {
        self.rules.run().steps() as usize
    }

    /// Returns whether Alice has written the transcript.
    pub fn is_written(&self) -> bool {
        self.rules.transcript.is_some()
    }

    /// Alice's transcript, for the provers. `None` for the judge, who sees only the fields that the
    /// rules show.
    pub fn transcript(&self) -> Option<&'a TuringRun> {
        self.rules.transcript.as_ref().filter(|_| !self.is_judge())
    }

    /// Returns whether this prover has run the machine.
    pub fn has_run(&self) -> bool {
        match self.eye {
            Viewer::Seat(Seat::Alice) => self.rules.ran(Side::Alice),
            Viewer::Seat(Seat::Bob) => self.rules.ran(Side::Bob),
            Viewer::Seat(Seat::Judge) | Viewer::Room | Viewer::All => false,
        }
    }

    /// The theorem's upper bound on one kind of cost for the judge.
    pub fn limit(&self, cost: Cost) -> u64 {
        self.rules.ledger.account(Seat::Judge).limit(cost).unwrap_or_default()
    }

    /// The number of oracle queries of a run.
    pub fn questions(&self) -> u64 {
        u64::from(self.rules.run().asked())
    }

    /// The machine with its table and time limit. The tape is empty for the judge, who must read
    /// it.
    pub fn machine(&self) -> &'a TuringMachine {
        if self.is_judge() { self.rules.blank() } else { self.rules.machine() }
    }

    /// The machine with its tape, for the texts of this protocol. These texts show the judge only
    /// the parts that the rules have revealed.
    pub(super) fn table(&self) -> &'a TuringMachine {
        self.rules.machine()
    }

    /// The true transcript, if this prover ran the machine. The review sees it too.
    pub fn own_run(&self) -> Option<&'a TuringRun> {
        (self.has_run() || self.eye.is_review()).then(|| self.rules.run())
    }

    /// The true transcript as text, with the claimed last state. Alice can start from it.
    pub fn honest_text(&self) -> Option<&'a str> {
        self.eye.is(Seat::Alice).then(|| self.rules.honest())
    }

    /// The field of a step that Alice must state now, in a debate without copies.
    pub fn asked_afresh(&self) -> Option<(u32, CellField)> {
        self.rules.asked_afresh()
    }

    /// The point that Bob disputes.
    pub fn point(&self) -> Option<PointedAt> {
        Some(self.rules.evidence()?.point)
    }

    /// The fields that the judge was shown, in order. Everybody sees them.
    pub fn shown(&self) -> &'a [TranscriptRead] {
        self.rules.evidence().map_or(&[], |evidence| &evidence.shown)
    }

    /// The position of a field in the order of showing, counted from 1. `None` if the judge has not seen it.
    pub fn order(&self, reading: TranscriptRead) -> Option<u32> {
        self.shown().iter().position(|&shown| shown == reading).map(|at| at as u32 + 1)
    }

    /// The current transcript cell of a step, with the fields that Alice stated a second time. Only
    /// for viewers who see the transcript.
    pub fn cell(&self, step: u32) -> Option<TableauCell> {
        let told = self.transcript()?;
        Some(match self.rules.evidence() {
            Some(evidence) => self.rules.cell(evidence, step),
            None => told.cell(step),
        })
    }

    /// The transcript cell of a step with only the fields that the judge was shown. The other
    /// fields have their values at the start of the run.
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
                TranscriptRead::Transcript(at, _) if *at != step => {}
                TranscriptRead::Transcript(_, CellField::Symbol) => cell.wrote = wrote,
                TranscriptRead::Transcript(_, CellField::State) => cell.state = state,
                TranscriptRead::Transcript(_, CellField::Head) => cell.head = head,
                TranscriptRead::Transcript(_, CellField::Pointers) => cell.from.clone_from(&from),
                TranscriptRead::Input(_) => {}
            }
        }
        cell
    }

    /// The word on the tape that the disputed step asks the oracle about. `None` until the judge has seen all fields.
    pub fn asked(&self) -> Option<&'a [Symbol]> {
        self.rules.evidence().filter(|_| !self.rules.is_showing())?.asked.as_deref()
    }

    /// The prover who is right about the disputed step at the moment. For the review only.
    pub fn right(&self) -> Option<Side> {
        Some(self.rules.evidence().filter(|_| self.eye.is_review())?.right)
    }

    /// The prover who would be right if Bob pointed here. For the review only.
    pub fn right_at(&self, point: PointedAt) -> Option<Side> {
        self.eye.is_review().then(|| self.rules.right_at(point))
    }
}
