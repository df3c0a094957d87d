//! The result of a study: how often the right side wins, by protocol and players.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::compare::{BaselineDifference, CastDifference, DebateUnit, StudyDebates};
use super::exploit::{Exploit, ExploitMethod};
use super::study::{StudyPlan, TokenUsage};
use super::study_debate::PlayedRow;
use crate::analysis::Rate;
use crate::batch::statistics::{self, agent_score_difference, effective_size};
use crate::cli::table::OutputTable;
use crate::rules::{Seat, Side};
use crate::text::number::plural;

#[derive(Debug, Serialize)]
pub(super) struct StudyTable {
    study: String,
    /// The number of debates in the study. Those in `played` ended, and those in `failed` did not.
    debates: usize,
    played: usize,
    pub(super) failed: usize,
    rows: Vec<CastLine>,
    /// The value of the best dishonest prover, for each scenario that has such a value.
    exploits: Vec<Exploit>,
    /// The differences between casts on the same scenarios and seeds.
    differences: Vec<CastDifference>,
    /// The protocols beside their baselines on the same questions.
    baselines: Vec<BaselineDifference>,
}

/// The results of one cast in one protocol.
#[derive(Debug, Serialize)]
struct CastLine {
    protocol: String,
    cast: String,
    played: u64,
    failed: u64,
    /// The number of different debates. Debates without chance are copies of one debate, and so are the repeats of a
    /// seed and the two debates in which the players exchange their seats.
    distinct: usize,
    /// The number of different debates in which chance has no part, although more than one debate was played.
    without_chance: usize,
    /// The rate at which the right side won, and the ends of its 95 % interval. Debates without a right side do not
    /// count.
    right: Option<[f64; 3]>,
    /// The rate at which the right side won, over the debates in which Alice was right.
    right_if_true: Option<[f64; 3]>,
    /// The rate at which the right side won, over the debates in which Bob was right.
    right_if_false: Option<[f64; 3]>,
    /// The rate at which Alice won.
    alice_rate: Option<[f64; 3]>,
    /// If the players exchange their seats: the rate at which the player won that the study names `alice`.
    first_player_rate: Option<[f64; 3]>,
    /// The rate at which provers won who argued for the truth, minus the rate of those who argued against it.
    agent_score_difference: Option<f64>,
    /// The same difference with another score: the logarithm of the judge's probability of the prover's side.
    agent_score_difference_log: Option<f64>,
    /// The mean squared error of the judge's probabilities.
    brier: Option<f64>,
    /// The average distance between a judge's probability and the share of true claims among similar probabilities. Two
    /// probabilities are similar if they are in the same fifth of the range.
    calibration_error: Option<f64>,
    calibration: Vec<BeliefBin>,
    /// The calibration error with tenths of the range.
    expected_calibration_error: Option<f64>,
    calibration_tenths: Vec<BeliefBin>,
    /// The number of played debates without a probability that can be read. They are in none of the
    /// figures of calibration. Zero if the judge states no probabilities.
    without_probability: usize,
    /// The value of the best dishonest prover, on average over the scenarios that have one.
    exploitability: Option<f64>,
    /// The number of scenarios in that average.
    exploited: usize,
    /// True if each value in that average is exact. Otherwise a better strategy may exist.
    exploited_exactly: bool,
    /// The judge's queries of all kinds, on average over the played debates.
    queries: f64,
    /// The bits that the judge read, on average over the played debates.
    bits: f64,
    payoff: Option<f64>,
    seconds: f64,
    #[serde(flatten)]
    spent: TokenUsage,
}

/// The debates in which the judge's probability of the claim was in one part of the range.
#[derive(Debug, Serialize)]
struct BeliefBin {
    from: f64,
    to: f64,
    debates: usize,
    /// The mean of the judge's probabilities in these debates.
    said: f64,
    /// The share of these debates in which the claim was true.
    were_true: f64,
}

