//! The texts of a recursive debate.

mod board;

use super::guess_luck::GuessLuck;
use super::{DiscussedClaim, Phase, RecursiveDebate};
use crate::machine::claims::ClaimId;
use crate::protocol::claims::leaf::LeafStage;
use crate::protocol::claims::words::{
    arguments, chosen, claims, decide_or_look, levels, numbered, of_leaf, topic, who,
};
use crate::protocol::recursive::Seen;
use crate::rules::{LegalAction, Move, Side, Verb};
use crate::text::narrate::{capital, wins};
use crate::text::number::{amount, plural};
use crate::text::{
    ActionText, ArgumentPrompt, Board, BriefPane, KnownFacts, ProtocolText, QuestionText, Topic,
};

impl ProtocolText for RecursiveDebate {
    fn board(view: Seen<'_>) -> Board<'_> {
        board::board(view)
    }

    fn brief(view: Seen<'_>) -> BriefPane {
        let side = |side: Side| who(view.eye(), side.seat(), "you", side.seat().name());
        let (arguer, disputer) = (side(view.arguer()), side(view.disputer()));
        let wins = |side: Side| wins(side.seat(), view.eye());
        let mut rule = match view.phase() {
            Phase::Opening | Phase::Answering => {
                vec![
                    "Alice answers. If she says yes, she argues and Bob disputes. If she says no, \
                      Bob argues and she disputes."
                        .into(),
                ]
            }
            Phase::Leaf(LeafStage::Judging { .. } | LeafStage::Consulting) => {
                vec!["The judge decides this claim, and this decides the debate.".into()]
            }
            _ => vec![format!(
                "{} by naming enough subclaims, and {} one of them. The next argument is about \
                 the disputed subclaim. This continues until the judge can decide a claim.",
                capital(&does(&arguer, "argue")),
                does(&disputer, "dispute")
            )],
        };
        rule.push(format!(
            "If the last claim is true, {}. If it is false, {}.",
            wins(view.arguer()),
            wins(view.disputer())
        ));
        let luck @ GuessLuck { named, depth, is_even } = GuessLuck::from_tree(view.case().tree());
        let mut numbers = Vec::new();
        if depth > 0 && named > 1 {
            let at = if depth == 1 { String::new() } else { format!(" at each of {depth} levels") };
            let often = amount(1.0 / luck.chance());
            numbers.push(match is_even {
                true => format!(
                    "If exactly one of {named} subclaims is false{at}, a prover without knowledge finds it \
                     by luck once in {often} debates."
                ),
                false => format!(
                    "If each level has a false subclaim, a prover without knowledge finds them all by luck at least \
                     once in {often} debates."
                ),
            });
        }
        BriefPane {
            protocol: "recursive debate".into(),
            progress: match view.steps().len().max(1) {
                round if round <= depth => format!("round {round} of {depth}"),
                _ => "the last claim".into(),
            },
            rule,
            numbers,
            warnings: Vec::new(),
            theorem: "section 7, 2025 paper".into(),
        }
    }

    fn question(view: Seen<'_>) -> QuestionText {
        let tree = view.case().tree();
        match view.phase() {
            Phase::Answering => {
                QuestionText::new(format!("is this claim true: {}?", tree.words(ClaimId::ROOT)))
                    .note("If you say yes, you must argue for the claim. If you say no, Bob must.")
            }
            Phase::Arguing => {
                QuestionText::new(format!("argue for: {}", numbered(tree, view.here())))
                    .note("The other prover can dispute any subclaim that you name.")
            }
            Phase::Disputing => QuestionText::new("dispute the subclaim that you think is false"),
            Phase::Leaf(LeafStage::Judging { .. }) => of_leaf(tree, view.here()),
            _ => QuestionText::default(),
        }
    }

    fn offer(view: Seen<'_>, offer: &LegalAction) -> ActionText {
        let tree = view.case().tree();
        match offer.verb {
            Verb::Claim => "answer".into(),
            Verb::Argue => ActionText::new("name enough subclaims", arguments(tree, view.here())),
            Verb::Pick => {
                let named = claims(tree, view.named().iter().copied());
                ActionText::new("dispute it", ArgumentPrompt::Choices(named))
            }
            verb => decide_or_look(verb),
        }
    }

    fn topics(view: Seen<'_>) -> Vec<Topic> {
        let tree = view.case().tree();
        if view.phase() == Phase::Disputing {
            return view.named().iter().map(|&at| topic(tree, at, view.knows(at))).collect();
        }
        vec![topic(tree, view.here(), view.leaf_truth())]
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        KnownFacts::default().case(view.case(), view.eye(), |claim| view.knows(claim))
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        match view.phase() {
            Phase::Over { decided } => why_decided(view, decided),
            _ => String::new(),
        }
    }

    fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
        let is_true = |claim: ClaimId| view.knows(claim);
        is_true(ClaimId::ROOT)?;
        let quoted = |claim: ClaimId| format!("“{}”", view.case().tree().words(claim));
        match (view.phase(), mv) {
            (Phase::Answering, Move::Claim(answer)) => {
                let truth = is_true(ClaimId::ROOT)?;
                (answer.0 != truth).then(|| {
                    format!("The claim is {truth}, and Bob can show it if he knows the truth.")
                })
            }
            (Phase::Arguing, Move::Argue(_)) if is_true(view.here()) == Some(true) => {
                let after = view.after(mv)?;
                let flaw =
                    after.named().iter().copied().find(|&claim| is_true(claim) == Some(false))?;
                Some(format!(
                    "The argument needs {}, which is false. The other side can dispute it.",
                    quoted(flaw)
                ))
            }
            (Phase::Disputing, Move::Pick(place)) => {
                let picked = *view.named().get(place.index())?;
                let flaws: Vec<ClaimId> = view
                    .named()
                    .iter()
                    .copied()
                    .filter(|&claim| is_true(claim) == Some(false))
                    .collect();
                if is_true(picked) == Some(false) {
                    return None;
                }
                let more = match flaws.len() {
                    0 => return None,
                    1 => String::new(),
                    n => format!(" (and {} more)", n - 1),
                };
                Some(format!(
                    "{} is true, so the other side can defend it. The false subclaim was {}{more}.",
                    quoted(picked),
                    quoted(flaws[0])
                ))
            }
            (Phase::Leaf(LeafStage::Judging { asked }), Move::Decide(answer)) => {
                let truth = is_true(view.here())?;
                (answer.0 != truth).then(|| {
                    let how = if asked { "The judge looked it up: " } else { "" };
                    format!("{how}{} is {truth} in this scenario.", quoted(view.here()))
                })
            }
            _ => None,
        }
    }

