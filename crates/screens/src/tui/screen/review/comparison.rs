//! Compares the moves of a line with honest play from the same start and with the same random draws.

use crate::analysis::Game;
use crate::debate::{Advance, NodeId, PlayedMove, RecordEntry};
use crate::machine::Bits;
use crate::rules::{Move, Viewer};
use crate::text::board::Pane;
use crate::text::{Presentation, Topic};
use crate::tui::prelude::*;
use crate::tui::screen::moves::fitted;

/// A debate with more moves than this is not compared.
const MOST: usize = 2_000;

/// A move with the question that it answers.
pub(super) struct AnsweredMove {
    pub played: PlayedMove,
    round: (u64, Option<(u64, u64)>),
    /// The claims or steps that the move is about.
    topics: Vec<Topic>,
    /// The interval that the move is about.
    halved: Option<(u64, u64)>,
}

impl AnsweredMove {
    /// A move that was made in this position. `None` if the move is work that nobody sees.
    fn from_move(played: &PlayedMove, position: &dyn Presentation) -> Option<Self> {
        if played.mv == Move::Run {
            return None;
        }
        let (mut topics, board) = (position.topics(Viewer::All), position.board(Viewer::All));
        if topics.is_empty() {
            topics.extend(board.step().map(Topic::Step));
        }
        let halved = board.panes.iter().find_map(|pane| match pane {
            Pane::Intervals(intervals) => intervals.rounds.last().map(|last| (last.from, last.to)),
            _ => None,
        });
        let round = (position.rounds(), position.rulings());
        Some(Self { played: played.clone(), round, topics, halved })
    }

    /// A score for what two moves have in common. 0 if they answer different questions.
    fn in_common(&self, other: &Self) -> u32 {
        let asked = |own: &Self| (own.played.actor, own.round, own.halved);
        if asked(self) != asked(other) || self.topics != other.topics {
            return 0;
        }
        match (&self.played.mv, &other.played.mv) {
            (own, other) if own == other => SAME,
            (own, other) => 1 + u32::from(own.verb() == other.verb()),
        }
    }
}

/// A line, the same debate with honest programs in place of people, and the pairs of moves of both.
pub(super) struct LineComparison {
    /// The nodes of the line's moves.
    pub nodes: Vec<NodeId>,
    pub own: Vec<AnsweredMove>,
    pub honest: Vec<AnsweredMove>,
    pub pairs: Vec<MovePair>,
}

impl LineComparison {
    pub fn play(
        game: Result<Box<dyn Game>, String>,
        line: Vec<(NodeId, PlayedMove)>,
        token: &CancelToken,
    ) -> Result<Self, String> {
        let mut game = game?;
        let (mut nodes, mut own, mut honest) = (Vec::new(), Vec::new(), Vec::new());
        for (node, played) in line {
            token.check().map_err(|stopped| stopped.to_string())?;
            if let Some(asked) = AnsweredMove::from_move(&played, game.position()) {
                nodes.push(node);
                own.push(asked);
            }
            let entry = RecordEntry::Move { actor: played.actor, mv: played.mv };
            game.apply(&entry).map_err(|stuck| stuck.to_string())?;
        }
        game.go_to(NodeId::START).map_err(|stuck| stuck.to_string())?;
        for _ in 0..MOST {
            let before = game.tree().here();
            match game.advance_after(&mut |_| Ok(()), token).map_err(|stuck| stuck.to_string())? {
                Advance::Moved(node) => {
                    let played = game.tree().played(node);
                    honest.extend(played.and_then(|played| {
                        AnsweredMove::from_move(played, &*game.position_at(before))
                    }));
                }
                Advance::Waiting(_) => return Err("a person would have to play".into()),
                Advance::Over(_) => {
                    let common = |at: usize, other: usize| own[at].in_common(&honest[other]);
                    let pairs = align((own.len(), honest.len()), common);
                    return Ok(Self { nodes, own, honest, pairs });
                }
            }
        }
        Err(format!("honest play is longer than {MOST} moves"))
    }
}