impl StudyTable {
    /// The table of these debates. The study has `debates` in total.
    pub(super) fn new<'a>(
        plan: &StudyPlan,
        rows: impl Iterator<Item = &'a PlayedRow>,
        debates: usize,
        exploits: &[Exploit],
    ) -> Self {
        let mut rows: Vec<&PlayedRow> = rows.collect();
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        let mut groups: BTreeMap<(&str, &str), Vec<&PlayedRow>> = BTreeMap::new();
        for &row in &rows {
            groups.entry((&row.protocol, &row.cast)).or_default().push(row);
        }
        let failed = rows.iter().filter(|row| row.error.is_some()).count();
        let lines = groups.into_iter().map(|((protocol, cast), rows)| {
            let own = |one: &&Exploit| one.protocol == protocol && one.cast == cast;
            let exploits: Vec<&Exploit> = exploits.iter().filter(own).collect();
            let seats = Seat::ALL.map(|seat| plan.plays(protocol, seat));
            CastLine::new((protocol, cast), seats, &rows, &exploits)
        });
        let all = StudyDebates::new(&rows);
        Self {
            study: plan.study.title.to_string(),
            debates,
            played: rows.len() - failed,
            failed,
            rows: lines.collect(),
            exploits: exploits.to_vec(),
            differences: all.between_casts(),
            baselines: all.beside_baselines(),
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    statistics::mean(&values.collect::<Vec<f64>>())
}

/// The rate of an event, with Wilson's 95 % interval. Debates in which the event is unknown do not count. Debates of one
/// unit depend on each other, so the interval counts them as one debate.
fn share<'a>(
    of: impl Iterator<Item = (&'a PlayedRow, DebateUnit<'a>)>,
    event: impl Fn(&PlayedRow) -> Option<bool>,
) -> Option<[f64; 3]> {
    let known = of.filter_map(|(row, unit)| Some((unit, event(row)?)));
    let mut copies = BTreeMap::<DebateUnit<'_>, u64>::new();
    let happened: Vec<f64> = known
        .map(|(unit, event)| {
            *copies.entry(unit).or_default() += 1;
            f64::from(event)
        })
        .collect();
    let size = effective_size(&copies.into_values().collect::<Vec<_>>());
    statistics::mean(&happened).map(|rate| {
        let Rate { rate, low, high, .. } = Rate::of_groups(rate, size as u64);
        [rate, low, high]
    })
}

/// The largest distance of a probability from 0 and 1 at which its logarithm still counts as that of the distance.
const LEAST: f64 = 0.001;

/// The differences of the scores of provers who argued for the truth and of those who argued against it. The first
/// score is 1 for a win and 0 for a loss. The second one is the logarithm of the judge's probability of their side.
fn score_differences(played: &[&PlayedRow], seats: [bool; 3]) -> [Option<f64>; 2] {
    let mut scores = [(); 2].map(|()| [Vec::new(), Vec::new()]);
    for row in played {
        let right = row.right.zip(row.winner);
        let right = right.map(|(right, winner)| if right { winner } else { winner.other() });
        for side in [Side::Alice, Side::Bob].into_iter().filter(|side| seats[side.seat().index()]) {
            if let (Some(right), Some(winner)) = (right, row.winner) {
                scores[0][usize::from(side != right)].push(f64::from(winner == side));
            }
            if let (Some(truth), Some(p)) = (row.claim_true, row.probability) {
                let p = if side == Side::Alice { p } else { 1.0 - p };
                let against = side != Side::of_claim(truth);
                scores[1][usize::from(against)].push(p.clamp(LEAST, 1.0 - LEAST).ln());
            }
        }
    }
    scores.map(|[for_truth, against]| agent_score_difference(&for_truth, &against))
}

