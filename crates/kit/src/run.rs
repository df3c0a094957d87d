//! The main loop on a terminal: draws, waits, and handles events. Also finds out why a terminal is gone.

use std::io;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use crate::app::{App, AppCommand, HANGUP};
use crate::screen::Program;
use crate::terminal::{Event, EventQueue, TerminalGuard, TerminalScreen};

/// The longest time that the key to quit waits behind other input.
const QUIT_WAITS: Duration = Duration::from_millis(30);

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
        let overdue = || inbox.overdue(|chord| app.quits_by(chord), QUIT_WAITS);
        let mut next = overdue().or_else(|| inbox.wait(app.clock()));
        // Before the next frame, handle all events that arrived meanwhile, so that held keys never lag. Stop after a
        // while, because a frame is due.
        let begun = Instant::now();
        while let Some(taken) = next {
            if matches!(taken.event, Event::Resized) {
                fit(app, screen)?;
            }
            match app.handle_queued(taken) {
                AppCommand::Go => {}
                AppCommand::Redraw => screen.draw_anew()?,
                AppCommand::Retake => guard.retake(screen)?,
                AppCommand::Stop => guard.stop(screen)?,
                AppCommand::Leave(code) => return Ok(code),
            }
            if begun.elapsed() > Duration::from_millis(30) {
                break;
            }
            next = inbox.wait(Some(Duration::ZERO));
        }
    }
}

/// Passes the size of the terminal on to the program.
fn fit<P: Program>(app: &mut App<P>, screen: &TerminalScreen) -> io::Result<()> {
    let size = screen.size()?;
    app.resize(Rect::new(0, 0, size.width, size.height));
    Ok(())
}