/// The texts of two moves, each cut to `columns`. If the cut texts would be equal, both start at the first word that
/// differs.
pub(super) fn differing(words: [String; 2], columns: usize) -> [String; 2] {
    let shown = words.each_ref().map(|words| fitted(words, columns).into_owned());
    if shown[0] != shown[1] || words[0] == words[1] {
        return shown;
    }
    let [own, other] = words.each_ref().map(|words| words.split(' '));
    let alike = own.zip(other).take_while(|(a, b)| a == b).count();
    words.map(|words| {
        let rest: Vec<&str> = words.split(' ').skip(alike).collect();
        cut(&format!("… {}", rest.join(" ")), columns).into_owned()
    })
}

/// The first bit that differs between two written strings of bits, in words for each move. The texts of the moves cut
/// long strings, so long strings look alike there.
pub(super) fn first_other_bit(own: &Move, other: &Move) -> Option<[String; 2]> {
    let (Move::Write(own), Move::Write(other)) = (own, other) else { return None };
    let at = own.iter().zip(other.iter()).position(|(a, b)| a != b)?;
    let said = |bits: &Bits| format!("bit {} is {}", at + 1, u8::from(bits.at(at)));
    Some([said(own), said(other)])
}

/// A row with the index of a move in each line. One of the two moves may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovePair {
    pub own: Option<usize>,
    pub honest: Option<usize>,
    /// `true` if both moves are equal.
    pub same: bool,
}

/// The score of two equal answers to one question. It is larger than the sum of all other scores of a line.
const SAME: u32 = 4 * MOST as u32;

