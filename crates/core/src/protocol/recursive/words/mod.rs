//! Recursive debate, said and shown.

mod board;

use super::luck::Luck;
use super::{Phase, RecursiveDebate, Step};
use crate::machine::claims::ClaimId;
use crate::protocol::claims::leaf::Stage;
use crate::protocol::claims::words::{
    arguments, chosen, claims, decide_or_look, levels, numbered, of_leaf, topic, who,
};
use crate::protocol::recursive::Seen;
use crate::rules::{Move, Offer, Side, Verb};
use crate::text::narrate::{capital, wins};
use crate::text::number::{amount, plural};
use crate::text::{Asking, Board, Brief, Fill, Known, OfferWords, Topic, Words};

impl Words for RecursiveDebate {
    fn board(view: Seen<'_>) -> Board<'_> {
        board::board(view)
    }

    fn brief(view: Seen<'_>) -> Brief {
        let side = |side: Side| who(view.eye(), side.seat(), "you", side.seat().name());
        let (arguer, disputer) = (side(view.arguer()), side(view.disputer()));
        let wins = |side: Side| wins(side.seat(), view.eye());
        let mut rule = match view.phase() {
            Phase::Opening | Phase::Answering => {
                vec!["Alice answers. Whoever says yes argues, the other disputes.".into()]
            }
            Phase::Leaf(Stage::Judging { .. } | Stage::Consulting) => {
                vec!["The judge decides this claim, and so the debate.".into()]
            }
            _ => vec![format!(
                "{} by naming subclaims that suffice; {} one of them. That one is argued next, down \
                 to a claim that the judge can decide.",
                capital(&does(&arguer, "argue")),
                does(&disputer, "dispute")
            )],
        };
        rule.push(format!("True: {}. False: {}.", wins(view.arguer()), wins(view.disputer())));
        let luck @ Luck { named, depth, is_even } = Luck::of(view.case().tree());
        let mut numbers = Vec::new();
        if depth > 0 && named > 1 {
            let at = if depth == 1 { String::new() } else { format!(", at {depth} levels,") };
            let often = amount(1.0 / luck.chance());
            numbers.push(match is_even {
                true => format!(
                    "Whoever cannot tell{at} which of {named} is false finds it by luck once in {often}."
                ),
                false => format!(
                    "Whoever cannot tell which subclaims are false disputes false ones by luck once \
                     in {often} or more often."
                ),
            });
        }
        Brief {
            protocol: "recursive debate".into(),
            progress: match view.steps().len().max(1) {
                round if round <= depth => format!("round {round} of {depth}"),
                _ => "the claim that is left".into(),
            },
            rule,
            numbers,
            warnings: Vec::new(),
            theorem: "section 7, 2025 paper".into(),
        }
    }

    fn question(view: Seen<'_>) -> Asking {
        let tree = view.case().tree();
        match view.phase() {
            Phase::Answering => Asking::of(format!("is it so: {}?", tree.words(ClaimId::ROOT)))
                .note("Whoever says yes must argue for it; the other disputes."),
            Phase::Arguing => Asking::of(format!("argue for: {}", numbered(tree, view.here())))
                .note("Every subclaim you name may be disputed."),
            Phase::Disputing => Asking::of("dispute the subclaim you think is false"),
            Phase::Leaf(Stage::Judging { .. }) => of_leaf(tree, view.here()),
            _ => Asking::default(),
        }
    }

    fn offer(view: Seen<'_>, offer: &Offer) -> OfferWords {
        let tree = view.case().tree();
        match offer.verb {
            Verb::Claim => "answer".into(),
            Verb::Argue => OfferWords::new("name what suffices", arguments(tree, view.here())),
            Verb::Pick => {
                let named = claims(tree, view.named().iter().copied());
                OfferWords::new("dispute it", Fill::Choices(named))
            }
            verb => decide_or_look(verb),
        }
    }

    fn topics(view: Seen<'_>) -> Vec<Topic> {
        let tree = view.case().tree();
        if view.phase() == Phase::Disputing {
            return view.named().iter().map(|&at| topic(tree, at, view.knows(at))).collect();
        }
        vec![topic(tree, view.here(), view.evident())]
    }

    fn known(view: Seen<'_>) -> Known {
        Known::default().case(view.case(), view.eye(), |claim| view.knows(claim))
    }

    fn why(view: Seen<'_>) -> String {
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
                    format!("The claim is {truth}, and Bob can show it if he knows where to look.")
                })
            }
            (Phase::Arguing, Move::Argue(_)) if is_true(view.here()) == Some(true) => {
                let after = view.after(mv)?;
                let flaw =
                    after.named().iter().copied().find(|&claim| is_true(claim) == Some(false))?;
                Some(format!(
                    "It rests on {}, which is false: the other side can dispute just that.",
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
                    "{} is true and can be argued down to what the judge finds true. The flaw was \
                     in {}{more}.",
                    quoted(picked),
                    quoted(flaws[0])
                ))
            }
            (Phase::Leaf(Stage::Judging { asked }), Move::Decide(answer)) => {
                let truth = is_true(view.here())?;
                (answer.0 != truth).then(|| {
                    let how = if asked { "It was looked up: " } else { "" };
                    format!("{how}{} is {truth} in this scenario.", quoted(view.here()))
                })
            }
            _ => None,
        }
    }

    /// A round a level, and one leaf that is judged.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let (width, depth) = levels(view.case().tree())?;
        Some(format!(
            "A million leaves, {width} below each claim: {} and still 1 judgement.",
            plural(depth, "round", "rounds")
        ))
    }

    fn decided_by(view: Seen<'_>) -> Option<String> {
        let Phase::Over { decided } = view.phase() else { return None };
        let (arguer, disputer) = (view.arguer().seat().name(), view.disputer().seat().name());
        Some(match decided {
            true => format!("{arguer} argued for it, so a true end is {arguer}'s."),
            false => format!("{arguer}'s argument rests on it, so {disputer} wins."),
        })
    }
}

fn why_decided(view: Seen<'_>, decided: bool) -> String {
    let winner = if decided { view.arguer() } else { view.disputer() };
    let mut why = format!(
        "It came down to \u{201c}{}\u{201d}, and the judge decided that it is {decided}.",
        view.case().tree().words(view.here()),
    );
    if view.knows(view.here()) == Some(!decided) {
        why += " The scenario says the opposite.";
    } else if view.answer_is_right() == Some(winner == Side::Bob) {
        match winner {
            Side::Alice => why += &passed_over(view),
            Side::Bob => why += " Yet Alice's answer was right: her argument was not.",
        };
    }
    if let Some((answer, right)) = view.chosen() {
        why += &chosen(answer, right);
    }
    why
}

/// Where the flaw was that nobody looked at: the false claims beside the path, the deepest first.
fn passed_over(view: Seen<'_>) -> String {
    let path: Vec<ClaimId> = view.steps().iter().map(|step| step.claim).collect();
    let passed = |claim: &ClaimId| view.knows(*claim) == Some(false) && !path.contains(claim);
    let beside = |step: &Step| step.named.iter().copied().filter(passed).collect();
    let flaws: Vec<Vec<ClaimId>> = view.steps().iter().rev().map(beside).collect();
    let tree = view.case().tree();
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

/// "you argue", "Alice argues".
fn does(who: &str, verb: &str) -> String {
    if who == "you" { format!("you {verb}") } else { format!("{who} {verb}s") }
}
