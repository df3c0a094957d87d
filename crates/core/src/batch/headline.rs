//! The papers' headlines, measured: each claim beside what debates that are played here cost and
//! pay.
//!
//! `headlines.yaml` has the words, the columns and the cases of every table. A case is a list whose
//! first entry is its size: steps, gates or subclaims. A function here measures the row of a case.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::analysis::{Game, Unsolved};
use crate::chance::Probability;
use crate::debate::{Advance, Debate, SeatPlan, Stuck};
use crate::machine::circuit::{CircuitBuilder, Wire};
use crate::machine::claims::{
    Case, ClaimTree, Epsilon, Knowledge, Rule, StabilityTable, Worlds, default_ratio, uniform,
};
use crate::machine::quantified::Mover;
use crate::machine::{Bits, Input, QuantifiedGame, ceil_log2};
use crate::protocol::Quantified;
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::protocol::prover_estimator::solve::{
    BestBob, average_payoff, fixed_alices, if_independent, least_paid,
};
use crate::protocol::prover_estimator::{Ratio, RatioSource, Stated};
use crate::protocol::quantified::{QuantifiedInstance, Verifier};
use crate::rules::{Cost, Seat, Side, Turn, Verb};
use crate::scenario::{open, read};
use crate::work::Token;

/// A headline: a paper's claim, how it is measured, and what was measured.
#[derive(Clone, Debug, Deserialize)]
pub struct Headline {
    name: String,
    /// The paper's claim.
    pub claim: String,
    /// How it is measured.
    pub how: String,
    /// What was measured.
    pub tables: Vec<HeadlineTable>,
}

/// Rows under heads.
#[derive(Clone, Debug, Deserialize)]
pub struct HeadlineTable {
    /// What its rows are.
    pub title: String,
    /// What measures a row.
    row: String,
    /// The scenario of the debates, with the names of figures in braces.
    #[serde(default)]
    scenario: String,
    cases: Vec<Value>,
    /// The columns: the head, and where the entries come from. They are `given` to say what the row is
    /// about, `played` in debates, `solved` exactly, or a `formula` of a theorem or of other columns.
    pub columns: Vec<(String, String)>,
    /// How it is drawn. `None` if it cannot be.
    pub chart: Option<Chart>,
    /// The rows, each with an entry for every column; `null` if a figure is not known.
    #[serde(skip)]
    pub rows: Vec<Vec<Value>>,
}

/// How a table is drawn: curves over one of its columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chart {
    /// The column along which is drawn.
    pub along: String,
    /// Whether its numbers stand by their logarithms.
    pub by_logarithm: bool,
    /// What the curves measure.
    pub up: String,
    /// The columns between which the value lies, if it is bracketed.
    pub between: Option<[String; 2]>,
    /// The columns that are curves of their own.
    #[serde(default)]
    pub curves: Vec<String>,
}

