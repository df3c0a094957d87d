//! The comments, votes and other variations of a record, for pages and reports.

use std::collections::HashMap;

use super::page::said_or;
use crate::analysis::Game;
use crate::debate::NodeId;
use crate::review::predicted;
use crate::rules::Viewer;
use crate::scenario::{Attempt, ClassVote, Scenario, listed_lines};
use crate::text::number::plural;

/// The largest number of moves of another variation that a page lists.
const MOST_MOVES: usize = 400;

/// The largest number of other variations that a page lists.
const MOST_VARIATIONS: usize = 100;

/// The notes of a record: the comments by their place, the votes, and the variations beside the one shown.
pub struct RecordNotes<'a> {
    scenario: &'a Scenario,
    game: &'a dyn Game,
    comments: HashMap<u32, &'a str>,
}

/// A variation beside the one that a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherVariation {
    /// Its number, its name and the move where it begins.
    pub heading: String,
    /// Its own moves.
    pub moves: Vec<CommentedMove>,
    /// A sentence about its further moves. `None` if all moves are listed.
    pub more: Option<String>,
}

/// A move in words, with its number and the comment on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentedMove {
    /// The number of the move in its variation.
    pub number: usize,
    /// The move in words.
    pub words: String,
    /// The comment. Empty if there is none.
    pub comment: String,
}

impl<'a> RecordNotes<'a> {
    /// The notes of a record, beside the variation that this game shows.
    pub fn new(scenario: &'a Scenario, game: &'a dyn Game) -> Self {
        let comments = scenario.notes.iter().filter(|note| !note.comment.is_empty());
        let comments = comments.map(|note| (note.at, &*note.comment)).collect();
        Self { scenario, game, comments }
    }

