//! What each eye may know of a game of twins.

use super::{Pair, Phase, Twins, TwinsInstance};
use crate::rules::{Cell, Protocol, Seat, Side, View};

impl<'a> View<'a, Twins> {
    /// What is played. Everybody knows the function and the protocol.
    pub fn setup(&self) -> &'a TwinsInstance {
        self.rules.setup()
    }

    /// n: how many inputs f depends on.
    pub fn n(&self) -> usize {
        self.rules.n()
    }

    /// How often a judge with this budget is right at most.
    pub fn best_score(&self) -> f64 {
        self.rules.best_score()
    }

    /// The twins of this round, for those who know them: the provers, once they are drawn, and everybody
    /// once the twin was shown.
    pub fn pair(&self) -> Option<&'a Pair> {
        let shown = matches!(self.rules.phase, Phase::Over(_));
        self.rules.pair().filter(|_| shown || !self.is_judge())
    }

    /// Whether a round is being played.
    pub fn is_drawn(&self) -> bool {
        self.rules.pair().is_some()
    }

    /// Whether the judge is asked.
    pub fn is_judging(&self) -> bool {
        matches!(self.rules.phase, Phase::Judging(_))
    }

    /// Whether x or its twin is being shown.
    pub fn is_showing(&self) -> bool {
        matches!(self.rules.phase, Phase::Revealing(_) | Phase::Twin(_))
    }

    /// Whether all rounds are over.
    pub fn is_over(&self) -> bool {
        matches!(self.rules.phase, Phase::Over(_))
    }

    /// The bit in a cell, if this eye knows it: the judge sees what it read, and x once it was shown.
    pub fn bit(&self, cell: Cell) -> Option<bool> {
        let pair = self.rules.pair()?;
        let x_was_shown = matches!(self.rules.phase, Phase::Twin(_) | Phase::Over(_));
        let shown = matches!(cell, Cell::Input(_)) && x_was_shown;
        let known = !self.is_judge() || shown || self.readings().order(cell).is_some();
        pair.bit_in(cell).filter(|_| known)
    }

    /// How many rounds were judged rightly, and how many are over.
    pub fn score(&self) -> (u32, u32) {
        self.rules.score()
    }

    /// The rounds that are over: what the judge ruled, and what f(x) was.
    pub fn rulings(&self) -> &'a [(Side, bool)] {
        &self.rules.rulings
    }

    /// What follows from everything that the judge read in this round: by the verifier, or by the bits
    /// of x alone where they decide f.
    pub fn decided(&self) -> Option<Side> {
        self.rules.decided()
    }

    /// The bits that the judge read in all rounds.
    pub(super) fn reads(&self) -> u64 {
        self.rules.ledger().of(Seat::Judge).queries()
    }

    /// The reads left in this round.
    pub fn left(&self) -> u32 {
        self.rules.left()
    }

    /// What the debate's verifier decides by what was read; or the cell that it reads next.
    ///
    /// # Errors
    /// The cell, while what was read does not decide.
    pub fn verified(&self) -> Result<Side, Cell> {
        self.rules.verified()
    }

    /// What the best judge does here: its ruling, or the cell that it reads; none if it is not
    /// found for a game of this size.
    pub fn best(&self) -> Option<Result<Side, Cell>> {
        let best = self.rules.best_judge(&self.token()).ok()?.ok()?;
        Some(best.next(self.readings()))
    }

    /// The cells of the transcript and of x that were not read.
    pub fn unread(&self) -> (Vec<Cell>, Vec<Cell>) {
        let written = &self.setup().written;
        let readings = self.readings();
        let open = |cell: &Cell| readings.order(*cell).is_none();
        let cells = Cell::all(written.transcript_bits(), written.inputs()).filter(open);
        cells.partition(|cell| matches!(cell, Cell::Step(_)))
    }
}
