//! `elenchus attack`: the strongest strategy of a seat.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use super::figures;
use super::long::long;
use super::many::{head, tell_of_moves};
use super::number;
use super::output::{Ended, Out, To, aligned};
use super::question::{Debated, provers};
use super::seated::Seated;
use super::sight::{Seen, UNLESS_REVEALED};
use crate::analysis::{Best, Family, Game, Method, Over, Response, Value};
use crate::batch::attack::{StrongestFound, Target, strongest};
use crate::batch::part::Head;
use crate::debate::SeatPlan;
use crate::rules::{Eye, Seat};
use crate::scenario::{Hidden, Scenario, Words, write};
use crate::text::number::{fixed, plural};
use crate::work::Stopped;
use crate::work::Token;

/// Find the strongest strategy of a seat against whoever sits opposite: exactly where values are
/// exact, else by a seeded search.
#[derive(Debug, Args)]
pub struct Attack {
    #[command(flatten)]
    debated: Debated,
    /// The attacking seat.
    #[arg(long, value_name = "SEAT", value_parser = provers())]
    seat: Seat,
    /// What is searched: strategies, such as never, with the range of their number, such as
    /// shift=0:0.4, or a mixture with the weight of its second part, such as honest+shift:0.2=0:1.
    /// Several are parted by commas. Without it, every strategy that the seat has, with a grid over all the
    /// numbers that it takes: over a range of one's own more is found.
    #[arg(long, value_name = "NAME=LOW:HIGH", value_delimiter = ',')]
    over: Vec<Over>,
    /// Where values are not exact: how many debates are played of what is found, and in each round
    /// of the search.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::count)]
    debates: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write what was found as a scenario that opens at the table.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file that is there.
    #[arg(long, requires = "out")]
    force: bool,
}

impl Attack {
    /// Runs it.
    pub fn run(self) -> Ended {
        let out = self.out.as_deref().map(|path| Out::file(path, self.force)).transpose()?;
        let seated = self.debated.seated()?;
        if !seated.sight.sees(Hidden::Truth) {
            let unless = UNLESS_REVEALED;
            bail!("what this debate is worth stays hidden until its review{unless}");
        }
        let other = self.seat.opposite();
        if !seated.sight.sees(Hidden::player(other)) {
            let name = other.name();
            bail!(
                "who answers {name} best tells who {name} is, which stays hidden until the review{}; \
                 a player named for that seat is attacked",
                UNLESS_REVEALED
            );
        }
        if seated.programs.commands[self.seat.index()].is_some() {
            bail!("{} attacks with strategies: no program can sit there", self.seat.name());
        }
        // If nobody can say what the seat knows, its best response is not known, and listed players are
        // tried in this very debate.
        let known = seated.game.as_known_to(self.seat).unwrap_or_default();
        let game = known.as_deref().unwrap_or(&*seated.game);
        let families = match self.over.is_empty() {
            true => Family::all(game, self.seat),
            false => self
                .over
                .iter()
                .map(|over| Family::asked(over, game, self.seat))
                .collect::<Result<_, _>>()
                .map_err(anyhow::Error::msg)
                .context("--over")?,
        };
        let Self { debated, debates, .. } = &self;
        tell_of_moves(&seated.scenario);
        let head = head("attack", debated, &seated.scenario, &seated, Vec::new(), *debates)?;
        let found = long("strategies", |token| {
            let best = seated.best_response(self.seat, token);
            let plays = |seats: &[SeatPlan; 3], token: &Token| seated.many_in(game, seats, token);
            let target = Target {
                game,
                anybody: self.over.is_empty(),
                seats: Seat::each(|seat| game.seat_plan(seat)),
                seat: self.seat,
                plays: &plays,
                best,
                debates: self.debates,
                seed: game.seed(),
            };
            strongest(&target, &families, token)
        })??;
        if let Some(out) = out {
            out.text(&write(&self.scenario(&seated, &found)?)?)?;
        }
        let to = To::default();
        match self.json {
            true => to.json(&to_json(&seated.sight.see(head), self.seat, &found))?,
            false => to.text(&self.words(&seated, &found))?,
        };
        if found.partial { Err(Stopped.into()) } else { Ok(true) }
    }

