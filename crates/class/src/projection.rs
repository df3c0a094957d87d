//! The content of the projector's page. It contains nothing that is hidden from a player. It contains names only if the
//! teacher wants them.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::debate::{NodeId, SeatPlan, describe_move};
use crate::rules::{Turn, Viewer};
use crate::scenario::Scenario;
use crate::tui::board::{self, BoardState};
use crate::tui::card::Card;
use crate::tui::prelude::*;
use elenchus_core::text::narrate;

#[derive(Clone, Default)]
pub(crate) enum ProjectorContent {
    /// The address and the code of the class.
    #[default]
    Door,
    Class {
        /// `true` if each student has a row with their name.
        names: bool,
    },
    /// The question to everybody, with its votes.
    Vote,
    /// A debate, at the move that the teacher has chosen.
    Debate(Arc<LedDebate>),
}

/// A debate that the teacher shows to everybody, with the number of moves shown so far.
pub(crate) struct LedDebate(Mutex<(DebateSession, usize)>);

impl LedDebate {
    pub(crate) fn new(sitting: DebateSession) -> Self {
        Self(Mutex::new((sitting, 0)))
    }

    /// Goes one move back or forward in the debate, or to its start or end.
    pub(crate) fn go(&self, action: Action) {
        let (sitting, at) = &mut *self.0.lock();
        // A debate at a table may have new moves.
        if sitting.has_news() {
            let _ = sitting.run(&CancelToken::default());
        }
        let all = sitting.game().tree().line().len() + 1;
        *at = moved(*at, action, 10, all);
    }

    /// Draws the board that everybody may see after the shown moves, and lists these moves. If a move is hidden from
    /// some player, the list names only the player who made it.
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
        // The length of the rest would tell what comes: programs have already played it.
        let is_end = at == line.len() && matches!(game.position().turn(), Turn::Over(_));
        let right = format!("move {at}{}", if is_end { ", the last" } else { "" });
        layout::header(canvas, [&sitting.scenario.title, &right], &sitting.scenario.claim);
        let rows = [Constraint::Fill(1), Constraint::Length(3)];
        let [body, now] = Layout::vertical(rows).areas(layout::body(canvas.area()));
        let side = 28 + (body.width.saturating_sub(80) / 6).min(16);
        let columns = [Constraint::Fill(1), Constraint::Length(side)];
        let [board, side] = Layout::horizontal(columns).areas(body);
        let position = game.position_at(node);
        let shown = position.board(EVERYBODY);
        let inside = Card::new(&shown.title).draw(canvas, board);
        let mut state = BoardState::default();
        state.adopt(&shown, inside);
        board::draw(&mut canvas.part(inside), &shown, &state);
        Card::new("Moves").paragraph(canvas, side, (&told.join("\n"), Role::Text), usize::MAX);
        let words = told.last().map_or("The debate starts.", String::as_str);
        Card::new("Now").paragraph(canvas, now, (words, Role::Chosen), 0);
    }
}

/// The viewer who sees only what everybody may see.
pub(crate) const EVERYBODY: Viewer = Viewer::Room;

/// Plays a debate to its end, with honest programs in the seats of people.
///
/// # Errors
/// Returns an error if the debate cannot be played.
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

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        self.led.draw(canvas);
        let go = |leading: &mut Self, action, _: &mut Context| {
            leading.led.go(action);
            (leading.call)();
        };
        vec![
            KeyCommand::new(&[Left, Right], "go one move back or forward").does(go),
            KeyCommand::new(&[First, Last], "go to the start or end").hidden_from_footer().does(go),
            KeyCommand::new(&[Help], "help"),
            KeyCommand::new(&[Cancel, Back], "back; the projector does not change").leaves(),
        ]
    }
}
