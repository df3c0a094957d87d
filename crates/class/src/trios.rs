//! Debates of three students who change seats: who sits where, and who was persuaded of what is not so.

use serde::Serialize;

use crate::analysis::{Game, Worth};
use crate::debate::SeatPlan;
use crate::review::right_side;
use crate::roll::Holder;
use crate::rules::{Seat, Side, Turn};
use crate::work::Token;

/// Who sits at each table in this round, from 0: the students in the seats of Alice, Bob and the judge,
/// none where a program fills a gap.
///
/// In three rounds everybody has each seat once, with the same two; then they have others beside them.
pub(crate) fn seated(students: &[usize], round: usize) -> Vec<[Option<usize>; 3]> {
    let tables = students.len().div_ceil(3);
    let mut seated = vec![[None; 3]; tables];
    for (at, &student) in students.iter().enumerate() {
        // The students stand in three columns, of which each is one seat on from the one before.
        let (column, row) = (at / tables, at % tables);
        seated[(row + round / 3 * column) % tables][(column + round) % 3] = Some(student);
    }
    seated
}

/// What came of a debate of three.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Result {
    /// The round, from 1.
    pub round: usize,
    /// The table, from 1.
    pub table: usize,
    /// The library's name of its debate.
    pub debate: String,
    /// Who sat as Alice: the number of a student, `program` or `teacher`; joined by `+`, the first first,
    /// where the seat was given on after a move.
    pub alice: String,
    /// Who sat as Bob.
    pub bob: String,
    /// Who judged.
    pub judge: String,
    /// Who was in the right, Alice or Bob; nobody where there is no fact of the matter.
    pub right: Option<&'static str>,
    /// Who won.
    pub winner: &'static str,
    /// Whether the judge was persuaded of what is not so.
    pub persuaded: bool,
    /// The least and the most chance that the best player in the wrong has to persuade an honest judge
    /// against an honest opponent; they are equal where it is known exactly, and nothing where it is not.
    pub chance: Option<[f64; 2]>,
    /// The moves, who made each.
    pub moves: Vec<String>,
}

/// What a debate that is over came to, and the same debate from its start, to work out the chance; none
/// while it goes on.
pub(crate) fn result(
    place: (usize, usize),
    debate: &str,
    holders: &[Vec<Holder>; 3],
    game: &dyn Game,
) -> Option<(Result, Box<dyn Game>)> {
    let Turn::Over(outcome) = game.now().turn() else { return None };
    let right = right_side(game);
    let named = |seat: Seat| {
        let all: Vec<String> = holders[seat.index()].iter().map(named).collect();
        all.join("+")
    };
    let (tree, mut moves) = (game.tree(), Vec::new());
    for made in tree.line().iter().filter_map(|&node| tree.played(node)) {
        moves.push(format!("{}: {}", made.actor, made.mv));
    }
    let fresh = game.again(game.seed(), &honest()).ok()?;
    let result = Result {
        round: place.0,
        table: place.1,
        debate: debate.to_owned(),
        alice: named(Seat::Alice),
        bob: named(Seat::Bob),
        judge: named(Seat::Judge),
        right: right.map(|side| side.seat().word()),
        winner: outcome.winner.seat().word(),
        persuaded: right.is_some_and(|right| right != outcome.winner),
        chance: None,
        moves,
    };
    Some((result, fresh))
}

fn named(holder: &Holder) -> String {
    match holder {
        Holder::Student(number) => number.to_string(),
        Holder::Teacher => "teacher".into(),
        Holder::Free | Holder::Program(_) => "program".into(),
    }
}

fn honest() -> [SeatPlan; 3] {
    [(); 3].map(|()| SeatPlan::honest())
}

/// How likely the best player in the wrong persuades an honest judge, against an honest opponent, in a
/// debate from its start. May take long.
pub(crate) fn chance(fresh: &dyn Game, token: &Token) -> Option<[f64; 2]> {
    if fresh.worth() != Worth::Probability {
        return None;
    }
    let wrong = right_side(fresh)?.other();
    let best = fresh.best_response(&honest(), wrong.seat(), token).ok()?;
    // It is counted in what Alice gets. Where nothing is known of an end, it may be anything.
    let [least, most] = best.value().ends().map(|end| end.clamp(0.0, 1.0));
    let chance = match wrong {
        Side::Alice => [least, most],
        Side::Bob => [1.0 - most, 1.0 - least],
    };
    (chance != [0.0, 1.0]).then_some(chance)
}

/// The results as CSV, a row each.
pub(crate) fn csv(results: &[Result]) -> String {
    let head = "round,table,debate,alice,bob,judge,right,winner,persuaded,least_chance,most_chance,\
                moves";
    let mut text = format!("{head}\n");
    for result in results {
        let Result { round, table, alice, bob, judge, winner, persuaded, .. } = result;
        let debate = result.debate.replace(['"', ',', '\n'], " ");
        let (right, moves) = (result.right.unwrap_or_default(), result.moves.len());
        let chance = result.chance.map(|ends| ends.map(|end| end.to_string()));
        let [least, most] = chance.unwrap_or_default();
        text += &format!(
            "{round},{table},{debate},{alice},{bob},{judge},{right},{winner},{persuaded},{least},\
             {most},{moves}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn in_three_rounds_everybody_has_each_seat_once_and_programs_fill_the_gaps() {
        for count in 1..=20 {
            let students: Vec<usize> = (10..10 + count).collect();
            for block in 0..3 {
                let mut had: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
                for round in 3 * block..3 * block + 3 {
                    let tables = seated(&students, round);
                    assert_eq!(tables.len(), count.div_ceil(3));
                    assert!(tables.iter().all(|seats| seats.iter().any(Option::is_some)));
                    let mut sits = Vec::new();
                    for (seat, student) in tables.iter().flat_map(|t| t.iter().enumerate()) {
                        if let Some(student) = student {
                            had[student - 10].insert(seat);
                            sits.push(*student);
                        }
                    }
                    sits.sort_unstable();
                    assert_eq!(sits, students, "everybody sits once");
                }
                assert!(had.iter().all(|seats| seats.len() == 3), "{count} {block}: {had:?}");
            }
        }
        // Nine sit with others in the second three rounds.
        let nine: Vec<usize> = (0..9).collect();
        let mates = |round| -> BTreeSet<BTreeSet<usize>> {
            let tables = seated(&nine, round).into_iter();
            tables.map(|table| table.into_iter().flatten().collect()).collect()
        };
        assert_eq!(mates(0), mates(2));
        assert!(mates(0).is_disjoint(&mates(3)));
    }
}
