//! A line side by side with how honest programs play it from the same start, with the same coins.

use super::Review;
use super::state::Honest;
use crate::debate::{Advance, Played, SeatPlan};
use crate::rules::{Move, Seat};
use crate::tui::prelude::*;
use crate::tui::screen::moves::{fitted, mover, words};

/// A longer debate is not played beside another.
const MOST: usize = 2_000;

/// The same debate with honest programs where people sat.
fn play(
    game: Result<Box<dyn crate::analysis::Game>, String>,
    token: &crate::work::Token,
) -> Result<Vec<Played>, String> {
    let mut game = game?;
    for _ in 0..MOST {
        match game.advance_after(&mut |_| Ok(()), token).map_err(|stuck| stuck.to_string())? {
            Advance::Moved(_) => {}
            Advance::Waiting(_) => return Err("a person would have to play".into()),
            Advance::Over(_) => {
                let tree = game.tree();
                let played = tree.line().iter().filter_map(|&node| tree.played(node));
                return Ok(played.filter(|played| counts(played)).cloned().collect());
            }
        }
    }
    Err(format!("honest play is longer than {MOST} moves"))
}

/// Whether a move belongs to what is compared: work that nobody sees does not.
fn counts(played: &Played) -> bool {
    played.mv != Move::Run
}

impl Review {
    pub(super) fn turn_honest(&mut self, context: &mut Context) {
        let game = self.sitting.game();
        if self.honest.take().is_some() {
            return;
        }
        let plans = Seat::each(|seat| match game.seat_plan(seat) {
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        });
        let game = game.again(game.seed(), &plans);
        let honest = self.honest.insert(Pending::default());
        honest.begin(context, move |token| Some(play(game, token)));
    }

    /// Both lines, the move shown in the middle, equal moves beside each other: what stands alone, or
    /// beside another move, has a sign.
    pub(super) fn draw_honest(&self, canvas: &mut Canvas<'_>, honest: &Honest) {
        let moves = match honest {
            Some(Ok(moves)) => moves,
            Some(Err(reason)) => {
                canvas.say(1, 0, reason, Role::Text);
                return;
            }
            None => {
                canvas.say(1, 0, "honest play …", Role::Dim);
                return;
            }
        };
        let tree = self.sitting.game().tree();
        let line = tree.line().iter().filter_map(|&node| Some((node, tree.played(node)?)));
        let own: Vec<_> = line.filter(|(_, played)| counts(played)).collect();
        let same = |at: usize, other: usize| {
            let (own, honest) = (own[at].1, &moves[other]);
            own.actor == honest.actor && own.mv == honest.mv
        };
        let pairs = beside((own.len(), moves.len()), same);
        let shown = own.iter().position(|(node, _)| *node == self.node());
        let here = pairs.iter().position(|pair| pair.own.is_some() && pair.own == shown);
        let room = canvas.width().saturating_sub(LEFT + 1) / 2;
        canvas.say(LEFT, 0, "this line", Role::Heading);
        canvas.say(LEFT + room + 1, 0, "honest play", Role::Heading);
        let rows = canvas.height().saturating_sub(1);
        let last = pairs.len();
        let first = here.unwrap_or(0).saturating_sub(rows / 2).min(last.saturating_sub(rows));
        for (y, (at, pair)) in pairs.iter().enumerate().skip(first).take(rows).enumerate() {
            let role = if Some(at) == here { Role::Chosen } else { Role::Text };
            let sign = if pair.same { ' ' } else { '≠' };
            let ours = pair.own.map(|at| own[at].1);
            let theirs = pair.honest.map(|at| &moves[at]);
            let room_of_move = room.saturating_sub(WHO);
            let [what, other] = differing(
                [ours, theirs].map(|played| played.map_or_else(String::new, |p| words(&p.mv))),
                room_of_move,
            );
            let told = |who: &str, what: &str| format!("{} {what}", pad(who, WHO - 1));
            let left = ours.map_or_else(String::new, |played| {
                told(&cut(&self.who(played.actor), WHO - 1), &what)
            });
            let right =
                theirs.map_or_else(String::new, |played| told(mover(played.actor, &[]), &other));
            // The number that the move has in the table beneath.
            let depth = |at: usize| tree.depth(own[at].0).to_string();
            let number = pair.own.map_or_else(String::new, depth);
            let text = format!("{sign}{number:>4}  {} {right}", pad(&left, room));
            canvas.say(0, y + 1, &text, role);
        }
    }
}

