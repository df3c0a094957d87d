//! The board of a recursive debate.

use crate::protocol::claims::words::{below, knowledge_heading, rule_words, true_false, who};
use crate::protocol::recursive::Phase;
use crate::protocol::recursive::Seen;
use crate::text::Board;
use crate::text::board::{CellFlaw, CellMark, CellRole, ClaimNode, Pane, TreePane};

pub(super) fn board(view: Seen<'_>) -> Board<'_> {
    let columns =
        knowledge_heading(view.case(), view.eye()).map(String::from).into_iter().collect();
    let path = view.steps().iter().map(|step| step.claim.index()).collect();
    let tree = TreePane {
        columns,
        boxed: 0,
        len: view.case().tree().len(),
        here: Some(view.here().index()),
        path,
        choices: match view.phase() {
            Phase::Disputing => view.named().iter().map(|claim| claim.index()).collect(),
            _ => Vec::new(),
        },
        node: Box::new(move |at| node(view, at)),
        children: Box::new(move |at| children(view, at)),
        below: Vec::new(),
        to_come: 0,
    };
    Board { title: "claims".into(), panes: vec![Pane::Tree(tree)] }
}

fn node(view: Seen<'_>, at: usize) -> ClaimNode {
    let tree = view.case().tree();
    let Some(claim) = tree.claim(at) else { return ClaimNode::default() };
    let known = || match view.knows(claim) {
        Some(false) if view.eye().is_review() => {
            CellMark::text(true_false(false)).flaw(CellFlaw::Wrong)
        }
        Some(truth) => CellMark::text(true_false(truth)),
        None => CellMark::hidden(),
    };
    let cells = knowledge_heading(view.case(), view.eye()).map(|_| known()).into_iter().collect();
    let step = view.steps().iter().find(|step| step.claim == claim);
    let note = step.and_then(|step| view.argument_of(step).map(|argument| (step, argument)));
    let note = note.map(|(step, argument)| {
        let arguer = view.arguer().seat();
        let who = who(view.eye(), arguer, "you", arguer.name());
        let rule = rule_words(argument);
        let all = argument.parts.len();
        match step.named.len() {
            named if named == all => format!("{who}: because {rule} of:"),
            named => format!(
                "{who}: because {rule} of the {all} subclaims are true, namely these {named}:"
            ),
        }
    });
    ClaimNode {
        name: tree.name(claim).to_string(),
        words: tree.words(claim).to_string(),
        chance: None,
        cells,
        note,
        part: if claim == view.here() { CellRole::Disputed } else { CellRole::None },
    }
}

/// The subclaims that a prover named for a claim. If no prover has named subclaims yet, returns the
/// subclaims of all arguments for the claim.
fn children(view: Seen<'_>, at: usize) -> Vec<usize> {
    let tree = view.case().tree();
    let Some(claim) = tree.claim(at) else { return Vec::new() };
    let step = view.steps().iter().find(|step| step.claim == claim);
    if let Some(step) = step.filter(|step| step.which.is_some()) {
        return step.named.iter().map(|claim| claim.index()).collect();
    }
    below(tree, claim)
}
