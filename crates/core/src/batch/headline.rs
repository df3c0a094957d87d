//! Measures the main claims of the papers: compares each claim with costs and payments in debates
//! that Elenchus plays.
//!
//! The file `headlines.yaml` has the text, the columns and the cases of every table. A case is a
//! list. Its first entry is its size: the number of steps, gates or subclaims. Each kind of row has
//! a function in this file that measures a case.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::analysis::{Game, Unsolved};
use crate::chance::Probability;
use crate::debate::{Advance, Debate, PlayError, SeatPlan};
use crate::machine::circuit::{CircuitBuilder, Wire};
use crate::machine::claims::{
    ClaimTree, ClaimsInstance, Epsilon, Knowledge, Quorum, Rule, StabilityTable, WorldDistribution,
    default_ratio, uniform,
};
use crate::machine::plan::families::votes;
use crate::machine::quantified::BitPlayer;
use crate::machine::{Bits, Input, Op, QuantifiedGame, ceil_log2};
use crate::protocol::Quantified;
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams,
};
use crate::protocol::prover_estimator::solve::{
    BestBobBounds, HonestWorld, average_payoff, fixed_alices, if_independent, least_paid,
};
use crate::protocol::prover_estimator::{RatioSource, RewardRatio, StatedRatio};
use crate::protocol::quantified::{QuantifiedInstance, Verifier};
use crate::protocol::stochastic::solve::vote_price::VotePrice;
use crate::rules::{Cost, Seat, Side, Turn, Verb};
use crate::scenario::{open, read};
use crate::work::CancelToken;

/// A main claim of a paper, with measurements.
#[derive(Clone, Debug, Deserialize)]
pub struct Headline {
    name: String,
    /// The claim of the paper, as text.
    pub claim: String,
    /// The method of measurement.
    pub how: String,
    /// The measurements.
    pub tables: Vec<HeadlineTable>,
}

/// A table with column heads.
#[derive(Clone, Debug, Deserialize)]
pub struct HeadlineTable {
    /// The subject of the table.
    pub title: String,
    /// The name of the function that measures a row.
    row: String,
    /// The YAML text of the scenario. Names in braces stand for the parameters of a case.
    #[serde(default)]
    scenario: String,
    cases: Vec<Value>,
    /// The columns. Each has its heading and the source of its entries. The source is `given` (the
    /// case gives the entry), `played` (measured in debates), `solved` (computed exactly) or
    /// `formula` (computed from a theorem or from other columns).
    pub columns: Vec<(String, String)>,
    /// The chart. `None` if the table has none.
    pub chart: Option<Chart>,
    /// The rows. Each has one entry for every column; `null` stands for an unknown number.
    #[serde(skip)]
    pub rows: Vec<Vec<Value>>,
}

/// A chart of a table. It draws some columns as curves, with another column as the horizontal axis.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chart {
    /// The column on the horizontal axis.
    pub along: String,
    /// True if the horizontal axis is logarithmic.
    pub by_logarithm: bool,
    /// The label of the vertical axis.
    pub up: String,
    /// The columns with the lower and the upper bound of the value. `None` if the value is exact.
    pub between: Option<[String; 2]>,
    /// The columns that are drawn as curves.
    #[serde(default)]
    pub curves: Vec<String>,
}

/// Measures the headline with this name, in all cases of size `most` or less. The token counts
/// rows. If the token is stopped, the result has only the rows that are done.
///
/// # Errors
/// Returns an error if there is no headline with this name, or if a debate cannot be played.
pub fn measure(name: &str, most: u64, token: &CancelToken) -> Result<Headline, Unsolved> {
    let all: Vec<Headline> = crate::yaml::read(include_str!("headlines.yaml")).map_err(because)?;
    let mut headline = all.into_iter().find(|own| own.name == name).ok_or_else(|| because(name))?;
    let fits = |case: &Value| case[0].as_u64() <= Some(most);
    headline.tables.iter_mut().for_each(|own| own.cases.retain(fits));
    token.report(0, headline.tables.iter().map(|own| own.cases.len() as u64).sum());
    for table in &mut headline.tables {
        for case in &table.cases {
            match table.row(case, token) {
                Ok(row) => table.rows.push(row),
                Err(Unsolved::Stopped(_)) => break,
                Err(why) => return Err(why),
            }
            token.advance(1);
        }
    }
    Ok(headline)
}

