//! Estimates the probability that a person reaches the goal of an exercise. The estimate is made
//! twice: for an honest player and for the best known player in the person's seat.

use crate::analysis::{BestResponse, ExactValue, Game, PayoffUnit, SampleMean, Value};
use crate::chance::seed_in_series;
use crate::debate::{Advance, AnyDebate, SeatPlan};
use crate::review::{MOST_TRIED, People, WinCondition, combine, guessed_by, parts};
use crate::rules::{Actor, Seat, Side};
use crate::scenario::{Goal, GoalKind, Scenario, Verdict, YamlError, resume};
use crate::work::CancelToken;

/// The number of debates and the total number of moves after which the estimate stops if no debate
/// has random draws. Only a player who moves at random could make later debates differ.
const WITHOUT_COINS: (u64, usize) = (3, 2_000);

/// A debate is abandoned after this many moves.
const LONGEST: usize = 200_000;

/// The probability that a player reaches the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalFrequency {
    /// The player in the person's seat.
    pub player: String,
    /// The probability, in [0, 1].
    pub value: Value,
}

impl GoalFrequency {
    /// The probability as one number. See [`Value::middle`].
    pub fn get(&self) -> f64 {
        self.value.middle()
    }

    /// Returns whether this probability is higher. A few debates of luck do not exceed a value that is known
    /// exactly.
    fn is_above(&self, other: &Self) -> bool {
        let is_estimated = |own: &Self| matches!(own.value, Value::Estimated(_));
        let is_luck = is_estimated(self) && !is_estimated(other) && other.get() > 0.0;
        let least = if is_luck { self.value.ends()[0] } else { self.get() };
        least > other.get()
    }
}

/// The probability that a goal is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRate {
    /// The kind of the goal.
    pub kind: GoalKind,
    /// The result of an honest player. For a goal of kind `lost`, the probability that this player
    /// wins.
    pub honest: GoalFrequency,
    /// The result of the best known player. For a goal of kind `lost`, the probability that this
    /// player wins.
    pub best: GoalFrequency,
}

impl GoalRate {
    /// Returns whether the kind of the goal is right. The best known player must succeed in more
    /// than half of the debates. If the kind is `lost`, this player must succeed in less than half.
    pub fn holds(&self) -> bool {
        match self.kind {
            GoalKind::Win | GoalKind::Par => self.best.get() > 0.5,
            GoalKind::Lost => self.best.get() < 0.5,
        }
    }
}

/// The probabilities that the person of a scenario reaches the goal against the scenario's other
/// players. `None` if the scenario does not have exactly one person, or if it begins with moves. If
/// a probability cannot be computed exactly, up to `debates` debates are played.
///
/// # Errors
/// Returns an error if the scenario cannot be played.
pub fn outlook(
    scenario: &Scenario,
    debates: u64,
    token: &CancelToken,
) -> Result<Option<GoalRate>, YamlError> {
    let game = resume(scenario)?;
    let people = People::new(scenario, &*game);
    let table: &dyn AnyDebate = &*game;
    let [seat] = table.people()[..] else { return Ok(None) };
    if !game.tree().is_empty() {
        return Ok(None);
    }
    let said = scenario.goal().map(|goal| goal.value.clone()).unwrap_or_default();
    if let Some((goal, by)) = scenario.goal().and_then(|goal| Some((goal, goal.by.as_deref()?))) {
        game.check_strategy(seat, by).map_err(|why| goal.wrong(format!("`by`: {why}")))?;
    }
    let kind = said.kind();
    // For a goal of kind `lost`, measure whether a player can win.
    let goal = match kind {
        GoalKind::Lost => {
            Goal { right: game.position().is_series().then_some(true), ..Goal::default() }
        }
        _ => said.clone(),
    };
    let is_lost = kind == GoalKind::Lost;
    let field =
        PersonsTask { game: &*game, people: &people, seat, goal: &goal, is_lost, debates, token };
    let Some(honest) = field.share("honest") else { return Ok(None) };
    let mut best = honest.clone();
    let mut try_with = |found: Option<GoalFrequency>| {
        if let Some(found) = found.filter(|found| found.is_above(&best)) {
            best = found;
        }
    };
    match &said.by {
        Some(by) => try_with(field.share(by)),
        None if honest.get() > 0.5 && kind != GoalKind::Lost => {}
        None => {
            try_with(field.best_response().or_else(|| field.share(BestResponse::NAME)));
            for strategy in game.strategies(seat).iter().take(MOST_TRIED) {
                // Skip a strategy that needs a parameter, because its value depends on the
                // parameter.
                if strategy.name != BestResponse::NAME
                    && game.check_strategy(seat, strategy.name).is_ok()
                {
                    try_with(field.share(strategy.name));
                }
            }
        }
    }
    Ok(Some(GoalRate { kind, honest, best }))
}