/// Columns before the first move, and of who made it, with the blank after it.
const LEFT: usize = 7;
const WHO: usize = 7;

/// Two moves in so many columns each: where a cut would make different ones look alike, from the first
/// word on in which they differ.
fn differing(words: [String; 2], columns: usize) -> [String; 2] {
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

/// A row: a move of one line and one of the other, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    own: Option<usize>,
    honest: Option<usize>,
    /// Are they equal?
    same: bool,
}

/// Puts two lines of so many moves side by side, with as many equal moves beside each other as can be,
/// in order; moves between two such rows share rows as far as there are some on both sides.
fn beside((own, honest): (usize, usize), same: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    // As lines of thousands of moves are equal nearly everywhere, only what lies between their common
    // beginning and end is compared move by move.
    let start = (0..own.min(honest)).take_while(|&at| same(at, at)).count();
    let most = own.min(honest) - start;
    let end = (1..=most).take_while(|&back| same(own - back, honest - back)).count();
    let (rows, columns) = (own - end - start, honest - end - start);
    let width = columns + 1;
    let compares = rows.saturating_mul(columns) <= MOST * MOST;
    // How many equal moves the rests of both lines from here on have.
    let mut common = vec![0_u16; if compares { (rows + 1) * width } else { 0 }];
    for row in (0..rows).rev().filter(|_| compares) {
        for column in (0..columns).rev() {
            common[row * width + column] = match same(start + row, start + column) {
                true => common[(row + 1) * width + column + 1] + 1,
                false => common[(row + 1) * width + column].max(common[row * width + column + 1]),
            };
        }
    }
    let both = |own, honest| Pair { own: Some(own), honest: Some(honest), same: true };
    let mut pairs: Vec<Pair> = (0..start).map(|at| both(at, at)).collect();
    let (mut alone, mut others) = (Vec::new(), Vec::new());
    let part = |pairs: &mut Vec<Pair>, alone: &mut Vec<usize>, others: &mut Vec<usize>| {
        for at in 0..alone.len().max(others.len()) {
            let (own, honest) = (alone.get(at).copied(), others.get(at).copied());
            pairs.push(Pair { own, honest, same: false });
        }
        alone.clear();
        others.clear();
    };
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        let left = |row: usize, column: usize| match compares {
            true => common[row * width + column],
            false => 0,
        };
        if row < rows && column < columns && compares && same(start + row, start + column) {
            part(&mut pairs, &mut alone, &mut others);
            pairs.push(both(start + row, start + column));
            (row, column) = (row + 1, column + 1);
        } else if row < rows
            && (column == columns || left(row + 1, column) >= left(row, column + 1))
        {
            alone.push(start + row);
            row += 1;
        } else {
            others.push(start + column);
            column += 1;
        }
    }
    part(&mut pairs, &mut alone, &mut others);
    pairs.extend((0..end).rev().map(|back| both(own - 1 - back, honest - 1 - back)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(own: &str, honest: &str) -> Vec<String> {
        let (own, honest): (Vec<char>, Vec<char>) =
            (own.chars().collect(), honest.chars().collect());
        let sign = |at: Option<usize>, of: &[char]| at.map_or('.', |at| of[at]);
        let pairs = beside((own.len(), honest.len()), |a, b| own[a] == honest[b]);
        let row = |pair: Pair| {
            assert_eq!(
                pair.same,
                pair.own.zip(pair.honest).is_some_and(|(a, b)| own[a] == honest[b])
            );
            format!("{}{}", sign(pair.own, &own), sign(pair.honest, &honest))
        };
        pairs.into_iter().map(row).collect()
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
    fn after_one_move_more_the_equal_moves_stand_beside_each_other_again() {
        assert_eq!(rows("abc", "abc"), ["aa", "bb", "cc"]);
        assert_eq!(rows("xabc", "abc"), ["x.", "aa", "bb", "cc"]);
        assert_eq!(rows("axbc", "aybc"), ["aa", "xy", "bb", "cc"]);
        assert_eq!(rows("axxbyc", "abc"), ["aa", "x.", "x.", "bb", "y.", "cc"]);
        assert_eq!(rows("", "ab"), [".a", ".b"]);
        assert_eq!(rows("ab", "cd"), ["ac", "bd"]);
        assert_eq!(rows("aab", "ab"), ["aa", "a.", "bb"]);
    }
}
