//! Figures of runs for other tools: JSON, and rows of CSV in columns that are always the same.

use serde_json::{Map, Value, json};

use super::sight::{Seen, Sight};
use crate::analysis::{Rate, Response};
use crate::debate::End;
use crate::lab::part::{Head, MeasuredRun, SweepPoint};
use crate::lab::sweep::Axis;
use crate::lab::{Payoff, Split, Tally};
use crate::rules::{Cost, Seat, Side};

/// What a run follows from.
pub fn head(head: &Head) -> Map<String, Value> {
    keyed([
        ("scenario", json!(head.scenario)),
        ("title", json!(head.title)),
        ("hash", json!(head.hash)),
        ("version", json!(head.version)),
        ("commit", json!(head.commit)),
        ("seed", json!(head.seed)),
        ("seats", seats(&head.seats)),
        ("players", json!(head.players)),
        ("programs", json!(head.programs)),
        ("set", json!(head.set)),
        ("asked_for", json!(head.debates)),
        ("hidden", json!(head.hidden)),
    ])
    .collect()
}

/// Values under their keys.
pub fn keyed<const N: usize>(pairs: [(&str, Value); N]) -> impl Iterator<Item = (String, Value)> {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value))
}

fn seats(written: &[String; 3]) -> Value {
    let all = Seat::ALL.into_iter().zip(written);
    Value::Object(all.map(|(seat, written)| (seat.word().into(), json!(written))).collect())
}

/// What was counted.
pub fn tally(tally: &Tally, sight: &Sight) -> Map<String, Value> {
    let (mut means, mut errors) = (Map::new(), Map::new());
    for paid in tally.costs() {
        let key = format!("{}_{}", paid.seat, paid.cost.key());
        means.insert(key.clone(), paid.mean.into());
        errors.insert(key, json!(paid.se));
    }
    let mut map = rate(tally.debates, tally.alice_wins, tally.rate(), tally.payoff());
    let settled = tally.settled > 0;
    let by_truth = |truth: bool| {
        let Split { debates, alice_wins, .. } = *tally.where_claim_is(truth);
        let split = tally.where_claim_is(truth);
        Value::Object(rate(debates, alice_wins, split.rate(), split.payoff()))
    };
    let split = json!({ "true": by_truth(true), "false": by_truth(false) });
    map.extend(keyed([
        ("right", json!(settled.then_some(tally.right))),
        ("right_rate", json!(settled.then(|| Rate::of(tally.right, tally.settled).rate))),
        ("settled", json!(sight.truth(Some(tally.settled)))),
        ("right_rulings", counted("rulings", tally.rulings)),
        ("right_answers", counted("answers", tally.answers)),
        ("by_truth", json!(sight.truth(Some(split)))),
        ("costs", means.into()),
        ("costs_se", errors.into()),
    ]));
    map
}

/// How many were right of how many.
fn counted(what: &str, counts: Option<(u64, u64)>) -> Value {
    let Some((right, all)) = counts.filter(|&(_, all)| all > 0) else { return Value::Null };
    let rate = Rate::of(right, all);
    json!({
        "right": right, what: all, "rate": rate.rate, "interval": [rate.low, rate.high],
        "se": rate.se,
    })
}

fn rate(debates: u64, wins: u64, rate: Rate, payoff: Option<Payoff>) -> Map<String, Value> {
    let paid = payoff.map(|paid| {
        json!({ "mean": paid.mean, "sd": paid.sd, "se": paid.se, "interval": paid.interval() })
    });
    // Of no debates there is no rate.
    let rate = (debates > 0).then_some(rate);
    keyed([
        ("debates", json!(debates)),
        ("alice_wins", json!(wins)),
        ("rate", json!(rate.map(|rate| rate.rate))),
        ("se", json!(rate.map(|rate| rate.se))),
        ("interval", json!(rate.map(|rate| [rate.low, rate.high]))),
        ("payoff", json!(paid)),
    ])
    .collect()
}

