//! What the side panel says of a prover-estimator debate.

use super::mistake::SAME;
use super::{chance, named};
use crate::machine::claims::{ClaimId, Knowledge, default_ratio};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::Stage;
use crate::protocol::claims::words::{argument_words, rule_words, yes_no};
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Eye, Seat, View};
use crate::text::Brief;
use crate::text::number::{amount, probability};

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn brief(self) -> Brief {
        if self.hears_nothing() {
            return Brief {
                protocol: "prover-estimator debate".into(),
                progress: String::new(),
                rule: vec![
                    "One claim is put before you. Decide it by itself: you are shown nothing of \
                     the debate, so that nothing but the claim can sway you."
                        .into(),
                ],
                numbers: Vec::new(),
                warnings: Vec::new(),
                theorem: "Fig. 2, 2025 paper".into(),
            };
        }
        let (numbers, warnings) = self.stability_words();
        let round = match self.played().len() {
            0 => "the start".to_owned(),
            n => format!("round {n} of {}", self.depth() + 1),
        };
        Brief {
            protocol: "prover-estimator debate".into(),
            progress: round,
            rule: match self.eye() {
                Eye::Seat(Seat::Bob) => {
                    self.heard().chain(self.prior_words()).chain(self.rule_in_force()).collect()
                }
                _ => self.rule_in_force(),
            },
            numbers,
            warnings,
            theorem: "Thm 6.1, 2025 paper".into(),
        }
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// What Alice said, for Bob: her answer; then where she goes on, what she makes of his number,
    /// and her argument.
    fn heard(&self) -> impl Iterator<Item = String> {
        let answer = self.answer().map(|answer| {
            let mut heard = format!("Alice answers {}.", yes_no(answer));
            let Some(round) = self.round() else { return heard };
            let tree = self.case().tree();
            let about = named(tree, round.claim, "her answer");
            let stated = chance(round.stated);
            heard += &match round.said {
                Some(said) => format!(" To her your {stated} for {about} is {}.", said.words()),
                None => format!(" She goes on with your {stated} for {about}."),
            };
            if let Some(which) = round.which {
                let argument = argument_words(tree, round.claim, which);
                heard += &format!(" Her argument: {argument}.");
            }
            heard
        });
        answer.into_iter()
    }

    /// What Bob knows of the claim that he is asked about, before he hears anything.
    fn prior_words(&self) -> Option<String> {
        let claim = if self.phase() == Phase::First { ClaimId::ROOT } else { self.asked()? };
        let name = named(self.case().tree(), claim, "the claim");
        let (mut said, thinks) = match self.knows(claim) {
            Some(truth) => (format!("You know that {name} is {truth}."), f64::from(truth)),
            None => {
                let prior = self.prior(claim)?;
                let words = probability(prior);
                (format!("Before you hear anything, {name} is {words} likely to you."), prior)
            }
        };
        // Where all is known, what the parts would be if nothing were tells nothing.
        if *self.case().bob() != Knowledge::Everything {
            let alone = self.case().worlds().if_independent(claim).yes;
            if (alone - thinks).abs() >= SAME {
                said += &format!(
                    " Its leaves, if none tells of the others, make it {}.",
                    probability(alone)
                );
            }
        }
        Some(said)
    }

    fn rule_in_force(&self) -> Vec<String> {
        let alice = self.eye() == Eye::Seat(Seat::Alice);
        let say = |you: &str, other: &str| if alice { you.to_owned() } else { other.to_owned() };
        match self.phase() {
            Phase::Opening | Phase::Answering => vec![say(
                "Answer yes or no. Bob then says how likely it is that you are right, and a coin \
                 with that chance pays you 1.",
                "Alice answers yes or no. Bob then says how likely it is that she is right, and a \
                 coin with that chance pays her 1.",
            )],
            Phase::First | Phase::Coin { .. } => vec![say(
                "Bob says how likely it is that you are right. A coin with that chance pays \
                     you 1.",
                "Say how likely it is that Alice is right. A coin with that chance pays her 1, \
                     and her later payments hang on how far off you are.",
            )],
            Phase::Calling | Phase::Leaf(Stage::Putting(_)) => vec![
                say(
                    "Say of Bob's number that it is too low, too high, or about right.",
                    "Alice says of Bob's number that it is too low, too high, or about right.",
                ),
                say(
                    "If you name the right direction you are paid by how far off it turns out to \
                     be; if the wrong one, you pay. About right: nothing is paid this round.",
                    "If she names the right direction she is paid by how far off it turns out to \
                     be; if the wrong one, she pays. About right: nothing is paid this round.",
                ),
            ],
            Phase::Arguing => vec![say(
                "Lay out an argument: subclaims from which the claim follows.",
                "Alice lays out an argument: subclaims from which the claim follows.",
            )],
            Phase::Estimating | Phase::Drawing { .. } => vec![
                say(
                    "Bob says how likely each subclaim is, given the answers drawn so far. A coin \
                     with that chance draws its answer.",
                    "Say how likely each subclaim is: by its own parts, or given the answers drawn \
                     so far. A coin with that chance draws its answer.",
                ),
                say(
                    "You then pick the subclaim where Bob is furthest off, and say which way.",
                    "Alice then picks the claim where the number seems most wrong, and says which \
                     way.",
                ),
            ],
            Phase::Picking => vec![say(
                "Pick the subclaim to go on with: the next round is about Bob's number for it, and \
                 is worth more.",
                "Alice picks the subclaim to go on with: the next round is about Bob's number for \
                 it, and is worth more.",
            )],
            Phase::Leaf(Stage::Judging { .. } | Stage::Consulting) => {
                vec!["The judge decides the leaf, seeing nothing else.".into()]
            }
            Phase::Over => vec!["The debate is over. What Alice is paid, Bob pays.".into()],
        }
    }

    /// ε, r, and the rule's own ρ as if all were true: the real one would tell what is true.
    fn stability_words(&self) -> (Vec<String>, Vec<String>) {
        let epsilon = self.stakes().epsilon;
        let ratio = self.ratio().get();
        let tree = self.case().tree();
        let here = match self.round().and_then(|round| self.argument_of(round)) {
            Some(argument) => Some(argument),
            None => tree.arguments(self.here()).next(),
        };
        let mut numbers = Vec::new();
        let mut warnings = Vec::new();
        if let Some(argument) = here {
            let parts = argument.parts.len();
            let stability = argument.rule.stability_if_all_true(parts, epsilon);
            let rule = match argument.formula {
                Some(_) => rule_words(argument),
                None => format!("\u{201c}{} of {parts}\u{201d}", rule_words(argument)),
            };
            numbers.push(format!(
                "{rule}: were all true, {} off on each makes {} off: ρ = {:.3}, {}.",
                epsilon.get(),
                probability(stability.rho * epsilon.get()),
                stability.rho,
                if stability.is_brittle() { "brittle" } else { "stable" },
            ));
        }
        numbers.push(format!(
            "A round is worth r = {} times the one before; ε = {} off counts as right.",
            amount(ratio),
            epsilon.get()
        ));
        let judgement = self.stakes().judgement.get();
        if judgement < 1.0 {
            warnings.push(format!(
                "The judge's word on a leaf is true with {judgement}: Thm 6.1 promises nothing then."
            ));
            return (numbers, warnings);
        }
        let worst = self.rho_if_all_true();
        match default_ratio(epsilon, worst) {
            // Above 1 the search finds an honest Alice paid less than 1 − ε whatever r is; at 1
            // it does not, but the theorem is silent.
            None if worst > 1.0 + 1e-9 => warnings.push(format!(
                "Were all true, {} off on each part would make some whole {:.3} off, ρ = {worst:.3} \
                 times as much. Above 1 no r promises that an honest Alice is paid {} on average.",
                epsilon.get(),
                worst * epsilon.get(),
                1.0 - epsilon.get()
            )),
            None => warnings.push("ρ = 1 if all is true: Thm 6.1 names no r.".into()),
            Some(needed) if !self.stakes().suffice_for(worst) => warnings.push(format!(
                "r = {} is too small to promise that an honest Alice is paid {} on average: that takes {} \
                 even if all is true.",
                amount(ratio),
                1.0 - epsilon.get(),
                amount(needed)
            )),
            Some(_) => {
                let choice = tree.claims().any(|claim| tree.arguments(claim).count() > 1);
                let how = if choice { "argued so that it is" } else { "as" };
                numbers.push(format!(
                    "If every claim is {how} stable, an honest Alice is paid at least 1 − ε = {} on average.",
                    1.0 - epsilon.get()
                ));
            }
        }
        (numbers, warnings)
    }
}
