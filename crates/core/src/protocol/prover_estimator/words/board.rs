//! The board of a prover-estimator debate: the claim tree, Bob's numbers, the drawn answers, and
//! the payments.

use super::chance;
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::{
    below, knowledge_heading, rule_words, true_false, who, yes_no,
};
use crate::protocol::prover_estimator::{EstimateRound, Phase};
use crate::rules::{Seat, View, Viewer};
use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, ClaimNode, Pane, TreePane};
use crate::text::number::probability;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn board(self) -> Board<'a> {
        if self.hears_nothing() {
            return self.judge_board();
        }
        let mut columns = vec![who(self.eye(), Seat::Bob, "you", "Bob"), "drawn".into()];
        columns.extend(self.column_of_truths().map(String::from));
        let here = self.asked().unwrap_or(self.here());
        let curve = self.curve();
        let path = self.played().iter().map(|round| round.claim.index()).collect();
        let tree = TreePane {
            columns,
            // This column holds the drawn answer. The column before it holds Bob's number.
            boxed: 1,
            len: self.case().tree().len(),
            here: Some(here.index()),
            path,
            choices: match self.phase() {
                Phase::Picking => self.subclaims().map(ClaimId::index).collect(),
                _ => Vec::new(),
            },
            node: Box::new(move |at| self.node(at)),
            children: Box::new(move |at| self.children(at)),
            to_come: if curve.is_some() { 0 } else { self.rounds_to_come() },
            below: curve.unwrap_or_else(|| self.payments()),
        };
        Board { title: "claims".into(), panes: vec![Pane::Tree(tree)] }
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// The judge's board. It shows one claim and nothing else of the debate.
    fn judge_board(&self) -> Board<'static> {
        let words = if self.is_judged() {
            vec![self.case().tree().words(self.here()).to_string()]
        } else {
            vec!["Alice and Bob are debating. You will decide one claim.".into()]
        };
        Board { title: "the claim to decide".into(), panes: vec![Pane::Words(words)] }
    }

    /// The heading of the column with the truth values. If Bob does not know everything, the column
    /// shows his priors instead.
    fn column_of_truths(&self) -> Option<&'static str> {
        let thinks =
            self.eye() == Viewer::Seat(Seat::Bob) && *self.case().bob() != Knowledge::Everything;
        if thinks { Some("prior") } else { knowledge_heading(self.case(), self.eye()) }
    }

    fn truth_to(&self, claim: ClaimId) -> CellMark {
        let prior = || self.prior(claim).map(probability);
        match self.knows(claim) {
            // The prior of a known claim is 0 or 1.
            Some(truth) if self.column_of_truths() == Some("prior") => {
                CellMark::text(probability(f64::from(truth)))
            }
            Some(truth) => CellMark::text(true_false(truth)),
            None => prior().map_or_else(CellMark::hidden, CellMark::text),
        }
    }

    /// Bob's number for a claim, and the drawn answer. `None` if the debate has not reached this
    /// claim.
    pub(super) fn stated(&self, claim: ClaimId) -> Option<(Probability, Option<bool>)> {
        let Some(parent) = self.case().tree().parent(claim) else { return self.first() };
        let round = self.played().iter().find(|round| round.claim == parent)?;
        let place = self.argument_of(round)?.parts.iter().position(|part| part == claim)?;
        round.parts.get(place).copied()
    }

    /// Bob's number for a claim. If Alice answered the root with no, his number for the root is the
    /// probability of this no: "no 0.95".
    fn number(&self, claim: ClaimId, p: Probability) -> String {
        match self.turned(claim) {
            true => format!("{} {}", yes_no(false), chance(p)),
            false => chance(p),
        }
    }

    fn node(&self, at: usize) -> ClaimNode {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return ClaimNode::default() };
        let (number, drawn) = match self.stated(claim) {
            None => (CellMark::default(), CellMark::default()),
            Some((p, drawn)) => {
                let turned = self.turned(claim);
                let drawn =
                    drawn.map_or(CellMark::default(), |yes| CellMark::text(yes_no(yes != turned)));
                (CellMark::text(self.number(claim, p)), drawn)
            }
        };
        let mut cells = vec![number, drawn];
        if self.column_of_truths().is_some() {
            cells.push(self.truth_to(claim));
        }
        // A review marks a drawn answer that differs from the truth.
        if self.eye().is_review()
            && let (Some((_, Some(drawn))), Some(due)) = (self.stated(claim), self.knows(claim))
            && (drawn != self.turned(claim)) != due
        {
            cells[1] = cells[1].clone().flaw(CellFlaw::Wrong);
        }
        let here = self.asked().unwrap_or(self.here()) == claim;
        let round = self.played().iter().enumerate().find(|(_, round)| round.claim == claim);
        ClaimNode {
            name: tree.name(claim).to_string(),
            words: tree.words(claim).to_string(),
            chance: self.stated(claim).map(|(p, _)| match self.turned(claim) {
                true => 1.0 - p.get(),
                false => p.get(),
            }),
            cells,
            note: round.map_or_else(
                || {
                    let answer = self.answer().filter(|_| claim == ClaimId::ROOT)?;
                    Some(format!(
                        "{}: {}",
                        who(self.eye(), Seat::Alice, "you", "Alice"),
                        yes_no(answer)
                    ))
                },
                |(at, round)| self.note(at, round),
            ),
            part: if here { CellRole::Disputed } else { CellRole::None },
        }
    }

    /// Returns a note such as "Alice: yes, and your 0.05 is too low, because all of:".
    fn note(&self, at: usize, round: &EstimateRound) -> Option<String> {
        let mut note = who(self.eye(), Seat::Alice, "you", "Alice") + ":";
        if at == 0 {
            note += &format!(" {}", yes_no(self.answer()?));
        }
        let Some(said) = round.said else { return (at == 0).then_some(note) };
        if at == 0 {
            note += ", and";
        }
        let whose = who(self.eye(), Seat::Bob, "your", "Bob's");
        note += &format!(" {whose} {} is {}", chance(round.stated), said.words());
        if let Some(argument) = self.argument_of(round) {
            let joint = if self.turned(round.claim) { "by the rule" } else { "because" };
            note += &format!(", {joint} {} of:", rule_words(argument));
        }
        Some(note)
    }

    /// The subclaims of the argument that Alice chose. If she has not chosen yet, the subclaims of
    /// all arguments.
    fn children(&self, at: usize) -> Vec<usize> {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Vec::new() };
        let laid_out = self.played().iter().find(|round| round.claim == claim);
        if let Some(argument) = laid_out.and_then(|round| self.argument_of(round)) {
            return argument.parts.iter().map(ClaimId::index).collect();
        }
        below(tree, claim)
    }
}