/// A point of a sweep: where it is, who plays, what is exact and what was counted.
pub fn point(run: &Seen<MeasuredRun>, point: &SweepPoint) -> Map<String, Value> {
    let mut map = tally(&point.tally, &run.sight);
    let at = run.head.vary.iter().zip(&point.at).map(|(axis, value)| {
        let number = value.parse::<f64>().ok().filter(|x| x.is_finite());
        (axis.name.clone(), number.map_or(json!(value), |x| json!(x)))
    });
    let band = (point.tally.debates > 0).then(|| run.band(point));
    map.extend(keyed([
        ("at", Value::Object(at.collect())),
        ("first_seed", point.seed.into()),
        ("band", json!(band)),
        ("seats", seats(&point.seats)),
        ("exact", json!(point.exact)),
        ("theorem", json!(point.promise)),
        ("best_responses", best_responses(&point.best)),
    ]));
    map
}

/// The best Alice and the best Bob against who sits opposite.
pub fn best_responses(best: &[Option<Response>; 2]) -> Value {
    let [alice, bob] = best.each_ref().map(|best| best.as_ref().map(Response::to_json));
    json!({ "alice": alice, "bob": bob })
}

/// The names of the columns of a sweep's points.
pub fn columns(run: &MeasuredRun) -> Vec<String> {
    let mut names = head_columns();
    names.extend(run.head.vary.iter().filter(|axis| is_own(axis)).map(|axis| axis.name.clone()));
    names.extend(
        ["debates", "alice_wins", "rate", "rate_se", "rate_low", "rate_high"].map(Into::into),
    );
    // For all points together, of the rate or of what is paid.
    names.extend(["band_low", "band_high"].map(Into::into));
    names.extend(["paid", "paid_sd", "paid_se", "paid_low", "paid_high"].map(Into::into));
    names.extend(["settled", "right"].map(Into::into));
    for truth in ["true", "false"] {
        names.extend(["debates", "alice_wins", "paid"].map(|name| format!("{truth}_{name}")));
    }
    names.extend(["exact", "theorem", "theorem_side", "theorem_limit"].map(Into::into));
    for (seat, cost) in costs() {
        names.extend([format!("{seat}_{}", cost.key()), format!("{seat}_{}_se", cost.key())]);
    }
    for seat in [Seat::Alice, Seat::Bob] {
        names.extend(["low", "high", "by", "player"].map(|what| format!("best_{seat}_{what}")));
    }
    names
}

/// A point in those columns.
pub fn row(run: &Seen<MeasuredRun>, point: &SweepPoint) -> Vec<String> {
    let tally = &point.tally;
    let mut row = head_row(&run.head, point.seed, &point.seats);
    let varied = run.head.vary.iter().zip(&point.at).filter(|(axis, _)| is_own(axis));
    row.extend(varied.map(|(_, value)| value.clone()));
    let Rate { rate, low, high, se } = tally.rate();
    row.extend([tally.debates.to_string(), tally.alice_wins.to_string()]);
    row.extend(
        [rate, se, low, high].map(|x| if tally.debates > 0 { number(x) } else { String::new() }),
    );
    let band = (tally.debates > 0).then(|| run.band(point).map(number));
    row.extend(band.unwrap_or_default());
    row.extend(match tally.payoff() {
        Some(paid) => {
            let [low, high] = paid.interval();
            [paid.mean, paid.sd, paid.se, low, high].map(number)
        }
        None => Default::default(),
    });
    let told = |count: u64| run.sight.truth(Some(count)).map_or(String::new(), |n| n.to_string());
    row.extend([told(tally.settled), told(tally.right)]);
    for truth in [true, false] {
        let split = tally.where_claim_is(truth);
        let paid = split.payoff().map_or(String::new(), |paid| number(paid.mean));
        row.extend([told(split.debates), told(split.alice_wins), paid]);
    }
    row.push(point.exact.map_or(String::new(), number));
    row.extend(match &point.promise {
        Some(promise) => {
            let side = if promise.at_least { "at least" } else { "at most" };
            [promise.theorem.clone(), side.into(), number(promise.limit)]
        }
        None => Default::default(),
    });
    for (seat, cost) in costs() {
        let found = tally.costs().find(|paid| paid.seat == seat && paid.cost == cost);
        row.extend(found.map_or([0.0, 0.0], |paid| [paid.mean, paid.se]).map(number));
    }
    for best in &point.best {
        row.extend(match best {
            Some(Response::Known { player, value }) => {
                let [low, high] = value.ends().map(|end| end.map_or(String::new(), number));
                let by = crate::analysis::Value::Bracket(*value).how();
                [low, high, by, player.clone().unwrap_or_default()]
            }
            _ => Default::default(),
        });
    }
    row
}

