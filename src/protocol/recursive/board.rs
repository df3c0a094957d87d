//! A recursive debate as a screen shows it.

use super::{Phase, RecursiveDebate};
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::prover_estimator::board::{numbered, rule_words};
use crate::rules::{Eye, Seat, Side};
use crate::show::board::{Flaw, Mark, Node, Pane, Part, Tree};
use crate::show::{Board, Brief};

impl RecursiveDebate {
    pub(super) fn draw_board(&self, eye: Eye) -> Board<'_> {
        let columns = match (self.shows_truth(eye), eye) {
            (false, _) => Vec::new(),
            (true, Eye::All) => vec!["true".into()],
            (true, _) => vec!["you know".into()],
        };
        let mut path: Vec<usize> = self.steps.iter().map(|step| step.claim.index()).collect();
        if path.is_empty() {
            path.push(ClaimId::ROOT.index());
        }
        Board {
            title: "claims".into(),
            panes: vec![Pane::Tree(Tree {
                columns,
                len: self.case().tree().len(),
                here: Some(self.here().index()),
                path,
                node: Box::new(move |at| self.node(eye, at)),
                children: Box::new(move |at| self.children(at)),
                below: Vec::new(),
            })],
        }
    }

    /// Whether there is a column of truths for this eye.
    fn shows_truth(&self, eye: Eye) -> bool {
        match eye {
            Eye::All => true,
            Eye::Seat(Seat::Alice) => *self.case().alice() != Knowledge::Nothing,
            Eye::Seat(Seat::Bob) => *self.case().bob() != Knowledge::Nothing,
            Eye::Seat(Seat::Judge) => false,
        }
    }

    fn known(&self, eye: Eye, claim: ClaimId) -> Option<bool> {
        match eye {
            Eye::Seat(seat) => self.world.knows(seat, claim),
            Eye::All => self.world.truths().map(|truths| truths.of(claim)),
        }
    }

    fn node(&self, eye: Eye, at: usize) -> Node {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Node::default() };
        let mut cells = Vec::new();
        if self.shows_truth(eye) {
            cells.push(match self.known(eye, claim) {
                Some(true) => Mark::text("yes"),
                Some(false) => {
                    let wrong = Mark::text("no");
                    if eye.is_review() { wrong.flaw(Flaw::Wrong) } else { wrong }
                }
                None => Mark::hidden(),
            });
        }
        let step = self.steps.iter().find(|step| step.claim == claim);
        let note = step.and_then(|step| self.argument_of(step).map(|argument| (step, argument)));
        let note = note.map(|(step, argument)| {
            let who = match (self.arguer(), eye) {
                (Side::Alice, Eye::Seat(Seat::Alice)) | (Side::Bob, Eye::Seat(Seat::Bob)) => "you",
                (side, _) => side.seat().name(),
            };
            let rule = rule_words(argument.rule, argument.parts.len());
            let all = argument.parts.len();
            match step.named.len() {
                named if named == all => format!("{who}: because {rule} of:"),
                named => format!("{who}: because {rule} of {all}, namely these {named}:"),
            }
        });
        Node {
            words: numbered(tree, claim),
            cells,
            note,
            part: if claim == self.here() { Part::Disputed } else { Part::None },
        }
    }

    /// The subclaims named; before any are, those of every argument.
    fn children(&self, at: usize) -> Vec<usize> {
        let tree = self.case().tree();
        let Some(claim) = tree.claim(at) else { return Vec::new() };
        let step = self.steps.iter().find(|step| step.claim == claim);
        if let Some(step) = step.filter(|step| step.which.is_some()) {
            return step.named.iter().map(|claim| claim.index()).collect();
        }
        let mut all: Vec<usize> = tree
            .arguments(claim)
            .flat_map(|argument| argument.parts.iter().map(ClaimId::index))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(super) fn draw_brief(&self, eye: Eye) -> Brief {
        let side = |side: Side| match (side, eye) {
            (Side::Alice, Eye::Seat(Seat::Alice)) | (Side::Bob, Eye::Seat(Seat::Bob)) => {
                "you".to_owned()
            }
            (side, _) => side.seat().name().to_owned(),
        };
        let (arguer, disputer) = (side(self.arguer()), side(self.disputer()));
        let wins = |who: &str| match who {
            "you" => "you win".to_owned(),
            who => format!("{who} wins"),
        };
        let mut rule = match self.phase {
            Phase::Opening | Phase::Answering => {
                vec!["Alice answers. Whoever says yes argues, the other disputes.".into()]
            }
            Phase::Judging { .. } | Phase::Consulting => {
                vec!["The judge decides this claim, and so the debate.".into()]
            }
            _ => vec![format!(
                "{} to argue by naming subclaims that suffice; {} to dispute one of them. That one \
                 is argued next, down to a claim that the judge can decide.",
                capital(&arguer),
                disputer
            )],
        };
        rule.push(format!("True: {}. False: {}.", wins(&arguer), wins(&disputer)));
        let (width, depth) = (self.case().tree().width(), self.depth);
        let mut numbers = Vec::new();
        if depth > 0 {
            numbers.push(format!(
                "Whoever cannot tell which of {width} is false finds it {} in {}.",
                if depth == 1 { "once" } else { "by luck once" },
                power(width, depth)
            ));
        }
        Brief {
            protocol: "recursive debate".into(),
            progress: format!("level {} of {depth}", self.steps.len().saturating_sub(1)),
            rule,
            numbers,
            warnings: Vec::new(),
            theorem: "section 7, 2025 paper".into(),
        }
    }
}

fn capital(who: &str) -> String {
    if who == "you" { "You".into() } else { who.into() }
}

/// q^depth, by its digits.
fn power(width: usize, depth: usize) -> String {
    let value = (width as f64).powi(depth as i32);
    if value < 1e15 {
        crate::protocol::prover_estimator::board::amount(value)
    } else {
        format!("{value:.1e}")
    }
}
