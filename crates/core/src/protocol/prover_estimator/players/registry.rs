//! The strategies of prover-estimator debate, with their names and explanations. They use the
//! estimators and provers of the neighbouring modules.

use crate::protocol::prover_estimator::Seen;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::estimator::{AskedSubclaim, BestResponseEstimator, EstimatorStrategy, LearnedEstimates};
use super::prover::{BestResponseProver, ProverKnowledge, ProverStrategy, ResponseTooLarge};
use crate::chance::Probability;
use crate::machine::claims::{ClaimsInstance, MOST_WORLDS, StabilityTable, Truths};
use crate::machine::{Bits, Ordinal};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::players::judges;
use crate::rules::{ArgumentChoice, Direction, Move, Seat, Verb, YesNo};
use crate::strategy::argument::{ParameterValue, StrategyParameter};
use crate::strategy::{
    Choice, SeatedStrategies, StrategyEntry, StrategyRegistry, StrategyResult, plays, plays_as,
};
use crate::work::CancelToken;

/// A hunter may visit at most this many branches before one move. The search then takes about a
/// tenth of a second. If she needs more, she cannot be seated.
const BRANCHES_A_MOVE: usize = 100_000;

/// The name of the strategy that is a best response and knows the actual world.
pub const CLAIRVOYANT: &str = "clairvoyant";

/// The error if no strategy can know the actual world.
const DRAWN: &str =
    "the debate draws its world at the start, so no strategy can know it. Choose another strategy";

impl StrategyRegistry for ProverEstimator {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let mut roster = alices();
        roster.extend(bobs());
        roster.extend(judges::<Self>(|sight| sight.consulted()));
        roster
    }
}

const SHADE: StrategyParameter = StrategyParameter::RealOr("δ", 0.1, 0.0, 1.0);
const FALSE_PARTS: StrategyParameter = StrategyParameter::RealAndChance("a", 1.0, 0.0, 1e6, "p_0");
const CONSTANT: StrategyParameter = StrategyParameter::RealOr("p", 0.5, 0.0, 1.0);
const DELTA: StrategyParameter = StrategyParameter::RealOr("δ", 0.05, 0.005, 1.0);

fn alices() -> Vec<StrategyEntry<ProverEstimator>> {
    let listed =
        |name, argument, says, make| StrategyEntry::new(Seat::Alice, name, argument, says, make);
    let of = |knows| move |name, says, bob| hunter_of(knows, (name, says), bob);
    let (hunter, blind) = (of(WorldKnowledge::Told), of(WorldKnowledge::Law));
    vec![
        listed(
            "honest",
            StrategyParameter::None,
            "gives the answer that she thinks right, names every error above ε, and picks the largest error",
            |_, _| proves(ProverStrategy::Honest),
        ),
        listed(
            "obfuscator",
            StrategyParameter::NumberOr("place", 0),
            "gives the answer that she thinks wrong, hides the flaw, and picks the given positions, or random \
             positions",
            |debate, given| {
                let depth = debate.depth();
                let towards = match given.number() {
                    0 => Vec::new(),
                    place => vec![usize::try_from(place - 1).unwrap_or(usize::MAX); depth],
                };
                proves(ProverStrategy::Obfuscator { towards: towards.into() })
            },
        ),
        listed(
            "ignorant",
            StrategyParameter::None,
            "gives the less likely answer, compares Bob's number for each claim with the claim's probability, and \
            ignores the drawn answers",
            |_, _| proves(ProverStrategy::Ignorant),
        ),
        listed(
            "marginal",
            StrategyParameter::None,
            "answers yes, treats all leaves as independent, and picks the subclaim whose number is furthest below \
             its probability",
            |_, _| proves(ProverStrategy::Marginal { answer: true }),
        ),
        listed(
            "marginal-no",
            StrategyParameter::None,
            "answers no, treats all leaves as independent, and picks the subclaim whose number is furthest above its \
             probability",
            |_, _| proves(ProverStrategy::Marginal { answer: false }),
        ),
        hunter("hunter", "plays her best response to a calibrated Bob", |_, _| {
            Ok(EstimatorStrategy::Calibrated)
        }),
        blind(
            "blind-hunter",
            "plays her best response to a calibrated Bob, but uses only the distribution over worlds",
            |_, _| Ok(EstimatorStrategy::Calibrated),
        ),
        hunter(
            "best-response",
            "plays her best response to the seated Bob, before an honest judge. If a person plays Bob, she responds \
             to an informed Bob instead",
            seated_bob,
        ),
        blind(
            "blind-best-response",
            "plays her best response to the seated Bob, but uses only the distribution over worlds",
            seated_bob,
        ),
        of(WorldKnowledge::World)(
            CLAIRVOYANT,
            "plays her best response to the seated Bob, and knows the actual world",
            seated_bob,
        ),
        StrategyEntry::plain(
            Seat::Alice,
            "random",
            "makes any legal move, at random",
            random_alice,
        ),
    ]
}

