//! The best response to players that cannot be looked into, such as programs outside: they are asked
//! at every position that the seat can bring about.
//!
//! This is no fold of [`Walk`](super::Walk), which goes through positions of rules with strategies: who is
//! asked here answers to a table, on one line at a time. What a move is, what it gains its seat and what
//! becomes of the best line are as in `reply.rs`.

use super::answers;
use super::best::Best;
use super::game::Game;
use super::position::{gained, worth};
use super::value::Method;
use crate::debate::{Advance, SeatPlan, Stuck, Table};
use crate::rules::{Seat, Turn};
use crate::strategy::script::MovesMade;
use crate::work::{Stopped, Token};

/// Lets the player in a seat, whose turn it is, make its move.
pub type Moves<'a> = dyn FnMut(&mut dyn Table, Seat, &Token) -> Result<(), String> + 'a;

/// Why the best response to a player is not found by asking.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAsked {
    /// Nature draws.
    #[error("nature draws in this debate, and what follows on average cannot be asked for")]
    Draws,
    /// There is too much to ask.
    #[error("there are too many moves to try: {0} questions were not enough")]
    TooMany(u64),
    /// Its moves cannot be listed.
    #[error("what can follow `{0}` cannot be listed")]
    Unlisted(&'static str),
    /// The same moves came to another end.
    #[error(
        "the same moves came to another end when they were made again: somebody plays by chance"
    )]
    Otherwise,
    /// A player failed.
    #[error("{0}")]
    Failed(String),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Stuck> for NotAsked {
    fn from(stuck: Stuck) -> Self {
        match stuck {
            Stuck::Stopped(stopped) => Self::Stopped(stopped),
            stuck => Self::Failed(stuck.to_string()),
        }
    }
}

/// Questions that are asked, at most.
const MOST: u64 = 5_000;

/// What the seat does in its rounds, from 1; none where its moves are not counted as rounds.
type AnswersInRounds = Option<Vec<(u64, String)>>;

/// The best that a seat can do in a debate from where it stands, whoever `asked` lets move sitting in the
/// seats of persons. They are asked at every position that the seat can bring about by moves that end
/// its turn, and once more along the best line, which tells whether they keep to their answers.
///
/// # Errors
/// Why it is not found.
pub fn best_by_asking(
    game: &mut dyn Game,
    seat: Seat,
    asked: &mut Moves<'_>,
    token: &Token,
) -> Result<Best, NotAsked> {
    game.set_seat(seat, &SeatPlan::Human).map_err(NotAsked::Failed)?;
    let start = game.tree().here();
    let mut search = Inquiry { seat, asked, left: MOST, token };
    let (value, line) = search.of(game.table(), MovesMade::default())?;
    let best = Best::searched(seat, value, line, (true, Method::Asked));
    let best = best.ok_or(NotAsked::TooMany(MOST))?;
    if let Some(player) = &best.player {
        game.go_to(start)?;
        game.set_seat(seat, player).map_err(NotAsked::Failed)?;
        if search.play_out(game.table())? != value {
            return Err(NotAsked::Otherwise);
        }
    }
    Ok(best)
}

struct Inquiry<'a, 'b> {
    seat: Seat,
    asked: &'a mut Moves<'b>,
    left: u64,
    token: &'a Token,
}

impl Inquiry<'_, '_> {
    /// Goes on to where the seat is asked, or to the end: what Alice has then.
    fn onward(&mut self, table: &mut dyn Table) -> Result<Option<f64>, NotAsked> {
        loop {
            self.token.check()?;
            if matches!(table.now().turn(), Turn::Draw { .. }) {
                return Err(NotAsked::Draws);
            }
            match table.advance_after(&mut |_| Ok(()), self.token)? {
                Advance::Moved(_) => {}
                Advance::Over(outcome) => {
                    return Ok(Some(worth(outcome)));
                }
                Advance::Waiting(seat) if seat == self.seat => return Ok(None),
                Advance::Waiting(seat) => {
                    self.left = self.left.checked_sub(1).ok_or(NotAsked::TooMany(MOST))?;
                    let said = (self.asked)(table, seat, self.token);
                    self.token.check()?;
                    said.map_err(NotAsked::Failed)?;
                }
            }
        }
    }

    fn play_out(&mut self, table: &mut dyn Table) -> Result<f64, NotAsked> {
        let value = self.onward(table)?;
        value.ok_or_else(|| NotAsked::Failed("its best line does not end the debate".into()))
    }

    /// What the seat can bring Alice to from here, and its moves.
    fn of(
        &mut self,
        table: &mut dyn Table,
        made: MovesMade,
    ) -> Result<(f64, AnswersInRounds), NotAsked> {
        if let Some(value) = self.onward(table)? {
            return Ok((value, Some(Vec::new())));
        }
        let here = table.tree().here();
        let moves = answers::ending_turn(&table.now().menu(), self.left, |_| None);
        let moves = moves.map_err(|verb| NotAsked::Unlisted(verb.word()))?;
        let mut best: Option<(f64, AnswersInRounds)> = None;
        for mv in moves {
            table.prepare(&mv, self.token)?;
            table.play(self.seat, mv.clone()).map_err(|why| NotAsked::Failed(why.to_string()))?;
            let mut after = made;
            after.count(&mv);
            let (value, line) = self.of(table, after)?;
            table.go_to(here)?;
            if best.as_ref().is_none_or(|(best, _)| gained(self.seat, value - best) > 0.0) {
                let round = after.answers as u64;
                let counts = after.answers > made.answers;
                let line = line
                    .filter(|_| counts)
                    .map(|rest| std::iter::once((round, mv.to_string())).chain(rest).collect());
                best = Some((value, line));
            }
        }
        best.ok_or_else(|| NotAsked::Failed("the seat has no move".into()))
    }
}
