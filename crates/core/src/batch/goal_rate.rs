//! Estimates the chances of a goal before anybody plays, for honest play and for the best known
//! player.

use crate::analysis::{BestResponse, ExactValue, Game, PayoffUnit, SampleMean, Value};
use crate::debate::{Advance, AnyDebate, NodeId, SeatPlan};
use crate::review::{MOST_TRIED, People, WinCondition, combine, parts};
use crate::rules::{Actor, Seat, Side, Verb};
use crate::scenario::{Goal, GoalKind, Scenario, Verdict, YamlError, resume};
use crate::work::CancelToken;

/// The least number of debates if nothing is drawn, and the number of moves that is enough then.
/// Only a player who plays at random could vary such debates.
const WITHOUT_COINS: (u64, usize) = (3, 2_000);

/// A debate is abandoned after this many moves.
const LONGEST: usize = 200_000;

/// The probability of an event, with its origin.
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
}

/// The probability that a goal is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalRate {
    /// The kind of the goal.
    pub kind: GoalKind,
    /// With honest play. For a goal of kind `lost`, the probability that honest play wins.
    pub honest: GoalFrequency,
    /// With the best known player, in the same sense.
    pub best: GoalFrequency,
}

impl GoalRate {
    /// Returns whether the best known player agrees with the kind of the goal: it succeeds more
    /// often than not, or fails if the kind is `lost`.
    pub fn holds(&self) -> bool {
        match self.kind {
            GoalKind::Win | GoalKind::Par => self.best.get() > 0.5,
            GoalKind::Lost => self.best.get() < 0.5,
        }
    }
}

/// The chances of a scenario's goal, with its own players in the other seats. `None` if the number
/// of persons is not one, or if the exercise provides moves. If a probability is not known exactly,
/// up to `debates` debates are played.
///
/// # Errors
/// If the scenario cannot be played.
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
    // For a goal of kind `lost`, the question is whether anybody wins.
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
        if let Some(found) = found.filter(|found| found.get() > best.get()) {
            best = found;
        }
    };
    match &said.by {
        Some(by) => try_with(field.share(by)),
        None if honest.get() > 0.5 && kind != GoalKind::Lost => {}
        None => {
            try_with(field.best_response().or_else(|| field.share(BestResponse::NAME)));
            for strategy in game.strategies(seat).iter().take(MOST_TRIED) {
                // A strategy that needs an argument is a family and has no single value.
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

/// A debate and the task of the person in it.
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
    /// The side that has to win. `None` if the goal requires something else.
    fn winner(&self) -> Option<Side> {
        let alone = Goal { winner: self.goal.winner, kind: None, by: None, ..Goal::default() };
        let asked = Goal { kind: None, by: None, ..self.goal.clone() } == alone;
        let wins = asked && self.game.payoff_unit() == PayoffUnit::Probability;
        let is_series = self.game.position().is_series();
        WinCondition::asked(self.goal, Some(self.seat), is_series)
            .side
            .filter(|_| wins && !is_series)
    }

    /// The probability that this side wins, from Alice's.
    fn win_probability(side: Side, value: ExactValue) -> Value {
        (if side == Side::Alice { value } else { value.of_bob() }).into()
    }

    /// The probability that this player in the person's seat reaches the goal. `None` if it cannot
    /// be seated, or no debate ends.
    fn share(&self, player: &str) -> Option<GoalFrequency> {
        let seats = self.game.seats_with(self.seat, player);
        let exact = || {
            let side = self.winner()?;
            let value = self.game.exact(&seats, self.token)?;
            Some(Self::win_probability(side, value))
        };
        // An exact value does not tell a ruling that follows from the evidence from a guess.
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

    /// The value of the best response of the seat in this debate. `None` if the goal is not just to
    /// win.
    fn best_response(&self) -> Option<GoalFrequency> {
        // The best play of a judge may be a guess.
        let side = self.winner().filter(|_| self.seat != Seat::Judge)?;
        let seats = Seat::each(|seat| self.game.seat_plan(seat).without_person());
        // A person may find the flaw and so reach a goal. A debate of kind `lost` must be lost even
        // then.
        let best = match self.is_lost {
            true => self.game.best_response(&seats, self.seat, self.token).ok()?,
            false => self.game.best_play(&seats, self.seat, self.token).ok()?,
        };
        let value = Self::win_probability(side, best.value.of_its_player()?);
        Some(GoalFrequency { player: best.player?.words(), value })
    }

    /// The share of debates that reach the goal, and whether the person's seat guessed in one of them. As in
    /// [`crate::review::grade`], a ruling that the judge's reads do not decide does not reach a goal.
    fn sampled(&self, seats: &[SeatPlan; 3]) -> Option<(Value, bool)> {
        let (mut debates, mut reached, mut moves) = (0, 0, 0);
        let (mut coins, mut guessed) = (false, false);
        let (least, most) = WITHOUT_COINS;
        while debates < self.debates && !self.token.is_stopped() {
            if debates >= least && moves >= most && !coins {
                break;
            }
            let mut game = self.game.restart(self.game.seed().wrapping_add(debates), seats).ok()?;
            let verdict = self.played(&mut *game)?;
            let guesses = self.guesses(&*game);
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

    /// Returns `true` if a ruling of the person's seat is a guess. A series counts its rulings, guesses included.
    fn guesses(&self, game: &dyn Game) -> bool {
        if game.position().is_series() {
            return false;
        }
        let line = game.tree().line();
        let before = std::iter::once(NodeId::START).chain(line.iter().copied());
        before.zip(line).any(|(before, &node)| {
            game.tree().played(node).is_some_and(|played| {
                played.actor == Actor::Seat(self.seat)
                    && played.mv.verb() == Verb::Rule
                    && game.position_at(before).is_guess(&played.mv)
            })
        })
    }

    /// Plays to the end and returns the verdict on the goal.
    fn played(&self, game: &mut dyn Game) -> Option<Verdict> {
        let Advance::Over(outcome) = game.table().run_for(LONGEST, self.token).ok()? else {
            return None;
        };
        let value = |node| game.honest_value(node, self.token);
        Some(combine(&parts(Some(self.goal), game, self.people, &outcome, &value, self.token)))
    }
}