/// Returns the Bob against whom a hunter plays her best response.
type OpponentEstimator =
    fn(&ProverEstimator, &SeatedStrategies) -> Result<EstimatorStrategy, String>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorldKnowledge {
    /// She knows what the case tells Alice.
    Told,
    /// She knows only the distribution over worlds.
    Law,
    /// She knows the actual world.
    World,
}

impl WorldKnowledge {
    /// What the hunter knows at the start, in a world with these truths.
    fn scene(
        self,
        hunter: &BestResponseProver<'_>,
        truths: &Arc<Truths>,
    ) -> Result<ProverKnowledge, ResponseTooLarge> {
        match self {
            Self::Told => hunter.seen(truths),
            Self::Law => hunter.unseen(),
            Self::World => Ok(ProverKnowledge::from_truths(truths)),
        }
    }
}

fn hunter_of(
    knows: WorldKnowledge,
    (name, says): (&'static str, &'static str),
    bob: OpponentEstimator,
) -> StrategyEntry<ProverEstimator> {
    let make = move |debate: &ProverEstimator, _, seating: &SeatedStrategies| {
        best_response_entry(debate, bob(debate, seating)?, knows, seating.token())
    };
    StrategyEntry::made_by(Seat::Alice, name, StrategyParameter::None, says, make)
}