fn because(why: impl ToString) -> Unsolved {
    Unsolved::Because(why.to_string())
}

fn case<T: DeserializeOwned>(case: &Value) -> Result<T, Unsolved> {
    serde_json::from_value(case.clone()).map_err(because)
}

/// The entries of a row as JSON values.
macro_rules! row {
    ($($entry:expr),* $(,)?) => { vec![$(json!($entry)),*] };
}

impl HeadlineTable {
    fn row(&self, given: &Value, token: &CancelToken) -> Result<Vec<Value>, Unsolved> {
        token.check()?;
        match &*self.row {
            "costs" => self.costs(case(given)?, token),
            "votes" => self.votes(case(given)?, token),
            "honesty" => honesty(case(given)?, token),
            "ratio" => least_ratio(case(given)?),
            "share" => reward_share(case(given)?),
            "ignorant-share" => ignorant_share(case(given)?),
            "price" => price(case(given)?, token),
            "obfuscation" => self.obfuscation(case(given)?, token),
            "gap" => gap(case(given)?, token),
            "circuit" => self.circuit(case(given)?, token),
            "game" => game(case(given)?, token),
            unknown => Err(because(unknown)),
        }
    }

    /// Opens this table's scenario, with these values in place of the names in braces.
    fn opened(&self, words: &[(&str, String)]) -> Result<Box<dyn Game>, Unsolved> {
        let fill = |text: String, (name, word): &(&str, String)| text.replace(name, word);
        let text = words.iter().fold(self.scenario.clone(), fill);
        let scenario = read("headline", &text).map_err(because)?;
        open(&scenario).map_err(|fault| because(format!("{fault:?}")))
    }

    fn costs(&self, (steps,): (u64,), token: &CancelToken) -> Result<Vec<Value>, Unsolved> {
        let game = self.opened(&[("{T}", steps.to_string())])?;
        let lie = format!("lie-at:{}", steps / 2);
        let game = played(game, [&lie, "honest", "honest"], token)?;
        let [alice, bob, judge] = Seat::ALL.map(|seat| paid(&*game, seat, Cost::Oracle));
        let judged = |cost| paid(&*game, Seat::Judge, cost);
        let (reads, location) = (judged(Cost::Transcript), judged(Cost::Location));
        Ok(row![steps, alice, bob, judge, reads, location, outcome(wins(&*game, Side::Bob))])
    }

    fn votes(&self, (steps, k): (u64, u64), token: &CancelToken) -> Result<Vec<Value>, Unsolved> {
        let play = |bob: &str| {
            let game = self.opened(&[("{T}", steps.to_string()), ("{K}", k.to_string())])?;
            played(game, ["honest", bob, "honest"], token)
        };
        // The judge draws votes only after an objection.
        let (honest, judged) = (play("honest")?, play("always-objects")?);
        let stated = honest.tree().moves().filter(|played| played.mv.verb() == Verb::State);
        let rounds = stated.count().max(1) as f64;
        let drawn = |seat| paid(&*honest, seat, Cost::Oracle) as f64 / rounds;
        let (alice, bob) = (drawn(Seat::Alice), drawn(Seat::Bob));
        let square = (k * k) as f64;
        let provers = square * (200.0 * steps as f64).ln();
        let judge = paid(&*judged, Seat::Judge, Cost::Oracle);
        let by_square = judge as f64 / square;
        Ok(row![k, steps, alice, alice / provers, bob, bob / provers, judge, by_square])
    }

