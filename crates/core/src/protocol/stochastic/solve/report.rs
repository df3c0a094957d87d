//! The report of `elenchus solve` on a stochastic debate.

use rayon::prelude::*;
use serde_json::json;

use super::Guarantee;
use super::efficiency::{EfficiencyTriple, cost_bounds, query_limits};
use super::oracles::OracleDifference;
use crate::analysis::{
    Bound, BoundStatus, ExpectedCosts, Fact, PairValue, Report, Section, Unsolved, missing_value,
};
use crate::chance::{Binomial, Probability};
use crate::fact;
use crate::machine::Step;
use crate::machine::plan::{MeanEstimate, estimate};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::ProtocolVariant;
use crate::protocol::stochastic::players::values::{
    PairSolution, Solver, SolverError, StrategyProfile,
};
use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy, DEFAULT_LEVEL};
use crate::rules::{Cost, Seat};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

/// If there are more situations than this, the report has only the most important pairs of players.
const WIDE: usize = 1_000_000;

fn pairs(solver: &Solver) -> Vec<StrategyProfile> {
    let plan = solver.unrolled().plan();
    let wide = solver.unrolled().situations() > WIDE;
    let last_ask = plan.asks().last().unwrap_or(plan.output());
    let mut alices = vec![
        AliceStrategy::Honest,
        AliceStrategy::Shift(0.02),
        AliceStrategy::Optimal,
        AliceStrategy::BestResponse,
    ];
    let mut bobs = vec![
        BobStrategy::Honest,
        BobStrategy::Never,
        BobStrategy::Optimal,
        BobStrategy::BestResponse,
    ];
    if !wide {
        alices.insert(1, AliceStrategy::Exact);
        alices.splice(3..3, [AliceStrategy::Drift(0.1), AliceStrategy::LateLie(last_ask)]);
        let more = [
            BobStrategy::AbortAt(Step::new(1)),
            BobStrategy::WhenLosing(DEFAULT_LEVEL),
            BobStrategy::Lazy(0.1),
        ];
        bobs.splice(2..2, more);
    }
    let with = |alice| bobs.iter().map(move |&bob| StrategyProfile { alice, bob });
    alices.into_iter().flat_map(with).collect()
}

impl From<SolverError> for Unsolved {
    fn from(why: SolverError) -> Self {
        match why {
            SolverError::Stopped(stopped) => Self::Stopped(stopped),
            why => Self::Because(why.to_string()),
        }
    }
}

/// Reports on a debate, with the values of all pairs of players.
///
/// # Errors
/// Returns an error if even the honest pair is too expensive to compute, or if the work was
/// cancelled.
pub fn report(solver: &Solver, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
    let PairTable { honest, solved, left_out } = PairTable::solve(solver, report, token)?;
    let find = |players: StrategyProfile| {
        let found = solved.iter().find(|(pair, _)| *pair == players)?;
        found.1
    };
    let guarantee = proved(solver, honest.truth, find, report, token)?;
    let differing = OracleDifference::compute(solver, &guarantee, token)?;
    if let Some(differing) = &differing {
        report.bounds.splice(1..1, differing.bounds(solver.constants(), &guarantee));
        report.sections.insert(1, differing.section());
    }
    report.more.insert("oracles".into(), json!(differing));
    // The debates are independent, so the same opponent is the worst in each of them.
    let worst = find(StrategyProfile::BEST_BOB).zip(find(StrategyProfile::BEST_ALICE));
    let whom = if guarantee.is_of_witness { " who writes this witness" } else { "" };
    repeated(&honest, worst, whom, report)?;
    let game = find(StrategyProfile::BEST);
    report.more.insert("game_value".into(), json!(game));
    if let Some(value) = game {
        let found = fact!("game-value": "{value:.9}: best-response against best-response (Appendix C)",
            value = value);
        report.sections.insert(0, Section::of_input("value of the game", vec![found]));
    }
    list_left_out(left_out, report);
    Ok(())
}

fn list_left_out(left_out: Vec<Fact>, report: &mut Report) {
    let words: Vec<String> = left_out.iter().map(ToString::to_string).collect();
    report.more.insert("left_out".into(), json!(words));
    if !left_out.is_empty() {
        report.sections.push(Section::new("left out", left_out));
    }
}

/// The values of all pairs of players.
struct PairTable {
    honest: PairSolution,
    solved: Vec<(StrategyProfile, Option<f64>)>,
    /// The pairs without a value, with the reasons.
    left_out: Vec<Fact>,
}

