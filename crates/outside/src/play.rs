//! Debates in which programs outside sit in seats that the debate takes for persons'.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use elenchus_core::analysis::Game;
use elenchus_core::chance::Tables;
use elenchus_core::debate::{Advance, End, Many, NodeId, SeatPlan, Stuck, Table};
use elenchus_core::rules::{Eye, Move, Outcome, Seat, Turn};
use elenchus_core::scenario::{Exhibit, Scenario, printable};
use elenchus_core::work::{Stopped, Token};

use crate::message::{Answer, Asked, Hello, Message, Moved, VERSION};
use crate::process::{Failed, Process, short};

/// So many wrong answers to one question are refused before the debate stops.
const ANSWERS: u32 = 3;

/// Which seats programs outside take, and how long they may think.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs {
    /// What the debates are called.
    pub title: String,
    /// Their claim, in words.
    pub claim: String,
    /// The evidence that seats may look at.
    pub evidence: Vec<Exhibit>,
    /// The commands of Alice's, Bob's and the judge's program.
    pub commands: [Option<String>; 3],
    /// How long a program may take to answer.
    pub move_time: Duration,
    /// Whether what they write on their standard error goes to ours. The last line of it is told in any
    /// case when one ends too early.
    pub loud: bool,
}

/// What a program said beside its move.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// Lines for people; may be empty.
    pub comment: String,
    /// A value to keep.
    pub meta: Option<serde_json::Value>,
}

/// Makes a program's move, or says why it cannot be made.
pub type Makes<'a> = dyn FnMut(&mut dyn Table, Seat, Move) -> Result<(), String> + 'a;

/// Why a debate with a program outside stopped.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unplayed {
    /// A program failed, or answered wrongly too often.
    #[error("{}'s program: {why}", .seat.name())]
    Program {
        /// Whose.
        seat: Seat,
        /// What happened.
        why: String,
    },
    /// Another player made no move.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// The programs of one table, under way.
pub struct Outsiders {
    programs: Programs,
    processes: [Option<Process>; 3],
    /// Up to where each seat was told of moves.
    seen: [NodeId; 3],
}

impl Programs {
    /// The programs of these commands, in debates of a scenario.
    pub fn of(
        scenario: &Scenario,
        commands: [Option<String>; 3],
        move_time: Duration,
        loud: bool,
    ) -> Self {
        let (title, claim) = (scenario.title.to_string(), scenario.claim.to_string());
        Self { title, claim, evidence: scenario.exhibits(), commands, move_time, loud }
    }

    /// Whether no seat is a program's.
    pub fn is_empty(&self) -> bool {
        self.commands.iter().all(Option::is_none)
    }

    /// The words of the command of a seat's program.
    pub fn words(&self, seat: Seat) -> Vec<String> {
        let command = self.commands[seat.index()].as_deref();
        command.and_then(crate::process::words).unwrap_or_default()
    }

    /// Starts them, unless the work was stopped.
    ///
    /// # Errors
    /// If one cannot be started.
    pub fn start(&self, token: &Token) -> Result<Outsiders, Unplayed> {
        token.check().map_err(Stuck::from)?;
        let mut processes = [None, None, None];
        for seat in Seat::ALL {
            if let Some(command) = &self.commands[seat.index()] {
                let started =
                    Process::start(command, self.loud).map_err(|why| failed(seat, &why))?;
                processes[seat.index()] = Some(started);
            }
        }
        Ok(Outsiders { programs: self.clone(), processes, seen: [NodeId::START; 3] })
    }

    /// Many debates from the start of `game`, the seats that are not programs' taken so. Each
    /// worker has its own programs, and keeps them from debate to debate.
    pub fn many(self, game: Box<dyn Game>, seats: [SeatPlan; 3]) -> Box<dyn Many> {
        Box::new(WithPrograms { game, seats, programs: self, idle: Mutex::default() })
    }
}

