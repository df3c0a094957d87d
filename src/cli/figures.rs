//! Figures of runs for other tools: JSON, and rows of CSV in columns that are always the same.

use serde_json::{Map, Value, json};

use super::sight::{Seen, Sight};
use crate::analysis::{Rate, Response};
use crate::batch::part::{Head, MeasuredRun, SweepPoint};
use crate::batch::{Payoff, Tally};
use crate::debate::End;
use crate::rules::{Cost, Seat};

/// What a run follows from, as a part keeps it, but for what is told of the points.
pub fn head(head: &Head) -> Map<String, Value> {
    let Value::Object(mut map) = json!(head) else { return Map::new() };
    for key in ["command", "common_seeds", "debates", "vary"] {
        map.remove(key);
    }
    map.insert("seats".into(), seats(&head.seats));
    map.insert("asked_for".into(), head.debates.into());
    map
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
        let split = tally.where_claim_is(truth);
        rate(split.debates, split.alice_wins, split.rate(), split.payoff())
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

/// Values under the names of their columns.
type Row = Vec<(String, String)>;

/// The names of a row's columns.
pub fn names(row: Row) -> impl Iterator<Item = String> {
    row.into_iter().map(|(name, _)| name)
}

/// A row's values.
pub fn values(row: Row) -> impl Iterator<Item = String> {
    row.into_iter().map(|(_, value)| value)
}

fn put<const N: usize>(row: &mut Row, names: [impl Into<String>; N], values: [String; N]) {
    row.extend(names.map(Into::into).into_iter().zip(values));
}

/// A point of a sweep in columns that are always the same.
pub fn row(run: &Seen<MeasuredRun>, point: &SweepPoint) -> Row {
    let tally = &point.tally;
    let mut row = head_row(&run.head, point.seed, &point.seats);
    for (at, axis) in run.head.vary.iter().enumerate() {
        // The seed and the players have columns already.
        if !HEAD.contains(&&*axis.name) {
            row.push((axis.name.clone(), point.at.get(at).cloned().unwrap_or_default()));
        }
    }
    let Rate { rate, low, high, se } = tally.rate();
    let known = |x: f64| if tally.debates > 0 { number(x) } else { String::new() };
    let counts = [tally.debates, tally.alice_wins].map(|count| count.to_string());
    put(&mut row, ["debates", "alice_wins"], counts);
    let rates = [rate, se, low, high].map(known);
    put(&mut row, ["rate", "rate_se", "rate_low", "rate_high"], rates);
    // For all points together, of the rate or of what is paid.
    let band = (tally.debates > 0).then(|| run.band(point).map(number));
    put(&mut row, ["band_low", "band_high"], band.unwrap_or_default());
    let paid = tally.payoff().map(|paid| {
        let [low, high] = paid.interval();
        [paid.mean, paid.sd, paid.se, low, high].map(number)
    });
    let names = ["paid", "paid_sd", "paid_se", "paid_low", "paid_high"];
    put(&mut row, names, paid.unwrap_or_default());
    let told = |count: u64| run.sight.truth(Some(count)).map_or(String::new(), |n| n.to_string());
    put(&mut row, ["settled", "right"], [tally.settled, tally.right].map(told));
    for truth in [true, false] {
        let split = tally.where_claim_is(truth);
        let paid = split.payoff().map_or(String::new(), |paid| number(paid.mean));
        let names = ["debates", "alice_wins", "paid"].map(|name| format!("{truth}_{name}"));
        put(&mut row, names, [told(split.debates), told(split.alice_wins), paid]);
    }
    put(&mut row, ["exact"], [point.exact.map_or(String::new(), number)]);
    let promise = point
        .promise
        .as_ref()
        .map(|promise| [promise.theorem.clone(), promise.side().into(), number(promise.limit)]);
    put(&mut row, ["theorem", "theorem_side", "theorem_limit"], promise.unwrap_or_default());
    for (seat, cost) in Cost::by_seat() {
        let found = tally.costs().find(|paid| paid.seat == seat && paid.cost == cost);
        let found = found.map_or([0.0, 0.0], |paid| [paid.mean, paid.se]).map(number);
        put(&mut row, ["", "_se"].map(|what| format!("{seat}_{}{what}", cost.key())), found);
    }
    for (seat, best) in Seat::ALL.into_iter().zip(&point.best) {
        let names = ["low", "high", "by", "player"].map(|what| format!("best_{seat}_{what}"));
        let told = match best {
            Some(Response::Known { player, value }) => {
                let [low, high] = value.ends().map(|end| end.map_or(String::new(), number));
                let by = crate::analysis::Value::Bracket(*value).how();
                [low, high, by, player.clone().unwrap_or_default()]
            }
            _ => Default::default(),
        };
        put(&mut row, names, told);
    }
    row
}

/// One debate in columns that are always the same; the seed is its own. Without a debate there is
/// nothing in them.
pub fn debate_row(head: &Seen<Head>, seed: u64, end: Option<&Seen<End>>) -> Row {
    let mut row = head_row(head, seed, &head.seats);
    let told = end.map(|end| {
        let outcome = &end.outcome;
        let [truth, right] =
            [end.truth, end.right_won()].map(|is| is.map_or(String::new(), |is| is.to_string()));
        [outcome.winner.to_string(), truth, right, outcome.payoff.map_or(String::new(), number)]
    });
    put(&mut row, ["winner", "claim_true", "right", "paid"], told.unwrap_or_default());
    for (seat, cost) in Cost::by_seat() {
        let paid = end.map(|end| end.costs[seat.index()][cost as usize].to_string());
        put(&mut row, [format!("{seat}_{}", cost.key())], [paid.unwrap_or_default()]);
    }
    row
}

/// One debate as JSON; the seed is its own.
pub fn debate(given: &Seen<Head>, seed: u64, end: &Seen<End>) -> Map<String, Value> {
    let mut map = head(given);
    map.remove("asked_for");
    let outcome = &end.outcome;
    let paid = Cost::by_seat().map(|(seat, cost)| {
        let key = format!("{seat}_{}", cost.key());
        (key, json!(end.costs[seat.index()][cost as usize]))
    });
    map.extend(keyed([
        ("seed", json!(seed)),
        ("winner", json!(outcome.winner)),
        ("claim_true", json!(end.truth)),
        ("right", json!(end.right_won())),
        ("payoff", json!(outcome.payoff)),
        ("answer_is_right", json!(end.answer_is_right)),
        ("costs", Value::Object(paid.collect())),
    ]));
    map
}

/// The columns of what a run follows from.
const HEAD: [&str; 11] = [
    "scenario", "hash", "version", "seed", "alice", "bob", "judge", "set", "commit", "players",
    "programs",
];

fn head_row(head: &Head, seed: u64, [alice, bob, judge]: &[String; 3]) -> Row {
    let (seed, set) = (seed.to_string(), head.set.join(" "));
    let own =
        [&head.scenario, &head.hash, &head.version, &seed, alice, bob, judge, &set, &head.commit];
    let whole = [json!(head.players).to_string(), json!(head.programs).to_string()];
    HEAD.map(Into::into).into_iter().zip(own.map(Clone::clone).into_iter().chain(whole)).collect()
}

/// A number that reads back as itself; nothing where there is none.
fn number(x: f64) -> String {
    if x.is_finite() { x.to_string() } else { String::new() }
}
