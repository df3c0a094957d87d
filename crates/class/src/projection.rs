//! The content of the projector's page. It has nothing that is hidden from a player, and names only if the
//! teacher wants them.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::debate::{NodeId, SeatPlan, describe_move};
use crate::rules::Viewer;
use crate::scenario::Scenario;
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use elenchus_core::text::narrate;

/// The content of the projector's page.
#[derive(Clone, Default)]
pub(crate) enum ProjectorContent {
    /// The address and the code.
    #[default]
    Door,
    /// The progress of the class.
    Class {
        /// `true` if each student has a row with their name.
        names: bool,
    },
    /// The question to everybody.
    Vote,
    /// A debate, at the move that the teacher has chosen.
    Debate(Arc<LedDebate>),
}

/// A debate that the teacher shows to everybody, with the number of moves shown so far.
pub(crate) struct LedDebate(Mutex<(DebateSession, usize)>);

impl LedDebate {
    /// A debate at its start.
    pub(crate) fn new(sitting: DebateSession) -> Self {
        Self(Mutex::new((sitting, 0)))
    }

    /// Changes the number of shown moves by an action: one move back or on, or to an end.
    pub(crate) fn go(&self, action: Action) {
        let (sitting, at) = &mut *self.0.lock();
        // A debate at a table may have new moves.
        if sitting.has_news() {
            let _ = sitting.run(&CancelToken::default());
        }
        let all = sitting.game().tree().line().len() + 1;
        *at = moved(*at, action, 10, all);
    }

    /// Draws what everybody may see after the shown moves, and lists these moves. A move that is hidden from
    /// some player shows only who made it.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let (sitting, at) = &*self.0.lock();
        let game = sitting.game();
        let line = game.tree().line();
        let at = line.len().min(*at);
        let node = at.checked_sub(1).map_or(NodeId::START, |last| line[last]);
        let moves = line[..at].iter().filter_map(|&node| {
            let played = game.tree().played(node)?;
            let words = describe_move(game, node).filter(|_| EVERYBODY.sees(played.to));
            let words = words.unwrap_or_else(|| "hidden".into());
            Some(narrate::line(played.actor, &words, None))
        });
        let told: Vec<String> = moves.collect();
        let a = ScreenLayout::new(canvas.area(), false);
        let right = format!("move {at} of {}", line.len());
        layout::title_bar(&mut canvas.part(a.title), &sitting.scenario.title, &right);
        canvas.part(a.claim).print(1, 0, &sitting.scenario.claim, Role::Text);
        let position = game.position_at(node);
        let shown = position.board(EVERYBODY);
        // Without a prompt, the board also gets its rows.
        let more = a.footer.y.saturating_sub(a.middle.y + 3);
        let board = Rect { height: a.board.height + more, ..a.board };
        let side = Rect { height: a.side.height + more, ..a.side };
        let headings = [&*shown.title, "moves"];
        layout::split_heading(canvas, (a.top, board), a.side.x, headings, Role::Heading);
        let mut state = BoardState::default();
        state.adopt(&shown, board);
        board::draw(&mut canvas.part(board), &shown, &state);
        let mut moves = canvas.part(side);
        let (columns, rows) = (moves.width().saturating_sub(2), moves.height());
        let lines: Vec<String> = told.iter().flat_map(|words| wrap(words, columns)).collect();
        moves.print_lines((1, 0), &lines[lines.len().saturating_sub(rows)..], Role::Text);
        let now = Rect { y: board.bottom(), height: 1, ..canvas.area() };
        Divider::new("now")
            .crossing(a.divider_column(), '┴')
            .draw(&mut canvas.part(now), Role::Ask);
        let words = told.last().map_or("The debate starts.", String::as_str);
        let below = Rect { y: now.y + 1, height: 1, ..now };
        canvas.part(below).print(3, 0, words, Role::Chosen);
    }
}

/// The viewer who sees only what everybody may see.
pub(crate) const EVERYBODY: Viewer = Viewer::Room;

/// Plays a debate to its end, with honest programs in the seats of people.
///
/// # Errors
/// If the debate cannot be played.
pub(crate) fn played(
    id: &str,
    scenario: &Scenario,
    token: &CancelToken,
) -> Result<DebateSession, String> {
    let mut sitting = DebateSession::new(id, Scenario { moves: None, ..scenario.clone() })?;
    for seat in Seat::ALL {
        if sitting.game().seat_plan(seat) == SeatPlan::Human {
            sitting.set_seat(seat, &SeatPlan::honest())?;
        }
    }
    sitting.run(token)?;
    Ok(sitting)
}

/// The teacher's screen that controls the shown debate.
pub(crate) struct LedDebateScreen {
    led: Arc<LedDebate>,
    /// Wakes every screen.
    call: Box<dyn Fn() + Send>,
}

impl LedDebateScreen {
    /// The screen for this debate. `call` wakes every screen after a change.
    pub(crate) fn new(led: Arc<LedDebate>, call: impl Fn() + Send + 'static) -> Self {
        Self { led, call: Box::new(call) }
    }
}

impl Screen<Playground> for LedDebateScreen {
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
            Offer::new(&[Left, Right], "go one move back or on").does(go),
            Offer::new(&[First, Last], "go to the start or end").hidden_from_footer().does(go),
            Offer::new(&[Help], "help"),
            Offer::new(&[Cancel, Back], "back; the projector stays there").leaves(),
        ]
    }
}
