//! A prover-estimator debate as a screen shows it: the claim tree, Bob's numbers, the answers
//! drawn, and the reward ledger.

use super::chance;
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::{below, knowing, rule_words, true_false, who, yes_no};
use crate::protocol::prover_estimator::{Phase, Round};
use crate::rules::{Eye, Seat, View};
use crate::text::Board;
use crate::text::board::{Flaw, Mark, Node, Pane, Part, Tree};
use crate::text::number::probability;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn board(self) -> Board<'a> {
        if self.hears_nothing() {
            return self.judge_board();
        }
        let mut columns = vec![who(self.eye(), Seat::Bob, "you", "Bob"), "drawn".into()];
        columns.extend(self.column_of_truths().map(String::from));
        let here = self.asked().unwrap_or(self.here());
        let path = self.played().iter().map(|round| round.claim.index()).collect();
        let tree = Tree {
            columns,
            // The answer drawn; the number stands beside it.
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
            below: self.payments(),
            to_come: self.rounds_to_come(),
        };
        Board { title: "claims".into(), panes: vec![Pane::Tree(tree)] }
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// The judge sees one claim and nothing of the debate.
    fn judge_board(&self) -> Board<'static> {
        let words = if self.is_judged() {
            vec![self.case().tree().words(self.here()).to_string()]
        } else {
            vec!["Alice and Bob debate. One claim will be put before you.".into()]
        };
        Board { title: "the claim before you".into(), panes: vec![Pane::Words(words)] }
    }

    /// The head of the column of what is true. For a Bob who does not know all of it, it is what he
    /// thought of every claim before he heard anything.
    fn column_of_truths(&self) -> Option<&'static str> {
        let thinks =
            self.eye() == Eye::Seat(Seat::Bob) && *self.case().bob() != Knowledge::Everything;
        if thinks { Some("prior") } else { knowing(self.case(), self.eye()) }
    }

    fn truth_to(&self, claim: ClaimId) -> Mark {
        let prior = || self.prior(claim).map(probability);
        match self.knows(claim) {
            // What is known beforehand is as likely as can be.
            Some(truth) if self.column_of_truths() == Some("prior") => {
                Mark::text(probability(f64::from(truth)))
            }
            Some(truth) => Mark::text(true_false(truth)),
            None => prior().map_or_else(Mark::hidden, Mark::text),
        }
    }

    /// Bob's number for a claim and the answer drawn for it, if the debate came to it.
    pub(super) fn stated(&self, claim: ClaimId) -> Option<(Probability, Option<bool>)> {
        let Some(parent) = self.case().tree().parent(claim) else { return self.first() };
        let round = self.played().iter().find(|round| round.claim == parent)?;
        let place = self.argument_of(round)?.parts.iter().position(|part| part == claim)?;
        round.parts.get(place).copied()
    }

    /// Bob's number for a claim; of a root answered no it is how likely that no is to him: "no 0.95".
    fn number(&self, claim: ClaimId, p: Probability) -> String {
        match self.turned(claim) {
            true => format!("{} {}", yes_no(false), chance(p)),
            false => chance(p),
        }
    }

    fn node(&self, at: usize) -> Node {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Node::default() };
        let (number, drawn) = match self.stated(claim) {
            None => (Mark::default(), Mark::default()),
            Some((p, drawn)) => {
                let turned = self.turned(claim);
                let drawn = drawn.map_or(Mark::default(), |yes| Mark::text(yes_no(yes != turned)));
                (Mark::text(self.number(claim, p)), drawn)
            }
        };
        let mut cells = vec![number, drawn];
        if self.column_of_truths().is_some() {
            cells.push(self.truth_to(claim));
        }
        // In review, a drawn answer that is not the truth is marked.
        if self.eye().is_review()
            && let (Some((_, Some(drawn))), Some(due)) = (self.stated(claim), self.knows(claim))
            && (drawn != self.turned(claim)) != due
        {
            cells[1] = cells[1].clone().flaw(Flaw::Wrong);
        }
        let here = self.asked().unwrap_or(self.here()) == claim;
        let round = self.played().iter().enumerate().find(|(_, round)| round.claim == claim);
        Node {
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
            part: if here { Part::Disputed } else { Part::None },
        }
    }

    /// "Alice: yes, and your 0.05 is too low, because all of:".
    fn note(&self, at: usize, round: &Round) -> Option<String> {
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

    /// The subclaims of the argument laid out; before one is, of every argument.
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
