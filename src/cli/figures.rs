//! The figures of runs for other programs: JSON, and tables whose cells come from that JSON.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::redaction::{Redacted, Redaction};
use super::table::{OutputTable, plain};
use crate::analysis::{BestResponse, Rate, ResponseSummary};
use crate::batch::attack::AttackResult;
use crate::batch::shard::{MeasuredRun, RunHeader, SweepPoint};
use crate::batch::sweep::SweepAxis;
use crate::batch::{PayoffStats, Tally};
use crate::debate::DebateResult;
use crate::rules::{Cost, Seat};
use crate::scenario::hex;

/// The commit that this program was built from. Empty if it is unknown.
pub const COMMIT: &str = env!("ELENCHUS_COMMIT");

/// The SHA-256 hash of bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes))
}

/// The inputs of a run as JSON. Inputs that differ between the points of the run are left out.
pub fn head(head: &RunHeader) -> Map<String, Value> {
    let Value::Object(mut map) = json!(head) else { return Map::new() };
    for key in ["command", "common_seeds", "debates", "vary"] {
        map.remove(key);
    }
    map.insert("seats".into(), seats(&head.seats));
    map.insert("strategies".into(), seats(&head.seats));
    map.insert("asked_for".into(), head.debates.into());
    map
}

/// Values with their keys.
pub fn keyed<const N: usize>(pairs: [(&str, Value); N]) -> impl Iterator<Item = (String, Value)> {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value))
}

fn seats(written: &[String; 3]) -> Value {
    let all = Seat::ALL.into_iter().zip(written);
    Value::Object(all.map(|(seat, written)| (seat.word().into(), json!(written))).collect())
}

/// The counts of debates as JSON.
pub fn tally(tally: &Tally, sight: &Redaction) -> Map<String, Value> {
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
        ("right_rate", json!(settled.then(|| Rate::from_counts(tally.right, tally.settled).rate))),
        ("settled", json!(sight.truth(Some(tally.settled)))),
        ("right_rulings", counted("rulings", tally.rulings)),
        ("right_answers", counted("answers", tally.answers)),
        ("by_truth", json!(sight.truth(Some(split)))),
        ("costs", means.into()),
        ("costs_se", errors.into()),
    ]));
    map
}

/// The number and the rate of right rulings or answers. The total has the key `what`.
fn counted(what: &str, counts: Option<(u64, u64)>) -> Value {
    let Some((right, all)) = counts.filter(|&(_, all)| all > 0) else { return Value::Null };
    let rate = Rate::from_counts(right, all);
    json!({
        "right": right, what: all, "rate": rate.rate, "interval": [rate.low, rate.high],
        "se": rate.se,
    })
}

fn rate(debates: u64, wins: u64, rate: Rate, payoff: Option<PayoffStats>) -> Map<String, Value> {
    let paid = payoff.map(|paid| {
        json!({ "mean": paid.mean, "sd": paid.sd, "se": paid.se, "interval": paid.interval() })
    });
    // Without debates there is no rate.
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

/// A point of a sweep as JSON: its parameters, its players, exact values and counts.
pub fn point(run: &Redacted<MeasuredRun>, point: &SweepPoint) -> Map<String, Value> {
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
        ("strategies", seats(&point.seats)),
        ("players", json!(players(&run.head, &point.seats))),
        ("averages_over", json!(point.averages_over)),
        ("exact", json!(point.exact)),
        ("theorem", json!(point.promise)),
        ("best_responses", best_responses(&point.best)),
    ]));
    map
}

/// The best responses of Alice and Bob as JSON.
pub fn best_responses(best: &[Option<ResponseSummary>; 2]) -> Value {
    let [alice, bob] = best.each_ref().map(|best| best.as_ref().map(ResponseSummary::to_json));
    json!({ "alice": alice, "bob": bob })
}