impl PairTable {
    /// Solves all pairs, and adds their values and the expected costs of honest players to the report.
    fn solve(solver: &Solver, report: &mut Report, token: &CancelToken) -> Result<Self, Unsolved> {
        let honest = solver.solve(StrategyProfile::HONEST, token)?;
        let limits =
            Seat::ALL.into_iter().zip(honest.queries).zip(query_limits(solver.constants()));
        let paid = |((seat, expected), limit): ((Seat, f64), f64)| ExpectedCosts {
            seat: seat.word(),
            cost: Cost::Oracle.key(),
            expected,
            limit: Some(Limit::at_most(limit)),
        };
        report.costs = limits.map(paid).collect();
        let pairs = pairs(solver);
        token.report(0, pairs.len() as u64);
        let solve = |&players: &StrategyProfile| {
            let solved = solver.solve(players, token);
            token.advance(1);
            solved
        };
        let solved: Vec<Result<PairSolution, SolverError>> = pairs.par_iter().map(solve).collect();
        token.check()?;
        let mut table = Self { honest, solved: Vec::new(), left_out: Vec::new() };
        for (players, solved) in pairs.into_iter().zip(solved) {
            let (alice, bob) = (players.alice.to_string(), players.bob.to_string());
            match &solved {
                Ok(solved) => report.values.push(PairValue::new(alice, bob, solved.value)),
                Err(error) => table.left_out.push(missing_value(&alice, &bob, error)),
            }
            table.solved.push((players, solved.ok().map(|solved| solved.value)));
        }
        Ok(table)
    }
}

/// Amplification: the provers play several independent debates, and the winner of more than half of
/// them wins. `worst` has the values of an honest Alice and of the best Alice, each against the
/// worst opponent. `whom` is a clause that says which Alices the second value is about.
fn repeated(
    honest: &PairSolution,
    worst: Option<(f64, f64)>,
    whom: &str,
    report: &mut Report,
) -> Result<(), SolverError> {
    let (mut both, mut against) = (Vec::new(), Vec::new());
    let (mut both_json, mut against_json) = (Vec::new(), Vec::new());
    for debates in [3_u64, 9, 27] {
        let value = majority(honest.value, debates)?;
        let [alice, bob, judge] = honest.queries.map(|queries| debates as f64 * queries);
        both.push(
            fact!("repeated": "{debates} debates: Alice wins {value:.6}; queries of Alice, Bob and \
                               the judge: {alice:.0}, {bob:.0}, \
                               {judge:.0}", debates = debates, value = value, alice = alice, bob = bob,
                judge = judge),
        );
        both_json.push(json!({
            "repetitions": debates, "value": value, "alice_queries": alice, "bob_queries": bob,
            "judge_queries": judge,
        }));
        let Some((least, most)) = worst else { continue };
        let (least, most) = (majority(least, debates)?, majority(most, debates)?);
        against.push(
            fact!("repeated-worst": "{debates} debates: an honest Alice wins at least {least:.6} \
                against every Bob, and every Alice{whom} at most {most:.6} against an honest Bob", whom = whom,
                debates = debates, least = Limit::at_least(least), most = Limit::at_most(most)),
        );
        against_json.push(json!({ "repetitions": debates, "least": least, "most": most }));
    }
    let title = "repeated, by majority of the outcomes (both honest)";
    report.sections.push(Section::new(title, both));
    if !against.is_empty() {
        let title = "repeated, by majority of the outcomes (against the worst opponent)";
        report.sections.push(Section::of_input(title, against));
    }
    report.more.insert("amplified".into(), json!(both_json));
    report.more.insert("amplified_against_the_worst".into(), json!(against_json));
    Ok(())
}

/// P[Alice wins more than half of several independent debates], if she wins each with probability
/// `value`.
fn majority(value: f64, debates: u64) -> Result<f64, SolverError> {
    Ok(Binomial::new(debates, Probability::clamped(value))?.at_least(debates / 2 + 1))
}