fn bobs() -> Vec<StrategyEntry<ProverEstimator>> {
    let listed =
        |name, argument, says, make| StrategyEntry::new(Seat::Bob, name, argument, says, make);
    vec![
        listed(
            "honest",
            StrategyParameter::None,
            "says the truth if he knows it, else says the probability given the drawn answers",
            |_, _| estimates(EstimatorStrategy::Informed),
        ),
        listed(
            "calibrated",
            StrategyParameter::None,
            "says the probability over the worlds, given the drawn answers",
            |_, _| estimates(EstimatorStrategy::Calibrated),
        ),
        listed(
            "informed",
            StrategyParameter::None,
            "says the truth if he knows it, else plays like `calibrated`",
            |_, _| estimates(EstimatorStrategy::Informed),
        ),
        listed(
            "independent",
            FALSE_PARTS,
            "says 1 − a/q for each of q subclaims and p_0 for the root, and ignores the drawn answers",
            |_, given| estimates(independent(given)),
        ),
        listed("constant", CONSTANT, "always says p", |_, given| {
            estimates(EstimatorStrategy::Constant(p(given)))
        }),
        listed(
            "shading",
            SHADE,
            "shifts the truth of the leaves by δ, and computes the claims above from these numbers",
            |_, given| estimates(EstimatorStrategy::Shading(p(given))),
        ),
        listed(
            "marginal",
            StrategyParameter::None,
            "says the probability of each leaf, applies the rules to these numbers, and ignores the drawn answers",
            |_, _| estimates(EstimatorStrategy::Marginal),
        ),
        StrategyEntry::made_by(
            Seat::Bob,
            "learned",
            DELTA,
            "has learned numbers that no test distinguishes from the truth by more than δ",
            |debate, given, seating| estimates(learned(debate, given, seating)?),
        ),
        StrategyEntry::made_by(
            Seat::Bob,
            "best-response",
            StrategyParameter::None,
            "pays the seated Alice as little as a search can find, on average over the worlds. If a person plays \
             Alice, he responds to an honest Alice instead",
            |debate: &ProverEstimator, _, seating| {
                let alice = opposite(debate, seating)?;
                let best = best_response(debate, &alice, seating.token());
                let best = best.map_err(|why| why.to_string())?;
                plays(move |sight: Seen<'_>| answer_best(&best, sight))
            },
        ),
        StrategyEntry::made_by(
            Seat::Bob,
            CLAIRVOYANT,
            StrategyParameter::None,
            "pays the seated Alice as little as a search can find, and knows the actual world",
            |debate: &ProverEstimator, _, seating| {
                let setup = debate.setup();
                let (case, alice) = (&setup.case, opposite(debate, seating)?);
                let Some(actual) = case.actual() else { return Err(DRAWN.into()) };
                let (truths, token) = (case.tree().truths(actual), seating.token());
                let best = BestResponseEstimator::with_world_known(
                    case,
                    setup.stakes,
                    alice,
                    truths,
                    token,
                );
                let best = best.map_err(|why| why.to_string())?;
                plays(move |sight: Seen<'_>| answer_best(&best, sight))
            },
        ),
        listed("lazy", StrategyParameter::None, "never objects: says 1 for everything", |_, _| {
            estimates(EstimatorStrategy::Constant(Probability::ONE))
        }),
        listed("always-objects", StrategyParameter::None, "says 0 for everything", |_, _| {
            estimates(EstimatorStrategy::Constant(Probability::ZERO))
        }),
        StrategyEntry::plain(
            Seat::Bob,
            "random",
            "says 0, 1/4, 1/2, 3/4 or 1, drawn at random",
            |_| {
                let quarters = [0.0, 0.25, 0.5, 0.75, 1.0];
                Choice::uniform(quarters.map(|q| Move::Estimate(Probability::clamped(q))).to_vec())
            },
        ),
    ]
}

fn p(given: ParameterValue) -> Probability {
    Probability::clamped(given.real())
}

fn independent(given: ParameterValue) -> EstimatorStrategy {
    let root = if let ParameterValue::RealAndChance(_, root) = given { root } else { None };
    EstimatorStrategy::Independent { false_parts: given.real(), root }
}

/// A learned estimator with this δ. All debates with the same setup share it.
fn learned(
    debate: &ProverEstimator,
    given: ParameterValue,
    seating: &SeatedStrategies,
) -> Result<EstimatorStrategy, String> {
    let (delta, token) = (given.real(), seating.token());
    let make = || LearnedEstimates::new(&debate.setup().case, delta, token);
    let learned = debate.kept().get(delta.to_bits(), token, make);
    learned.map(EstimatorStrategy::Learned).map_err(|why| why.to_string())
}

fn proves(player: ProverStrategy) -> StrategyResult<ProverEstimator> {
    plays_as(player, fixed)
}

fn estimates(player: EstimatorStrategy) -> StrategyResult<ProverEstimator> {
    plays_as(player, estimate)
}

/// The seated Bob. If a person plays Bob, an informed Bob takes his place.
fn seated_bob(
    debate: &ProverEstimator,
    seating: &SeatedStrategies,
) -> Result<EstimatorStrategy, String> {
    Ok(seating.solved(debate, Seat::Bob)?.unwrap_or(EstimatorStrategy::Informed))
}

/// The seated Alice. If a person plays Alice, an honest Alice takes her place.
fn opposite(
    debate: &ProverEstimator,
    seating: &SeatedStrategies,
) -> Result<ProverStrategy, String> {
    Ok(seating.solved(debate, Seat::Alice)?.unwrap_or(ProverStrategy::Honest))
}

fn answer_best(bob: &BestResponseEstimator, sight: Seen<'_>) -> Choice {
    let (Some(truths), Some(answer)) = (sight.truths(), sight.answer()) else {
        return Move::Estimate(Probability::HALF).into();
    };
    let given = (sight.case(), sight.stakes());
    let stated = bob.number(given, truths, answer, sight.played());
    Move::Estimate(Probability::clamped(stated)).into()
}

/// The best Bob that a search finds against this Alice. All debates with the same setup share it.
///
/// # Errors
/// Returns an error if there are too many worlds or claims, or if the work was cancelled.
pub fn best_response(
    debate: &ProverEstimator,
    alice: &ProverStrategy,
    token: &CancelToken,
) -> Result<Arc<BestResponseEstimator>, ResponseTooLarge> {
    let setup = debate.setup();
    let make = || BestResponseEstimator::new(&setup.case, setup.stakes, alice.clone(), token);
    debate.kept().get(alice.key(), token, make)
}

/// A hunter against this Bob. Returns an error if her search would be too large, because no weaker
/// strategy may play under her name.
fn best_response_entry(
    debate: &ProverEstimator,
    bob: EstimatorStrategy,
    knows: WorldKnowledge,
    token: &CancelToken,
) -> StrategyResult<ProverEstimator> {
    let setup = debate.setup();
    if knows == WorldKnowledge::World && setup.case.actual().is_none() {
        return Err(DRAWN.into());
    }
    let worlds = possible(&setup.case, &bob, knows != WorldKnowledge::Law);
    let mut left = BRANCHES_A_MOVE * MOST_WORLDS_AHEAD;
    for truths in worlds.map_err(refused)? {
        let hunter = BestResponseProver::new(&setup.case, setup.stakes, &bob);
        let hunter = hunter.with_limit(BRANCHES_A_MOVE).under(token);
        let scene = knows.scene(&hunter, &truths);
        let looked = scene.and_then(|scene| hunter.looks(scene)).map_err(refused)?;
        left = left.checked_sub(looked).ok_or(ResponseTooLarge::Worlds).map_err(refused)?;
    }
    plays(move |sight: Seen<'_>| best_response_move(&bob, knows, sight))
}

/// The limit on the branches that one hunter visits in all worlds together, as a multiple of [`BRANCHES_A_MOVE`]. If
/// she needs more branches, she cannot be seated.
const MOST_WORLDS_AHEAD: usize = 4;

fn refused(why: ResponseTooLarge) -> String {
    format!("looks ahead, and this debate is too large for that: {why}")
}

/// The worlds in which a hunter may be. One world is enough if her search has the same size in all
/// worlds.
fn possible(
    case: &ClaimsInstance,
    bob: &EstimatorStrategy,
    knowing: bool,
) -> Result<Vec<Arc<Truths>>, ResponseTooLarge> {
    let tree = case.tree();
    let truths = |leaves: &Bits| Arc::new(tree.truths(leaves));
    if let Some(actual) = case.actual() {
        return Ok(vec![truths(actual)]);
    }
    if !knowing || !bob.sees_the_world(case) {
        let any = case.worlds().draw(&mut ChaCha8Rng::seed_from_u64(0));
        return Ok(vec![truths(&any)]);
    }
    let all = case.worlds().list(MOST_WORLDS).ok_or(ResponseTooLarge::Worlds)?;
    Ok(all.into_iter().filter(|world| world.0 > 0.0).map(|world| truths(&world.1)).collect())
}

fn estimate(bob: &EstimatorStrategy, sight: Seen<'_>) -> Choice {
    let number = number(bob, sight).map_or(Probability::HALF, Probability::clamped);
    Move::Estimate(number).into()
}

/// The number that an estimator states next. `None` before the world is drawn or before Alice has
/// answered.
pub fn number(bob: &EstimatorStrategy, sight: Seen<'_>) -> Option<f64> {
    let (case, truths, answer) = (sight.case(), sight.truths()?, sight.answer()?);
    Some(match sight.round() {
        None => bob.first(case, truths, answer),
        Some(round) => {
            let minds = bob.memories(case, sight.played()).pop();
            let mind =
                minds.and_then(|mut minds| minds.pop()).unwrap_or_else(|| bob.initial_memory(case));
            let which = round.which.unwrap_or(0);
            let asked = AskedSubclaim { claim: round.claim, which, at: round.drawn().count() };
            bob.estimate(case, truths, &mind, asked)
        }
    })
}

/// The move of a prover who does not look ahead.
fn fixed(alice: &ProverStrategy, sight: Seen<'_>) -> Choice {
    let (case, stakes) = (sight.case(), sight.stakes());
    let Some(truths) = sight.truths() else { return random_alice(sight) };
    let (Some(round), Some(answer)) = (sight.round(), sight.answer()) else {
        return Move::Claim(YesNo(alice.answer(case, truths))).into();
    };
    if round.said.is_none() {
        let said = alice.call(&stakes, case, truths, round.claim, answer, round.stated.get());
        return Move::Say(said).into();
    }
    let Some(which) = round.which else {
        let mut table = StabilityTable::new(stakes.epsilon);
        return argument(alice.argument(&mut table, case, truths, round.claim)).into();
    };
    let Some(argument) = case.tree().argument(round.claim, which) else {
        return random_alice(sight);
    };
    let at = sight.played().len() - 1;
    let picks = alice.picks(case, truths, argument, at, &round.estimates());
    let mut moves: Vec<(f64, Move)> =
        picks.into_iter().map(|(at, chance)| (chance, Move::Pick(Ordinal::at(at)))).collect();
    if moves.len() == 1 { moves.swap_remove(0).1.into() } else { Choice::Mix(moves) }
}

fn argument(which: usize) -> Move {
    Move::Argue(ArgumentChoice { argument: Ordinal::at(which), named: Vec::new() })
}

/// The move of a hunter. The size of her search was checked when she was seated, so the search
/// fails only if the work was cancelled. In that case nobody uses the random move.
fn best_response_move(bob: &EstimatorStrategy, knows: WorldKnowledge, sight: Seen<'_>) -> Choice {
    look_ahead(bob, knows, sight).unwrap_or_else(|| random_alice(sight))
}

fn look_ahead(bob: &EstimatorStrategy, knows: WorldKnowledge, sight: Seen<'_>) -> Option<Choice> {
    let case = sight.case();
    let truths = sight.truths()?;
    let hunter = BestResponseProver::new(case, sight.stakes(), bob)
        .with_limit(usize::MAX)
        .under(&sight.token());
    let scene = knows.scene(&hunter, truths).ok()?;
    let rounds = sight.played();
    let (Some(round), Some(answer)) = (sight.round(), sight.answer()) else {
        let (_, answer) = hunter.start(scene).ok()?;
        return Some(Move::Claim(YesNo(answer)).into());
    };
    let scene = hunter.after(scene, answer, rounds);
    let minds = bob.memories(case, rounds).pop()?;
    let at = hunter.at(scene, round, rounds.len() - 1, answer, minds.first()?.clone());
    if round.said.is_none() {
        return Some(Move::Say(hunter.best_move(&at).ok()?.0).into());
    }
    let Some(which) = round.which else {
        return Some(argument(hunter.best_move(&at).ok()?.1).into());
    };
    let place = hunter.pick(&at, which, round.estimates(), minds).ok()?;
    Some(Move::Pick(Ordinal::at(place)).into())
}

fn random_alice(sight: Seen<'_>) -> Choice {
    let prompt = sight.menu();
    let Some(offer) = prompt.offers.first() else {
        return Move::Claim(YesNo(true)).into();
    };
    let tree = sight.case().tree();
    Choice::uniform(match (offer.verb, sight.round()) {
        (Verb::Say, _) => Direction::ALL.map(Move::Say).to_vec(),
        (Verb::Argue, Some(round)) => (0..tree.argument_count(round.claim)).map(argument).collect(),
        (Verb::Pick, Some(round)) => {
            (0..round.parts.len()).map(|at| Move::Pick(Ordinal::at(at))).collect()
        }
        _ => [true, false].map(|answer| Move::Claim(YesNo(answer))).to_vec(),
    })
}
