//! The sheet of a partner: what the rules show to a seat that reads or asks, for work on paper.

use std::collections::{BTreeSet, VecDeque};

use super::handout::until_asked;
use super::page::said_or;
use crate::analysis::Game;
use crate::debate::{NodeId, describe_move};
use crate::machine::{Input, Step};
use crate::rules::{Actor, BitRef, Domain, LegalAction, Move, Seat, Turn, Verb, Viewer};
use crate::scenario::Exhibit;
use crate::text::number::plural;
use crate::work::CancelToken;

/// The largest number of bits and answers on a sheet.
const MOST: usize = 240;

/// The largest number of bits for which the sheet checks whether a bit depends on those read before.
const MOST_COMPARED: usize = 24;

/// What a partner reads out to a player on paper.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PartnerSheet {
    /// The moves that show something, in words, each with what it shows.
    pub(super) shown: Vec<(String, String)>,
    /// The evidence that such a move opens.
    pub(super) evidence: Vec<Exhibit>,
    /// Sentences about what the sheet lacks.
    pub(super) limits: Vec<String>,
}

/// Collects what a seat can read or ask for at its first question. Returns an empty sheet if it can do neither.
/// The game is at the same place afterwards.
pub(super) fn partner_sheet(
    game: &mut dyn Game,
    seat: Seat,
    exhibits: &[Exhibit],
    token: &CancelToken,
) -> PartnerSheet {
    let start = game.tree().here();
    let open = |game: &dyn Game| -> Vec<Exhibit> {
        Exhibit::open_to(exhibits, seat, game.position()).cloned().collect()
    };
    let known = open(game);
    let mut sheet = PartnerSheet::default();
    let (mut tried, mut first) = (BTreeSet::new(), Vec::new());
    let (mut left, mut is_answered) = (0, false);
    let mut places = VecDeque::from([start]);
    while let Some(place) = places.pop_front() {
        for mv in readings(game, seat, place) {
            if token.is_stopped() || !tried.insert(mv.to_string()) {
                continue;
            }
            if sheet.shown.len() == MOST {
                left += 1;
                continue;
            }
            let Some(shown) = shown(game, seat, place, &mv, token) else { continue };
            places.push_back(game.tree().here());
            let new = open(game).into_iter().filter(|exhibit| !known.contains(exhibit));
            let new: Vec<_> = new.filter(|exhibit| !sheet.evidence.contains(exhibit)).collect();
            sheet.evidence.extend(new);
            if place == start {
                first.push((mv, shown.told.clone(), game.tree().here()));
            }
            is_answered |= shown.is_answered;
            sheet.shown.push((shown.words, shown.told));
        }
    }
    if left > 0 {
        let more = plural(left, "more bit", "more bits");
        sheet.limits.push(format!("{more} can be read. They are left out here."));
    }
    if is_answered || depends_on_order(game, seat, &first, token) {
        let told = "What a move shows can depend on the moves before it. This sheet is right for the first \
                    move. Play the others with the program.";
        sheet.limits.push(told.into());
    }
    // The start is a node of the game, so this succeeds.
    let _ = game.go_to(start);
    sheet
}

/// The moves at a place that show something and let the turn go on.
fn readings(game: &mut dyn Game, seat: Seat, place: NodeId) -> Vec<Move> {
    if game.go_to(place).is_err() || game.position().turn() != Turn::Ask(seat) {
        return Vec::new();
    }
    let offers = game.position().prompt().offers;
    offers
        .iter()
        .filter(|offer| !offer.ends_turn)
        .flat_map(|offer| moves_of(&offer.offer))
        .collect()
}

/// The moves of an action that reads or asks. Other actions, such as drawing answers, have none.
fn moves_of(offer: &LegalAction) -> Vec<Move> {
    let numbers = |most: u32| 1..=most.min(10 * MOST as u32);
    let steps = |most| numbers(most).map(Step::new);
    let all: Vec<Move> = match (&offer.domain, offer.verb) {
        (Domain::Cell { steps: most, inputs, .. }, Verb::Read) => {
            let inputs = numbers(*inputs).map(Input::new).map(BitRef::Input);
            steps(*most).map(BitRef::Step).chain(inputs).map(Move::Read).collect()
        }
        (Domain::Step { most, .. }, Verb::Ask) => steps(*most).map(Move::Ask).collect(),
        (Domain::Nothing, Verb::Look) => vec![Move::Look],
        _ => Vec::new(),
    };
    all.into_iter().filter(|mv| offer.domain.admit(mv).is_ok()).collect()
}

/// A move that reads or asks, and what it shows.
struct ShownMove {
    words: String,
    told: String,
    /// `true` if another player answers, and not the rules.
    is_answered: bool,
}

/// Makes a move and lets the others answer. `None` if the move is illegal.
fn shown(
    game: &mut dyn Game,
    seat: Seat,
    place: NodeId,
    mv: &Move,
    token: &CancelToken,
) -> Option<ShownMove> {
    game.go_to(place).ok()?;
    game.prepare(mv, token).ok()?;
    let node = game.play(seat, mv.clone()).ok()?;
    let words = describe_move(game, node)?;
    until_asked(game, token);
    let after = game.tree().line().iter().copied().skip_while(|&own| own != node).skip(1);
    let eye = Viewer::Seat(seat);
    let (mut told, mut is_answered) = (Vec::new(), false);
    for own in after {
        let Some(played) = game.tree().played(own).filter(|played| eye.sees(played.to)) else {
            continue;
        };
        is_answered |= matches!(played.actor, Actor::Seat(_));
        told.extend(said_or(game, own, eye, "hidden here"));
    }
    Some(ShownMove { words, told: told.join("; "), is_answered })
}

/// Returns `true` if a bit shows something else after another bit than at first, as with an Alice who adapts
/// her answers.
fn depends_on_order(
    game: &mut dyn Game,
    seat: Seat,
    first: &[(Move, String, NodeId)],
    token: &CancelToken,
) -> bool {
    let first = &first[..first.len().min(MOST_COMPARED)];
    first.iter().any(|(before, _, place)| {
        first.iter().filter(|(mv, ..)| mv != before).any(|(mv, told, _)| {
            !token.is_stopped()
                && shown(game, seat, *place, mv, token).is_some_and(|now| now.told != *told)
        })
    })
}