impl CastLine {
    fn new(
        (protocol, cast): (&str, &str),
        seats: [bool; 3],
        rows: &[&PlayedRow],
        exploits: &[&Exploit],
    ) -> Self {
        let debates = StudyDebates::new(rows);
        let played: Vec<&PlayedRow> = debates.rows().map(|(row, _)| row).collect();
        let units: BTreeSet<DebateUnit<'_>> = debates.rows().map(|(_, unit)| unit).collect();
        let ruled = |side: Side| {
            share(debates.rows().filter(|(row, _)| row.winner == Some(side)), |row| row.right)
        };
        let said: Vec<(f64, bool)> =
            played.iter().filter_map(|row| Some((row.probability?, row.claim_true?))).collect();
        let (said, true_claims): (Vec<f64>, Vec<bool>) = said.into_iter().unzip();
        let without = played.iter().filter(|row| row.probability.is_none()).count();
        let [fifths, tenths] =
            [5, 10].map(|bins| statistics::calibration(&said, &true_claims, bins));
        let bins = |of: &Option<statistics::Calibration>| {
            of.iter().flat_map(|own| &own.bins).map(BeliefBin::from).collect()
        };
        let by_alice = |row: &PlayedRow| Some(row.winner? == Side::Alice);
        let swaps = played.iter().any(|row| row.swapped);
        let by_first = |row: &PlayedRow| Some((row.winner? == Side::Alice) != row.swapped);
        let [by_wins, by_logarithms] = score_differences(&played, seats);
        Self {
            protocol: protocol.to_owned(),
            cast: cast.to_owned(),
            played: played.len() as u64,
            failed: (rows.len() - played.len()) as u64,
            distinct: units.len(),
            without_chance: units.iter().filter(|(_, seed)| seed.is_none()).count(),
            right: share(debates.rows(), |row| row.right),
            right_if_true: ruled(Side::Alice),
            right_if_false: ruled(Side::Bob),
            alice_rate: share(debates.rows(), by_alice),
            first_player_rate: swaps.then(|| share(debates.rows(), by_first)).flatten(),
            agent_score_difference: by_wins,
            agent_score_difference_log: by_logarithms,
            brier: fifths.as_ref().map(|own| own.brier),
            calibration_error: fifths.as_ref().map(|own| own.error),
            calibration: bins(&fifths),
            expected_calibration_error: tenths.as_ref().map(|own| own.error),
            calibration_tenths: bins(&tenths),
            without_probability: if without < played.len() { without } else { 0 },
            exploitability: mean(exploits.iter().map(|own| own.value)),
            exploited: exploits.len(),
            exploited_exactly: exploits.iter().all(|own| own.by == ExploitMethod::Limit),
            queries: mean(played.iter().map(|row| row.queries as f64)).unwrap_or_default(),
            bits: mean(played.iter().map(|row| row.bits as f64)).unwrap_or_default(),
            payoff: mean(played.iter().filter_map(|row| row.payoff)),
            seconds: mean(played.iter().map(|row| row.seconds)).unwrap_or_default(),
            spent: rows.iter().fold(TokenUsage::default(), |all, row| all.and(row.spent)),
        }
    }

    /// A sentence about debates that are copies of each other. `None` if there are none.
    fn copies(&self) -> Option<String> {
        let Self { protocol, cast, played, distinct, without_chance, .. } = self;
        let debates = plural(*distinct as u64, "distinct debate", "distinct debates");
        let chance = match distinct - without_chance {
            0 => "no chance in these".to_owned(),
            _ => format!("no chance in {without_chance} of these"),
        };
        (*without_chance > 0).then(|| {
            format!(
                "{protocol}, {cast}: {debates} in {played}, {chance}. More seeds repeat them.\n"
            )
        })
    }
}

impl From<&statistics::CalibrationBin> for BeliefBin {
    fn from(bin: &statistics::CalibrationBin) -> Self {
        let &statistics::CalibrationBin { from, to, count, stated, happened } = bin;
        Self { from, to, debates: count, said: stated, were_true: happened }
    }
}

impl StudyTable {
    /// The rows with all their figures, for other programs.
    pub(super) fn table(&self) -> OutputTable {
        let rows: Vec<Value> = self.rows.iter().map(|row| json!(row)).collect();
        let columns = [
            ("protocol", "/protocol"),
            ("players", "/cast"),
            ("cast", "/cast"),
            ("played", "/played"),
            ("failed", "/failed"),
            ("right", "/right/0"),
            ("right_low", "/right/1"),
            ("right_high", "/right/2"),
            ("right_if_true", "/right_if_true/0"),
            ("right_if_false", "/right_if_false/0"),
            ("brier", "/brier"),
            ("calibration_error", "/calibration_error"),
            ("without_probability", "/without_probability"),
            ("exploitability", "/exploitability"),
            ("exploited", "/exploited"),
            ("exploited_exactly", "/exploited_exactly"),
            ("queries", "/queries"),
            ("bits", "/bits"),
            ("payoff", "/payoff"),
            ("distinct", "/distinct"),
            ("without_chance", "/without_chance"),
            ("alice_rate", "/alice_rate/0"),
            ("first_player_rate", "/first_player_rate/0"),
            ("agent_score_difference", "/agent_score_difference"),
            ("agent_score_difference_log", "/agent_score_difference_log"),
            ("expected_calibration_error", "/expected_calibration_error"),
            ("seconds", "/seconds"),
            ("tokens", "/tokens"),
            ("cost", "/cost"),
        ];
        OutputTable::picked(&columns.map(|(name, place)| (name, place, 0)), &rows)
    }

