//! The prompt, in which a person answers. It submits only legal moves, and only chosen ones.

use elenchus::debate::{Advance, SeatPlan};
use elenchus::rules::{Move, Seat, Verb};
use elenchus::scenario::{library, open};
use elenchus::tui::drawing::Canvas;
use elenchus::tui::keys::{Action, KeyMap};
use elenchus::tui::prompt::PromptState;
use elenchus::tui::screen::Edit;
use elenchus::tui::theme::Theme;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::kit::quick;

/// Every prompt of a shipped debate. A person takes each seat in turn, with programs in the others,
/// for at most this many turns.
fn every_desk(mut look: impl FnMut(&str, &dyn Fn(&Move) -> bool, PromptState)) -> usize {
    let mut desks = 0;
    for (id, scenario) in quick() {
        for person in Seat::ALL {
            let mut game = open(&scenario).expect("a shipped scenario opens");
            let plan = |seat| if seat == person { SeatPlan::Human } else { SeatPlan::honest() };
            if game.set_seats(&Seat::each(plan)).is_err() {
                continue;
            }
            let Ok(Advance::Waiting(_)) = game.table().run() else { continue };
            let menu = game.position().menu();
            look(
                &id,
                &|mv| menu.admit(mv).is_ok(),
                PromptState::new(game.position().prompt(), None),
            );
            desks += 1;
        }
    }
    desks
}

#[test]
fn the_rules_admit_every_move_that_can_be_handed_in() {
    let mut handed_in = 0;
    let desks = every_desk(|id, admitted, mut desk| {
        let mut seen = Vec::new();
        for _ in 0..20 {
            if let Ok(mv) = desk.submit()
                && !seen.contains(&mv)
            {
                assert!(admitted(&mv), "{id}: `{mv}`");
                seen.push(mv);
            }
            if !desk.has_choices() || !desk.act(Action::Down) {
                break;
            }
        }
        handed_in += seen.len();
    });
    assert!(desks > 60 && handed_in > desks, "{handed_in} moves on {desks} desks");
}

#[test]
fn a_choice_starts_empty_and_leaving_clears_it() {
    let mut choices = 0;
    every_desk(|id, _, mut desk| {
        if !desk.has_choices() || desk.submit().is_ok() || desk.can_cancel() {
            return;
        }
        let before = desk.submit().expect_err("nothing is chosen");
        assert!(before.contains("choose one of the answers first"), "{id}: {before}");
        assert!(desk.act(Action::Right) && desk.can_cancel(), "{id}");
        assert!(desk.cancel() && !desk.can_cancel(), "{id}");
        assert_eq!(desk.submit(), Err(before), "{id}");
        choices += 1;
    });
    assert!(choices > 20, "{choices}");
}

#[test]
fn an_arrow_marks_the_choice_that_it_points_to() {
    let mut pairs = 0;
    every_desk(|id, _, mut desk| {
        if !desk.has_choices() {
            return;
        }
        let mut choose = |keys: &[Action]| {
            desk.cancel();
            keys.iter().for_each(|&key| assert!(desk.act(key), "{id}"));
            desk.submit().ok()
        };
        if choose(&[]).is_some() {
            return;
        }
        let (left, right) = (choose(&[Action::Left]), choose(&[Action::Left, Action::Right]));
        let end = choose(&[Action::Left, Action::Right, Action::Right]);
        if left.is_some() && right.is_some() && left != right && end == right {
            assert_eq!(choose(&[Action::Right]), right, "{id}");
            assert_eq!(choose(&[Action::Left]), left, "{id}");
            pairs += 1;
        }
    });
    assert!(pairs > 10, "{pairs}");
}

#[test]
fn yes_and_no_choose_the_answer_that_they_say() {
    let mut answered = 0;
    every_desk(|id, _, mut desk| {
        for (key, said) in [(Action::Yes, "yes"), (Action::No, "no")] {
            if !desk
                .offers(76, &KeyMap::default())
                .iter()
                .any(|offer| offer.actions().contains(&key))
            {
                continue;
            }
            assert!(desk.act(key), "{id}");
            let mv = desk.submit().expect("an answer is chosen").to_string();
            assert!(mv.ends_with(said), "{id}: {mv}");
            answered += 1;
        }
    });
    assert!(answered >= 2, "{answered}");
}

#[test]
fn a_step_is_followed_on_the_board_and_typing_never_leaves_the_steps() {
    let scenario = library::find("contract-comma").expect("shipped").scenario.expect("it reads");
    let mut game = open(&scenario).expect("it opens");
    let people = [SeatPlan::honest(), SeatPlan::Human, SeatPlan::honest()];
    game.set_seats(&people).expect("they sit");
    let Ok(Advance::Waiting(Seat::Bob)) = game.table().run() else { panic!("Bob's turn") };
    let mut desk = PromptState::new(game.position().prompt(), None);
    let last = 16;
    desk.follow(1);
    assert_eq!(desk.item(), Some(1));
    assert_eq!(desk.submit().map(|mv| mv.to_string()), Ok("point 2".to_owned()));
    let menu = game.position().menu();
    for digit in (last + 1).to_string().chars() {
        // The prompt refuses a digit that would leave the range, and says so.
        let said = desk.edit(Edit::Char(digit)).err().unwrap_or_default();
        assert!(said.is_empty() || said == format!("{} is not from 1 to {last}", last + 1));
        match desk.submit() {
            Ok(typed) => assert!(menu.admit(&typed).is_ok(), "`{typed}` of {last} steps"),
            // A part of what was typed cannot be submitted.
            Err(_) => assert!(!said.is_empty()),
        }
    }
}

/// The rows of a prompt in its card on a screen of 80 columns.
fn drawn(desk: &PromptState) -> Vec<String> {
    let area = Rect::new(0, 0, 76, 8);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::default();
    desk.draw(&mut Canvas::new(&mut buffer, area, &theme), true, &KeyMap::default());
    let row = |row: &[Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    buffer.content.chunks(76).map(row).collect()
}

#[test]
fn what_enter_hands_in_is_marked_on_the_screen_and_before_a_choice_enter_is_not_listed() {
    let enter = |desk: &PromptState| {
        desk.offers(76, &KeyMap::default()).iter().any(|o| o.actions() == [Action::Confirm])
    };
    let mut choices = 0;
    every_desk(|id, _, mut desk| {
        if !desk.has_choices() || desk.can_cancel() {
            return;
        }
        let rows = drawn(&desk);
        assert!(!rows.concat().contains("(●)") && !enter(&desk), "{id}: {rows:?}");
        for _ in 0..20 {
            assert!(desk.act(Action::Right) && enter(&desk), "{id}");
            let rows = drawn(&desk);
            let marked: Vec<&String> = rows.iter().filter(|row| row.contains("(●)")).collect();
            let [row] = marked[..] else { panic!("{id}: {rows:?}") };
            let words = row.split("(●)").nth(1).expect("words after the mark");
            let answer = words.split("( )").next().map(str::trim).expect("one answer");
            let Ok(mv) = desk.submit() else { continue };
            let verb = mv.verb().word();
            let said = mv.to_string().replacen(verb, "", 1);
            let answer = answer.to_lowercase();
            let says = |said: &str| said.split([' ', '-']).all(|word| answer.contains(word));
            let counts = mv.verb() == Verb::Sample;
            let placed = matches!(mv, Move::Pick(_) | Move::Wire(_) | Move::Argue(_));
            let silent = said.is_empty() || placed || counts;
            assert!(silent || says(said.trim()), "{id}: `{mv}` is marked as `{answer}`");
            choices += 1;
        }
    });
    assert!(choices > 200, "{choices}");
}