/// The result of an attack as JSON.
pub fn attack(head: &Redacted<RunHeader>, seat: Seat, found: &AttackResult) -> Map<String, Value> {
    let best = found.best_response.as_ref().ok();
    let value = best.map(|best| best.value);
    let mut map = self::head(head);
    // The hash of the file depends on what it hides.
    let hash = head.sight.sees_all().then_some(&head.hash);
    map.insert("hash".into(), json!(hash));
    map.extend(keyed([
        ("partial", json!(found.partial)),
        ("attacking", json!(seat)),
        ("strongest", json!(found.plan.words())),
        ("value", json!(found.value.middle())),
        ("interval", json!(found.value.ends())),
        ("exact", json!(found.value.exact())),
        ("sampled", json!(found.tally.as_ref().map(|own| tally(own, &head.sight)))),
        ("theorem", json!(found.promise)),
        ("holds", json!(found.promise.as_ref().map(|promise| promise.is_kept(found.value.ends())))),
        ("best_response", json!(value.and_then(|value| value.played()))),
        ("best_response_limit", json!(value.and_then(|value| value.limit()))),
        ("best_response_by", json!(value.map(|value| value.by()))),
        ("best_response_player", json!(best.and_then(|best| Some(best.player.as_ref()?.words())))),
        ("best_response_value", json!(best.map(BestResponse::value))),
        ("is_best", json!(found.is_best)),
        ("strategies_tried", json!(found.tried)),
        ("debates_played", json!(found.played)),
        ("best_response_unknown", json!(found.best_response.as_ref().err())),
        ("left_out", json!(found.failed)),
    ]));
    map
}

/// The columns of an attack that follow its input columns. A column is the key of a cell in the JSON of the attack, or
/// `name=path` with the path of the cell.
const ATTACK: &str = "attacking strongest value low=interval/0 high=interval/1 exact \
    theorem=theorem/theorem theorem_side theorem_limit=theorem/limit holds best_response \
    best_response_limit best_response_by best_response_player is_best strategies_tried \
    debates_played partial";

/// The result of an attack as a table with one row. Its columns are always the same.
pub fn attack_table(head: &Redacted<RunHeader>, seat: Seat, found: &AttackResult) -> OutputTable {
    let json = Value::Object(attack(head, seat, found));
    let places = placed(ATTACK);
    let mut row = head_cells(head, head.seed, &head.seats);
    row[1] = json["hash"].clone();
    row.extend(places.iter().map(|(name, place)| match &**name {
        "theorem_side" => json!(found.promise.as_ref().map(|own| own.limit.side())),
        _ => json.pointer(place).cloned().unwrap_or_default(),
    }));
    let names = HEAD.map(String::from).into_iter().chain(places.into_iter().map(|(name, _)| name));
    OutputTable { columns: names.map(|name| (name, 0)).collect(), rows: vec![row] }
}

/// The columns of the inputs of a run.
const HEAD: [&str; 11] = [
    "scenario", "hash", "version", "seed", "alice", "bob", "judge", "set", "commit", "players",
    "programs",
];

/// The complete players of a point with these strategies. A sweep can replace the players of the run.
fn players(head: &RunHeader, seats: &[String; 3]) -> [Value; 3] {
    Seat::each(|seat| match seat.index() {
        at if head.seats[at] == seats[at] => head.players[at].clone(),
        at => json!(seats[at]),
    })
}

fn head_cells(head: &RunHeader, seed: u64, seats: &[String; 3]) -> Vec<Value> {
    let RunHeader { scenario, hash, version, set, commit, programs, .. } = head;
    let ([alice, bob, judge], players) = (seats, players(head, seats));
    let words = [scenario, hash, version].map(|words| json!(words)).into_iter();
    let words = words.chain([seed.into()]).chain([alice, bob, judge].map(|words| json!(words)));
    words.chain([set.join(" ").into(), json!(commit), json!(players), json!(programs)]).collect()
}

/// The columns of a point of a sweep. The columns `paid…` are older names of `payoff…`. A column is the key of a cell in the JSON of the point, or `name=path` with the
/// path of the cell.
const POINT: &str = "debates alice_wins rate rate_se=se rate_low=interval/0 rate_high=interval/1 \
    band_low=band/0 band_high=band/1 paid=payoff/mean paid_sd=payoff/sd paid_se=payoff/se \
    paid_low=payoff/interval/0 paid_high=payoff/interval/1 settled right \
    true_debates=by_truth/true/debates true_alice_wins=by_truth/true/alice_wins \
    true_paid=by_truth/true/payoff/mean false_debates=by_truth/false/debates \
    false_alice_wins=by_truth/false/alice_wins false_paid=by_truth/false/payoff/mean \
    exact theorem=theorem/theorem theorem_side theorem_limit=theorem/limit \
    payoff=payoff/mean payoff_sd=payoff/sd payoff_se=payoff/se \
    payoff_low=payoff/interval/0 payoff_high=payoff/interval/1 \
    true_payoff=by_truth/true/payoff/mean false_payoff=by_truth/false/payoff/mean";

/// The names of these columns. Each has the JSON pointer of its cell.
fn placed(written: &str) -> Vec<(String, String)> {
    let columns = written.split_whitespace().map(|column| {
        let (name, place) = column.split_once('=').unwrap_or((column, column));
        (name.to_owned(), format!("/{place}"))
    });
    columns.collect()
}

