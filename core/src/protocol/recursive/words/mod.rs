//! Recursive debate, said and shown.

mod asking;
mod board;
mod brief;
mod faults;
mod mistake;

use crate::machine::claims::ClaimId;
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::words::levels;
use crate::protocol::claims::words::{known, topic};
use crate::protocol::recursive::{Phase, Step};
use crate::rules::{Eye, Move, Position, Seat, Side};
use crate::show::number::plural;
use crate::show::{Show, Topic};

impl Show for RecursiveDebate {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn topics(&self, eye: Eye) -> Vec<Topic> {
        let tree = self.case().tree();
        if self.phase() == Phase::Disputing {
            let named = self.named().iter().copied();
            return named.map(|at| topic(tree, at, known(self.world(), eye, at))).collect();
        }
        let at = self.here();
        let decides = eye == Eye::Seat(Seat::Judge) && tree.is_leaf(at);
        let truth = if decides { self.world().truth(at) } else { known(self.world(), eye, at) };
        vec![topic(tree, at, truth)]
    }

    fn why(&self) -> String {
        self.decided().map_or_else(String::new, |decided| self.why_decided(decided))
    }

    fn is_guess(&self, _: &Move) -> bool {
        false
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }

    fn at_a_million(&self) -> Option<String> {
        self.million()
    }

    fn decided_by(&self) -> Option<String> {
        let decided = self.decided()?;
        let (arguer, disputer) = (self.arguer().seat().name(), self.disputer().seat().name());
        Some(match decided {
            true => format!("{arguer} argued for it, so a true end is {arguer}'s."),
            false => format!("{arguer}'s argument rests on it, so {disputer} wins."),
        })
    }
}

impl RecursiveDebate {
    fn why_decided(&self, decided: bool) -> String {
        let winner = self.outcome().winner;
        let mut why = format!(
            "The debate came down to \u{201c}{}\u{201d}, and the judge decided that it is {}.",
            self.case().tree().words(self.here()),
            if decided { "true" } else { "false" },
        );
        if self.world().truth(self.here()) == Some(!decided) {
            why += " The scenario says the opposite.";
        } else if self.truth() == Some(winner == Side::Bob) {
            match winner {
                Side::Alice => why += &self.passed_over(),
                Side::Bob => why += " Yet Alice's answer was right: her argument was not.",
            };
        }
        why
    }

    /// Where the flaw was that nobody looked at: the false claims beside the path, the deepest first.
    fn passed_over(&self) -> String {
        let path: Vec<ClaimId> = self.steps().iter().map(|step| step.claim).collect();
        let passed =
            |claim: &ClaimId| self.world().truth(*claim) == Some(false) && !path.contains(claim);
        let beside = |step: &Step| step.named.iter().copied().filter(passed).collect();
        let flaws: Vec<Vec<ClaimId>> = self.steps().iter().rev().map(beside).collect();
        let tree = self.case().tree();
        match flaws.iter().find(|flaws| !flaws.is_empty()).map(Vec::as_slice) {
            Some([flaw]) => format!(
                " The flaw was in \u{201c}{}\u{201d}, which is false: nobody looked there.",
                tree.words(*flaw)
            ),
            Some([flaw, more @ ..]) => format!(
                " The flaw was in \u{201c}{}\u{201d}, which is false, as {} more are: nobody \
                 looked there.",
                tree.words(*flaw),
                more.len()
            ),
            _ => String::new(),
        }
    }
}

impl RecursiveDebate {
    /// A round a level, and one leaf that is judged.
    pub(crate) fn million(&self) -> Option<String> {
        let (width, depth) = levels(self.case().tree())?;
        Some(format!(
            "A million leaves, {width} below each claim: {} and still 1 judgement.",
            plural(depth, "round", "rounds")
        ))
    }
}