/// Reports what is proved about a plan and what its debate costs. `truth` is P[output = 1], and
/// `find` returns the value of a pair of players.
fn proved(
    solver: &Solver,
    truth: f64,
    find: impl Fn(StrategyProfile) -> Option<f64>,
    report: &mut Report,
    token: &CancelToken,
) -> Result<Guarantee, SolverError> {
    let (plan, constants) = (solver.unrolled().plan(), solver.constants());
    let (guarantee, k) = (Guarantee::compute(solver, truth, token)?, constants.k.get());
    let triple = EfficiencyTriple::new(plan, constants);
    report.truth = Some(guarantee.truth);
    report.claims = guarantee.claims();
    report.bounds = guarantee.bounds(solver, find);
    report.bounds.extend(cost_bounds(plan, constants, ProtocolVariant::default()));
    report.sections.extend([
        Section::of_input("guarantee", guarantee.facts(solver)),
        Section::of_input("Lipschitz constants", guarantee.k_facts(k)),
        triple.section(),
    ]);
    report.more.insert("lipschitz".into(), guarantee.k_json(k));
    report.more.insert("guarantee".into(), guarantee.to_json());
    report.more.insert("debate".into(), json!(triple));
    Ok(guarantee)
}

/// Reports on the plan of a debate if its players are too expensive to solve.
///
/// # Errors
/// Returns an error if the plan is too expensive as well, or if the work was cancelled.
pub fn without_players(
    solver: &Solver,
    why: &str,
    report: &mut Report,
    token: &CancelToken,
) -> Result<(), SolverError> {
    proved(solver, solver.truth(token)?, |_| None, report, token)?;
    let facts = vec![fact!("unsolved": "{why}", why = why), valued()];
    report.sections.insert(0, Section::new("not solved", facts));
    Ok(())
}

/// Reports on a debate with departures. No theorem covers it, but the values, the truth and K are exact.
///
/// # Errors
/// Returns an error if even the honest pair is too expensive to compute, or if the work was cancelled.
pub fn departed(
    debate: &Stochastic,
    solver: &Solver,
    report: &mut Report,
    token: &CancelToken,
) -> Result<(), Unsolved> {
    let (plan, constants) = (debate.plan(), debate.constants());
    let PairTable { honest, left_out, .. } = PairTable::solve(solver, report, token)?;
    let k = constants.k.get();
    let guarantee = Guarantee::compute(solver, honest.truth, token)?;
    let triple = EfficiencyTriple::new(plan, constants);
    report.truth = Some(honest.truth);
    report.bounds = cost_bounds(plan, constants, debate.departures());
    report.sections =
        vec![Section::of_input("Lipschitz constants", guarantee.k_facts(k)), triple.section()];
    report.more.insert("lipschitz".into(), guarantee.k_json(k));
    report.more.insert("debate".into(), json!(triple));
    list_left_out(left_out, report);
    Ok(())
}

/// The hint that named players still have a value in a debate that is not solved.
fn valued() -> Fact {
    fact!("valued": "named players still have a value. It is exact if the whole debate is small \
                     enough to enumerate. Otherwise it is an estimate from played debates")
}

/// The largest number of steps that all runs for one estimate may take together.
const MOST_LOOKS: usize = 10_000_000;

/// The largest number of runs for one estimate.
const MOST_RUNS: usize = 10_000;

