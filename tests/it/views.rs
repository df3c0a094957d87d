//! The views of seats. Two records that look alike to a seat give it the same view.

use std::collections::BTreeMap;

use elenchus::analysis::Game;
use elenchus::debate::{Advance, NodeId, PlayedMove, RecordEntry};
use elenchus::rules::{Actor, Seat, Turn, Viewer};
use elenchus::scenario::{ProtocolFile, Scenario};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::kit::{one_in, play_at_random, random_move, seated, seen, shipped};

/// The number of moves that the test checks in a long debate.
const MOVES: usize = 60;

/// The number of hidden moves that the test changes in each debate.
const CHANGES: usize = 12;

/// The number of moves that the test plays after a change.
const AFTER: usize = 10;

/// The least number of comparisons for a scenario. Every scenario hides something, and some hide
/// few moves.
const LEAST: u32 = 3;

/// The number of comparisons after which the test leaves a scenario.
const ENOUGH: u32 = 10;

/// The largest number of debates for each scenario.
const SEEDS: u64 = 20;

/// The viewers who see a part of a debate: the seats, and a spectator.
const EYES: [Viewer; 4] =
    [Viewer::Seat(Seat::Alice), Viewer::Seat(Seat::Bob), Viewer::Seat(Seat::Judge), Viewer::Room];

/// The view of a seat, or of the room, depends only on the moves that it saw. The test replaces a
/// hidden move of a seat, of nature or of the rules, and the hidden moves that depend on it. The
/// claim, board, brief, prompt and ledger of the seat stay the same.
#[test]
fn unseen_moves_do_not_change_a_seats_view() {
    let mut compared = BTreeMap::new();
    let mut told = BTreeMap::new();
    for (id, scenario) in one_in(7, shipped()) {
        if ["million", "hundred-thousand"].iter().any(|long| id.contains(long)) {
            continue;
        }
        let mut count = 0;
        for seed in 0..SEEDS {
            match compare(&scenario, seed) {
                Ok(more) => count += more,
                Err(difference) => drop(told.insert(id.clone(), difference)),
            }
            if told.contains_key(&id) || seed > 0 && count >= ENOUGH {
                break;
            }
        }
        // With a judge alone, or with one prover, all viewers see every move. There is nothing to
        // compare.
        if matches!(
            scenario.protocol.value,
            ProtocolFile::DirectJudge(_) | ProtocolFile::Consultancy(_)
        ) {
            assert_eq!(count, 0, "{id}: there is no hidden move to compare");
            continue;
        }
        compared.insert(id, count);
    }
    for (id, told) in &told {
        eprintln!("{id}: {told}");
    }
    assert!(told.is_empty(), "{} scenarios reveal hidden moves", told.len());
    compared.retain(|_, count| *count < LEAST);
    assert!(compared.is_empty(), "too few comparisons: {compared:?}");
}

/// Plays a debate, changes moves in it, and counts the comparisons made.
fn compare(scenario: &Scenario, seed: u64) -> Result<u32, String> {
    // Programs play far into a debate. Random play reaches other places.
    let players = if seed.is_multiple_of(2) { ["honest"; 3] } else { ["human"; 3] };
    let mut game = seated(scenario, players, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    play_at_random(&mut *game, &mut rng);
    let line: Vec<PlayedMove> =
        game.tree().line().iter().filter_map(|&node| game.tree().played(node)).cloned().collect();
    let open = || seated(scenario, ["human"; 3], seed);
    let mut debate = Line { line: &line, as_was: open(), changed: open() };
    let mut compared = 0;
    // The seats first, then the room with a few separate ones.
    for (eyes, changes) in [(&EYES[..3], CHANGES), (&EYES[3..], CHANGES / 4)] {
        let hidden: Vec<(usize, Viewer)> = (0..line.len().min(MOVES))
            .flat_map(|at| eyes.iter().map(move |&eye| (at, eye)))
            .filter(|&(at, eye)| !eye.sees(line[at].to))
            .collect();
        for _ in 0..changes.min(hidden.len()) {
            let (at, eye) = hidden[rng.random_range(0..hidden.len())];
            compared += debate.change(at, eye, &mut rng)?;
            let at = rng.random_range(0..line.len().min(MOVES));
            compared += debate.work(at, eyes[rng.random_range(0..eyes.len())], &mut rng)?;
        }
    }
    Ok(compared)
}

/// A played debate, and two tables with people in all seats to play it again.
struct Line<'a> {
    line: &'a [PlayedMove],
    as_was: Box<dyn Game>,
    changed: Box<dyn Game>,
}