    /// Computes an obfuscator's value with and without an estimator. Also tries the fixed strategies with which Alice
    /// gives a wrong answer, and finds the one that a calibrated Bob pays most.
    fn obfuscation(
        &self,
        (_, q, d): (u64, u64, u32),
        token: &CancelToken,
    ) -> Result<Vec<Value>, Unsolved> {
        let value = |protocol: &str, alice, bob| {
            let words =
                [("{protocol}", protocol.into()), ("{q}", q.to_string()), ("{d}", d.to_string())];
            let game = self.opened(&words)?;
            let value = game.exact(&plans([alice, bob, "honest"]), token).map(|value| value.get());
            token.check().map(|()| value).map_err(Unsolved::from)
        };
        let estimated = "prover-estimator: {epsilon: 0.1, ratio: 3}";
        let recursive = value("recursive-debate: {answer: yes}", "obfuscator", "honest")?;
        let obfuscator = value(estimated, "obfuscator", "calibrated")?;
        let honest = value(estimated, "honest", "calibrated")?;
        let tree = tree(Rule::ALL, q as usize, d as usize)?;
        let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
            .known_to(Knowledge::root(), Knowledge::root());
        let stakes =
            RewardParams::new(&case, 0.1, StatedRatio::Ratio(3.0)).map_err(|_| because("r = 3"))?;
        let paid = fixed_alices(&case).into_iter().filter_map(|(name, alice)| {
            let paid =
                average_payoff(&case, stakes, (&alice, &EstimatorStrategy::Calibrated), token)?;
            (paid.right == 0.0).then_some((name, paid.value()))
        });
        let most = paid.reduce(|a, b| if b.1 > a.1 { b } else { a });
        token.check()?;
        let (name, most) = most.ok_or_else(|| because("no Alice is wrong"))?;
        Ok(row![q, d, recursive, obfuscator, honest, name, most])
    }

    fn circuit(
        &self,
        (_, name, n, depends_on_all, claim, machine): (u64, String, u64, bool, u8, String),
        token: &CancelToken,
    ) -> Result<Vec<Value>, Unsolved> {
        let input = (0..n).map(|at| if at % 3 == 0 { '1' } else { '0' }).collect();
        let words = [("{claim}", claim.to_string()), ("{machine}", machine), ("{input}", input)];
        // In an honest debate, Bob's steps equal the number of gates, because he computes each gate once.
        let honest = played(self.opened(&words)?, ["honest"; 3], token)?;
        let size = paid(&*honest, Seat::Bob, Cost::Steps);
        let lie = format!("lie-at:{}", size.div_ceil(2));
        let game = played(self.opened(&words)?, [&lie, "honest", "honest"], token)?;
        let (most, least) = (ceil_log2(size) + 3, depends_on_all.then(|| ceil_log2(n + 1)));
        let (log, reads) =
            ((size as f64).log2(), game.position().ledger().account(Seat::Judge).queries());
        let lost = wins(&*honest, Side::Alice) && wins(&*game, Side::Bob);
        Ok(row![name, size, log, reads, most, n, least, outcome(lost)])
    }
}

fn plans(seats: [&str; 3]) -> [SeatPlan; 3] {
    seats.map(|written| SeatPlan::Program(written.to_owned()))
}

fn played(
    mut game: Box<dyn Game>,
    seats: [&str; 3],
    token: &CancelToken,
) -> Result<Box<dyn Game>, Unsolved> {
    game.set_seats(&plans(seats)).map_err(|unseated| because(unseated.why))?;
    // Use `run_for`, which does not report progress, because progress counts rows here.
    match game.table().run_for(usize::MAX, token)? {
        Advance::Waiting(seat) => Err(because(PlayError::NoMove(seat))),
        _ => Ok(game),
    }
}

fn paid(game: &dyn Game, seat: Seat, cost: Cost) -> u64 {
    game.position().ledger().account(seat).paid(cost)
}

fn wins(game: &dyn Game, side: Side) -> bool {
    matches!(game.position().turn(), Turn::Over(outcome) if outcome.winner == side)
}

/// The text about the outcome of a debate with one lie.
fn outcome(lie_loses: bool) -> &'static str {
    if lie_loses { "the lie loses" } else { "the lie wins" }
}

fn tree(rule: Rule, width: usize, depth: usize) -> Result<ClaimTree, Unsolved> {
    uniform("part", rule, width, depth).map_err(because)
}

