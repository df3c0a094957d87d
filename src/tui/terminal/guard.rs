//! Raw mode, alternate screen, mouse and paste: on while the guard lives, off whatever happens.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write, stdin, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, style};

/// What a screen is drawn on.
pub type Screen = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Is the terminal ours just now? Global, because a panic hook and a signal have no other way to
/// know.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal; dropping it gives the terminal back.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Takes the terminal over, and sees to it that a panic in any thread gives it back.
    ///
    /// # Errors
    /// When there is no terminal that could be switched.
    pub fn take() -> io::Result<Self> {
        give_back_on_panic(thread::current().id());
        set_up().inspect_err(|_| tear_down())?;
        Ok(Self(()))
    }

    /// Gives the terminal back for a while: for the shell, after Ctrl-Z.
    pub fn release(&self) {
        tear_down();
    }

    /// Takes the terminal again. Does so even if it seems to be ours: a shell that stopped the
    /// program has set the modes back.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn retake(&self) -> io::Result<()> {
        tear_down();
        set_up()
    }

    /// The thing to draw on.
    ///
    /// # Errors
    /// When the terminal's size cannot be found.
    pub fn screen(&self) -> io::Result<Screen> {
        // One write a frame: a line-buffered writer would tear.
        Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 17, stdout())))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        tear_down();
    }
}

fn set_up() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)
}

/// Safe to call at any time, from any thread, any number of times. Nobody is left to hear of an
/// error here.
pub(super) fn tear_down() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = stdout().lock();
        let _ = execute!(
            out,
            DisableBracketedPaste,
            DisableMouseCapture,
            style::ResetColor,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}

/// Is the terminal ours just now?
pub(super) fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

fn give_back_on_panic(drawing: ThreadId) {
    static ONCE: Once = Once::new();
    ONCE.call_once(move || {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !is_taken() {
                return before(panic);
            }
            // Held to the end, so that the drawing thread cannot write one more frame.
            let out = stdout().lock();
            tear_down();
            before(panic);
            if thread::current().id() != drawing {
                // The drawing thread knows nothing of this and would go on in the wrong mode.
                std::process::exit(101);
            }
            drop(out);
        }));
    });
}

/// Are both ends of the conversation a terminal?
pub fn is_interactive() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Keeps attributes alive under `NO_COLOR`: the library would drop bold and reverse with the colours,
/// and we leave colours out by our own theme.
pub fn force_attributes() {
    style::force_color_output(true);
}