    /// The table as text for people.
    pub(super) fn text(&self) -> String {
        let mut text =
            format!("{}\n{} of {} debates were played", self.study, self.played, self.debates);
        if self.failed > 0 {
            text += &format!(", {} failed", self.failed);
        }
        let missing = self.debates - self.played - self.failed;
        if missing > 0 {
            text += &format!(", {missing} are missing; --resume plays them");
        }
        let rows: Vec<Value> = self.rows.iter().map(|row| json!(row)).collect();
        let who = [("protocol", "/protocol", 0), ("players", "/cast", 0)];
        let mut lines = |title: &str, columns: &[(&str, &str, usize)]| {
            let mut table = OutputTable::picked(&[&who[..], columns].concat(), &rows);
            let exploited = columns.iter().position(|(name, ..)| *name == "exploited");
            for (row, own) in table.rows.iter_mut().zip(&self.rows) {
                if let (Some(at), Some(value)) = (exploited, own.exploitability) {
                    // A `+` says that a better strategy may exist.
                    let more = if own.exploited_exactly { "" } else { "+" };
                    row[who.len() + at] = format!("{value:.3}{more}").into();
                }
            }
            let numbers = who.len()..table.columns.len();
            text += &format!("\n{title}\n{}", table.text(numbers).concat());
        };
        lines(
            "\nhow often the right side wins, and how often the best dishonest prover wins",
            &[
                ("played", "/played", 0),
                ("distinct", "/distinct", 0),
                ("failed", "/failed", 0),
                ("right", "/right/0", 3),
                ("95 % from", "/right/1", 3),
                ("to", "/right/2", 3),
                ("exploited", "/exploitability", 3),
                ("bits", "/bits", 1),
            ],
        );
        lines(
            "accuracy of the rulings, and their costs",
            &[
                ("for Alice", "/right_if_true/0", 3),
                ("for Bob", "/right_if_false/0", 3),
                ("by Alice", "/alice_rate/0", 3),
                ("score difference", "/agent_score_difference", 3),
                ("Brier", "/brier", 3),
                ("off", "/expected_calibration_error", 3),
                ("left out", "/without_probability", 0),
                ("paid", "/payoff", 3),
                ("tokens", "/tokens", 0),
                ("cost", "/cost", 4),
            ],
        );
        let copies: Vec<String> = self.rows.iter().filter_map(CastLine::copies).collect();
        if !copies.is_empty() {
            text += &format!("\n{}", copies.concat());
        }
        let compared = [
            ("scenarios", "/scenarios", 0),
            ("pairs", "/pairs", 0),
            ("rate", "/right/0", 3),
            ("other rate", "/right/1", 3),
            ("difference", "/difference", 3),
            ("95 % from", "/interval/0", 3),
            ("to", "/interval/1", 3),
        ];
        let gap = [("gap recovered", "/performance_gap_recovered", 3)];
        let casts = [("players", "/first", 0), ("other players", "/second", 0)];
        let protocols =
            [("protocol", "/protocol", 0), ("players", "/cast", 0), ("baseline", "/baseline", 0)];
        let mut compare =
            |title: &str, columns: &[(&str, &str, usize)], named: usize, rows: Vec<Value>| {
                if !rows.is_empty() {
                    let table = OutputTable::picked(columns, &rows);
                    text += &format!("\n{title}\n{}", table.text(named..columns.len()).concat());
                }
            };
        compare(
            "differences on the same scenarios and seeds",
            &[&casts[..], &compared].concat(),
            casts.len(),
            self.differences.iter().map(|own| json!(own)).collect(),
        );
        compare(
            "protocols beside a baseline on the same questions",
            &[&protocols[..], &compared, &gap].concat(),
            protocols.len(),
            self.baselines.iter().map(|own| json!(own)).collect(),
        );
        text
    }
}