fn failed(seat: Seat, why: &Failed) -> Unplayed {
    Unplayed::Program { seat, why: why.to_string() }
}

impl Outsiders {
    /// Plays a debate from its start to its end. `heard` is told of comments,
    /// with the number of the move from 1.
    ///
    /// # Errors
    /// If a program fails or a move is not legal; what was played stays in the record.
    pub fn play(
        &mut self,
        table: &mut dyn Table,
        heard: &mut dyn FnMut(usize, Seat, Remark),
        token: &Token,
    ) -> Result<Outcome, Unplayed> {
        self.greet(table);
        loop {
            token.check().map_err(Stuck::from)?;
            match table.advance_after(&mut |_| Ok(()), token)? {
                Advance::Moved(_) => {}
                Advance::Waiting(seat) => {
                    if let Some(remark) = self.turn(seat, table, &mut makes, token)? {
                        heard(table.tree().line().len(), seat, remark);
                    }
                }
                Advance::Over(outcome) => {
                    self.over(table, &outcome);
                    return Ok(outcome);
                }
            }
        }
    }

    /// Tells all programs that a debate begins.
    pub fn greet(&mut self, table: &dyn Table) {
        self.seen = [NodeId::START; 3];
        for (seat, process) in self.seated() {
            let Programs { title, claim, .. } = &self.programs;
            process.say(line(&Message::Begin(Hello {
                elenchus: VERSION,
                seat,
                title: title.clone(),
                claim: claim.clone(),
                brief: table.now().brief(Eye::Seat(seat)),
            })));
        }
    }

    /// Tells all programs how a debate ended.
    pub fn over(&self, table: &dyn Table, outcome: &Outcome) {
        for (seat, process) in self.seated() {
            process.say(line(&Message::Over {
                winner: outcome.winner,
                payoff: outcome.payoff,
                why: table.now().why(),
                claim_true: table.now().truth_at_hand(),
                moves: since(table, seat, self.seen[seat.index()]),
            }));
        }
    }

    /// Asks the program in a seat, whose turn it is, and lets `make` make its move; what the program
    /// remarked. If moves were taken back since it was last asked, the debate begins anew for it.
    ///
    /// # Errors
    /// As [`Outsiders::play`].
    pub fn turn(
        &mut self,
        seat: Seat,
        table: &mut dyn Table,
        make: &mut Makes<'_>,
        token: &Token,
    ) -> Result<Option<Remark>, Unplayed> {
        let tree = table.tree();
        let seen = self.seen[seat.index()];
        let was = tree.depth(seen).checked_sub(1).map(|at| tree.line().get(at).copied());
        if was.is_some_and(|node| node != Some(seen)) {
            self.greet(table);
        }
        let Some(process) = &self.processes[seat.index()] else {
            return Err(Stuck::NoMove(seat).into());
        };
        let moves = since(table, seat, self.seen[seat.index()]);
        let asked =
            Message::Ask(Box::new(Asked::of(seat, table.now(), &self.programs.evidence, moves)));
        process.ask(line(&asked)).map_err(|why| failed(seat, &why))?;
        self.seen[seat.index()] = table.tree().here();
        self.answer(seat, process, table, make, token)
    }

    fn seated(&self) -> impl Iterator<Item = (Seat, &Process)> {
        Seat::ALL.into_iter().zip(&self.processes).filter_map(|(s, p)| Some((s, p.as_ref()?)))
    }

