//! The main loop on a terminal: draws, waits, and handles events. Also finds out why a terminal is gone.

use std::io;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use crate::app::{App, AppCommand, HANGUP};
use crate::keys::Chord;
use crate::screen::Program;
use crate::terminal::{Event, EventQueue, QueuedEvent, TerminalGuard, TerminalScreen};

/// The longest time between two frames while input is waiting.
const TURN: Duration = Duration::from_millis(30);

/// The longest time that the key to quit waits behind other input. It is shorter than a turn, so that no frame is drawn
/// before the key is handled.
const QUIT_WAITS: Duration = Duration::from_millis(20);

/// The longest wait for the event that explains why a terminal is gone.
const GOODBYE: Duration = Duration::from_millis(500);

/// The exit code after a terminal has failed: the code that a signal asks for, or [`HANGUP`] if the terminal is gone.
/// `None` if the terminal has failed for another reason.
pub fn why_it_is_gone(inbox: &EventQueue) -> Option<i32> {
    let begun = Instant::now();
    while let Some(left) = GOODBYE.checked_sub(begun.elapsed()) {
        match inbox.next(Some(left))? {
            Event::End(code) => return Some(code),
            Event::Gone => return Some(HANGUP),
            _ => {}
        }
    }
    None
}

/// Runs the program until the user leaves. Returns the exit code.
///
/// # Errors
/// Returns an error if the terminal fails. [`why_it_is_gone`] then finds the reason.
pub fn until_left<P: Program>(
    app: &mut App<P>,
    inbox: &EventQueue,
    guard: &TerminalGuard,
    screen: &mut TerminalScreen,
) -> io::Result<i32> {
    loop {
        fit(app, screen)?;
        // Poll first, so that the frame is up to date.
        if let AppCommand::Leave(code) = app.poll() {
            return Ok(code);
        }
        screen.draw(|frame| {
            if !frame.area().is_empty() {
                app.draw(frame.buffer_mut());
            }
            app.was_drawn();
        })?;
        let waited = || inbox.wait(app.clock());
        let first = inbox.overdue(|chord| app.quits_by(chord), QUIT_WAITS).or_else(waited);
        let handle = |app: &mut App<P>, taken: QueuedEvent| {
            if matches!(taken.event, Event::Resized) {
                fit(app, screen)?;
            }
            match app.handle_queued(taken) {
                AppCommand::Go => {}
                AppCommand::Redraw => screen.draw_anew()?,
                AppCommand::Retake => guard.retake(screen)?,
                AppCommand::Stop => guard.stop(screen)?,
                AppCommand::Leave(code) => return Ok(Some(code)),
            }
            Ok(None)
        };
        if let Some(code) = handle_batch(app, inbox, first, App::quits_by, handle)? {
            return Ok(code);
        }
    }
}

/// Before the next frame, handles all events that arrived meanwhile, so that held keys never lag. Stops after a turn,
/// because a frame is due. Returns the exit code if an event ends the program.
fn handle_batch<A>(
    app: &mut A,
    inbox: &EventQueue,
    mut next: Option<QueuedEvent>,
    quits: impl Fn(&A, Chord) -> bool,
    mut handle: impl FnMut(&mut A, QueuedEvent) -> io::Result<Option<i32>>,
) -> io::Result<Option<i32>> {
    let begun = Instant::now();
    while let Some(taken) = next {
        if let Some(code) = handle(app, taken)? {
            return Ok(Some(code));
        }
        if begun.elapsed() > TURN {
            break;
        }
        let overdue = inbox.overdue(|chord| quits(app, chord), QUIT_WAITS);
        next = overdue.or_else(|| inbox.wait(Some(Duration::ZERO)));
    }
    Ok(None)
}

/// Passes the size of the terminal on to the program.
fn fit<P: Program>(app: &mut App<P>, screen: &TerminalScreen) -> io::Result<()> {
    let size = screen.size()?;
    app.resize(Rect::new(0, 0, size.width, size.height));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first key takes so long that the key to quit becomes overdue behind the others.
    #[test]
    fn the_key_to_quit_is_handled_after_the_current_key_and_before_the_next_frame() {
        let inbox = EventQueue::detached();
        let waker = inbox.waker();
        let [quit, other]: [Chord; 2] = ["ctrl-c", "a"].map(|key| key.parse().expect("a key"));
        for _ in 0..1000 {
            waker.send(Event::Key(other));
        }
        let mut handled = Vec::new();
        let handle = |handled: &mut Vec<Chord>, taken: QueuedEvent| {
            let Event::Key(chord) = taken.event else { panic!("only keys were sent") };
            handled.push(chord);
            waker.send_from(Instant::now() - 2 * QUIT_WAITS, Event::Key(quit));
            Ok((chord == quit).then_some(0))
        };
        let first = inbox.wait(None);
        let code = handle_batch(&mut handled, &inbox, first, |_, chord| chord == quit, handle);
        assert_eq!((code.expect("the terminal works"), &*handled), (Some(0), &[other, quit][..]));
    }
}