/// Measures the headline of this name without the cases that are larger than `most`. The token counts
/// rows; rows that were measured before it was stopped are kept.
///
/// # Errors
/// If there is no such headline, or a debate cannot be played.
pub fn measure(name: &str, most: u64, token: &Token) -> Result<Headline, Unsolved> {
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

/// Entries of a row, whatever they are.
macro_rules! row {
    ($($entry:expr),* $(,)?) => { vec![$(json!($entry)),*] };
}

impl HeadlineTable {
    fn row(&self, given: &Value, token: &Token) -> Result<Vec<Value>, Unsolved> {
        token.check()?;
        match &*self.row {
            "costs" => self.costs(case(given)?, token),
            "votes" => self.votes(case(given)?, token),
            "honesty" => honesty(case(given)?, token),
            "obfuscation" => self.obfuscation(case(given)?, token),
            "gap" => gap(case(given)?, token),
            "circuit" => self.circuit(case(given)?, token),
            "game" => game(case(given)?, token),
            unknown => Err(because(unknown)),
        }
    }

    /// The debate of this table's scenario with these words in it.
    fn opened(&self, words: &[(&str, String)]) -> Result<Box<dyn Game>, Unsolved> {
        let fill = |text: String, (name, word): &(&str, String)| text.replace(name, word);
        let text = words.iter().fold(self.scenario.clone(), fill);
        let scenario = read("headline", &text).map_err(because)?;
        open(&scenario).map_err(|fault| because(format!("{fault:?}")))
    }

    fn costs(&self, (steps,): (u64,), token: &Token) -> Result<Vec<Value>, Unsolved> {
        let game = self.opened(&[("{T}", steps.to_string())])?;
        let lie = format!("lie-at:{}", steps / 2);
        let game = played(game, [&lie, "honest", "honest"], token)?;
        let [alice, bob, judge] = Seat::ALL.map(|seat| paid(&*game, seat, Cost::Oracle));
        let judged = |cost| paid(&*game, Seat::Judge, cost);
        let (reads, location) = (judged(Cost::Transcript), judged(Cost::Location));
        Ok(row![steps, alice, bob, judge, reads, location, outcome(wins(&*game, Side::Bob))])
    }

    fn votes(&self, (steps, k): (u64, u64), token: &Token) -> Result<Vec<Value>, Unsolved> {
        let play = |bob: &str| {
            let game = self.opened(&[("{T}", steps.to_string()), ("{K}", k.to_string())])?;
            played(game, ["honest", bob, "honest"], token)
        };
        // Somebody has to object for the judge to draw.
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

    /// What an obfuscator comes to, with the estimator and without him, and what the strongest Alice
    /// who is wrong and does not look ahead is paid by a calibrated Bob.
    fn obfuscation(
        &self,
        (_, q, d): (u64, u64, u32),
        token: &Token,
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
        let case =
            Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root());
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).map_err(|_| because("r = 3"))?;
        let paid = fixed_alices(&case).into_iter().filter_map(|(name, alice)| {
            let paid = average_payoff(&case, stakes, (&alice, &Estimator::Calibrated), token)?;
            (paid.right == 0.0).then_some((name, paid.value()))
        });
        let most = paid.reduce(|a, b| if b.1 > a.1 { b } else { a });
        token.check()?;
        let (name, most) = most.ok_or_else(|| because("nobody is wrong"))?;
        Ok(row![q, d, recursive, obfuscator, honest, name, most])
    }

    fn circuit(
        &self,
        (_, name, n, depends_on_all, claim, machine): (u64, String, u64, bool, u8, String),
        token: &Token,
    ) -> Result<Vec<Value>, Unsolved> {
        let input = (0..n).map(|at| if at % 3 == 0 { '1' } else { '0' }).collect();
        let words = [("{claim}", claim.to_string()), ("{machine}", machine), ("{input}", input)];
        // An honest debate tells how many gates there are: Bob computes each once.
        let honest = played(self.opened(&words)?, ["honest"; 3], token)?;
        let size = paid(&*honest, Seat::Bob, Cost::Steps);
        let lie = format!("lie-at:{}", size.div_ceil(2));
        let game = played(self.opened(&words)?, [&lie, "honest", "honest"], token)?;
        let (most, least) = (ceil_log2(size) + 3, depends_on_all.then(|| ceil_log2(n + 1)));
        let (log, reads) = ((size as f64).log2(), game.now().ledger().of(Seat::Judge).queries());
        let lost = wins(&*honest, Side::Alice) && wins(&*game, Side::Bob);
        Ok(row![name, size, log, reads, most, n, least, outcome(lost)])
    }
}

fn plans(seats: [&str; 3]) -> [SeatPlan; 3] {
    seats.map(|written| SeatPlan::Program(written.to_owned()))
}

/// The debate, played to its end by these programs.
fn played(
    mut game: Box<dyn Game>,
    seats: [&str; 3],
    token: &Token,
) -> Result<Box<dyn Game>, Unsolved> {
    game.set_seats(&plans(seats)).map_err(|unseated| because(unseated.why))?;
    // Progress is counted in rows, not in the moves of each debate.
    match game.table().run_for(usize::MAX, token)? {
        Advance::Waiting(seat) => Err(because(Stuck::NoMove(seat))),
        _ => Ok(game),
    }
}

fn paid(game: &dyn Game, seat: Seat, cost: Cost) -> u64 {
    game.now().ledger().of(seat).paid(cost)
}

fn wins(game: &dyn Game, side: Side) -> bool {
    matches!(game.now().turn(), Turn::Over(outcome) if outcome.winner == side)
}

/// How a debate with one lie ended.
fn outcome(lie_loses: bool) -> &'static str {
    if lie_loses { "the lie loses" } else { "the lie wins" }
}

fn tree(rule: Rule, width: usize, depth: usize) -> Result<ClaimTree, Unsolved> {
    uniform("part", rule, width, depth).map_err(because)
}

/// What an honest Alice is paid at the least, all parts being true.
fn honesty(
    (_, name, rule, width, depth, epsilon): (u64, String, String, usize, usize, f64),
    token: &Token,
) -> Result<Vec<Value>, Unsolved> {
    let epsilon = Epsilon::new(epsilon).map_err(because)?;
    let rule = if rule == "all" { Rule::ALL } else { Rule::MAJORITY };
    let tree = tree(rule, width, depth)?;
    let leaves: Bits = std::iter::repeat_n(true, width.pow(depth as u32)).collect();
    let truths = tree.truths(&leaves);
    let rho = StabilityTable::new(epsilon).of_tree(&tree, &truths).rho;
    let protected = default_ratio(epsilon, rho);
    // If no r protects her, r is 30.
    let ratio = Ratio::new(protected.unwrap_or(30.0)).map_err(because)?;
    let stakes = Stakes { epsilon, ratio, source: RatioSource::Given, judgement: Probability::ONE };
    let case = Case::drawn(Worlds::certain(&tree, leaves).map_err(because)?);
    let least = TooLarge::if_within(least_paid(&case, stakes, truths, token))?;
    let least = least.filter(BestBob::is_exact).map(|least| least.value);
    let promised = protected.map_or(json!("nothing"), |_| json!(1.0 - epsilon.get()));
    Ok(row![name, epsilon.get(), rho, ratio.get(), promised, least])
}

