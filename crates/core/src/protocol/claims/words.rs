//! Claims, arguments and what is known of them, said alike in both debates about claims.

use crate::machine::claims::{Argument, Case, ClaimId, ClaimTree, Knowledge, Quorum, Rule};
use crate::rules::{Eye, Seat, Verb};
use crate::text::{ArgumentWords, Asking, Fill, MANY, OfferWords, Topic};

/// A claim's words with its name, which is often a number.
pub fn numbered(tree: &ClaimTree, claim: ClaimId) -> String {
    let words = tree.words(claim);
    match claim {
        ClaimId::ROOT => words.to_string(),
        claim => format!("{}  {words}", tree.name(claim)),
    }
}

/// "all", "most": the rule as it stands before "of:".
pub fn rule_words(argument: Argument<'_>) -> String {
    let quorum = match argument.rule.quorum() {
        Quorum::Formula(_) => {
            format!("\u{201c}{}\u{201d}", argument.formula.unwrap_or("a formula"))
        }
        Quorum::All => "all".to_owned(),
        Quorum::Any => "at least one".into(),
        Quorum::Majority => "most".into(),
        Quorum::AtLeast(k) => format!("at least {k}"),
    };
    match argument.rule.block() {
        1 => quorum,
        block => {
            let blocks = argument.parts.len() / block;
            format!("{quorum} of the {blocks} majorities of {block} pieces")
        }
    }
}

/// The rule in one short word.
pub fn rule_word(rule: Rule) -> &'static str {
    match rule.quorum() {
        // All, or most, of majorities: not of the subclaims themselves.
        _ if rule.block() > 1 => "rule",
        Quorum::All => "all",
        Quorum::Any => "any",
        Quorum::Majority => "most",
        Quorum::AtLeast(_) => "enough",
        Quorum::Formula(_) => "rule",
    }
}

/// An argument in words: its own and its rule.
pub fn argument_words(tree: &ClaimTree, claim: ClaimId, which: usize) -> String {
    let Some(argument) = tree.argument(claim, which) else { return String::new() };
    let rule = format!("{} of {} subclaims", rule_words(argument), argument.parts.len());
    match tree.argument_words(claim, which) {
        Some(words) => format!("{words} ({rule})"),
        None => rule,
    }
}

/// The arguments of a claim, each with its subclaims.
pub fn arguments(tree: &ClaimTree, claim: ClaimId) -> Fill {
    let several = tree.argument_count(claim) > 1;
    let each = tree.arguments(claim).enumerate().map(|(which, argument)| ArgumentWords {
        words: match several && tree.argument_words(claim, which).is_none() {
            true => format!("{} of {}", rule_words(argument), first_and_last(tree, argument)),
            false => argument_words(tree, claim, which),
        },
        subclaims: claims(tree, argument.parts.iter()),
    });
    Fill::Arguments(each.collect())
}

/// How many subclaims an argument has, and which: what tells it from others in few words.
fn first_and_last(tree: &ClaimTree, argument: Argument<'_>) -> String {
    let (parts, all) = (argument.parts, argument.parts.len());
    let few: Vec<_> = parts.iter().take(3).map(|part| tree.name(part)).collect();
    match (&*few, parts.iter().last()) {
        ([first, ..], Some(last)) if all > 3 => format!("{all}: {first} … {}", tree.name(last)),
        _ => format!("{all}: {}", few.join(", ")),
    }
}

/// Claims in words.
pub fn claims(tree: &ClaimTree, claims: impl Iterator<Item = ClaimId>) -> Vec<String> {
    claims.map(|claim| numbered(tree, claim)).collect()
}

/// The nodes below a claim that nobody has argued for: the subclaims of all its arguments.
pub fn below(tree: &ClaimTree, claim: ClaimId) -> Vec<usize> {
    let arguments = tree.arguments(claim);
    let mut all: Vec<usize> =
        arguments.flat_map(|argument| argument.parts.iter().map(ClaimId::index)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What is asked of the judge about the leaf, without the words of its offers.
pub fn of_leaf(tree: &ClaimTree, leaf: ClaimId) -> Asking {
    Asking::of("is this true?").note(format!("\u{201c}{}\u{201d}", tree.words(leaf)))
}

/// The words of the judge's two offers.
pub fn decide_or_look(verb: Verb) -> OfferWords {
    match verb {
        Verb::Look => "look it up, as the scenario knows it".into(),
        _ => "decide; it is final".into(),
    }
}

/// A claim as what somebody has before them.
pub fn topic(tree: &ClaimTree, claim: ClaimId, truth: Option<bool>) -> Topic {
    Topic::Claim { name: tree.name(claim), truth, leaf: tree.argument_count(claim) == 0 }
}

/// The head of the column of what these eyes know, if they know anything.
pub fn knowing(case: &Case, eye: Eye) -> Option<&'static str> {
    let knows = match eye {
        Eye::Seat(Seat::Alice) => *case.alice() != Knowledge::Nothing,
        Eye::Seat(Seat::Bob) => *case.bob() != Knowledge::Nothing,
        Eye::Seat(Seat::Judge) | Eye::Room => false,
        Eye::All => true,
    };
    knows.then_some("truth")
}

/// An answer as boards and questions have it.
pub fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// What Alice chose to answer, at the end.
pub fn chosen(answer: bool, right: bool) -> String {
    let right = if right { "right" } else { "wrong" };
    format!(" At the start Alice had answered {}, which was {right}.", yes_no(answer))
}

/// A truth as boards have it.
pub fn true_false(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

/// The word for a seat: one if the eye is that seat's, else the other.
pub fn who(eye: Eye, seat: Seat, you: &str, other: &str) -> String {
    if eye == Eye::Seat(seat) { you.into() } else { other.into() }
}

/// The least depth at which a tree as wide as this one has a million leaves; none if it is no wider
/// than one.
pub(crate) fn levels(tree: &ClaimTree) -> Option<(u64, u64)> {
    let width = tree.width() as u64;
    if width < 2 {
        return None;
    }
    let (mut depth, mut leaves) = (0, 1);
    while leaves < u64::from(MANY) {
        (depth, leaves) = (depth + 1, leaves * width);
    }
    Some((width, depth))
}