    /// The debate with the strongest in its seat; a person who would have sat there sits opposite.
    fn scenario(&self, seated: &Seated, found: &StrongestFound) -> anyhow::Result<Scenario> {
        let given = &seated.scenario;
        let (seat, name) = (self.seat, self.seat.name());
        let words = |text: String| Words::new(&text).map_err(anyhow::Error::msg);
        let value = value_line(found, &*seated.game);
        let mut scenario = Scenario {
            title: words(format!("{}: the strongest {name} found", &*given.title))?,
            summary: words(format!("{name} plays {}. {value}", found.plan.words()))?,
            seat: given.seat.map(|own| if own == seat { seat.opposite() } else { own }),
            hide: seated.sight.hidden().to_vec(),
            lesson: Default::default(),
            exercise: None,
            attempt: None,
            moves: None,
            order: None,
            ..given.clone()
        };
        for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
            match seated.game.seat_plan(other) {
                _ if scenario.seat == Some(other) => {
                    scenario.seats.set(other, SeatPlan::Human);
                }
                SeatPlan::Human => {}
                plan => scenario.seats.set(other, plan),
            }
        }
        scenario.seats.set(seat, found.plan.clone());
        Ok(scenario)
    }

    fn words(&self, seated: &Seated, found: &StrongestFound) -> String {
        let opposite = self.seat.opposite();
        let name = |seat: Seat| seated.sight.player(seat, &seated.names[seat.index()]);
        let [other, judge] = [opposite, Seat::Judge].map(name);
        let (title, claim) = (&seated.scenario.title, &seated.scenario.claim);
        let own = self.seat.name();
        let heading =
            format!("{title}\n{claim}\n\n{own} against {opposite} {other}, judge {judge}\n\n");
        let mut lines: Vec<Vec<String>> = Vec::new();
        let mut line = |what: &str, says: String| lines.push(vec![what.to_owned(), says]);
        let stopped = if found.partial { "so far, stopped: " } else { "" };
        line("strongest found", format!("{stopped}{}", found.plan.words()));
        line("", value_line(found, &*seated.game));
        let is_averaged = seated.game.as_known_to(self.seat).is_ok_and(|known| known.is_some());
        if is_averaged && found.value.both_ends().is_none() {
            line("", format!("on average over the worlds that {own} cannot tell apart"));
        }
        line("theorem", theorem(found));
        if found.is_best {
            let by_search = |best: &Best| best.value.by() == Method::EveryMove;
            let looked_through = found.best_response.as_ref().is_ok_and(by_search);
            let known = seated.game.now().known(Eye::Seat(self.seat));
            let nobody = match !looked_through && !is_averaged && known.has_the_world() {
                true => format!("no {own} does better"),
                false => format!("no {own} who knows as much does better"),
            };
            line("", format!("it is the exact best response: {nobody}"));
        } else if let Ok(best) = &found.best_response {
            line("best response", Response::from(best.clone()).to_string());
        }
        let tried = plural(found.tried as u64, "strategy", "strategies");
        let played = plural(found.played, "debate", "debates");
        line("searched", format!("{tried}, {played}"));
        if let Err(why) = &found.best_response {
            line("best response", format!("not known: {why}"));
        }
        if let Some((player, why)) = found.failed.first() {
            let count = found.failed.len();
            line("left out", format!("{count} that could not play; {player}: {why}"));
        }
        if let Some(path) = &self.out {
            line("written", path.display().to_string());
        }
        heading + &aligned(&lines, 0..0).concat()
    }
}

fn value_line(found: &StrongestFound, game: &dyn Game) -> String {
    let what = game.worth().said(game.now().is_series());
    match &found.value {
        Value::Estimated(sampled) => format!(
            "{what} {}   {} ({} that did not choose it)",
            fixed(found.value.middle(), 4),
            sampled.trust(),
            plural(sampled.debates(), "debate", "debates")
        ),
        value => format!("{what} {value}"),
    }
}

fn theorem(found: &StrongestFound) -> String {
    let Some(promise) = &found.promise else {
        return "none says a number about these players in this debate".into();
    };
    let held = match promise.is_kept(found.value.ends()) {
        Some(true) => "it holds against this one",
        Some(false) => "it fails",
        None => "the interval does not tell whether it holds: play more debates",
    };
    format!("{} {} ({}): {held}", promise.side(), fixed(promise.limit, 4), promise.theorem)
}

fn to_json(head: &Seen<Head>, seat: Seat, found: &StrongestFound) -> serde_json::Value {
    let mut map = figures::head(head);
    let best = found.best_response.as_ref().ok();
    let value = best.map(|best| best.value);
    map.extend(figures::keyed([
        ("partial", json!(found.partial)),
        ("attacking", json!(seat)),
        ("strongest", json!(found.plan.words())),
        ("value", json!(found.value.middle())),
        ("interval", json!(found.value.ends())),
        ("exact", json!(found.value.exact())),
        ("sampled", json!(found.tally.as_ref().map(|tally| figures::tally(tally, &head.sight)))),
        ("theorem", json!(found.promise)),
        ("holds", json!(found.promise.as_ref().map(|promise| promise.is_kept(found.value.ends())))),
        ("best_response", json!(value.and_then(|value| value.played()))),
        ("best_response_limit", json!(value.and_then(|value| value.limit()))),
        ("best_response_by", json!(value.map(|value| value.by()))),
        ("best_response_player", json!(best.and_then(|best| Some(best.player.as_ref()?.words())))),
        ("best_response_value", json!(best.map(Best::value))),
        ("is_best", json!(found.is_best)),
        ("strategies_tried", json!(found.tried)),
        ("debates_played", json!(found.played)),
        ("best_response_unknown", json!(found.best_response.as_ref().err())),
        ("left_out", json!(found.failed)),
    ]));
    map.into()
}
