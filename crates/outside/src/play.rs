//! Debates with external programs. The debate treats the seat of such a program as a person's seat.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use elenchus_core::analysis::Game;
use elenchus_core::chance::BinomialTables;
use elenchus_core::debate::{
    Advance, AnyDebate, BatchSimulator, DebateResult, NodeId, PlayError, SeatPlan,
};
use elenchus_core::rules::{Move, Outcome, Seat, Turn, Viewer};
use elenchus_core::scenario::{Exhibit, Scenario, printable};
use elenchus_core::work::{CancelToken, Cancelled};

use crate::function::PlayerFunction;
use crate::message::{
    DebateStart, MoveRequest, ObservedMove, ProgramMessage, ProgramReply, VERSION,
};
use crate::process::{Process, ProgramFailure, short};

/// The number of wrong answers to one question that are refused before the debate stops.
const ANSWERS: u32 = 3;

/// The seats of external programs, and their time limit.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramSettings {
    /// The title of the debates.
    pub title: String,
    /// The claim in words.
    pub claim: String,
    /// The evidence that seats can look at.
    pub evidence: Vec<Exhibit>,
    /// The commands of the programs of Alice, Bob and the judge. For a function, its name.
    pub commands: [Option<String>; 3],
    /// The functions that play a seat in place of a program.
    pub functions: [Option<PlayerFunction>; 3],
    /// The time limit for one answer.
    pub move_time: Duration,
    /// `true` if the standard error of the programs is copied to ours. If a program ends too early, the error message
    /// shows the program's last line in any case.
    pub loud: bool,
}

/// The words that a program adds to its move.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramRemark {
    /// Lines for people. May be empty.
    pub comment: String,
    /// A value to store.
    pub meta: Option<serde_json::Value>,
}

/// Plays a program's move, or returns the reason why it is illegal.
pub type MakeMove<'a> = dyn FnMut(&mut dyn AnyDebate, Seat, Move) -> Result<(), String> + 'a;

/// The reason why a debate with an external program stopped.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProgramPlayError {
    /// A program failed, or gave too many wrong answers.
    #[error("{}'s program: {why}", .seat.name())]
    Program {
        /// The seat.
        seat: Seat,
        /// The reason.
        why: String,
    },
    /// Another player made no move.
    #[error(transparent)]
    Stuck(#[from] PlayError),
}

/// The running programs of one table.
pub struct RunningPrograms {
    programs: ProgramSettings,
    processes: [Option<Process>; 3],
    /// For each seat, the last node that a message described.
    seen: [NodeId; 3],
}

impl ProgramSettings {
    /// Prepares the programs of these commands for debates of a scenario.
    pub fn new(
        scenario: &Scenario,
        commands: [Option<String>; 3],
        move_time: Duration,
        loud: bool,
    ) -> Self {
        let (title, claim) = (scenario.title.to_string(), scenario.claim.to_string());
        let functions = [None, None, None];
        Self { title, claim, evidence: scenario.exhibits(), commands, functions, move_time, loud }
    }

    /// Returns `true` if no seat belongs to a program.
    pub fn is_empty(&self) -> bool {
        self.commands.iter().all(Option::is_none)
    }

    /// The function that plays a seat. `None` if no function does.
    pub fn function(&self, seat: Seat) -> Option<&PlayerFunction> {
        self.functions[seat.index()].as_ref()
    }

    /// The command of a seat's program, as words. Empty for a function.
    pub fn words(&self, seat: Seat) -> Vec<String> {
        let command = self.commands[seat.index()].as_deref();
        let command = command.filter(|_| self.function(seat).is_none());
        command.and_then(crate::process::words).unwrap_or_default()
    }

    /// Starts the programs, unless the work was cancelled.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started.
    pub fn start(&self, token: &CancelToken) -> Result<RunningPrograms, ProgramPlayError> {
        token.check().map_err(PlayError::from)?;
        let mut processes = [None, None, None];
        for seat in Seat::ALL {
            if let Some(command) = &self.commands[seat.index()]
                && self.function(seat).is_none()
            {
                let started =
                    Process::start(command, self.loud).map_err(|why| failed(seat, &why))?;
                processes[seat.index()] = Some(started);
            }
        }
        Ok(RunningPrograms { programs: self.clone(), processes, seen: [NodeId::START; 3] })
    }

    /// Plays many debates from the start of `game`. The other seats stay as they are. Each worker has its own
    /// programs, and uses them for all its debates.
    pub fn simulator(self, game: Box<dyn Game>, seats: [SeatPlan; 3]) -> Box<dyn BatchSimulator> {
        Box::new(WithPrograms { game, seats, programs: self, idle: Mutex::default() })
    }
}

fn failed(seat: Seat, why: &ProgramFailure) -> ProgramPlayError {
    ProgramPlayError::Program { seat, why: why.to_string() }
}

