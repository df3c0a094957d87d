//! Everything exact that can be said about a stochastic debate, for `elenchus solve`.

use rayon::prelude::*;
use serde_json::json;

use super::amplify::{Amplified, amplify};
use super::expense::{cost_bounds, query_limits, triple};
use super::guarantee::{Guarantee, Measured};
use super::oracles::Differing;
use crate::analysis::{Bound, Fact, Paid, PairValue, Report, Section, Standing, Unsolved, missed};
use crate::fact;
use crate::machine::Step;
use crate::machine::plan::{Mean, estimate};
use crate::protocol::Stochastic;
use crate::protocol::stochastic::Departures;
use crate::protocol::stochastic::players::values::{Players, Solved, Solver, SolverError};
use crate::protocol::stochastic::players::{Alice, Bob, DEFAULT_LEVEL};
use crate::rules::{Cost, Seat};
use crate::work::{Stopped, Token};

/// Past so many situations only the pairs that matter most are reported.
const WIDE: usize = 1_000_000;

/// The players whose values are reported.
fn built_in(solver: &Solver) -> (Vec<Alice>, Vec<Bob>) {
    let plan = solver.unrolled().plan();
    let last_ask = plan.asks().last().unwrap_or(plan.output());
    if solver.unrolled().situations() > WIDE {
        let alices = vec![Alice::Honest, Alice::Shift(0.02), Alice::Optimal, Alice::BestResponse];
        return (alices, vec![Bob::Honest, Bob::Never, Bob::Optimal, Bob::BestResponse]);
    }
    let alices = vec![
        Alice::Honest,
        Alice::Exact,
        Alice::Shift(0.02),
        Alice::Drift(0.1),
        Alice::LateLie(last_ask),
        Alice::Optimal,
        Alice::BestResponse,
    ];
    let bobs = vec![
        Bob::Honest,
        Bob::Never,
        Bob::AbortAt(Step::new(1)),
        Bob::WhenLosing(DEFAULT_LEVEL),
        Bob::Lazy(0.1),
        Bob::Optimal,
        Bob::BestResponse,
    ];
    (alices, bobs)
}

impl From<SolverError> for Unsolved {
    fn from(why: SolverError) -> Self {
        match why {
            SolverError::Stopped(stopped) => Self::Stopped(stopped),
            why => Self::Because(why.to_string()),
        }
    }
}

