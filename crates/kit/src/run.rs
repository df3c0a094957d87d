//! The loop on a terminal: draw, wait, handle; and why a terminal is gone.

use std::io;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use crate::app::{App, Flow, HANGUP};
use crate::screen::Program;
use crate::terminal::{Event, Guard, Inbox, Screen};

/// How long the reason why a terminal is gone may take to come in.
const GOODBYE: Duration = Duration::from_millis(500);

/// The exit code that a signal asks for, or the terminal's end, if that is why it cannot be used.
pub fn why_it_is_gone(inbox: &Inbox) -> Option<i32> {
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

/// Runs the program until the person leaves; the exit code.
///
/// # Errors
/// When the terminal cannot be used any more: see [`why_it_is_gone`].
pub fn until_left<P: Program>(
    app: &mut App<P>,
    inbox: &Inbox,
    guard: &Guard,
    screen: &mut Screen,
) -> io::Result<i32> {
    loop {
        fit(app, screen)?;
        // First the screen's own news, so that the frame is up to date.
        if let Flow::Leave(code) = app.poll() {
            return Ok(code);
        }
        screen.draw(|frame| {
            if !frame.area().is_empty() {
                app.draw(frame.buffer_mut());
            }
            app.was_drawn();
        })?;
        let mut next = inbox.take(app.clock());
        // What has come in meanwhile is handled before the next frame: held keys never lag. Not
        // for ever, though: a frame is due now and then.
        let begun = Instant::now();
        while let Some(taken) = next {
            if matches!(taken.event, Event::Resized) {
                fit(app, screen)?;
            }
            match app.take(taken) {
                Flow::Go => {}
                Flow::Redraw => screen.draw_anew()?,
                Flow::Retake => guard.retake(screen)?,
                Flow::Stop => guard.stop(screen)?,
                Flow::Leave(code) => return Ok(code),
            }
            if begun.elapsed() > Duration::from_millis(30) {
                break;
            }
            next = inbox.take(Some(Duration::ZERO));
        }
    }
}

/// Tells the program the size of the screen.
fn fit<P: Program>(app: &mut App<P>, screen: &Screen) -> io::Result<()> {
    let size = screen.size()?;
    app.resize(Rect::new(0, 0, size.width, size.height));
    Ok(())
}