/// A debate, and the goal of the person who plays in it.
struct PersonsTask<'a> {
    game: &'a dyn Game,
    people: &'a People,
    seat: Seat,
    goal: &'a Goal,
    is_lost: bool,
    debates: u64,
    token: &'a CancelToken,
}

impl PersonsTask<'_> {
    /// The side that must win. `None` if the goal requires something other than a win, or more than a win.
    fn winner(&self) -> Option<Side> {
        let alone = Goal { winner: self.goal.winner, kind: None, by: None, ..Goal::default() };
        let asked = Goal { kind: None, by: None, ..self.goal.clone() } == alone;
        let wins = asked && self.game.payoff_unit() == PayoffUnit::Probability;
        let is_series = self.game.position().is_series();
        WinCondition::asked(self.goal, Some(self.seat), is_series)
            .side
            .filter(|_| wins && !is_series)
    }

    /// The probability that this side wins, from Alice's winning probability.
    fn win_probability(side: Side, value: ExactValue) -> Value {
        (if side == Side::Alice { value } else { value.of_bob() }).into()
    }

    /// The probability that this player reaches the goal in the person's seat. `None` if the player
    /// cannot be seated, or if a debate does not end.
    fn share(&self, player: &str) -> Option<GoalFrequency> {
        let seats = self.game.seats_with(self.seat, player);
        let exact = || {
            let side = self.winner()?;
            let value = self.game.exact(&seats, self.token)?;
            Some(Self::win_probability(side, value))
        };
        // For a judge, an exact value also counts lucky guesses. So if debates have guesses, use
        // the sampled value.
        let value = match self.seat == Seat::Judge && self.winner().is_some() {
            true => {
                let (sampled, guessed) = self.sampled(&seats)?;
                if guessed { sampled } else { exact().unwrap_or(sampled) }
            }
            false => match exact() {
                Some(value) => value,
                None => self.sampled(&seats)?.0,
            },
        };
        Some(GoalFrequency { player: player.to_owned(), value })
    }

    /// The winning probability of the person's best response. `None` if the goal requires more than
    /// a win.
    fn best_response(&self) -> Option<GoalFrequency> {
        // A judge's best response may be a guess, so it does not count here.
        let side = self.winner().filter(|_| self.seat != Seat::Judge)?;
        let seats = Seat::each(|seat| self.game.seat_plan(seat).without_person());
        // A person may find out hidden facts, so the best response may use them. For a goal of kind
        // `lost`, the person is assumed to know only what the scenario reveals.
        let best = match self.is_lost {
            true => self.game.best_response(&seats, self.seat, self.token).ok()?,
            false => self.game.best_play(&seats, self.seat, self.token).ok()?,
        };
        let value = Self::win_probability(side, best.value.of_its_player()?);
        Some(GoalFrequency { player: best.player?.words(), value })
    }

    /// The share of debates in which the person's seat reaches the goal, and whether this seat
    /// guessed in at least one debate. A ruling that does not follow from the judge's reads is a
    /// guess and does not reach the goal, as in [`crate::review::grade`].
    fn sampled(&self, seats: &[SeatPlan; 3]) -> Option<(Value, bool)> {
        let (mut debates, mut reached, mut moves) = (0, 0, 0);
        let (mut coins, mut guessed) = (false, false);
        let (least, most) = WITHOUT_COINS;
        while debates < self.debates && !self.token.is_stopped() {
            if debates >= least && moves >= most && !coins {
                break;
            }
            let mut game =
                self.game.restart(seed_in_series(self.game.seed(), debates), seats).ok()?;
            let verdict = self.played(&mut *game)?;
            let of_the_seat = |_, actor| actor == Actor::Seat(self.seat);
            let guesses = guessed_by(&*game, of_the_seat);
            guessed |= guesses;
            coins |= game.tree().moves().any(|played| played.actor == Actor::Nature);
            moves += game.tree().line().len();
            debates += 1;
            reached += u64::from(verdict == Verdict::Reached && !guesses);
        }
        if debates == 0 {
            return None;
        }
        Some((Value::Estimated(SampleMean::share(reached, debates)), guessed))
    }

    /// Plays the debate to its end and returns whether the goal is reached.
    fn played(&self, game: &mut dyn Game) -> Option<Verdict> {
        let Advance::Over(outcome) = game.table().run_for(LONGEST, self.token).ok()? else {
            return None;
        };
        let value = |node| game.honest_value(node, self.token);
        Some(combine(&parts(Some(self.goal), game, self.people, &outcome, &value, self.token)))
    }
}
