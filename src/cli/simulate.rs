//! `elenchus simulate`: many debates, counted.

use clap::Args;
use serde_json::json;

use super::Players;
use super::long::long;
use super::output::{self, Ended};
use super::question::Asked;
use crate::lab;
use crate::rules::Seat;
use crate::show::narrate;
use crate::work::Stopped;

/// Play many debates and count who wins.
#[derive(Debug, Args)]
pub struct Simulate {
    /// A scenario: a file, or the name of a shipped one.
    file: String,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    asked: Asked,
    /// How many debates; each has its own seed, counted up from the first.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    debates: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Runs it.
    pub fn run(self) -> Ended {
        let (scenario, game) = self.players.seated(&self.file, self.asked)?;
        let shows = self.players.shows(&scenario);
        let many =
            game.many(&Seat::ALL.map(|seat| game.seat_plan(seat))).map_err(anyhow::Error::msg)?;
        let tally =
            long("debates", |token| lab::simulate(&*many, self.debates, game.seed(), token))??;
        let partial = tally.debates < self.debates;
        let rate = tally.rate();
        if self.json {
            let costs: serde_json::Map<String, serde_json::Value> = tally
                .costs()
                .map(|(seat, cost, mean)| (format!("{seat}_{}", cost.key()), mean.into()))
                .collect();
            let mut found = json!({
                "debates": tally.debates, "partial": partial, "alice_wins": tally.alice_wins,
                "rate": rate.rate, "interval": [rate.low, rate.high],
                "payoff": tally.payoff().map(|p| json!({ "mean": p.mean, "sd": p.sd })),
                "right": (tally.settled > 0).then_some(tally.right), "settled": tally.settled,
                "costs": costs,
            });
            if let (Some((right, all)), Some(rate)) = (tally.rulings, tally.right_rulings()) {
                found["right_rulings"] = json!({
                    "right": right, "rulings": all,
                    "rate": rate.rate, "interval": [rate.low, rate.high],
                });
            }
            output::json(&found)?;
            return if partial { Err(Stopped.into()) } else { Ok(true) };
        }
        let mut text = format!("{}\n", scenario.title);
        for seat in Seat::ALL {
            text += &format!("  {:<6} {}\n", seat.word(), shows.player(&*game, seat));
        }
        // Where there are payoffs, nobody wins: what counts is what Alice is paid on average.
        let what =
            if tally.payoff().is_some() { "Alice is paid more than 0 in" } else { "Alice wins" };
        text += &format!(
            "\n{}{what} {}/{} = {:.4}   95 % from {:.4} to {:.4}\n",
            if partial { "stopped; partial figures: " } else { "" },
            tally.alice_wins,
            tally.debates,
            rate.rate,
            rate.low,
            rate.high
        );
        if let (Some((right, all)), Some(rate)) = (tally.rulings, tally.right_rulings()) {
            text += &format!(
                "The judge rules rightly {right}/{all} = {:.4}   95 % from {:.4} to {:.4}\n",
                rate.rate, rate.low, rate.high
            );
        }
        if let Some(paid) = tally.payoff() {
            text += &format!("Alice is paid {:.4} on average, sd {:.4}\n", paid.mean, paid.sd);
        }
        for (seat, cost, mean) in tally.costs() {
            text +=
                &format!("  {:<6} {:<11} {mean:.2} on average\n", seat.word(), narrate::cost(cost));
        }
        output::text(&text)?;
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}