/// Analyses a debate: every built-in pair.
///
/// # Errors
/// If even the honest pair is out of reach, or the work was stopped.
pub fn report(solver: &Solver, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
    let (alices, bobs) = built_in(solver);
    let honest = solver.solve(Players::HONEST, token)?;
    report.truth = Some(honest.truth);
    report.costs = costs(solver, &honest);
    let pairs: Vec<Players> = alices
        .iter()
        .flat_map(|&alice| bobs.iter().map(move |&bob| Players { alice, bob }))
        .collect();
    token.report(0, pairs.len() as u64);
    let solve = |&players: &Players| {
        let solved = solver.solve(players, token);
        token.advance(1);
        solved
    };
    let solved: Vec<Result<Solved, SolverError>> = pairs.par_iter().map(solve).collect();
    let mut left_out = Vec::new();
    for (players, solved) in pairs.iter().zip(&solved) {
        let (alice, bob) = (players.alice.to_string(), players.bob.to_string());
        match solved {
            Ok(solved) => {
                report.values.push(PairValue::new(alice, bob, solved.value));
            }
            Err(SolverError::Stopped(_)) => {}
            Err(error) => left_out.push(missed(&alice, &bob, error)),
        }
    }
    token.check()?;
    let find = |players: Players| {
        let at = pairs.iter().position(|p| *p == players)?;
        solved[at].ok().map(|s| s.value)
    };
    let (plan, constants) = (solver.unrolled().plan(), solver.constants());
    report.bounds = cost_bounds(plan, constants, Departures::default());
    let measured = proved(solver, honest.truth, find, report, token)?;
    let differing = Differing::of(solver, &measured, token)?;
    if let Some(differing) = &differing {
        report.bounds.splice(1..1, differing.bounds(constants, &measured));
    }
    let amplified: Vec<Amplified> =
        [3, 9, 27].into_iter().map(|n| amplify(&honest, n)).collect::<Result<_, _>>()?;
    // Debates are independent and each is at its worst, whatever happened in the others.
    let worst = [find(Players::BEST_BOB), find(Players::BEST_ALICE)];
    let worst = worst.map(|value| Solved { value: value.unwrap_or(f64::NAN), ..Solved::default() });
    let against: Vec<[Amplified; 2]> = match worst.iter().all(|one| one.value.is_finite()) {
        false => Vec::new(),
        true => amplified
            .iter()
            .map(|all| {
                let of = |one| amplify(one, all.repetitions);
                Ok([of(&worst[0])?, of(&worst[1])?])
            })
            .collect::<Result<_, SolverError>>()?,
    };
    let sections = &mut report.sections;
    sections.extend([
        Section::new("the whole debate (Def. 4.1)", triple(plan, constants).facts()),
        Section::new(
            "repeated, by majority of the outcomes (both honest)",
            amplified
                .iter()
                .map(|a| {
                    fact!("repeated": "{debates} debates: Alice wins {value:.6}; queries {alice:.0} / \
                        {bob:.0} / {judge:.0}", debates = a.repetitions, value = a.value,
                        alice = a.alice_queries, bob = a.bob_queries, judge = a.judge_queries)
                })
                .collect(),
        ),
    ]);
    if !against.is_empty() {
        let facts = against.iter().map(|[least, most]| {
            fact!("repeated-worst": "{debates} debates: an honest Alice wins {least:.6} or more \
                against every Bob, and every Alice {most:.6} at most against an honest Bob",
                debates = least.repetitions, least = least.value, most = most.value)
        });
        let title = "repeated, by majority of the outcomes (against the worst opponent)";
        sections.push(Section::of_input(title, facts.collect()));
    }
    if let Some(differing) = &differing {
        sections.insert(1, differing.section());
    }
    if let Some(value) = find(Players::BEST) {
        let found = fact!("game-value": "{value:.9}: best-response v best-response (Appendix C)",
            value = value);
        sections.insert(0, Section::of_input("value of the game", vec![found]));
    }
    if !left_out.is_empty() {
        sections.push(Section::new("left out", left_out.clone()));
    }
    let more = &mut report.more;
    more.insert("game_value".into(), json!(find(Players::BEST)));
    more.insert("debate".into(), json!(triple(plan, constants)));
    more.insert("oracles".into(), json!(differing));
    more.insert("amplified".into(), json!(amplified));
    let against = against.iter().map(|[least, most]| {
        json!({
            "repetitions": least.repetitions, "least": least.value, "most": most.value,
        })
    });
    more.insert("amplified_against_the_worst".into(), against.collect());
    let left_out: Vec<String> = left_out.iter().map(ToString::to_string).collect();
    more.insert("left_out".into(), json!(left_out));
    Ok(())
}

/// What is proved where the output is 1 with probability `truth`, beside what `find` says that players come
/// to; how large K is.
///
/// # Errors
/// If the plan is out of reach, or the work was stopped.
pub fn proved(
    solver: &Solver,
    truth: f64,
    find: impl Fn(Players) -> Option<f64>,
    report: &mut Report,
    token: &Token,
) -> Result<Measured, SolverError> {
    let measured = Measured::of(solver, token)?;
    let guarantee = Guarantee::of(solver, Departures::default(), &measured, truth);
    report.truth = Some(truth);
    report.bounds.splice(0..0, guarantee.bounds(solver, &measured, truth, find));
    report.claims = guarantee.claims();
    report.sections.extend([
        Section::of_input("guarantee", guarantee.facts(solver)),
        Section::of_input("Lipschitz constants", measured.facts(solver)),
    ]);
    report.more.insert("lipschitz".into(), measured.to_json(solver));
    report.more.insert("guarantee".into(), guarantee.to_json());
    Ok(measured)
}

/// What can be said of a debate whose players are out of reach, while its plan is not.
///
/// # Errors
/// If the plan is out of reach, or the work was stopped.
pub fn without_players(
    solver: &Solver,
    why: &str,
    report: &mut Report,
    token: &Token,
) -> Result<(), SolverError> {
    let (plan, constants) = (solver.unrolled().plan(), solver.constants());
    report.bounds = cost_bounds(plan, constants, Departures::default());
    proved(solver, solver.truth(token)?, |_| None, report, token)?;
    let what = vec![fact!("unsolved": "{why}", why = why), valued()];
    report.sections.insert(0, Section::new("not solved", what));
    report
        .sections
        .push(Section::new("the whole debate (Def. 4.1)", triple(plan, constants).facts()));
    report.more.insert("debate".into(), json!(triple(plan, constants)));
    Ok(())
}