/// Worlds of leaves under one root, of which neither player knows more than the distribution.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Law {
    /// All of so many parts, exactly one of them false.
    OneFalse(usize),
    /// All of four facts, one of them false, each a majority of so many copies. ρ stands in the row.
    Copies(usize),
    /// All of them, weighted by how many are true.
    All(Vec<f64>),
    /// Their majority, likewise.
    Majority(Vec<f64>),
}

impl Law {
    fn case(self, own: &mut Vec<Value>) -> Result<Case, Unsolved> {
        let listed =
            |rule, width, worlds| Worlds::listed(&tree(rule, width, 1)?, worlds).map_err(because);
        let by_count = |rule, weights: Vec<f64>| {
            let width = weights.len() - 1;
            let bits = |word: u32| (0..width).map(|at| word >> at & 1 == 1).collect::<Bits>();
            let world = |word: u32| (weights[word.count_ones() as usize], bits(word));
            listed(rule, width, (0..1u32 << width).map(world).collect())
        };
        let worlds = match self {
            Self::OneFalse(width) => Worlds::one_false(&tree(Rule::ALL, width, 1)?),
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
        Ok(Case::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing))
    }
}

/// What an answer is paid, and how often it is right, after what the row is about. If no r is
/// given, it is the least that settles the value, and stands in the row.
fn gap(
    (_, mut own, law, ratio, answer): (u64, Vec<Value>, Law, Option<f64>, bool),
    token: &Token,
) -> Result<Vec<Value>, Unsolved> {
    /// The marginal Bob of a debate with one false part on average, who states 0 of the root first.
    /// If r is below 1, nothing that Alice says of it makes up for what she loses.
    const ZERO_FIRST: Estimator =
        Estimator::Independent { false_parts: 1.0, root: Some(Probability::ZERO) };
    let case = law.case(&mut own)?;
    let worth = |ratio| {
        if_independent(&case, ratio).ok_or_else(|| because("a claim has several arguments"))
    };
    let from = worth(1.0)?.yes.from_ratio;
    own.extend(ratio.is_none().then(|| json!(from)));
    let ratio = ratio.unwrap_or(from);
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).map_err(|_| because("r"))?;
    let bob = if ratio < 1.0 { ZERO_FIRST } else { Estimator::Marginal };
    let paid = average_payoff(&case, stakes, (&Prover::Marginal { answer }, &bob), token);
    token.check()?;
    let paid = paid.ok_or_else(|| because("too many worlds"))?;
    let worth = worth(ratio)?;
    let (right, high) = (paid.right, paid.value());
    let low = if answer { worth.yes.low } else { worth.no.low };
    own.extend([right, low, high, low - right, high - right].map(Value::from));
    Ok(own)
}

/// For all a1 there is b1, and so on for k rounds, such that the bit of x at that place is 1. Every
/// place that ends in 1 has a 1, so that the game is true and Alice's claim false.
fn game((_, rounds): (u64, u32), token: &Token) -> Result<Vec<Value>, Unsolved> {
    let (bits, n) = (2 * rounds as usize, 1usize << (2 * rounds));
    let mut verifier = CircuitBuilder::over(n + bits);
    let mut places: Vec<Wire> = (0..n).map(|at| verifier.input(at)).collect();
    for turn in (n..n + bits).rev() {
        let one = verifier.input(turn);
        let zero = verifier.not(one);
        let halves = places.chunks(2).map(|half| {
            let [zero, one] = [(zero, half[0]), (one, half[1])].map(|(a, b)| verifier.and(a, b));
            verifier.or(zero, one)
        });
        places = halves.collect();
    }
    let verifier = verifier.finish(places[0]).map_err(because)?;
    let size = verifier.size() as u64;
    let turns = [Mover::Alpha, Mover::Beta].into_iter().cycle().zip((n..n + bits).map(Input::at));
    let x = (0..n + bits).map(|at| at < n && at % 2 == 1).collect();
    let game = QuantifiedGame::alternating(verifier, turns).map_err(because)?;
    let game = game.on(x).map_err(because)?;
    let play = |verifier: Verifier, alice: &str| {
        let rules = Quantified::new(QuantifiedInstance { game: game.clone(), verifier });
        let debate = Debate::new(rules, 1).map_err(because)?;
        played(Box::new(debate), [alice, "honest", "honest"], token)
    };
    let read = play(Verifier::Evaluated, "honest")?;
    let checked = play(Verifier::CrossExamined, &format!("lie-at:{}", size.div_ceil(2)))?;
    let reads = |game: &dyn Game| game.now().ledger().of(Seat::Judge).queries();
    let (most, least) = (ceil_log2(size) + 3, ceil_log2(n as u64 + 1));
    let (checks, evaluates) = (reads(&*checked), reads(&*read));
    let outcome = outcome(wins(&*checked, Side::Bob));
    Ok(row![n, rounds, size, checks, most, evaluates, n, least, outcome])
}