/// The given columns, and then a column for each kind of each cost. A column has a name and the JSON pointer of its
/// value.
fn columns(written: &str, kinds: &[&str]) -> Vec<(String, String)> {
    let costs = Cost::by_seat().flat_map(|(seat, cost)| {
        let name = format!("{seat}_{}", cost.key());
        kinds.iter().map(move |kind| (format!("{name}{kind}"), format!("/costs{kind}/{name}")))
    });
    placed(written).into_iter().chain(costs).collect()
}

/// The points of a sweep as a table. Its columns are always the same.
pub fn points(run: &Redacted<MeasuredRun>) -> OutputTable {
    // The seed and the players already have columns.
    let own = |axis: &&SweepAxis| !HEAD.contains(&&*axis.name);
    let axes = run.head.vary.iter().filter(own).map(|axis| axis.name.clone());
    let best = [Seat::Alice, Seat::Bob]
        .into_iter()
        .flat_map(|seat| ["low", "high", "by", "player"].map(|what| format!("best_{seat}_{what}")));
    let places = columns(POINT, &["", "_se"]);
    let names = HEAD.map(String::from).into_iter().chain(axes);
    let names = names.chain(places.iter().map(|(name, _)| name.clone())).chain(best);
    let row = |own_point: &SweepPoint| {
        let json = Value::Object(point(run, own_point));
        let mut row = head_cells(&run.head, own_point.seed, &own_point.seats);
        let axes = run.head.vary.iter().zip(&own_point.at).filter(|(axis, _)| own(axis));
        row.extend(axes.map(|(_, value)| json!(value)));
        row.extend(places.iter().map(|(name, place)| match (&**name, json.pointer(place)) {
            ("theorem_side", _) => json!(own_point.promise.as_ref().map(|own| own.limit.side())),
            // If no debate has a right side, the count is 0 and not unknown.
            ("right", Some(Value::Null)) if !json["settled"].is_null() => 0.into(),
            (_, Some(cell)) => cell.clone(),
            (_, None) if place.starts_with("/costs") => 0.into(),
            (_, None) => Value::Null,
        }));
        for best in &own_point.best {
            row.extend(match best {
                Some(ResponseSummary::Known { player, value }) => {
                    let [low, high] = value.ends().map(|end| json!(end));
                    let by = crate::analysis::Value::from(*value).how();
                    [low, high, by.into(), json!(player)]
                }
                _ => Default::default(),
            });
        }
        row
    };
    let columns = names.map(|name| (name, 0)).collect();
    OutputTable { columns, rows: run.points.iter().map(row).collect() }
}

/// The columns that follow the input columns in the table of debates. Each is a name and the JSON pointer of its value.
pub fn debate_columns() -> Vec<(String, String)> {
    columns("winner claim_true right paid=payoff payoff", &[""])
}

/// The names of all columns in the table of debates.
pub fn debate_names(columns: &[(String, String)]) -> impl Iterator<Item = String> {
    HEAD.map(String::from).into_iter().chain(columns.iter().map(|(name, _)| name.clone()))
}

/// The cells of one debate. `seed` is the seed of this debate.
pub fn debate_row(
    head: &Redacted<RunHeader>,
    columns: &[(String, String)],
    (seed, end): (u64, &Redacted<DebateResult>),
) -> impl Iterator<Item = String> {
    let json = Value::Object(debate(seed, end));
    let cells = columns.iter().map(|(_, place)| json.pointer(place).map_or(String::new(), plain));
    let head = head_cells(head, seed, &head.seats).iter().map(plain).collect::<Vec<_>>();
    head.into_iter().chain(cells.collect::<Vec<_>>())
}

/// One debate as JSON, without the inputs of its run.
pub fn debate(seed: u64, end: &Redacted<DebateResult>) -> Map<String, Value> {
    let outcome = &end.outcome;
    let paid = Cost::by_seat().map(|(seat, cost)| {
        let key = format!("{seat}_{}", cost.key());
        (key, json!(end.costs[seat.index()][cost as usize]))
    });
    keyed([
        ("seed", json!(seed)),
        ("winner", json!(outcome.winner)),
        ("claim_true", json!(end.truth)),
        ("right", json!(end.right_won())),
        ("payoff", json!(outcome.payoff)),
        ("answer_is_right", json!(end.answer_is_right)),
        ("costs", Value::Object(paid.collect())),
    ])
    .collect()
}
