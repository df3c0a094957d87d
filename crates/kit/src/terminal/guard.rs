//! Raw mode, alternate screen, mouse and paste. They are on while the guard lives. They are switched off however the
//! program ends.

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
    self, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, style};
use ratatui::layout::{Rect, Size};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use rustix::termios::{Action, QueueSelector, tcflow, tcflush};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;

use crate::layout::bounded;

/// `true` while the program has the terminal. It is global, because a panic hook and a signal handler can read nothing
/// else.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// `true` while a frame is written.
static DRAWING: AtomicBool = AtomicBool::new(false);
/// The thread that writes frames.
static DRAWER: OnceLock<ThreadId> = OnceLock::new();

/// Locked while the terminal is restored.
static GIVING_BACK: Mutex<()> = Mutex::new(());

/// The longest time to wait for an unfinished frame, or for the final sequence, before the terminal's output is
/// discarded.
const FRAME: Duration = Duration::from_millis(300);

/// Holds the terminal, and restores it when dropped.
#[derive(Debug)]
pub struct TerminalGuard(());

/// The ratatui terminal. It is never dropped. Its `drop` is not needed, because the guard already
/// shows the cursor. It would also panic if the terminal is gone.
pub struct TerminalScreen(ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>);

impl TerminalGuard {
    /// Takes the terminal, and makes a panic in any thread restore it.
    ///
    /// # Errors
    /// Returns an error if there is no terminal, or its mode cannot be changed.
    pub fn acquire() -> io::Result<Self> {
        let _ = DRAWER.set(thread::current().id());
        give_back_on_panic();
        set_up().inspect_err(|_| tear_down())?;
        Ok(Self(()))
    }

    /// Returns the terminal to the shell after Ctrl-Z, and waits until the shell continues the program.
    ///
    /// # Errors
    /// Returns an error if the terminal is gone.
    pub fn stop(&self, screen: &mut TerminalScreen) -> io::Result<()> {
        tear_down();
        // This returns when the shell continues the process.
        emulate_default_handler(SIGTSTP)?;
        self.retake(screen)
    }

    /// Takes the terminal again and redraws. It sets the modes even if the program already has the terminal,
    /// because a shell that stopped the program has reset them.
    ///
    /// # Errors
    /// Returns an error if the terminal is gone.
    pub fn retake(&self, screen: &mut TerminalScreen) -> io::Result<()> {
        tear_down();
        set_up()?;
        screen.draw_anew()
    }

    /// The screen to draw on.
    ///
    /// # Errors
    /// Returns an error if the size of the terminal is not available.
    pub fn screen(&self) -> io::Result<TerminalScreen> {
        // Each frame is one write. A line-buffered writer would show half-drawn frames.
        let writer = BufWriter::with_capacity(1 << 17, stdout());
        // ratatui would give a viewport of any other kind the size that the terminal reports.
        let viewport = Viewport::Fixed(Rect::from(bounded_size(terminal::size()?)));
        let backend = CrosstermBackend::new(writer);
        Terminal::with_options(backend, TerminalOptions { viewport })
            .map(ManuallyDrop::new)
            .map(TerminalScreen)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        tear_down();
    }
}

impl TerminalScreen {
    /// The size in columns and rows, up to [`LARGEST`](crate::layout::LARGEST).
    ///
    /// # Errors
    /// Returns an error if the terminal is gone.
    pub fn size(&self) -> io::Result<Size> {
        self.0.size().map(|size| bounded_size((size.width, size.height)))
    }

    /// Draws a frame if the program has the terminal.
    ///
    /// # Errors
    /// Returns an error if the terminal is gone.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let area = Rect::from(self.size()?);
        unless_given_back(|| {
            if self.0.get_frame().area() != area {
                self.0.resize(area)?;
            }
            self.0.draw(draw).map(|_| ())
        })
    }

    /// Redraws everything, and sets the modes again, because another program may have changed them. It does not use
    /// `Terminal::clear`. That function asks the terminal for the cursor position, and the input thread would read the
    /// answer.
    ///
    /// # Errors
    /// Returns an error if the terminal is gone.
    pub fn draw_anew(&mut self) -> io::Result<()> {
        write_modes()?;
        let area = Rect::from(self.size()?);
        unless_given_back(|| self.0.resize(area))
    }
}

fn bounded_size(size: (u16, u16)) -> Size {
    bounded(size).into()
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

/// Writes to the terminal, unless the program has given it back.
fn unless_given_back(write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    DRAWING.store(true, Ordering::SeqCst);
    let written = if is_taken() { write() } else { Ok(()) };
    DRAWING.store(false, Ordering::SeqCst);
    written
}

/// Restores the terminal, at most once after each time it is taken. It can be called at any time, from any
/// thread, and returns soon even if nobody reads the output. Errors are ignored, because nobody is left to
/// report them to.
pub(crate) fn tear_down() {
    // A second caller waits for the first. Otherwise the process could end too early.
    let _one = GIVING_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    // From here on no new frame starts. Wait for a frame that another thread is writing.
    if !frame_is_written() {
        forget_unread();
        frame_is_written();
    }
    let (done, ended) = channel();
    // The unfinished frame may hold the lock of standard output, so another thread writes without this lock.
    let writer = thread::Builder::new().name("end".into()).spawn(move || {
        let _ = write_end();
        let _ = done.send(());
    });
    if writer.is_ok() && ended.recv_timeout(FRAME) == Err(RecvTimeoutError::Timeout) {
        forget_unread();
        let _ = ended.recv_timeout(FRAME);
    }
}

/// Waits for a frame that another thread is writing. Returns `false` if that takes too long.
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
    // Write the whole sequence at once, without the lock of standard output.
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

/// Discards output that the terminal has not read, to make room for the final sequence.
fn forget_unread() {
    let _ = tcflush(stdout(), QueueSelector::OFlush);
    // A write that waits for room does not notice the discarded output. So pause the output: the
    // end of the pause wakes the write.
    let _ = tcflow(stdout(), Action::OOff);
    let _ = tcflow(stdout(), Action::OOn);
}

/// Returns `true` if the program has the terminal.
fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

thread_local! {
    /// `true` if something catches the panics of this thread, so that the terminal need not be restored.
    static OUTLIVED: Cell<bool> = const { Cell::new(false) };
}

/// Declares that something catches the panics of this thread. The program keeps the terminal, and no message is
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
                // The drawing thread does not notice that the terminal was restored. It would continue in the wrong
                // mode.
                std::process::exit(101);
            }
        }));
    });
}

/// Returns `true` if standard input and standard output are terminals.
pub fn is_interactive() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Keeps bold and reverse under `NO_COLOR`. crossterm would drop them together with the colours. The theme removes the
/// colours instead.
pub fn force_attributes() {
    style::force_color_output(true);
}