/// Measures the smallest payment that an honest Alice gets if all subclaims are true.
fn honesty(
    (_, name, rule, width, depth, epsilon): (u64, String, String, usize, usize, f64),
    token: &CancelToken,
) -> Result<Vec<Value>, Unsolved> {
    let epsilon = Epsilon::new(epsilon).map_err(because)?;
    let rule = if rule == "all" { Rule::ALL } else { Rule::MAJORITY };
    let tree = tree(rule, width, depth)?;
    let leaves: Bits = std::iter::repeat_n(true, width.pow(depth as u32)).collect();
    let truths = tree.truths(&leaves);
    let rho = StabilityTable::new(epsilon).tree_stability(&tree, &truths).rho;
    let protected = default_ratio(epsilon, rho);
    // If no r guarantees her payment, take r = 30.
    let ratio = RewardRatio::new(protected.unwrap_or(30.0)).map_err(because)?;
    let stakes =
        RewardParams { epsilon, ratio, source: RatioSource::Given, judgement: Probability::ONE };
    let case = ClaimsInstance::drawn(WorldDistribution::certain(&tree, leaves).map_err(because)?);
    let least = ResponseTooLarge::if_within(least_paid(&case, stakes, truths, token))?;
    let least = least.filter(BestBobBounds::is_exact).map(|least| least.value);
    let promised = protected.map_or(json!("nothing"), |_| json!(1.0 - epsilon.get()));
    Ok(row![name, epsilon.get(), rho, ratio.get(), promised, least])
}

/// The ε of the tables about ratios.
const EPSILON: f64 = 0.1;

/// The honest Alice's debate about a tree of equal arguments, of which the first leaves are false.
/// Also returns its ρ.
fn honest_world(
    (rule, width, depth, wrong): (&str, usize, usize, usize),
) -> Result<(HonestWorld, f64), Unsolved> {
    let epsilon = Epsilon::new(EPSILON).map_err(because)?;
    let rule = match rule {
        "all" => Rule::ALL,
        "majority" => Rule::MAJORITY,
        k => Rule::new(Quorum::AtLeast(k.parse().map_err(because)?)),
    };
    let tree = tree(rule, width, depth)?;
    let leaves: Bits = (0..tree.leaf_count()).map(|at| at >= wrong).collect();
    let truths = tree.truths(&leaves);
    let rho = StabilityTable::new(epsilon).tree_stability(&tree, &truths).rho;
    let world = HonestWorld::new(&tree, &truths, epsilon);
    Ok((world.ok_or_else(|| because("too many arguments"))?, rho))
}

/// The largest amount that a debate of this depth can pay: 1 + r + … + r^(depth + 1).
fn largest_payment(ratio: f64, depth: usize) -> f64 {
    std::iter::successors(Some(1.0), |power| Some(power * ratio)).take(depth + 2).sum()
}

/// The reward gap of a stable tree whose leaves are all true, as a share of the largest payment. A
/// Bob who knows the claims and states their truth pays a wrong Alice nothing at any r.
fn reward_share(
    (_, name, rule, width, depth): (u64, String, String, usize, usize),
) -> Result<Vec<Value>, Unsolved> {
    let (own, rho) = honest_world((&rule, width, depth, 0))?;
    let asked = default_ratio(Epsilon::new(EPSILON).map_err(because)?, rho);
    let asked = asked.ok_or_else(|| because("the argument is not stable"))?;
    let found = own.least_ratio().ok_or_else(|| because("the argument is too large"))?;
    // The least r is rounded up, so that it is enough.
    let least = (found[1] * 1e4 - 1e-9).ceil() / 1e4;
    let share = |ratio: f64| (1.0 - EPSILON) / largest_payment(ratio, depth);
    let plain = (width as f64).powi(-(depth as i32));
    Ok(row![name, depth, plain, asked, 1.0 / share(asked), least, share(least)])
}

/// The reward gap of "all of q", `depth` times, with exactly one false leaf, between players who know
/// only the distribution.
fn ignorant_share((_, q, depth): (u64, usize, usize)) -> Result<Vec<Value>, Unsolved> {
    let worlds = WorldDistribution::one_false(&tree(Rule::ALL, q, depth)?);
    let case = ClaimsInstance::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing);
    let worth = |ratio| {
        if_independent(&case, ratio).ok_or_else(|| because("a claim has several arguments"))
    };
    let ratio = worth(1.0)?.yes.from_ratio.max(worth(1.0)?.no.from_ratio);
    let found = worth(ratio)?;
    let (right, wrong) = (found.no.low, found.yes.high);
    let share = (right - wrong) / largest_payment(ratio, depth);
    let plain = (q as f64).powi(-(depth as i32));
    Ok(row![q, depth, plain, ratio, right, wrong, share])
}