impl RunningPrograms {
    /// Plays a debate from its start to its end. `heard` receives the comments, with the number of the move from 1.
    ///
    /// # Errors
    /// Returns an error if a program fails or a move is illegal. The record then keeps the earlier moves.
    pub fn play(
        &mut self,
        table: &mut dyn AnyDebate,
        heard: &mut dyn FnMut(usize, Seat, ProgramRemark),
        token: &CancelToken,
    ) -> Result<Outcome, ProgramPlayError> {
        self.send_start(table);
        loop {
            token.check().map_err(PlayError::from)?;
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

    /// Makes moves until a seat without a program or function must move, or until the debate is over.
    ///
    /// # Errors
    /// The same errors as [`RunningPrograms::play`].
    pub fn run(
        &mut self,
        table: &mut dyn AnyDebate,
        token: &CancelToken,
    ) -> Result<Advance, ProgramPlayError> {
        loop {
            token.check().map_err(PlayError::from)?;
            match table.advance_after(&mut |_| Ok(()), token)? {
                Advance::Moved(_) => {}
                Advance::Waiting(seat) if self.programs.commands[seat.index()].is_some() => {
                    self.turn(seat, table, &mut makes, token)?;
                }
                stopped => return Ok(stopped),
            }
        }
    }

    /// Plays a debate from its start until every program has made a move, or until its end.
    ///
    /// # Errors
    /// The same errors as [`RunningPrograms::play`], also for a program that has ended without a question.
    pub fn try_out(
        &mut self,
        table: &mut dyn AnyDebate,
        token: &CancelToken,
    ) -> Result<(), ProgramPlayError> {
        self.send_start(table);
        let mut silent: Vec<Seat> = self.seated().map(|(seat, _)| seat).collect();
        while !silent.is_empty() {
            token.check().map_err(PlayError::from)?;
            match table.advance_after(&mut |_| Ok(()), token)? {
                Advance::Moved(_) => {}
                Advance::Waiting(seat) => {
                    self.turn(seat, table, &mut makes, token)?;
                    silent.retain(|&other| other != seat);
                }
                Advance::Over(_) => break,
            }
        }
        for (seat, process) in self.seated().filter(|(seat, _)| silent.contains(seat)) {
            if let Err(ended @ ProgramFailure::Ended(_)) = process.hear(Duration::ZERO) {
                return Err(failed(seat, &ended));
            }
        }
        Ok(())
    }

    /// Tells all programs that a debate begins.
    pub fn send_start(&mut self, table: &dyn AnyDebate) {
        self.seen = [NodeId::START; 3];
        for (seat, process) in self.seated() {
            let ProgramSettings { title, claim, .. } = &self.programs;
            process.send_line(line(&ProgramMessage::Begin(DebateStart {
                elenchus: VERSION,
                seat,
                title: title.clone(),
                claim: claim.clone(),
                brief: table.position().brief(Viewer::Seat(seat)),
            })));
        }
    }

    /// Tells all programs the result of a debate.
    pub fn over(&self, table: &dyn AnyDebate, outcome: &Outcome) {
        for (seat, process) in self.seated() {
            process.send_line(line(&ProgramMessage::Over {
                winner: outcome.winner,
                payoff: outcome.payoff,
                why: table.position().outcome_reason(),
                claim_true: table.position().truth_at_hand(),
                moves: since(table, seat, self.seen[seat.index()]),
            }));
        }
    }

    /// Asks the program of a seat for its move and lets `make` play the move. Returns the program's remark. If moves
    /// were undone since the program's last turn, the debate begins anew for the program.
    ///
    /// # Errors
    /// Returns the same errors as [`RunningPrograms::play`].
    pub fn turn(
        &mut self,
        seat: Seat,
        table: &mut dyn AnyDebate,
        make: &mut MakeMove<'_>,
        token: &CancelToken,
    ) -> Result<Option<ProgramRemark>, ProgramPlayError> {
        if let Some(function) = self.programs.function(seat) {
            let mv = self.programs.drawn(function, seat, table)?;
            table.prepare(&mv, token).map_err(PlayError::from)?;
            let made = make(table, seat, mv.clone());
            made.map_err(|why| ProgramPlayError::Program { seat, why: format!("`{mv}`: {why}") })?;
            return Ok(None);
        }
        let tree = table.tree();
        let seen = self.seen[seat.index()];
        let was = tree.depth(seen).checked_sub(1).map(|at| tree.line().get(at).copied());
        if was.is_some_and(|node| node != Some(seen)) {
            self.send_start(table);
        }
        let Some(process) = &self.processes[seat.index()] else {
            return Err(PlayError::NoMove(seat).into());
        };
        let moves = since(table, seat, self.seen[seat.index()]);
        let asked = ProgramMessage::Ask(Box::new(MoveRequest::new(
            seat,
            table.position(),
            &self.programs.evidence,
            moves,
        )));
        process.ask(line(&asked)).map_err(|why| failed(seat, &why))?;
        self.seen[seat.index()] = table.tree().here();
        self.answer(seat, process, table, make, token)
    }

    fn seated(&self) -> impl Iterator<Item = (Seat, &Process)> {
        Seat::ALL.into_iter().zip(&self.processes).filter_map(|(s, p)| Some((s, p.as_ref()?)))
    }

    /// Reads the answer to a question, and plays the move.
    fn answer(
        &self,
        seat: Seat,
        process: &Process,
        table: &mut dyn AnyDebate,
        make: &mut MakeMove<'_>,
        token: &CancelToken,
    ) -> Result<Option<ProgramRemark>, ProgramPlayError> {
        for left in (0..ANSWERS).rev() {
            let said = next_line(process, self.programs.move_time, token)
                .map_err(PlayError::from)?
                .map_err(|why| failed(seat, &why))?;
            let tried = serde_json::from_str::<ProgramReply>(&said)
                .map_err(|e| format!("expected an answer such as {{\"move\": \"point 3\"}}: {e}"))
                .and_then(|ProgramReply { r#move, comment, meta }| {
                    let mv: Move = r#move.trim().parse()?;
                    // If the work was cancelled, the wait for the next answer ends at once.
                    table.prepare(&mv, token).map_err(|stopped| stopped.to_string())?;
                    make(table, seat, mv)?;
                    Ok((comment.unwrap_or_default(), meta))
                });
            match tried {
                Ok((comment, meta)) => {
                    let lines: Vec<String> = comment.trim().lines().map(printable).collect();
                    let comment = lines.join("\n");
                    let said = !comment.is_empty() || meta.is_some();
                    return Ok(said.then_some(ProgramRemark { comment, meta }));
                }
                Err(reason) if left > 0 => {
                    process.send_line(line(&ProgramMessage::Refused { reason, left }));
                }
                Err(reason) => {
                    let why = format!(
                        "{ANSWERS} wrong answers. The last one, `{}`: {reason}",
                        short(&said)
                    );
                    return Err(ProgramPlayError::Program { seat, why });
                }
            }
        }
        Ok(None)
    }
}

/// Plays a move at the table, and does nothing else.
pub(crate) fn makes(table: &mut dyn AnyDebate, seat: Seat, mv: Move) -> Result<(), String> {
    table.play(seat, mv).map(|_| ()).map_err(|refusal| refusal.to_string())
}

/// Waits for the next line of a program until its time limit. Cancelling the work ends the wait.
fn next_line(
    process: &Process,
    within: Duration,
    token: &CancelToken,
) -> Result<Result<String, ProgramFailure>, Cancelled> {
    const GLANCE: Duration = Duration::from_millis(50);
    let until = Instant::now() + within;
    loop {
        token.check()?;
        let left = until.saturating_duration_since(Instant::now());
        match process.hear(left.min(GLANCE)) {
            Err(ProgramFailure::Silent(_)) if left > GLANCE => {}
            Err(ProgramFailure::Silent(_)) => return Ok(Err(ProgramFailure::Silent(within))),
            Err(failed) => {
                // The cancellation may also have ended the program.
                token.check()?;
                return Ok(Err(failed));
            }
            said => return Ok(said),
        }
    }
}

/// The moves that a seat has seen since a node. If moves were undone, the moves since the last node that the old and
/// the new variation share.
pub(crate) fn since(table: &dyn AnyDebate, seat: Seat, node: NodeId) -> Vec<ObservedMove> {
    let tree = table.tree();
    let from = tree.depth(tree.common(node));
    let played = tree.line()[from..].iter().filter_map(|&node| tree.played(node));
    played
        .filter(|played| played.to.includes(seat))
        .map(|played| ObservedMove { by: played.actor.to_string(), r#move: played.mv.to_string() })
        .collect()
}

fn line(message: &ProgramMessage) -> String {
    // Messages are plain values, so they always convert to text.
    serde_json::to_string(message).unwrap_or_default()
}

struct WithPrograms {
    game: Box<dyn Game>,
    seats: [SeatPlan; 3],
    programs: ProgramSettings,
    idle: Mutex<Vec<RunningPrograms>>,
}

impl BatchSimulator for WithPrograms {
    fn play_seed(
        &self,
        seed: u64,
        _: &mut BinomialTables,
        token: &CancelToken,
    ) -> Result<DebateResult, PlayError> {
        let stop = |why: String| PlayError::Outside(format!("in the debate of seed {seed}, {why}"));
        let stuck = |unplayed| match unplayed {
            ProgramPlayError::Stuck(PlayError::Stopped(stopped)) => stopped.into(),
            ProgramPlayError::Program { seat, why } if self.programs.function(seat).is_some() => {
                PlayError::Function(format!("{}: {why}", seat.name()))
            }
            why => stop(why.to_string()),
        };
        let mut game = self.game.restart(seed, &self.seats).map_err(stop)?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut outsiders = match idle {
            Some(outsiders) => outsiders,
            None => self.programs.start(token).map_err(stuck)?,
        };
        let outcome = outsiders.play(game.table(), &mut |_, _, _| {}, token).map_err(stuck)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(outsiders);
        debug_assert!(matches!(game.position().turn(), Turn::Over(_)));
        Ok(DebateResult::from_outcome(game.position(), outcome, token)?)
    }
}
