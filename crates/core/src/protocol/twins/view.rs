//! The parts of a twins game that each viewer may see.

use super::{Phase, RuledRound, TwinPair, Twins, TwinsInstance};
use crate::rules::{BitRef, Protocol, Seat, Side, View};

impl<'a> View<'a, Twins> {
    /// The setup. Everybody knows the function and the protocol.
    pub fn setup(&self) -> &'a TwinsInstance {
        self.rules.setup()
    }

    /// n, the number of inputs that f depends on.
    pub fn n(&self) -> usize {
        self.rules.n()
    }

    /// An upper bound on the share of rounds in which a judge with this budget is right on average.
    pub fn best_score(&self) -> f64 {
        self.rules.best_score()
    }

    /// The twins of this round. The provers know the twins after the draw, and everybody knows them
    /// at the end. `None` if this viewer does not know them.
    pub fn pair(&self) -> Option<&'a TwinPair> {
        let shown = matches!(self.rules.phase, Phase::Over(_));
        self.rules.pair().filter(|_| shown || !self.is_judge())
    }

    /// Returns `true` if the twins of this round are drawn.
    pub fn is_drawn(&self) -> bool {
        self.rules.pair().is_some()
    }

    /// Returns `true` if it is the judge's turn.
    pub fn is_judging(&self) -> bool {
        matches!(self.rules.phase, Phase::Judging(_))
    }

    /// Returns `true` if the rules are showing x or its twin.
    pub fn is_showing(&self) -> bool {
        matches!(self.rules.phase, Phase::Revealing(_) | Phase::Twin(_))
    }

    /// Returns `true` if all rounds are over.
    pub fn is_over(&self) -> bool {
        matches!(self.rules.phase, Phase::Over(_))
    }

    /// The bit in a cell. `None` if this viewer does not know the bit. The judge knows the bits
    /// that it read, and knows x after the rules have shown x.
    pub fn bit(&self, cell: BitRef) -> Option<bool> {
        let pair = self.rules.pair()?;
        let x_was_shown = matches!(self.rules.phase, Phase::Twin(_) | Phase::Over(_));
        let shown = matches!(cell, BitRef::Input(_)) && x_was_shown;
        let known = !self.is_judge() || shown || self.readings().order(cell).is_some();
        pair.bit_in(cell).filter(|_| known)
    }

    /// The number of rounds with a right ruling, and the number of finished rounds.
    pub fn score(&self) -> (u32, u32) {
        self.rules.score()
    }

    /// The rounds that the judge has ruled on. The rules show the twin of a round after the ruling.
    pub fn ruled_rounds(&self) -> &'a [RuledRound] {
        &self.rules.rounds
    }

    /// The verdict that follows from the judge's reads in this round. The bits of x alone may
    /// decide it; otherwise the verifier decides it. `None` if the reads do not decide.
    pub fn decided(&self) -> Option<Side> {
        self.rules.decided()
    }

    /// The number of bits that the judge read in all rounds.
    pub(super) fn reads(&self) -> u64 {
        self.rules.ledger().account(Seat::Judge).queries()
    }

    /// The number of reads left in this round.
    pub fn left(&self) -> u32 {
        self.rules.left()
    }

    /// The verdict of the debate's verifier on the judge's reads.
    ///
    /// # Errors
    /// Returns the cell to read next if the reads do not decide yet.
    pub fn verified(&self) -> Result<Side, BitRef> {
        self.rules.verified()
    }

    /// The next action of the best judge: its ruling, or the cell that it reads. `None` if the game
    /// is too large.
    pub fn best(&self) -> Option<Result<Side, BitRef>> {
        let best = self.rules.best_judge(&self.token()).ok()?.ok()?;
        Some(best.next(self.readings()))
    }

    /// The unread cells of the transcript, and the unread cells of x.
    pub fn unread(&self) -> (Vec<BitRef>, Vec<BitRef>) {
        let written = &self.setup().written;
        let readings = self.readings();
        let open = |cell: &BitRef| readings.order(*cell).is_none();
        let cells = BitRef::all(written.transcript_bits(), written.inputs()).filter(open);
        cells.partition(|cell| matches!(cell, BitRef::Step(_)))
    }
}