/// The fewest votes that keep the promise of Thm 6.2 for one plan.
fn price(
    (_, name, count, yes, gate): (u64, String, usize, f64, String),
    token: &CancelToken,
) -> Result<Vec<Value>, Unsolved> {
    let gate = if gate == "xor" { Op::Xor } else { Op::Majority };
    let yes = Probability::new(yes).map_err(because)?;
    let plan = votes("Is it so?", count, yes, gate).map_err(because)?;
    let found = VotePrice::new(&plan, token)?.ok_or_else(|| because("no side is right"))?;
    let VotePrice { truth, k, by_k, by_plan, votes: [asked, proved, enough] } = found;
    let times = asked as f64 / enough as f64;
    Ok(row![name, truth, k, by_k, by_plan, asked, proved, enough, times])
}

/// The least r that protects an honest Alice in one world.
fn least_ratio(
    (_, name, rule, width, depth, wrong): (u64, String, String, usize, usize, usize),
) -> Result<Vec<Value>, Unsolved> {
    let epsilon = Epsilon::new(EPSILON).map_err(because)?;
    let (own, rho) = honest_world((&rule, width, depth, wrong))?;
    // The ratios are rounded so that the words stay true.
    let down = |value: f64| (value * 1e4).floor() / 1e4;
    let up = |value: f64| (value * 1e4 - 1e-9).ceil() / 1e4;
    let found = own.least_ratio().map(|[least, enough]| [down(least), up(enough)]);
    let deeper = honest_world((&rule, width, 1, wrong))?
        .0
        .at_every_depth()
        .least_ratio()
        .map(|[_, enough]| up(enough));
    let asked = default_ratio(epsilon, rho).map_or(json!("nothing"), |asked| json!(asked));
    let [least, enough] = [0, 1].map(|at| found.map(|found| found[at]));
    Ok(row![name, depth, rho, least, enough, deeper, asked])
}

/// A distribution over worlds with leaves under one root. Both players know only this distribution.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LeafDistribution {
    /// A conjunction of this many leaves, of which exactly one is false.
    OneFalse(usize),
    /// A conjunction of four facts, of which one is false. Each fact is the majority of this many
    /// equal leaves. The row also shows ρ.
    Copies(usize),
    /// The conjunction of the leaves. The weight at index k applies to each world with k true
    /// leaves.
    All(Vec<f64>),
    /// The majority of the leaves, with weights as in `All`.
    Majority(Vec<f64>),
}

impl LeafDistribution {
    fn case(self, own: &mut Vec<Value>) -> Result<ClaimsInstance, Unsolved> {
        let listed = |rule, width, worlds| {
            WorldDistribution::listed(&tree(rule, width, 1)?, worlds).map_err(because)
        };
        let by_count = |rule, weights: Vec<f64>| {
            let width = weights.len() - 1;
            let bits = |word: u32| (0..width).map(|at| word >> at & 1 == 1).collect::<Bits>();
            let world = |word: u32| (weights[word.count_ones() as usize], bits(word));
            listed(rule, width, (0..1u32 << width).map(world).collect())
        };
        let worlds = match self {
            Self::OneFalse(width) => WorldDistribution::one_false(&tree(Rule::ALL, width, 1)?),
            Self::Copies(copies) => {
                let (rule, width) = (Rule::ALL.over_majorities(copies as u32), 4 * copies);
                let epsilon = Epsilon::new(0.1).map_err(because)?;
                let rho = StabilityTable::new(epsilon).if_all_true(&tree(rule, width, 1)?);
                own.push(json!(rho));
                let world = |block| (0..width).map(|at| at / copies != block).collect::<Bits>();
                listed(rule, width, (0..4).map(|block| (0.25, world(block))).collect())?
            }
            Self::All(weights) => by_count(Rule::ALL, weights)?,
            Self::Majority(weights) => by_count(Rule::MAJORITY, weights)?,
        };
        Ok(ClaimsInstance::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing))
    }
}

