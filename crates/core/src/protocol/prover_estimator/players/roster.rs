//! Players of a prover-estimator debate: the estimators and provers of the neighbouring files, in
//! their seats.

use crate::protocol::prover_estimator::Seen;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::estimator::{BestResponse, Estimator, Learned, PartAsked};
use super::prover::{Hunter, Prover, Scene, TooLarge};
use crate::chance::Probability;
use crate::machine::claims::{Case, MOST_WORLDS, StabilityTable, Truths};
use crate::machine::{Bits, Place};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::players::judges;
use crate::rules::{Direction, Layout, Move, Seat, Verb, YesNo};
use crate::strategy::argument::{Argument, Given};
use crate::strategy::{Choice, Listed, Made, Players, Seating, plays, plays_as};
use crate::work::Token;

/// A hunter who would have to look at more branches than this before a move does not sit down: it
/// is about a tenth of a second.
const BRANCHES_A_MOVE: usize = 100_000;

/// Who answers the other best in the one world where the debate is played.
pub const CLAIRVOYANT: &str = "clairvoyant";

/// Why there is none.
const DRAWN: &str = "the debate draws its world when it begins: nobody can know it before";

impl Players for ProverEstimator {
    fn roster() -> Vec<Listed<Self>> {
        let mut roster = alices();
        roster.extend(bobs());
        roster.extend(judges::<Self>(|sight| sight.consulted()));
        roster
    }
}

const SHADE: Argument = Argument::RealOr("δ", 0.1, 0.0, 1.0);
const FALSE_PARTS: Argument = Argument::RealAndChance("a", 1.0, 0.0, 1e6, "p_0");
const CONSTANT: Argument = Argument::RealOr("p", 0.5, 0.0, 1.0);
const DELTA: Argument = Argument::RealOr("δ", 0.05, 0.005, 1.0);

fn alices() -> Vec<Listed<ProverEstimator>> {
    let listed = |name, argument, says, make| Listed::new(Seat::Alice, name, argument, says, make);
    let of = |knows| move |name, says, bob| hunter_of(knows, (name, says), bob);
    let (hunter, blind) = (of(Foresight::Told), of(Foresight::Law));
    vec![
        listed(
            "honest",
            Argument::None,
            "answers what she knows or holds likelier; names every error above ε and goes on where Bob is furthest off",
            |_, _| proves(Prover::Honest),
        ),
        listed(
            "obfuscator",
            Argument::NumberOr("place", 0),
            "answers against what she knows or holds likelier, hides the flaw, goes on at random or always at one place",
            |debate, given| {
                let depth = debate.depth();
                let towards = match given.number() {
                    0 => Vec::new(),
                    place => vec![usize::try_from(place - 1).unwrap_or(usize::MAX); depth],
                };
                proves(Prover::Obfuscator { towards: towards.into() })
            },
        ),
        listed(
            "ignorant",
            Argument::None,
            "answers against the odds; holds every number against what is likely of its claim alone",
            |_, _| proves(Prover::Ignorant),
        ),
        listed(
            "marginal",
            Argument::None,
            "answers yes; says what is too low for her by the law of each leaf alone, and goes on there",
            |_, _| proves(Prover::Marginal { answer: true }),
        ),
        listed(
            "marginal-no",
            Argument::None,
            "answers no; says what is too low for her at the root, and too high below, by the law of each leaf alone, and goes on there",
            |_, _| proves(Prover::Marginal { answer: false }),
        ),
        hunter("hunter", "plays her best response to a calibrated Bob", |_, _| {
            Ok(Estimator::Calibrated)
        }),
        blind(
            "blind-hunter",
            "the same, as if she knew no more of the world than its law",
            |_, _| Ok(Estimator::Calibrated),
        ),
        hunter(
            "best-response",
            "plays her best response, before an honest judge, to the Bob who is seated; to an \
             informed one, if a person is",
            seated_bob,
        ),
        blind(
            "blind-best-response",
            "the same, as if she knew no more of the world than its law",
            seated_bob,
        ),
        of(Foresight::World)(
            CLAIRVOYANT,
            "the same, as if she knew the world where the debate is played",
            seated_bob,
        ),
        Listed::plain(Seat::Alice, "random", "does anything that is legal", random_alice),
    ]
}

