//! What the projector shows to all: nothing of what is hidden, and no names unless they are wanted.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::debate::{NodeId, SeatPlan, told};
use crate::rules::Eye;
use crate::scenario::Scenario;
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use elenchus_core::text::narrate;

/// What everybody looks at.
#[derive(Clone, Default)]
pub(crate) enum Projected {
    /// How to come in.
    #[default]
    Door,
    /// How far the class is; with names, who stands where.
    Class {
        /// Are there names?
        names: bool,
    },
    /// The question to everybody.
    Vote,
    /// A debate, at the move that the teacher is at.
    Debate(Arc<Led>),
}

/// A debate that the teacher leads everybody through, and how many moves led to where it stands.
pub(crate) struct Led(Mutex<(Sitting, usize)>);

impl Led {
    /// A debate, from its start.
    pub(crate) fn new(sitting: Sitting) -> Self {
        Self(Mutex::new((sitting, 0)))
    }

    /// Goes where an action leads: a move on or back, or to an end.
    pub(crate) fn go(&self, action: Action) {
        let (sitting, at) = &mut *self.0.lock();
        // At a table the debate goes on meanwhile.
        if sitting.has_news() {
            let _ = sitting.run(&Token::default());
        }
        let all = sitting.game().tree().line().len() + 1;
        *at = moved(*at, action, 10, all);
    }

    /// Draws what all may see at the move that it stands at, with the moves that led there; of one that not
    /// everybody may know, who made it.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let (sitting, at) = &*self.0.lock();
        let game = sitting.game();
        let line = game.tree().line();
        let at = line.len().min(*at);
        let node = at.checked_sub(1).map_or(NodeId::START, |last| line[last]);
        let moves = line[..at].iter().filter_map(|&node| {
            let played = game.tree().played(node)?;
            let words = told(game, node).filter(|_| EVERYBODY.sees(played.to));
            let words = words.unwrap_or_else(|| "not for everybody to see".into());
            Some(narrate::line(played.actor, &words, None))
        });
        let told: Vec<String> = moves.collect();
        let a = Anatomy::of(canvas.area(), false);
        let right = format!("move {at} of {}", line.len());
        layout::title_bar(&mut canvas.part(a.title), &sitting.scenario.title, &right);
        canvas.part(a.claim).say(1, 0, &sitting.scenario.claim, Role::Text);
        let position = game.at(node);
        let shown = position.board(EVERYBODY);
        // There is no prompt: the board has its rows as well.
        let more = a.footer.y.saturating_sub(a.middle.y + 3);
        let board = Rect { height: a.board.height + more, ..a.board };
        let side = Rect { height: a.side.height + more, ..a.side };
        let headings = [&*shown.title, "what was done"];
        layout::beside(canvas, (a.top, board), a.side.x, headings, Role::Heading);
        let mut state = BoardState::default();
        state.adopt(&shown, board);
        board::draw(&mut canvas.part(board), &shown, &state);
        let mut moves = canvas.part(side);
        let (columns, rows) = (moves.width().saturating_sub(2), moves.height());
        let lines: Vec<String> = told.iter().flat_map(|words| wrap(words, columns)).collect();
        moves.say_lines((1, 0), &lines[lines.len().saturating_sub(rows)..], Role::Text);
        let now = Rect { y: board.bottom(), height: 1, ..canvas.area() };
        Divider::new("now").crossing(a.seam(), '┴').draw(&mut canvas.part(now), Role::Ask);
        let words = told.last().map_or("It begins.", String::as_str);
        let below = Rect { y: now.y + 1, height: 1, ..now };
        canvas.part(below).say(3, 0, words, Role::Chosen);
    }
}

/// Whose eyes everybody has.
pub(crate) const EVERYBODY: Eye = Eye::Room;

/// A debate played to its end: honest programs sit where people would.
///
/// # Errors
/// What in it cannot be played.
pub(crate) fn played(id: &str, scenario: &Scenario, token: &Token) -> Result<Sitting, String> {
    let mut sitting = Sitting::new(id, Scenario { moves: None, ..scenario.clone() })?;
    for seat in Seat::ALL {
        if sitting.game().seat_plan(seat) == SeatPlan::Human {
            sitting.set_seat(seat, &SeatPlan::honest())?;
        }
    }
    sitting.run(token)?;
    Ok(sitting)
}

/// The debate that everybody is shown, led by keys.
pub(crate) struct Leading {
    led: Arc<Led>,
    /// Lets every screen look.
    call: Box<dyn Fn() + Send>,
}

impl Leading {
    /// Leads through this debate; every step has the screens called to look.
    pub(crate) fn new(led: Arc<Led>, call: impl Fn() + Send + 'static) -> Self {
        Self { led, call: Box::new(call) }
    }
}

impl Screen<Playground> for Leading {
    fn scope(&self) -> KeyScope {
        KeyScope::Class
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<Offer> {
        use Action::*;
        self.led.draw(canvas);
        let go = |leading: &mut Self, action, _: &mut Context| {
            leading.led.go(action);
            (leading.call)();
        };
        vec![
            Offer::new(&[Left, Right], "a move back, a move on").does(go),
            Offer::new(&[First, Last], "to the start, to the end").quietly().does(go),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back; the projector stays there").leaves(),
        ]
    }
}