/// Measures the payment for an answer and the probability that the answer is right. If no r is
/// given, the row uses and shows the smallest r for which the value is known.
fn gap(
    (_, mut own, law, ratio, answer): (u64, Vec<Value>, LeafDistribution, Option<f64>, bool),
    token: &CancelToken,
) -> Result<Vec<Value>, Unsolved> {
    /// A Bob who first states 0 for the root, and then plays as if one subclaim is false on
    /// average. If r is below 1, Alice cannot make up for her loss at the root.
    const ZERO_FIRST: EstimatorStrategy =
        EstimatorStrategy::Independent { false_parts: 1.0, root: Some(Probability::ZERO) };
    let case = law.case(&mut own)?;
    let worth = |ratio| {
        if_independent(&case, ratio).ok_or_else(|| because("a claim has several arguments"))
    };
    let from = worth(1.0)?.yes.from_ratio;
    own.extend(ratio.is_none().then(|| json!(from)));
    let ratio = ratio.unwrap_or(from);
    let stakes =
        RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).map_err(|_| because("r"))?;
    let bob = if ratio < 1.0 { ZERO_FIRST } else { EstimatorStrategy::Marginal };
    let paid = average_payoff(&case, stakes, (&ProverStrategy::Marginal { answer }, &bob), token);
    token.check()?;
    let paid = paid.ok_or_else(|| because("too many worlds"))?;
    let worth = worth(ratio)?;
    let (right, high) = (paid.right, paid.value());
    let low = if answer { worth.yes.low } else { worth.no.low };
    own.extend([right, low, high, low - right, high - right].map(Value::from));
    Ok(own)
}

/// The game of a formula that x spells out: for all a1 there is b1, and so on for k rounds, such that
/// every clause holds. For each clause and each variable, x has two bits. The first says whether the
/// clause has the variable, and the second whether the clause has the negation of the variable. The
/// clauses say that each b equals the a of the same round, so the game is true and Alice's claim is
/// false.
fn game((_, rounds): (u64, u32), token: &CancelToken) -> Result<Vec<Value>, Unsolved> {
    let bits = 2 * rounds as usize;
    let n = 2 * bits * bits;
    let mut verifier = CircuitBuilder::over(n + bits);
    let mut all: Option<Wire> = None;
    for clause in 0..bits {
        let mut holds: Option<Wire> = None;
        for variable in 0..bits {
            let at = 2 * (clause * bits + variable);
            let (has, has_not) = (verifier.input(at), verifier.input(at + 1));
            let one = verifier.input(n + variable);
            let zero = verifier.not(one);
            for literal in [verifier.and(has, one), verifier.and(has_not, zero)] {
                holds = Some(holds.map_or(literal, |holds| verifier.or(holds, literal)));
            }
        }
        let holds = holds.ok_or_else(|| because("a game has a round"))?;
        all = Some(all.map_or(holds, |all| verifier.and(all, holds)));
    }
    let all = all.ok_or_else(|| because("a game has a round"))?;
    let verifier = verifier.finish(all).map_err(because)?;
    let size = verifier.size() as u64;
    let turns =
        [BitPlayer::Alpha, BitPlayer::Beta].into_iter().cycle().zip((n..n + bits).map(Input::at));
    // The clauses 2i and 2i + 1 are (not a or b) and (a or not b).
    let says = |at: usize| {
        let (clause, variable, negated) = (at / 2 / bits, at / 2 % bits, at % 2 == 1);
        clause / 2 == variable / 2 && negated == (clause % 2 == variable % 2)
    };
    let x = (0..n + bits).map(|at| at < n && says(at)).collect();
    let game = QuantifiedGame::alternating(verifier, turns).map_err(because)?;
    let game = game.with_inputs(x).map_err(because)?;
    let play = |verifier: Verifier, alice: &str| {
        let rules = Quantified::new(QuantifiedInstance { game: game.clone(), verifier });
        let debate = Debate::new(rules, 1).map_err(because)?;
        played(Box::new(debate), [alice, "honest", "honest"], token)
    };
    let read = play(Verifier::Evaluated, "honest")?;
    let checked = play(Verifier::CrossExamined, &format!("lie-at:{}", size.div_ceil(2)))?;
    let reads = |game: &dyn Game| game.position().ledger().account(Seat::Judge).queries();
    let (most, least) = (ceil_log2(size) + 3, ceil_log2(n as u64 + 1));
    let (checks, evaluates) = (reads(&*checked), reads(&*read));
    let outcome = outcome(wins(&*checked, Side::Bob));
    let in_all = (1u64 << most) - 1;
    Ok(row![n, rounds, size, checks, most, evaluates, n, least, in_all, outcome])
}