impl Line<'_> {
    /// Moves both tables to the place before the `at`-th move.
    fn go_before(&mut self, at: usize) {
        for game in [&mut self.as_was, &mut self.changed] {
            game.go_to(NodeId::START).expect("the start is there");
            for played in &self.line[..at] {
                game.apply(&entry(played)).expect("it was legal");
            }
        }
    }

    /// Another move in place of one that this viewer does not see.
    fn change(&mut self, at: usize, eye: Viewer, rng: &mut ChaCha8Rng) -> Result<u32, String> {
        self.go_before(at);
        let changed = &mut self.changed;
        let was = &self.line[at].mv;
        let another = (0..20).find_map(|_| {
            let mv = match changed.position().turn() {
                Turn::Ask(_) => random_move(&changed.position().prompt(), rng),
                Turn::Draw { law, .. } => elenchus::rules::Move::Falls(law.draw(rng)),
                _ => return None,
            };
            (mv != *was && mv.verb() == was.verb()).then_some(mv)
        });
        let Some(mv) = another else { return Ok(0) };
        let entry = RecordEntry::Move { actor: self.line[at].actor, mv };
        changed.apply(&entry).expect("it is legal");
        self.follow(at, eye, true)
    }

    /// Work before a move that this viewer does not see: a machine run, or private votes.
    fn work(&mut self, at: usize, eye: Viewer, rng: &mut ChaCha8Rng) -> Result<u32, String> {
        self.go_before(at);
        let changed = &mut self.changed;
        let Turn::Ask(mover) = changed.position().turn() else { return Ok(0) };
        let prompt = changed.position().prompt();
        let work = (0..20)
            .map(|_| random_move(&prompt, rng))
            .find(|mv| prompt.admit(mv).is_ok_and(|offer| !offer.ends_turn && !eye.sees(offer.to)));
        let Some(work) = work else { return Ok(0) };
        changed.play(mover, work).expect("it is legal");
        while changed.position().turn() != Turn::Ask(mover) {
            match changed.advance().expect("it is legal") {
                Advance::Moved(_) => {}
                Advance::Waiting(_) | Advance::Over(_) => return Ok(0),
            }
        }
        self.follow(at, eye, false)
    }

    /// Plays both debates on while they look alike to this viewer, and compares its screens.
    /// `replaced` says if the changed debate has already made its `at`-th move.
    fn follow(&mut self, at: usize, eye: Viewer, replaced: bool) -> Result<u32, String> {
        let Self { line, as_was, changed } = self;
        let same = |as_was: &dyn Game, changed: &dyn Game| {
            let (one, other) = (as_was.position(), changed.position());
            let [left, right] = [one, other].map(|now| seen(now, eye));
            let differ = left.lines().zip(right.lines()).find(|(left, right)| left != right);
            match differ.or((left != right).then_some(("", ""))) {
                None => Ok(()),
                Some((left, right)) => Err(format!(
                    "{eye:?} can tell apart\n{}and\n{}by\n{left}\n{right}",
                    moves(as_was),
                    moves(changed),
                )),
            }
        };
        let mut compared = 0;
        if !replaced {
            same(&**as_was, &**changed)?;
            compared += 1;
        }
        for (n, played) in line.iter().enumerate().skip(at).take(AFTER) {
            let is_replaced = replaced && n == at;
            if !is_replaced && !play_alike(&mut **changed, played, eye) {
                break;
            }
            as_was.apply(&entry(played)).expect("it was legal");
            same(&**as_was, &**changed)?;
            compared += 1;
        }
        // Compares the values that the viewer knows, at the place that both debates reached.
        let [one, other] = [as_was, changed].map(|game| game.position().known(eye));
        match one == other {
            true => Ok(compared),
            false => Err(format!("{eye:?} can tell apart by its view\n{one:?}\n{other:?}")),
        }
    }
}

/// Plays a move of another debate here. If this viewer does not see it, nature or the rules choose
/// instead. False if the two debates now look different to this viewer.
fn play_alike(game: &mut dyn Game, played: &PlayedMove, eye: Viewer) -> bool {
    if game.position().turn().mover() != Some(played.actor) {
        return false;
    }
    if game.apply(&entry(played)).is_ok() {
        return true;
    }
    let hidden = !eye.sees(played.to);
    hidden && !matches!(played.actor, Actor::Seat(_)) && game.advance().is_ok()
}

fn entry(played: &PlayedMove) -> RecordEntry {
    RecordEntry::Move { actor: played.actor, mv: played.mv.clone() }
}

fn moves(game: &dyn Game) -> String {
    let line = game.tree().line().iter().filter_map(|&node| game.tree().played(node));
    line.map(|played| format!("{}: {}\n", played.actor, played.mv)).collect()
}