/// The Bob that a hunter answers.
type Answered = fn(&ProverEstimator, &Seating) -> Result<Estimator, String>;

/// What a hunter knows of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foresight {
    /// What the case says that Alice knows.
    Told,
    /// Its law alone.
    Law,
    /// All of the one world where the debate is played.
    World,
}

impl Foresight {
    /// Where she starts from in a world with these truths.
    fn scene(self, hunter: &Hunter<'_>, truths: &Arc<Truths>) -> Result<Scene, TooLarge> {
        match self {
            Self::Told => hunter.seen(truths),
            Self::Law => hunter.unseen(),
            Self::World => Ok(Scene::of(truths)),
        }
    }
}

/// A hunter who knows so much.
fn hunter_of(
    knows: Foresight,
    (name, says): (&'static str, &'static str),
    bob: Answered,
) -> Listed<ProverEstimator> {
    let make = move |debate: &ProverEstimator, _, seating: &Seating| {
        hunts(debate, bob(debate, seating)?, knows, seating.token())
    };
    Listed::made_by(Seat::Alice, name, Argument::None, says, make)
}

fn bobs() -> Vec<Listed<ProverEstimator>> {
    let listed = |name, argument, says, make| Listed::new(Seat::Bob, name, argument, says, make);
    vec![
        listed(
            "honest",
            Argument::None,
            "says the truth where he knows it, else what the worlds and draws tell him",
            |_, _| estimates(Estimator::Informed),
        ),
        listed(
            "calibrated",
            Argument::None,
            "says what the worlds and the answers drawn tell him",
            |_, _| estimates(Estimator::Calibrated),
        ),
        listed(
            "informed",
            Argument::None,
            "says the truth where he knows it, else as calibrated",
            |_, _| estimates(Estimator::Informed),
        ),
        listed(
            "independent",
            FALSE_PARTS,
            "says 1 − a/q for each of q subclaims, whatever was drawn, and p_0 of the root",
            |_, given| estimates(independent(given)),
        ),
        listed("constant", CONSTANT, "always says p", |_, given| {
            estimates(Estimator::Constant(p(given)))
        }),
        listed(
            "shading",
            SHADE,
            "shades the truth of the leaves by δ, and keeps his numbers consistent above them",
            |_, given| estimates(Estimator::Shading(p(given))),
        ),
        listed(
            "marginal",
            Argument::None,
            "says how likely each leaf is by the law, and takes the rules over that, whatever is drawn",
            |_, _| estimates(Estimator::Marginal),
        ),
        Listed::made_by(
            Seat::Bob,
            "learned",
            DELTA,
            "learned until no test of his numbers tells them from the truth by more than δ",
            |debate, given, seating| estimates(learned(debate, given, seating)?),
        ),
        Listed::made_by(
            Seat::Bob,
            "best-response",
            Argument::None,
            "pays the Alice who is seated the least that a search finds, or an honest one, if a person \
             is, on average over the worlds",
            |debate: &ProverEstimator, _, seating| {
                let alice = opposite(debate, seating)?;
                let best = best_response(debate, &alice, seating.token());
                let best = best.map_err(|why| why.to_string())?;
                plays(move |sight: Seen<'_>| answer_best(&best, sight))
            },
        ),
        Listed::made_by(
            Seat::Bob,
            CLAIRVOYANT,
            Argument::None,
            "the same in the world where the debate is played, as if he knew it",
            |debate: &ProverEstimator, _, seating| {
                let setup = debate.setup();
                let (case, alice) = (&setup.case, opposite(debate, seating)?);
                let Some(actual) = case.actual() else { return Err(DRAWN.into()) };
                let (truths, token) = (case.tree().truths(actual), seating.token());
                let best = BestResponse::knowing(case, setup.stakes, alice, truths, token);
                let best = best.map_err(|why| why.to_string())?;
                plays(move |sight: Seen<'_>| answer_best(&best, sight))
            },
        ),
        listed("lazy", Argument::None, "never objects: everything is certain to him", |_, _| {
            estimates(Estimator::Constant(Probability::ONE))
        }),
        listed("always-objects", Argument::None, "believes nothing", |_, _| {
            estimates(Estimator::Constant(Probability::ZERO))
        }),
        Listed::plain(Seat::Bob, "random", "says 0, 1/4, 1/2, 3/4 or 1, drawn at random", |_| {
            let quarters = [0.0, 0.25, 0.5, 0.75, 1.0];
            Choice::uniform(quarters.map(|q| Move::Estimate(Probability::clamped(q))).to_vec())
        }),
    ]
}

fn p(given: Given) -> Probability {
    Probability::clamped(given.real())
}

fn independent(given: Given) -> Estimator {
    let root = if let Given::RealAndChance(_, root) = given { root } else { None };
    Estimator::Independent { false_parts: given.real(), root }
}

/// An estimator learned to within δ, once for all debates that start like this one.
fn learned(debate: &ProverEstimator, given: Given, seating: &Seating) -> Result<Estimator, String> {
    let (delta, token) = (given.real(), seating.token());
    let make = || Learned::new(&debate.setup().case, delta, token);
    let learned = debate.kept().get(delta.to_bits(), token, make);
    learned.map(Estimator::Learned).map_err(|why| why.to_string())
}

fn proves(player: Prover) -> Made<ProverEstimator> {
    plays_as(player, fixed)
}

fn estimates(player: Estimator) -> Made<ProverEstimator> {
    plays_as(player, estimate)
}

/// The Bob who is seated; a person is taken for an informed one.
fn seated_bob(debate: &ProverEstimator, seating: &Seating) -> Result<Estimator, String> {
    Ok(seating.solved(debate, Seat::Bob)?.unwrap_or(Estimator::Informed))
}

/// The Alice who is seated; a person is taken for honest.
fn opposite(debate: &ProverEstimator, seating: &Seating) -> Result<Prover, String> {
    Ok(seating.solved(debate, Seat::Alice)?.unwrap_or(Prover::Honest))
}

fn answer_best(bob: &BestResponse, sight: Seen<'_>) -> Choice {
    let (Some(truths), Some(answer)) = (sight.truths(), sight.answer()) else {
        return Move::Estimate(Probability::HALF).into();
    };
    let given = (sight.case(), sight.stakes());
    let stated = bob.number(given, truths, answer, sight.played());
    Move::Estimate(Probability::clamped(stated)).into()
}

/// The best Bob found against this Alice, once for all debates that share a setup.
///
/// # Errors
/// If there are too many worlds or claims, or the work was stopped.
pub fn best_response(
    debate: &ProverEstimator,
    alice: &Prover,
    token: &Token,
) -> Result<Arc<BestResponse>, TooLarge> {
    let setup = debate.setup();
    let make = || BestResponse::new(&setup.case, setup.stakes, alice.clone(), token);
    debate.kept().get(alice.key(), token, make)
}

/// A hunter of this Bob, who is refused where she would have to look too far ahead: nobody else is
/// played in her name.
fn hunts(
    debate: &ProverEstimator,
    bob: Estimator,
    knows: Foresight,
    token: &Token,
) -> Made<ProverEstimator> {
    let setup = debate.setup();
    if knows == Foresight::World && setup.case.actual().is_none() {
        return Err(DRAWN.into());
    }
    let worlds = possible(&setup.case, &bob, knows != Foresight::Law);
    let mut left = BRANCHES_A_MOVE * MOST_WORLDS_AHEAD;
    for truths in worlds.map_err(refused)? {
        let hunter = Hunter::new(&setup.case, setup.stakes, &bob);
        let hunter = hunter.within(BRANCHES_A_MOVE).under(token);
        let scene = knows.scene(&hunter, &truths);
        let looked = scene.and_then(|scene| hunter.looks(scene)).map_err(refused)?;
        left = left.checked_sub(looked).ok_or(TooLarge::Worlds).map_err(refused)?;
    }
    plays(move |sight: Seen<'_>| hunt(&bob, knows, sight))
}

/// Worlds that may each need all the branches of a move, before a hunter is refused.
const MOST_WORLDS_AHEAD: usize = 4;

fn refused(why: TooLarge) -> String {
    format!("looks ahead, which is out of reach here: {why}")
}

/// The worlds in which a hunter may find herself, if how far she must look differs between them.
fn possible(case: &Case, bob: &Estimator, knowing: bool) -> Result<Vec<Arc<Truths>>, TooLarge> {
    let tree = case.tree();
    let truths = |leaves: &Bits| Arc::new(tree.truths(leaves));
    if let Some(actual) = case.actual() {
        return Ok(vec![truths(actual)]);
    }
    if !knowing || !bob.sees_the_world(case) {
        let any = case.worlds().draw(&mut ChaCha8Rng::seed_from_u64(0));
        return Ok(vec![truths(&any)]);
    }
    let all = case.worlds().list(MOST_WORLDS).ok_or(TooLarge::Worlds)?;
    Ok(all.into_iter().filter(|world| world.0 > 0.0).map(|world| truths(&world.1)).collect())
}

/// What an estimator states when he is asked.
fn estimate(bob: &Estimator, sight: Seen<'_>) -> Choice {
    let number = number(bob, sight).map_or(Probability::HALF, Probability::clamped);
    Move::Estimate(number).into()
}

/// An estimator's number for what he is asked; none before there is a world and an answer.
pub fn number(bob: &Estimator, sight: Seen<'_>) -> Option<f64> {
    let (case, truths, answer) = (sight.case(), sight.truths()?, sight.answer()?);
    Some(match sight.round() {
        None => bob.first(case, truths, answer),
        Some(round) => {
            let minds = bob.minds(case, sight.played()).pop();
            let mind = minds.and_then(|mut minds| minds.pop()).unwrap_or_else(|| bob.mind(case));
            let which = round.which.unwrap_or(0);
            let asked = PartAsked { claim: round.claim, which, at: round.drawn().count() };
            bob.estimate(case, truths, &mind, asked)
        }
    })
}

/// What a prover without foresight does.
fn fixed(alice: &Prover, sight: Seen<'_>) -> Choice {
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
        picks.into_iter().map(|(at, chance)| (chance, Move::Pick(Place::at(at)))).collect();
    if moves.len() == 1 { moves.swap_remove(0).1.into() } else { Choice::Mix(moves) }
}

fn argument(which: usize) -> Move {
    Move::Argue(Layout { argument: Place::at(which), named: Vec::new() })
}

/// What a hunter does. How far she must look was found when she was seated; only one who is
/// stopped comes to no move, and then any will do, since none is made.
fn hunt(bob: &Estimator, knows: Foresight, sight: Seen<'_>) -> Choice {
    look_ahead(bob, knows, sight).unwrap_or_else(|| random_alice(sight))
}

fn look_ahead(bob: &Estimator, knows: Foresight, sight: Seen<'_>) -> Option<Choice> {
    let case = sight.case();
    let truths = sight.truths()?;
    let hunter = Hunter::new(case, sight.stakes(), bob).within(usize::MAX).under(&sight.token());
    let scene = knows.scene(&hunter, truths).ok()?;
    let rounds = sight.played();
    let (Some(round), Some(answer)) = (sight.round(), sight.answer()) else {
        let (_, answer) = hunter.start(scene).ok()?;
        return Some(Move::Claim(YesNo(answer)).into());
    };
    let scene = hunter.after(scene, answer, rounds);
    let minds = bob.minds(case, rounds).pop()?;
    let at = hunter.at(scene, round, rounds.len() - 1, answer, minds.first()?.clone());
    if round.said.is_none() {
        return Some(Move::Say(hunter.advise(&at).ok()?.0).into());
    }
    let Some(which) = round.which else {
        return Some(argument(hunter.advise(&at).ok()?.1).into());
    };
    let place = hunter.pick(&at, which, round.estimates(), minds).ok()?;
    Some(Move::Pick(Place::at(place)).into())
}

/// Anything legal.
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
            (0..round.parts.len()).map(|at| Move::Pick(Place::at(at))).collect()
        }
        _ => [true, false].map(|answer| Move::Claim(YesNo(answer))).to_vec(),
    })
}