/// What can still be asked of a debate that is not solved.
fn valued() -> Fact {
    fact!("valued": "players who are named have a value all the same: exact where the whole debate can \
        be gone through, else that of debates played")
}

/// Runs of a plan that is estimated look at so many steps together …
const MOST_LOOKS: usize = 10_000_000;

/// … and are no more than these.
const MOST_RUNS: usize = 10_000;

/// What can be said of a debate that cannot be solved: its costs, how large K can be, and what runs of
/// the plan tell of it.
///
/// # Errors
/// If the work was stopped.
pub fn unsolved(debate: &Stochastic, why: &str, token: &Token) -> Result<Report, Stopped> {
    let (plan, constants) = (debate.plan(), debate.constants());
    let runs = (MOST_LOOKS / (2 * plan.len())).clamp(20, MOST_RUNS);
    let found = estimate(plan, runs, 0, token)?;
    let asks = plan.asks().count();
    let k = constants.k.get();
    let reached = constants.reaches(asks as f64);
    // What stands in the solver's way need not stand in that of measuring K.
    let of_k = match debate.measured_k() {
        Some(found) => constants.bound_of_k("", found),
        None => Bound {
            name: "K is at most the number of asks: each moves the output by ε at most (Def. 6.1)"
                .into(),
            limit: k,
            value: asks as f64,
            standing: match reached {
                true => Standing::Holds,
                false => {
                    Standing::DoesNotApply(format!("K = {k} is declared and not checked: {why}"))
                }
            },
        },
    };
    let costs = cost_bounds(plan, constants, debate.setup().departures);
    let mut more = serde_json::Map::new();
    more.insert("too_wide".into(), json!(why));
    more.insert("lipschitz".into(), json!({ "declared": k, "at_most": asks, "checked": reached }));
    let mean = |mean: Mean| json!({ "mean": mean.mean, "error": mean.error });
    more.insert(
        "estimated".into(),
        json!({
            "runs": found.runs, "truth": mean(found.truth), "k_at_least": mean(found.together),
            "k_near_0_at_most": mean(found.turned),
        }),
    );
    more.insert("debate".into(), json!(triple(plan, constants)));
    let what = vec![
        fact!("unsolved": "{why}", why = why),
        fact!("k-declared": "asks: {asks}, which is the most that K can be; {k} is declared",
            asks = asks, k = k),
        fact!("estimated-truth": "the output is 1 with probability {mean:.4} ± {error:.4} (95 %, {runs} \
            runs of the plan)", mean = found.truth.mean, error = found.truth.error,
            runs = found.runs),
        fact!("estimated-k": "K is {low:.4} ± {low_error:.4} at least; for small ε it is {high:.4} ± \
            {high_error:.4} at most (95 %)", low = found.together.mean,
            low_error = found.together.error, high = found.turned.mean,
            high_error = found.turned.error),
        valued(),
    ];
    Ok(Report {
        bounds: std::iter::once(of_k).chain(costs).collect(),
        sections: vec![
            Section::new("not solved", what),
            Section::new("the whole debate (Def. 4.1)", triple(plan, constants).facts()),
        ],
        more,
        ..Report::default()
    })
}

/// Expected oracle queries when both are honest.
fn costs(solver: &Solver, honest: &Solved) -> Vec<Paid> {
    let expected = [honest.alice_queries, honest.bob_queries, honest.judge_queries];
    let all = Seat::ALL.into_iter().zip(expected).zip(query_limits(solver.constants()));
    all.map(|((seat, expected), limit)| Paid {
        seat: seat.word(),
        cost: Cost::Oracle.key(),
        expected,
        limit: Some(limit),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Plan;
    use crate::protocol::stochastic::Constants;

    fn reported(plan: &Plan, constants: Constants) -> Report {
        let (mut whole, token) = (Report::default(), Token::default());
        let solver = Solver::new(plan, constants, &token).unwrap();
        report(&solver, &mut whole, &token).unwrap();
        whole
    }
    use crate::machine::Op;
    use crate::protocol::stochastic::players::values::testing::{forked, lean, votes};

    #[test]
    fn an_understated_k_fails_the_hypothesis_and_says_by_how_much() {
        let report = reported(&forked(), lean(1.0, 4));
        let json = report.to_json();
        assert_eq!(json["guarantee"]["holds"], false);
        let words = json["guarantee"]["words"].as_str().unwrap();
        assert!(words.starts_with("K = 1 is too small: 2."), "{words}");
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
                found.unwrap_or_else(|| panic!("{what}: {:?}", report.bounds)).limit
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
