//! What a goal is worth before anybody plays: how often honest play reaches it, and how often the best
//! player that is known.

use crate::analysis::{Best, Estimate, Exact, Game, Value, Worth};
use crate::debate::{Advance, SeatPlan, Table};
use crate::review::{MOST_TRIED, People, Winning, of_all, parts};
use crate::rules::{Actor, Seat, Side};
use crate::scenario::{Fault, Goal, GoalKind, Scenario, Verdict, resume};
use crate::work::Token;

/// Where no coin falls, and only a player who draws could do otherwise, at least so many, and no more once
/// they had so many moves together.
const WITHOUT_COINS: (u64, usize) = (3, 2_000);

/// A debate is left after so many moves.
const LONGEST: usize = 200_000;

/// How often something happens, and how that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Who plays the person's seat.
    pub player: String,
    /// How often, in [0, 1].
    pub value: Value,
}

impl Share {
    /// The number.
    pub fn get(&self) -> f64 {
        self.value.middle()
    }
}

/// How often a goal is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// What it is to reach it.
    pub kind: GoalKind,
    /// By honest play. Of a goal that is made to be lost: how often honest play wins all the same.
    pub honest: Share,
    /// By the best player that is known, likewise.
    pub best: Share,
}

impl Outlook {
    /// Whether the best player that is known comes to what the kind of the goal says: more often than
    /// not, or, where it is made to be lost, not.
    pub fn holds(&self) -> bool {
        match self.kind {
            GoalKind::Win | GoalKind::Par => self.best.get() > 0.5,
            GoalKind::Lost => self.best.get() < 0.5,
        }
    }
}

/// What can be said of the goal of a scenario, with its own players in the other seats; none where
/// several people play, or nobody does, or moves were handed out. Where a share is not known exactly,
/// `debates` are played if coins fall in them.
///
/// # Errors
/// If the scenario cannot be played.
pub fn outlook(scenario: &Scenario, debates: u64, token: &Token) -> Result<Option<Outlook>, Fault> {
    let game = resume(scenario)?;
    let people = People::of(scenario, &*game);
    let table: &dyn Table = &*game;
    let [seat] = table.people()[..] else { return Ok(None) };
    if !game.tree().is_empty() {
        return Ok(None);
    }
    let said = scenario.goal().map(|goal| goal.value.clone()).unwrap_or_default();
    if let Some((goal, by)) = scenario.goal().and_then(|goal| Some((goal, goal.by.as_deref()?))) {
        game.check_strategy(seat, by).map_err(|why| goal.wrong(format!("`by`: {why}")))?;
    }
    let kind = said.kind();
    // What is made to be lost must not be won.
    let goal = match kind {
        GoalKind::Lost => Goal { right: game.now().is_series().then_some(true), ..Goal::default() },
        _ => said.clone(),
    };
    let is_lost = kind == GoalKind::Lost;
    let field =
        PersonsTask { game: &*game, people: &people, seat, goal: &goal, is_lost, debates, token };
    let Some(honest) = field.share("honest") else { return Ok(None) };
    let mut best = honest.clone();
    let mut try_with = |found: Option<Share>| {
        if let Some(found) = found.filter(|found| found.get() > best.get()) {
            best = found;
        }
    };
    match &said.by {
        Some(by) => try_with(field.share(by)),
        None if honest.get() > 0.5 && kind != GoalKind::Lost => {}
        None => {
            try_with(field.best_response().or_else(|| field.share(Best::NAME)));
            for strategy in game.strategies(seat).iter().take(MOST_TRIED) {
                // One that needs an argument is a family, not a player.
                if strategy.name != Best::NAME && game.check_strategy(seat, strategy.name).is_ok() {
                    try_with(field.share(strategy.name));
                }
            }
        }
    }
    Ok(Some(Outlook { kind, honest, best }))
}

/// A debate and what is asked of the person in it.
struct PersonsTask<'a> {
    game: &'a dyn Game,
    people: &'a People,
    seat: Seat,
    goal: &'a Goal,
    is_lost: bool,
    debates: u64,
    token: &'a Token,
}

impl PersonsTask<'_> {
    /// Whose side has to win, if that is all that is asked.
    fn winner(&self) -> Option<Side> {
        let alone = Goal { winner: self.goal.winner, kind: None, by: None, ..Goal::default() };
        let asked = Goal { kind: None, by: None, ..self.goal.clone() } == alone;
        let wins = asked && self.game.worth() == Worth::Probability;
        let is_series = self.game.now().is_series();
        Winning::asked(self.goal, Some(self.seat), is_series).side.filter(|_| wins && !is_series)
    }

    /// How likely this side wins if Alice does with this probability.
    fn of(side: Side, value: Exact) -> Value {
        (if side == Side::Alice { value } else { value.of_bob() }).into()
    }

    /// How often this player of the person's seat reaches the goal; none if it cannot sit there, or no
    /// debate of it ends.
    fn share(&self, player: &str) -> Option<Share> {
        let seats = self.game.seats_with(self.seat, player);
        let exact = self.winner().and_then(|side| {
            let value = self.game.exact(&seats, self.token)?;
            Some(Self::of(side, value))
        });
        let value = exact.or_else(|| self.sampled(&seats))?;
        Some(Share { player: player.to_owned(), value })
    }

    /// What the best play of the seat in this debate comes to, where only winning is asked for.
    fn best_response(&self) -> Option<Share> {
        let side = self.winner()?;
        let seats = Seat::each(|seat| self.game.seat_plan(seat).without_person());
        // A goal may be reached by a person who finds the flaw. Nobody wins what is made to be lost.
        let best = match self.is_lost {
            true => self.game.best_response(&seats, self.seat, self.token).ok()?,
            false => self.game.best_play(&seats, self.seat, self.token).ok()?,
        };
        let value = Self::of(side, best.value.of_its_player()?);
        Some(Share { player: best.player?.words(), value })
    }

    fn sampled(&self, seats: &[SeatPlan; 3]) -> Option<Value> {
        let (mut debates, mut reached, mut moves, mut coins) = (0, 0, 0, false);
        let (least, most) = WITHOUT_COINS;
        while debates < self.debates && !self.token.is_stopped() {
            if debates >= least && moves >= most && !coins {
                break;
            }
            let mut game = self.game.again(self.game.seed().wrapping_add(debates), seats).ok()?;
            let verdict = self.played(&mut *game)?;
            coins |= game.tree().moves().any(|played| played.actor == Actor::Nature);
            moves += game.tree().line().len();
            debates += 1;
            reached += u64::from(verdict == Verdict::Reached);
        }
        if debates == 0 {
            return None;
        }
        Some(Value::Estimated(Estimate::share(reached, debates)))
    }

    /// Plays to the end: whether the goal was reached.
    fn played(&self, game: &mut dyn Game) -> Option<Verdict> {
        let Advance::Over(outcome) = game.table().run_for(LONGEST, self.token).ok()? else {
            return None;
        };
        let value = |node| game.honest_value(node, self.token);
        Some(of_all(&parts(Some(self.goal), game, self.people, &outcome, &value, self.token)))
    }
}