/// Pairs two lines of these lengths in order. The pairs hold as many equal answers to one question
/// as possible, then as many other answers. A move without a partner is alone in its row.
fn align((own, honest): (usize, usize), common: impl Fn(usize, usize) -> u32) -> Vec<MovePair> {
    // Lines of thousands of moves are equal nearly everywhere. So the shared start and the shared end are left out, and
    // only the moves between them are compared.
    let same = |at: usize, other: usize| common(at, other) == SAME;
    let start = (0..own.min(honest)).take_while(|&at| same(at, at)).count();
    let most = own.min(honest) - start;
    let end = (1..=most).take_while(|&back| same(own - back, honest - back)).count();
    let (rows, columns) = (own - end - start, honest - end - start);
    let compares = rows.saturating_mul(columns) <= MOST * MOST;
    let (rows, columns) = if compares { (rows, columns) } else { (0, 0) };
    // For each pair of positions, the best total score for the rest of both lines.
    let width = columns + 1;
    let mut best = vec![0_u32; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let here = row * width + column;
            let alone = best[here + width].max(best[here + 1]);
            let both = match common(start + row, start + column) {
                0 => 0,
                own => own + best[here + width + 1],
            };
            best[here] = alone.max(both);
        }
    }
    let pair =
        |own, honest| MovePair { own: Some(own), honest: Some(honest), same: same(own, honest) };
    let ours = |at| MovePair { own: Some(at), honest: None, same: false };
    let theirs = |at| MovePair { own: None, honest: Some(at), same: false };
    let mut pairs: Vec<MovePair> = (0..start).map(|at| pair(at, at)).collect();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let here = row * width + column;
        if best[here] == best[here + width] {
            pairs.push(ours(start + row));
            row += 1;
        } else if best[here] == best[here + 1] {
            pairs.push(theirs(start + column));
            column += 1;
        } else {
            pairs.push(pair(start + row, start + column));
            (row, column) = (row + 1, column + 1);
        }
    }
    pairs.extend((start + row..own - end).map(ours));
    pairs.extend((start + column..honest - end).map(theirs));
    pairs.extend((1..=end).rev().map(|back| pair(own - back, honest - back)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Actor, Verb, Visibility};

    /// Parses two lines of moves and pairs them. A move such as `1a` is the answer a to question 1.
    fn rows(own: &str, honest: &str) -> Vec<String> {
        let [own, honest] = [own, honest].map(|line| line.split(' ').collect::<Vec<_>>());
        let sign = |at: Option<usize>, of: &[&str]| at.map_or("..".to_owned(), |at| of[at].into());
        let common = |at: usize, other: usize| match (own[at], honest[other]) {
            (own, other) if own == other => SAME,
            (own, other) => u32::from(own[..1] == other[..1]),
        };
        let row = |pair: MovePair| {
            let equal = pair.own.zip(pair.honest).is_some_and(|(a, b)| own[a] == honest[b]);
            assert_eq!(pair.same, equal);
            format!("{} {}", sign(pair.own, &own), sign(pair.honest, &honest))
        };
        align((own.len(), honest.len()), common).into_iter().map(row).collect()
    }

    #[test]
    fn moves_that_differ_look_different_however_long_they_are() {
        let shown = |own: &str, other: &str| differing([own.into(), other.into()], 14);
        assert_eq!(shown("estimate 0.50", "estimate 0.90"), ["estimate 0.50", "estimate 0.90"]);
        assert_eq!(shown("say about-right", "say too-low"), ["about-right", "say too-low"]);
        let name = |head: u8| format!("name state=right head={head} tape=_1011_");
        assert_eq!(shown(&name(3), &name(12)), ["… head=3 tape…", "… head=12 tap…"]);
        assert_eq!(shown(&name(3), &name(3)), ["state=right h…", "state=right h…"]);
    }

    #[test]
    fn equal_moves_are_side_by_side_again_after_one_extra_move() {
        assert_eq!(rows("1a 2b", "1a 2b"), ["1a 1a", "2b 2b"]);
        assert_eq!(rows("0x 1a 2b", "1a 2b"), ["0x ..", "1a 1a", "2b 2b"]);
        assert_eq!(rows("1a 2x 3c", "1a 2y 3c"), ["1a 1a", "2x 2y", "3c 3c"]);
        assert_eq!(rows("1a 2x 2x 3b", "1a 3b"), ["1a 1a", "2x ..", "2x ..", "3b 3b"]);
        assert_eq!(rows("1a 1a 2b", "1a 2b"), ["1a 1a", "1a ..", "2b 2b"]);
    }

    #[test]
    fn long_rows_of_bits_are_told_apart_by_the_first_bit_in_which_they_differ() {
        let row = |one: usize| Move::Write((0..66).map(|at| at == one).collect());
        let told = first_other_bit(&row(40), &row(50));
        assert_eq!(told, Some(["bit 41 is 1".to_owned(), "bit 41 is 0".to_owned()]));
        assert_eq!(first_other_bit(&row(40), &row(40)), None);
    }

    #[test]
    fn equal_words_about_another_claim_answer_another_question() {
        let text = "{elenchus: 1, title: T, claim: C, protocol: {prover-estimator: {ratio: 3}}, machine: \
                    {claims: {uniform: {claim: x, rule: all, width: 2, depth: 1}, worlds: one-false}}, \
                    seats: {alice: human, bob: human, judge: human}}";
        let mut game = crate::scenario::open(&crate::scenario::read("t", text).unwrap()).unwrap();
        let mut said = Vec::new();
        for (seat, mv) in [
            (Seat::Alice, "claim yes"),
            (Seat::Bob, "estimate 0.5"),
            (Seat::Alice, "say about-right"),
            (Seat::Bob, "estimate 0.5"),
            (Seat::Bob, "estimate 0.5"),
        ] {
            while let Advance::Moved(_) = game.advance().unwrap() {}
            let played = PlayedMove {
                actor: Actor::Seat(seat),
                mv: mv.parse().unwrap(),
                to: Visibility::ALOUD,
            };
            if played.mv.verb() == Verb::Estimate {
                said.push(AnsweredMove::from_move(&played, game.position()).unwrap());
                let other = PlayedMove { mv: "estimate 0.7".parse().unwrap(), ..played.clone() };
                let other = AnsweredMove::from_move(&other, game.position()).unwrap();
                assert_eq!(other.in_common(&said[said.len() - 1]), 2);
            }
            game.play(seat, played.mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        }
        // Each estimate is about a different claim: the root or one of its two subclaims.
        for (at, other) in [(0, 1), (0, 2), (1, 2)] {
            assert_eq!(said[at].in_common(&said[other]), 0, "{at} {other}");
            assert_eq!(said[at].in_common(&said[at]), SAME);
        }
    }

    #[test]
    fn answers_to_other_questions_share_no_row_however_alike_they_are() {
        assert_eq!(rows("1a 2a", "3a 2a"), ["1a ..", ".. 3a", "2a 2a"]);
        assert_eq!(rows("1a 2b", "3a 4b"), ["1a ..", "2b ..", ".. 3a", ".. 4b"]);
        assert_eq!(rows("1a 2x 3b", "1b 3b"), ["1a 1b", "2x ..", "3b 3b"]);
    }
}
