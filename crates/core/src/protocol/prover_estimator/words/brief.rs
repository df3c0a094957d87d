//! The side panel of a prover-estimator debate.

use super::mistake::SAME;
use super::{chance, named};
use crate::machine::claims::{ClaimId, Knowledge, default_ratio};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::LeafStage;
use crate::protocol::claims::words::{argument_words, rule_words, yes_no};
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Seat, View, Viewer};
use crate::text::BriefPane;
use crate::text::number::{amount, probability};

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn brief(self) -> BriefPane {
        if self.hears_nothing() {
            return BriefPane {
                protocol: "prover-estimator debate".into(),
                progress: String::new(),
                rule: vec![
                    "You see one claim and nothing of the debate, so the debate cannot influence \
                     you. Decide whether the claim is true."
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
        BriefPane {
            protocol: "prover-estimator debate".into(),
            progress: round,
            rule: self.rule_in_force(),
            numbers,
            warnings,
            theorem: "Thm 6.1, 2025 paper".into(),
        }
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// What Alice said to Bob. First her answer, then the claim with which she continues, what she
    /// says about his number for it, and her argument.
    pub(super) fn alice_statements(&self) -> impl Iterator<Item = String> {
        let answer = self.answer().map(|answer| {
            let mut heard = format!("Alice answers {}.", yes_no(answer));
            let Some(round) = self.round() else { return heard };
            let tree = self.case().tree();
            let about = named(tree, round.claim, "her answer");
            let stated = chance(round.stated);
            heard += &match round.said {
                Some(said) => {
                    format!(" She says that your {stated} for {about} is {}.", said.words())
                }
                None => format!(" She continues with {about}, for which you said {stated}."),
            };
            if let Some(which) = round.which {
                let argument = argument_words(tree, round.claim, which);
                heard += &format!(" Her argument: {argument}.");
            }
            heard
        });
        answer.into_iter()
    }

    /// What Bob knew about the claim that he estimates, before he heard anything.
    pub(super) fn prior_words(&self) -> Option<String> {
        let claim = if self.phase() == Phase::First { ClaimId::ROOT } else { self.asked()? };
        let name = named(self.case().tree(), claim, "the claim");
        let (mut said, thinks) = match self.knows(claim) {
            Some(truth) => (format!("You know that {name} is {truth}."), f64::from(truth)),
            None => {
                let prior = self.prior(claim)?;
                let words = probability(prior);
                (format!("Before the debate, your probability for {name} is {words}."), prior)
            }
        };
        // If Bob knows everything, this number does not help him.
        if *self.case().bob() != Knowledge::Everything {
            let alone = self.case().worlds().if_independent(claim).yes;
            if (alone - thinks).abs() >= SAME {
                said +=
                    &format!(" A number that fits those of its leaves is {}.", probability(alone));
            }
        }
        Some(said)
    }

    fn rule_in_force(&self) -> Vec<String> {
        let alice = self.eye() == Viewer::Seat(Seat::Alice);
        let say = |you: &str, other: &str| if alice { you.to_owned() } else { other.to_owned() };
        match self.phase() {
            Phase::Opening | Phase::Answering => vec![say(
                "Answer yes or no. Bob then states a probability that you are right. You are \
                 paid 1 with that probability.",
                "Alice answers yes or no. Bob then states a probability that she is right. She is \
                 paid 1 with that probability.",
            )],
            Phase::First | Phase::Coin { .. } => {
                let compared = match self.case().tree().is_leaf(ClaimId::ROOT) {
                    true => "Then your number is compared with the judge's decision.",
                    false => "Later rounds compare your numbers with drawn answers, not with the truth.",
                };
                vec![
                    say(
                        "Bob states a probability that you are right. You are paid 1 with that \
                         probability.",
                        "State a probability that Alice is right. She is paid 1 with that probability.",
                    ),
                    say("Later rounds pay you for Bob's errors.", compared),
                ]
            }
            Phase::Calling | Phase::Leaf(LeafStage::Putting(_)) => vec![
                say(
                    "Say whether Bob's number is too low, too high, or about right.",
                    "Alice says whether Bob's number is too low, too high, or about right.",
                ),
                // The number is compared with the judge's decision only at a leaf.
                match (alice, self.case().tree().is_leaf(self.here())) {
                    (true, false) => {
                        "The number is compared with the answers that are drawn for the subclaims, not with the \
                         truth. If you name the right direction, you earn the difference; if you name the wrong \
                         direction, you lose it. \u{201c}About right\u{201d} pays nothing."
                    }
                    (false, false) => {
                        "The number is compared with the answers that are drawn for the subclaims, not with the \
                         truth. If she names the right direction, she earns the difference; if she names the \
                         wrong direction, she loses it. \u{201c}About right\u{201d} pays nothing."
                    }
                    (true, true) => {
                        "The number is compared with the judge's decision. If you name the right direction, you \
                         earn the difference; if you name the wrong direction, you lose it. \
                         \u{201c}About right\u{201d} pays nothing."
                    }
                    (false, true) => {
                        "The number is compared with the judge's decision. If she names the right direction, she \
                         earns the difference; if she names the wrong direction, she loses it. \
                         \u{201c}About right\u{201d} pays nothing."
                    }
                }
                .into(),
            ],
            Phase::Arguing => vec![say(
                "Choose an argument: subclaims from which the claim follows.",
                "Alice chooses an argument: subclaims from which the claim follows.",
            )],
            Phase::Estimating | Phase::Drawing { .. } => vec![
                say(
                    "Bob states a probability for each subclaim, and its answer is drawn with it. \
                     The drawn answers decide your payment, not the truth.",
                    "State a probability for each subclaim: its answer is drawn with it. The drawn \
                     answers decide her payment, not the truth.",
                ),
                say(
                    "You then pick the subclaim with Bob's largest error, and say its direction.",
                    "Alice then picks the subclaim whose number looks most wrong, and says in which \
                     direction.",
                ),
            ],
            Phase::Picking => vec![say(
                "Pick the next subclaim. The next round is about Bob's number for it, and \
                 is worth more.",
                "Alice picks the next subclaim. The next round is about Bob's number for \
                 it, and is worth more.",
            )],
            Phase::Leaf(LeafStage::Judging { .. } | LeafStage::Consulting) => {
                vec!["The judge decides the leaf and sees nothing else.".into()]
            }
            Phase::Over => vec!["The debate is over. Bob pays what Alice is paid.".into()],
        }
    }

    /// The numbers ε, r and ρ as sentences, and the warnings. ρ assumes that all claims are true, because the real ρ
    /// would reveal which claims are true.
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
                "{rule}: if all subclaims are true, errors of {} in the subclaims can become an error of {} in the \
                 claim (ρ = {:.3}, {}).",
                epsilon.get(),
                probability(stability.rho * epsilon.get()),
                stability.rho,
                if stability.is_brittle() { "unstable" } else { "stable" },
            ));
        }
        numbers.push(format!(
            "Each round is worth r = {} times as much as the round before. An error of ε = {} counts as right.",
            amount(ratio),
            epsilon.get()
        ));
        let judgement = self.stakes().judgement.get();
        if judgement < 1.0 {
            warnings.push(format!(
                "The judge decides a leaf correctly with probability {judgement}. Thm 6.1 then \
                 guarantees nothing."
            ));
            return (numbers, warnings);
        }
        let worst = self.rho_if_all_true();
        match default_ratio(epsilon, worst) {
            // Above 1, some Bob pays an honest Alice less than 1 − ε for every r. At 1, no Bob does
            // from some r on (`docs/results/least-ratio.md`).
            None if worst > 1.0 + 1e-9 => warnings.push(format!(
                "A claim is unstable: even if every claim is true, errors of {} in its subclaims can become an error \
                 of {:.3} (ρ = {worst:.3}). No r guarantees that an honest Alice is paid {} on average \
                 over the draws.",
                epsilon.get(),
                worst * epsilon.get(),
                1.0 - epsilon.get()
            )),
            None => warnings.push(
                "If all is true, the instability ρ is 1, and Thm 6.1 gives no r. A large enough r \
                 still protects an honest Alice."
                    .into(),
            ),
            Some(needed) if !self.stakes().suffice_for(worst) => warnings.push(format!(
                "Thm 6.1 guarantees an honest Alice {} on average over the draws only from r = {} on, even \
                 if all is true. Here r is {}. This may be enough: the theorem's r is not the least.",
                1.0 - epsilon.get(),
                amount(needed),
                amount(ratio)
            )),
            Some(_) => {
                let choice = tree.claims().any(|claim| tree.arguments(claim).count() > 1);
                let how = if choice { "has a stable argument" } else { "is stable" };
                numbers.push(format!(
                    "If every claim {how}, an honest Alice is paid at least 1 − ε = {} on average over \
                     the draws.",
                    1.0 - epsilon.get()
                ));
            }
        }
        (numbers, warnings)
    }
}