    /// The comment on the move to a node, or on the start. Empty if there is none.
    pub fn comment(&self, node: NodeId) -> &'a str {
        self.comments.get(&node.number()).copied().unwrap_or_default()
    }

    /// The votes of the class, one sentence each.
    pub fn votes(&self) -> Vec<String> {
        let tree = self.game.tree();
        let place = |at: u32| match tree.line().iter().position(|node| node.number() == at) {
            Some(index) => format!("after move {}", index + 1),
            None if at == 0 => "before the first move".to_owned(),
            None => "in another variation".to_owned(),
        };
        let words = |&ClassVote { at, yes, of }: &ClassVote| {
            format!("{yes} of {of} in class said that the claim is true, {}.", place(at))
        };
        self.scenario.votes.iter().map(words).collect()
    }

    /// The name of the variation that is shown, as a sentence. `None` if it has no name.
    pub fn name(&self) -> Option<String> {
        let note = self.scenario.note(self.game.tree().here())?;
        (!note.name.is_empty()).then(|| format!("This variation is called “{}”.", &*note.name))
    }

    /// The variations beside the one shown, with moves in words as this viewer may know them.
    pub fn other_variations(&self, eye: Viewer) -> Vec<OtherVariation> {
        let tree = self.game.tree();
        let all = listed_lines(self.scenario, tree);
        let others = all.iter().enumerate().filter(|&(_, &leaf)| leaf != tree.here());
        let other = |(at, &leaf): (usize, &NodeId)| {
            let (from, path) = (tree.depth(tree.common(leaf)), tree.path_to(leaf));
            let name = self.scenario.note(leaf).map(|note| &*note.name).unwrap_or_default();
            let name = if name.is_empty() { String::new() } else { format!(" “{name}”") };
            let own = path.iter().enumerate().skip(from + 1);
            let moves = own.clone().take(MOST_MOVES).filter_map(|(number, &node)| {
                let words = said_or(self.game, node, eye, "hidden here")?;
                Some(CommentedMove { number, words, comment: self.comment(node).to_owned() })
            });
            let more = (path.len() - from - 1).saturating_sub(MOST_MOVES);
            let unread = own.clone().skip(MOST_MOVES);
            let unread = unread.filter(|(_, node)| !self.comment(**node).is_empty()).count();
            OtherVariation {
                heading: format!(
                    "Variation {} of {}{name}, from move {} on",
                    at + 1,
                    all.len(),
                    from + 1
                ),
                moves: moves.collect(),
                more: (more > 0).then(|| left_out(more, unread)),
            }
        };
        others.take(MOST_VARIATIONS).map(other).collect()
    }

    /// The comments on the variation that is shown, each with its move.
    pub fn comments_in_line(&self) -> Vec<String> {
        let line = self.game.tree().line().iter().enumerate();
        let start = (self.comment(NodeId::START), "Comment on the start".to_owned());
        let moves =
            line.map(|(at, &node)| (self.comment(node), format!("Comment on move {}", at + 1)));
        let said = std::iter::once(start).chain(moves).filter(|(comment, _)| !comment.is_empty());
        said.map(|(comment, on)| format!("{on}: {comment}")).collect()
    }

    /// The sentences about variations that [`Self::other_variations`] does not list.
    pub fn unlisted_variations(&self) -> Vec<String> {
        let tree = self.game.tree();
        let (leaves, listed) = (tree.leaves().len(), listed_lines(self.scenario, tree).len());
        let more = listed.saturating_sub(1).saturating_sub(MOST_VARIATIONS);
        let told = [
            (leaves.saturating_sub(listed), "deleted variation", "deleted variations"),
            (more, "more variation", "more variations"),
        ];
        let told = told.into_iter().filter(|(count, ..)| *count > 0);
        told.map(|(count, one, many)| are_left_out(&plural(count as u64, one, many), count))
            .collect()
    }

    /// The predictions and answers of the player, and how right they were.
    pub fn predictions(&self) -> Vec<String> {
        let Some(attempt) = &self.scenario.attempt else { return Vec::new() };
        let mut told = Vec::new();
        if let Some(said) = attempt.committed {
            let truth = self.game.position().truth_at_hand();
            let right =
                truth.map_or("", |truth| if truth == said { ", rightly" } else { ", wrongly" });
            told.push(format!(
                "Before the first move, the player said that the claim is {said}{right}."
            ));
        }
        let (right, of) = predicted(self.game, attempt);
        if of > 0 {
            told.push(format!("The player predicted {right} of {of} results correctly."));
        }
        if attempt.revealed {
            told.push("The player revealed everything before the end.".into());
        }
        told.extend(self.answers(attempt));
        told
    }

    fn answers(&self, attempt: &Attempt) -> Vec<String> {
        let lesson = &self.scenario.lesson;
        let asked = [(&lesson.before, &attempt.before), (&lesson.question, &attempt.answer)];
        let asked = asked.into_iter().filter(|(_, said)| !said.is_empty());
        let told = asked.filter_map(|(question, said)| {
            let question = question.as_ref()?;
            let verdict = if question.is_right(said) { "right" } else { "not right" };
            let told = format!("{} The answer “{}” is {verdict}.", &*question.ask, &**said);
            Some(format!("{told} {}", &*question.why).trim_end().to_owned())
        });
        told.collect()
    }

    /// A sentence that names what a page without answers leaves out. `None` if there is nothing.
    pub fn withheld(&self) -> Option<String> {
        let others = self.game.tree().leaves().len().saturating_sub(1);
        let kinds = [
            (self.comments.len(), "comment", "comments"),
            (self.scenario.votes.len(), "vote of a class", "votes of a class"),
            (others, "other variation", "other variations"),
        ];
        let kinds: Vec<_> = kinds.into_iter().filter(|(count, ..)| *count > 0).collect();
        let count = kinds.iter().map(|(count, ..)| count).sum();
        let words: Vec<String> =
            kinds.iter().map(|&(count, one, many)| plural(count as u64, one, many)).collect();
        (count > 0).then(|| are_left_out(&words.join(", "), count))
    }
}

/// A sentence about moves that are not listed, with the number of comments on them.
fn left_out(moves: usize, comments: usize) -> String {
    let words = plural(moves as u64, "more move", "more moves");
    match comments {
        0 => are_left_out(&words, moves),
        count => {
            let comments = plural(count as u64, "comment", "comments");
            are_left_out(&format!("{words}, with {comments},"), moves)
        }
    }
}

fn are_left_out(words: &str, count: usize) -> String {
    format!("{words} {} left out here.", if count == 1 { "is" } else { "are" })
}
