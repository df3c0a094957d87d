//! Raw mode, alternate screen, mouse and paste: on while the guard lives, off whatever happens.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Stdout, stdin, stdout};
use std::mem::ManuallyDrop;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, style};
use ratatui::{Frame, Terminal};
use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;

/// Is the terminal ours just now? Global, because a panic hook and a signal have no other way to
/// know.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Is a frame being written just now?
static DRAWING: AtomicBool = AtomicBool::new(false);
/// The thread that writes frames.
static DRAWER: OnceLock<ThreadId> = OnceLock::new();

/// Held while the terminal is given back.
static GIVING_BACK: Mutex<()> = Mutex::new(());

/// How long a frame may take to be written before the terminal is given back over it.
const FRAME: Duration = Duration::from_millis(300);

/// Holds the terminal; dropping it gives the terminal back.
#[derive(Debug)]
pub struct Guard(());

/// What a screen is drawn on. It is not dropped: it would show the cursor, which the guard does, and
/// panic if the terminal is gone.
pub struct Screen(ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>);

impl Guard {
    /// Takes the terminal over, and sees to it that a panic in any thread gives it back.
    ///
    /// # Errors
    /// When there is no terminal that could be switched.
    pub fn take() -> io::Result<Self> {
        let _ = DRAWER.set(thread::current().id());
        give_back_on_panic();
        set_up().inspect_err(|_| tear_down())?;
        Ok(Self(()))
    }

    /// Gives the terminal to the shell, after Ctrl-Z, until the program is to go on.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn stop(&self, screen: &mut Screen) -> io::Result<()> {
        tear_down();
        // Returns when the shell continues the process.
        emulate_default_handler(SIGTSTP)?;
        self.retake(screen)
    }

    /// Takes the terminal again and draws anew. Does so even if it seems to be ours: a shell that stopped the
    /// program has set the modes back.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn retake(&self, screen: &mut Screen) -> io::Result<()> {
        tear_down();
        set_up()?;
        screen.draw_anew()
    }

    /// The thing to draw on.
    ///
    /// # Errors
    /// When the terminal's size cannot be found.
    pub fn screen(&self) -> io::Result<Screen> {
        // One write a frame: a line-buffered writer would tear.
        let writer = BufWriter::with_capacity(1 << 17, stdout());
        Terminal::new(CrosstermBackend::new(writer)).map(ManuallyDrop::new).map(Screen)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        tear_down();
    }
}

impl Screen {
    /// Its size in columns and rows.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn size(&self) -> io::Result<ratatui::layout::Size> {
        self.0.size()
    }

    /// Draws a frame, unless the terminal was given back.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        unless_given_back(|| self.0.draw(draw).map(|_| ()))
    }

    /// Forgets what was drawn, and sets the modes again that another program may have changed. Not
    /// by the library's `clear`, which asks the terminal where its cursor is and would wait for an
    /// answer that the input thread has taken.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw_anew(&mut self) -> io::Result<()> {
        write_modes()?;
        let size = self.size()?;
        let area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
        unless_given_back(|| self.0.resize(area))
    }
}

fn set_up() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    write_modes()
}

fn write_modes() -> io::Result<()> {
    unless_given_back(|| {
        execute!(
            stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            cursor::Hide
        )
    })
}

/// Writes to the terminal while it is ours.
fn unless_given_back(write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    DRAWING.store(true, Ordering::SeqCst);
    let written = if is_taken() { write() } else { Ok(()) };
    DRAWING.store(false, Ordering::SeqCst);
    written
}

/// Gives the terminal back, at most once until it is taken again. Safe to call at any time, from
/// any thread; returns soon even if nobody reads what is written. Nobody is left to hear of an
/// error here.
pub(crate) fn tear_down() {
    // Whoever comes second waits for the first, lest the process ends before it is done.
    let _one = GIVING_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    // A new frame is not begun any more; one that is being written by another thread is waited for.
    if !frame_is_written() {
        forget_unread();
        frame_is_written();
    }
    let (done, ended) = channel();
    // On a thread of its own, and past the lock of standard output, which that frame may hold.
    let writer = thread::Builder::new().name("end".into()).spawn(move || {
        let _ = write_end();
        let _ = done.send(());
    });
    if writer.is_ok() && ended.recv_timeout(FRAME) == Err(RecvTimeoutError::Timeout) {
        forget_unread();
        let _ = ended.recv_timeout(FRAME);
    }
}

/// Waits for a frame that another thread is writing; false if it takes too long.
fn frame_is_written() -> bool {
    let begun = Instant::now();
    let mine = DRAWER.get() == Some(&thread::current().id());
    while !mine && DRAWING.load(Ordering::SeqCst) {
        if begun.elapsed() > FRAME {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

fn write_end() -> io::Result<()> {
    // One write, past the lock of standard output.
    let mut out = BufWriter::new(File::from(stdout().as_fd().try_clone_to_owned()?));
    execute!(
        out,
        DisableBracketedPaste,
        DisableMouseCapture,
        style::ResetColor,
        LeaveAlternateScreen,
        cursor::Show
    )
}

/// Throws away what was written and not read yet: nobody reads it, and the end needs room.
fn forget_unread() {
    let _ = tcflush(stdout(), QueueSelector::OFlush);
    // A write that waits for room is not told of it by that, but by the end of a pause.
    let _ = tcflow(stdout(), Action::OOff);
    let _ = tcflow(stdout(), Action::OOn);
}

/// Is the terminal ours just now?
fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

thread_local! {
    /// Is a panic of this thread caught, and no reason to give the terminal back?
    static OUTLIVED: Cell<bool> = const { Cell::new(false) };
}

/// Says that panics of this thread are caught and dealt with: the terminal stays ours, and nothing is
/// written over its screen.
pub fn outlive_panics() {
    OUTLIVED.set(true);
}

fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(move || {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !is_taken() {
                return before(panic);
            }
            if OUTLIVED.get() {
                return;
            }
            tear_down();
            before(panic);
            if DRAWER.get() != Some(&thread::current().id()) {
                // The drawing thread knows nothing of this and would go on in the wrong mode.
                std::process::exit(101);
            }
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
