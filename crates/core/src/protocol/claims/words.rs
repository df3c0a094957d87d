//! Texts about claims and arguments, shared by both debates about claims.

use crate::machine::claims::{Argument, ClaimId, ClaimTree, ClaimsInstance, Knowledge, Quorum};
use crate::protocol::claims::world::World;
use crate::rules::{Seat, Verb, Viewer};
use crate::text::{ActionText, ArgumentPrompt, ArgumentText, MANY, QuestionText, Topic};

/// The name of a claim (often a number), and then the claim's text. For the root, only the text.
pub fn numbered(tree: &ClaimTree, claim: ClaimId) -> String {
    let words = tree.words(claim);
    match claim {
        ClaimId::ROOT => words.to_string(),
        claim => format!("{}  {words}", tree.name(claim)),
    }
}

/// An argument's rule as it is written before the word "of": "all", "most".
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
            format!("{quorum} of the {blocks} group majorities (groups of {block})")
        }
    }
}

/// The words of an argument and its rule.
pub fn argument_words(tree: &ClaimTree, claim: ClaimId, which: usize) -> String {
    let Some(argument) = tree.argument(claim, which) else { return String::new() };
    let rule = format!("{} of {} subclaims", rule_words(argument), argument.parts.len());
    match tree.argument_words(claim, which) {
        Some(words) => format!("{words} ({rule})"),
        None => rule,
    }
}

/// The arguments of a claim, each with its subclaims.
pub fn arguments(tree: &ClaimTree, claim: ClaimId) -> ArgumentPrompt {
    let several = tree.argument_count(claim) > 1;
    let each = tree.arguments(claim).enumerate().map(|(which, argument)| ArgumentText {
        words: match several && tree.argument_words(claim, which).is_none() {
            true => format!("{} of {}", rule_words(argument), first_and_last(tree, argument)),
            false => argument_words(tree, claim, which),
        },
        subclaims: claims(tree, argument.parts.iter()),
    });
    ArgumentPrompt::Arguments(each.collect())
}

/// A short form that identifies an argument: the number of its subclaims, and their names. If there
/// are more than three, only the first and the last are named.
fn first_and_last(tree: &ClaimTree, argument: Argument<'_>) -> String {
    let (parts, all) = (argument.parts, argument.parts.len());
    let few: Vec<_> = parts.iter().take(3).map(|part| tree.name(part)).collect();
    match (&*few, parts.iter().last()) {
        ([first, ..], Some(last)) if all > 3 => format!("{all}: {first} … {}", tree.name(last)),
        _ => format!("{all}: {}", few.join(", ")),
    }
}

/// The texts of several claims.
pub fn claims(tree: &ClaimTree, claims: impl Iterator<Item = ClaimId>) -> Vec<String> {
    claims.map(|claim| numbered(tree, claim)).collect()
}

/// The indices of the subclaims of all arguments of a claim. Boards show these subclaims while
/// nobody has chosen an argument.
pub fn below(tree: &ClaimTree, claim: ClaimId) -> Vec<usize> {
    let arguments = tree.arguments(claim);
    let mut all: Vec<usize> =
        arguments.flat_map(|argument| argument.parts.iter().map(ClaimId::index)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The judge's question about a leaf, without the texts of the two choices.
pub fn of_leaf(tree: &ClaimTree, leaf: ClaimId) -> QuestionText {
    QuestionText::new("is this leaf true?").note(format!("\u{201c}{}\u{201d}", tree.words(leaf)))
}

/// The text of each of the judge's two choices.
pub fn decide_or_look(verb: Verb) -> ActionText {
    match verb {
        Verb::Look => "look up the answer in the scenario".into(),
        _ => "decide; this is final".into(),
    }
}

/// A claim as the topic of the current question.
pub fn topic(tree: &ClaimTree, claim: ClaimId, truth: Option<bool>) -> Topic {
    Topic::Claim { name: tree.name(claim), truth, leaf: tree.argument_count(claim) == 0 }
}

/// The heading of the column with the truth values that a viewer knows. `None` if the viewer knows
/// no truth value.
pub fn knowledge_heading(case: &ClaimsInstance, eye: Viewer) -> Option<&'static str> {
    let knows = match eye {
        Viewer::Seat(Seat::Alice) => *case.alice() != Knowledge::Nothing,
        Viewer::Seat(Seat::Bob) => *case.bob() != Knowledge::Nothing,
        Viewer::Seat(Seat::Judge) | Viewer::Room => false,
        Viewer::All => true,
    };
    knows.then_some("truth")
}

/// "yes" or "no", for boards and questions.
pub fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// A sentence for the end of the debate. It says how Alice answered at the start, and whether she was right.
pub fn chosen(answer: bool, right: bool) -> String {
    let right = if right { "right" } else { "wrong" };
    format!(" At the start Alice answered {}, which was {right}.", yes_no(answer))
}

/// The scope of an average, in a drawn world or before it is drawn.
pub fn scope(world: &World) -> &'static str {
    match world.truths() {
        Some(_) => "the draws in this world",
        None => "the worlds and the draws",
    }
}

/// "true" or "false", for boards.
pub fn true_false(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

/// Returns `you` if the viewer plays this seat, else `other`.
pub fn who(eye: Viewer, seat: Seat, you: &str, other: &str) -> String {
    if eye == Viewer::Seat(seat) { you.into() } else { other.into() }
}

/// The width of a tree, and the smallest depth at which a tree of this width has a million leaves.
/// `None` if the width is below two.
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