    /// Takes the answer to a question, and makes the move.
    fn answer(
        &self,
        seat: Seat,
        process: &Process,
        table: &mut dyn Table,
        make: &mut Makes<'_>,
        token: &Token,
    ) -> Result<Option<Remark>, Unplayed> {
        for left in (0..ANSWERS).rev() {
            let said = heard(process, self.programs.move_time, token)
                .map_err(Stuck::from)?
                .map_err(|why| failed(seat, &why))?;
            let tried = serde_json::from_str::<Answer>(&said)
                .map_err(|e| format!("this is no answer such as {{\"move\": \"point 3\"}}: {e}"))
                .and_then(|Answer { r#move, comment, meta }| {
                    let mv: Move = r#move.trim().parse()?;
                    // Stopped work ends the wait for another answer too.
                    table.prepare(&mv, token).map_err(|stopped| stopped.to_string())?;
                    make(table, seat, mv)?;
                    Ok((comment.unwrap_or_default(), meta))
                });
            match tried {
                Ok((comment, meta)) => {
                    let lines: Vec<String> = comment.trim().lines().map(printable).collect();
                    let comment = lines.join("\n");
                    let said = !comment.is_empty() || meta.is_some();
                    return Ok(said.then_some(Remark { comment, meta }));
                }
                Err(reason) if left > 0 => {
                    process.say(line(&Message::Refused { reason, left }));
                }
                Err(reason) => {
                    let why =
                        format!("{ANSWERS} wrong answers; the last, `{}`: {reason}", short(&said));
                    return Err(Unplayed::Program { seat, why });
                }
            }
        }
        Ok(None)
    }
}

/// Makes a move at the table, and nothing besides.
pub(crate) fn makes(table: &mut dyn Table, seat: Seat, mv: Move) -> Result<(), String> {
    table.play(seat, mv).map(|_| ()).map_err(|refusal| refusal.to_string())
}

/// The next line of a program within its time; asks often enough whether the work was stopped.
fn heard(
    process: &Process,
    within: Duration,
    token: &Token,
) -> Result<Result<String, Failed>, Stopped> {
    const GLANCE: Duration = Duration::from_millis(50);
    let until = Instant::now() + within;
    loop {
        token.check()?;
        let left = until.saturating_duration_since(Instant::now());
        match process.hear(left.min(GLANCE)) {
            Err(Failed::Silent(_)) if left > GLANCE => {}
            Err(Failed::Silent(_)) => return Ok(Err(Failed::Silent(within))),
            Err(failed) => {
                // Who stopped the work may have ended the program as well.
                token.check()?;
                return Ok(Err(failed));
            }
            said => return Ok(said),
        }
    }
}

/// What a seat saw since a node; where moves were taken back, since the last that it shares with them.
fn since(table: &dyn Table, seat: Seat, node: NodeId) -> Vec<Moved> {
    let tree = table.tree();
    let from = tree.depth(tree.common(node));
    let played = tree.line()[from..].iter().filter_map(|&node| tree.played(node));
    played
        .filter(|played| played.to.includes(seat))
        .map(|played| Moved { by: played.actor.to_string(), r#move: played.mv.to_string() })
        .collect()
}

fn line(message: &Message) -> String {
    // Messages are plain values, which always have a text.
    serde_json::to_string(message).unwrap_or_default()
}

/// Many debates with programs outside.
struct WithPrograms {
    game: Box<dyn Game>,
    seats: [SeatPlan; 3],
    programs: Programs,
    idle: Mutex<Vec<Outsiders>>,
}

impl Many for WithPrograms {
    fn end(&self, seed: u64, _: &mut Tables, token: &Token) -> Result<End, Stuck> {
        let stop = |why: String| Stuck::Outside(format!("in the debate of seed {seed}, {why}"));
        let stuck = |unplayed| match unplayed {
            Unplayed::Stuck(Stuck::Stopped(stopped)) => stopped.into(),
            why => stop(why.to_string()),
        };
        let mut game = self.game.again(seed, &self.seats).map_err(stop)?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut outsiders = match idle {
            Some(outsiders) => outsiders,
            None => self.programs.start(token).map_err(stuck)?,
        };
        let outcome = outsiders.play(game.table(), &mut |_, _, _| {}, token).map_err(stuck)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(outsiders);
        debug_assert!(matches!(game.now().turn(), Turn::Over(_)));
        Ok(End::of(game.now(), outcome, token)?)
    }
}