/// The report of a debate that is too large to solve: costs, an upper bound on K, and estimates from runs
/// of the plan.
///
/// # Errors
/// Returns an error if the work was cancelled.
pub fn unsolved(debate: &Stochastic, why: &str, token: &CancelToken) -> Result<Report, Cancelled> {
    let (plan, constants) = (debate.plan(), debate.constants());
    let runs = (MOST_LOOKS / (2 * plan.len())).clamp(20, MOST_RUNS);
    let found = estimate(plan, runs, 0, token)?;
    let (asks, k) = (plan.asks().count(), constants.k.get());
    let reached = constants.reaches(asks as f64);
    // K can sometimes be measured even if the debate cannot be solved.
    let of_k = match debate.insight().measured_k() {
        Some(found) => constants.bound_of_k("", found),
        None => Bound {
            name: "K is at most the number of questions: each changes the output by at most ε (Def. 6.1)"
                .into(),
            limit: Limit::at_most(k),
            value: asks as f64,
            standing: match reached {
                true => BoundStatus::Holds,
                false => {
                    BoundStatus::DoesNotApply(format!("K = {k} is declared and not checked: {why}"))
                }
            },
        },
    };
    let costs = cost_bounds(plan, constants, debate.departures());
    let triple = EfficiencyTriple::new(plan, constants);
    let mean = |mean: MeanEstimate| json!({ "mean": mean.mean, "error": mean.error });
    let more = [
        ("too_wide", json!(why)),
        ("lipschitz", json!({ "declared": k, "at_most": asks, "checked": reached })),
        (
            "estimated",
            json!({
                "runs": found.runs, "truth": mean(found.truth), "k_at_least": mean(found.together),
                "k_near_0_at_most": mean(found.turned),
            }),
        ),
        ("debate", json!(triple)),
    ];
    let facts = vec![
        fact!("unsolved": "{why}", why = why),
        fact!("k-declared": "K is at most {asks}, the number of questions; {k} is declared",
            asks = asks, k = k),
        fact!("estimated-truth": "the output is 1 with probability {mean:.4} ± {error:.4} (95 %, {runs} \
            runs of the plan)", mean = found.truth.mean, error = found.truth.error,
            runs = found.runs),
        fact!("estimated-k": "K is at least {low:.4} ± {low_error:.4}; for small ε it is at most \
            {high:.4} ± {high_error:.4} (95 %)", low = Limit::at_least(found.together.mean),
            low_error = found.together.error, high = Limit::at_most(found.turned.mean),
            high_error = found.turned.error),
        valued(),
    ];
    Ok(Report {
        bounds: std::iter::once(of_k).chain(costs).collect(),
        sections: vec![Section::new("not solved", facts), triple.section()],
        more: more.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Op, Plan};
    use crate::protocol::stochastic::Constants;
    use crate::protocol::stochastic::players::values::testing::{forked, lean, votes};

    #[test]
    fn three_debates_of_three_fifths() {
        // 0.6³ + 3·0.6²·0.4
        assert!((majority(0.6, 3).unwrap() - 0.648).abs() < 1e-14);
        assert!(majority(0.6, 201).unwrap() > 0.99);
        assert!((majority(0.6, 1).unwrap() - 0.6).abs() < 1e-14);
    }

    fn reported(plan: &Plan, constants: Constants) -> Report {
        let (mut whole, token) = (Report::default(), CancelToken::default());
        let solver = Solver::new(plan, constants, &token).unwrap();
        report(&solver, &mut whole, &token).unwrap();
        whole
    }

    #[test]
    fn an_understated_k_fails_the_hypothesis_and_says_by_how_much() {
        let report = reported(&forked(), lean(1.0, 4));
        let json = report.to_json();
        assert_eq!(json["guarantee"]["holds"], false);
        let words = json["guarantee"]["words"].as_str().unwrap();
        assert!(words.starts_with("K = 1 is too small: K by prefix is at least 2."), "{words}");
        assert!(!report.bounds[0].holds());
    }

    #[test]
    fn with_a_true_k_every_bound_holds() {
        for (yes, right) in [(0.9, true), (0.1, false)] {
            let report = reported(&votes(3, yes, Op::Majority), lean(2.0, 4));
            assert_eq!(report.more["guarantee"]["holds"], true, "{:?}", report.sections);
            assert!(report.bounds.iter().all(|bound| bound.holds()), "{:?}", report.bounds);
            let over_everybody = |what: &str| {
                let found = report.bounds.iter().find(|bound| bound.name.contains(what));
                found.unwrap_or_else(|| panic!("{what}: {:?}", report.bounds)).limit.get()
            };
            let [least, most] = [over_everybody("completeness'"), over_everybody("soundness'")];
            assert!((if right { least } else { 1.0 - most }) >= 0.6, "{least} {most}");
            assert_eq!(report.truth.unwrap() > 0.5, right);
            assert_eq!(report.more["left_out"], serde_json::json!([]));
        }
    }

    #[test]
    fn the_json_has_the_agreed_names() {
        let json = reported(&votes(3, 0.75, Op::Majority), lean(1.5, 4)).to_json();
        assert!((json["truth"].as_f64().unwrap() - 0.84375).abs() < 1e-12);
        let honest = json["values"]
            .as_array()
            .unwrap()
            .iter()
            .find(|v| v["alice"] == "honest" && v["bob"] == "honest")
            .unwrap();
        assert!((honest["value"].as_f64().unwrap() - 0.84375).abs() < 1e-6);
        assert!(json["lipschitz"]["local"].is_number() && json["lipschitz"]["worst"].is_number());
        for field in ["name", "limit", "value", "holds"] {
            assert!(!json["bounds"][0][field].is_null());
        }
        assert!(json["costs"]["judge"]["oracle_queries"]["expected"].is_number());
    }
}