    /// The debate has one round for each level, and then the judge decides one leaf.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let (width, depth) = levels(view.case().tree())?;
        Some(format!(
            "With a million leaves and {width} subclaims of each claim, a debate would take {}, \
             and the judge would still decide only 1 leaf.",
            plural(depth, "round", "rounds")
        ))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let Phase::Over { decided } = view.phase() else { return None };
        let (arguer, disputer) = (view.arguer().seat().name(), view.disputer().seat().name());
        Some(match decided {
            true => format!("{arguer} argued for it, so {arguer} wins."),
            false => format!("{arguer}'s argument needs it, so {disputer} wins."),
        })
    }
}

fn why_decided(view: Seen<'_>, decided: bool) -> String {
    let winner = if decided { view.arguer() } else { view.disputer() };
    let mut why = format!(
        "The last claim was \u{201c}{}\u{201d}, and the judge decided that it is {decided}.",
        view.case().tree().words(view.here()),
    );
    if view.knows(view.here()) == Some(!decided) {
        why += " The scenario says the opposite.";
    } else if view.answer_is_right() == Some(winner == Side::Bob) {
        match winner {
            Side::Alice => why += &passed_over(view),
            Side::Bob => why += " But Alice's answer was right. Only the arguments were wrong.",
        };
    }
    if let Some((answer, right)) = view.chosen() {
        why += &chosen(answer, right);
    }
    why
}

/// The false claims next to the path of the debate that no prover disputed. The deepest claim comes
/// first.
fn passed_over(view: Seen<'_>) -> String {
    let path: Vec<ClaimId> = view.steps().iter().map(|step| step.claim).collect();
    let passed = |claim: &ClaimId| view.knows(*claim) == Some(false) && !path.contains(claim);
    let beside = |step: &DiscussedClaim| step.named.iter().copied().filter(passed).collect();
    let flaws: Vec<Vec<ClaimId>> = view.steps().iter().rev().map(beside).collect();
    let tree = view.case().tree();
    match flaws.iter().find(|flaws| !flaws.is_empty()).map(Vec::as_slice) {
        Some([flaw]) => {
            format!(" Nobody disputed \u{201c}{}\u{201d}, which is false.", tree.words(*flaw))
        }
        Some([flaw, more @ ..]) => format!(
            " Nobody disputed \u{201c}{}\u{201d}, which is false (and {} more).",
            tree.words(*flaw),
            more.len()
        ),
        _ => String::new(),
    }
}

fn does(who: &str, verb: &str) -> String {
    if who == "you" { format!("you {verb}") } else { format!("{who} {verb}s") }
}