/// The names of the columns of one debate each.
pub fn debate_columns() -> Vec<String> {
    let mut names = head_columns();
    names.extend(["winner", "claim_true", "right", "paid"].map(Into::into));
    names.extend(costs().map(|(seat, cost)| format!("{seat}_{}", cost.key())));
    names
}

/// One debate in those columns; the seed is its own.
pub fn debate_row(head: &Seen<Head>, seed: u64, end: &Seen<End>) -> Vec<String> {
    let outcome = &end.outcome;
    let mut row = head_row(head, seed, &head.seats);
    row.push(outcome.winner.to_string());
    row.push(end.truth.map_or(String::new(), |truth| truth.to_string()));
    row.push(
        end.truth.map_or(String::new(), |t| (outcome.winner == Side::of_claim(t)).to_string()),
    );
    row.push(outcome.payoff.map_or(String::new(), number));
    row.extend(costs().map(|(seat, cost)| end.costs[seat.index()][cost as usize].to_string()));
    row
}

/// One debate as JSON; the seed is its own.
pub fn debate(given: &Seen<Head>, seed: u64, end: &Seen<End>) -> Map<String, Value> {
    let mut map = head(given);
    map.remove("asked_for");
    let outcome = &end.outcome;
    let paid = costs().map(|(seat, cost)| {
        let key = format!("{seat}_{}", cost.key());
        (key, json!(end.costs[seat.index()][cost as usize]))
    });
    map.extend(keyed([
        ("seed", json!(seed)),
        ("winner", json!(outcome.winner)),
        ("claim_true", json!(end.truth)),
        ("right", json!(end.truth.map(|truth| outcome.winner == Side::of_claim(truth)))),
        ("payoff", json!(outcome.payoff)),
        ("answer_is_right", json!(end.answer_is_right)),
        ("costs", Value::Object(paid.collect())),
    ]));
    map
}

fn head_columns() -> Vec<String> {
    let names = ["scenario", "hash", "version", "seed", "alice", "bob", "judge", "set"];
    names.into_iter().chain(["commit", "players", "programs"]).map(Into::into).collect()
}

/// Whether what is varied has a column of its own: the seed and the players have one already.
fn is_own(axis: &Axis) -> bool {
    !head_columns().contains(&axis.name)
}

fn head_row(head: &Head, seed: u64, seats: &[String; 3]) -> Vec<String> {
    let mut row = vec![head.scenario.clone(), head.hash.clone(), head.version.clone()];
    row.push(seed.to_string());
    row.extend(seats.iter().cloned());
    row.push(head.set.join(" "));
    row.push(head.commit.clone());
    row.extend([json!(head.players).to_string(), json!(head.programs).to_string()]);
    row
}

fn costs() -> impl Iterator<Item = (Seat, Cost)> {
    Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost)))
}

/// A number that reads back as itself; nothing where there is none.
fn number(x: f64) -> String {
    if x.is_finite() { x.to_string() } else { String::new() }
}

/// A line of CSV (RFC 4180, but lines end as on this machine).
pub fn csv(row: &[String]) -> String {
    let field = |text: &String| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    row.iter().map(field).collect::<Vec<_>>().join(",") + "\n"
}
