//! From the command line to the last key: sets the terminal up, runs the loop, gives it back.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::app::{App, Flow, Looks};
use super::keys::KeyMap;
use super::screen::{Context, Library, Step};
use super::terminal::{Event, Guard, Inbox, force_attributes, stop_self};
use super::theme::{Glyphs, Preset, Theme};
use crate::scenario::library::{self, Entry};

/// How the playground is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Open this scenario or record above the library.
    pub file: Option<Entry>,
    /// The theme's name; the configuration's, or dark, if none is given.
    pub theme: Option<String>,
    /// Draw with ASCII characters alone.
    pub ascii: bool,
}

/// Why the playground could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No terminal at one of the ends.
    #[error(
        "the playground needs a terminal; without one use `elenchus list`, `run`, `replay`, \
         `solve`, `simulate` or `check` (see `elenchus --help`)"
    )]
    NoTerminal,
    /// A configuration file that cannot be used; it is left as it is.
    #[error("{file}: {message}")]
    Configuration {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// No such theme.
    #[error("there is no theme `{0}`: there are dark, light, high-contrast and mono")]
    NoTheme(String),
    /// The terminal could not be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Opens the playground and stays until the person leaves; returns the exit code.
///
/// # Errors
/// When it could not be started, or the terminal was lost.
pub fn run(start: Start) -> Result<i32, StartError> {
    if !super::terminal::is_interactive() {
        return Err(StartError::NoTerminal);
    }
    let looks = configuration(&start)?;
    force_attributes();
    let inbox = Inbox::listening()?;
    let mut app = App::new(Box::new(Library::new()), looks, library::data_folder(), inbox.waker());
    if let Some(entry) = &start.file {
        app.push_with(|context| open(entry, context));
    }
    let guard = Guard::take()?;
    let mut screen = guard.screen()?;
    let code = turn(&mut app, &inbox, &guard, &mut screen);
    drop(guard);
    Ok(code?)
}

fn open(entry: &Entry, context: &mut Context) -> Step {
    super::screen::open_entry(entry, context)
}

fn turn(
    app: &mut App,
    inbox: &Inbox,
    guard: &Guard,
    screen: &mut super::terminal::Screen,
) -> io::Result<i32> {
    loop {
        let size = screen.size()?;
        app.resize(Rect::new(0, 0, size.width, size.height));
        // First the screen's own news, so that the frame is up to date.
        if let Flow::Leave(code) = app.poll() {
            return Ok(code);
        }
        if size.width > 0 && size.height > 0 {
            screen.draw(|frame| app.draw(frame.buffer_mut()))?;
        }
        let mut next = inbox.next(app.wants_poll_in());
        // What has come in meanwhile is handled before the next frame: held keys never lag. Not
        // for ever, though: a frame is due now and then.
        let begun = Instant::now();
        while let Some(event) = next {
            let resized = matches!(event, Event::Resized);
            match app.handle(event) {
                Flow::Go => {}
                Flow::Redraw => {
                    guard.retake()?;
                    draw_anew(screen)?;
                }
                Flow::Stop => {
                    guard.release();
                    stop_self()?;
                    guard.retake()?;
                    draw_anew(screen)?;
                }
                Flow::Leave(code) => return Ok(code),
            }
            if resized || begun.elapsed() > Duration::from_millis(30) {
                break;
            }
            next = inbox.next(Some(Duration::ZERO));
        }
    }
}

/// Forgets what was drawn. Not by the library's `clear`, which asks the terminal where its cursor is
/// and would wait for an answer that the input thread has taken.
fn draw_anew(screen: &mut super::terminal::Screen) -> io::Result<()> {
    let size = screen.size()?;
    screen.resize(Rect::new(0, 0, size.width, size.height))
}

/// Keys and theme: the defaults, patched by the files of the configuration folder.
fn configuration(start: &Start) -> Result<Looks, StartError> {
    let folder = configuration_folder();
    let keys = match read(folder.as_deref(), "keys.yaml")? {
        Some((file, text)) => KeyMap::from_yaml(&text).map_err(|e| wrong(&file, &e.to_string()))?,
        None => KeyMap::default(),
    };
    let (mut theme, mut preset) = match read(folder.as_deref(), "theme.yaml")? {
        Some((file, text)) => Theme::from_yaml(&text).map_err(|e| wrong(&file, &e.to_string()))?,
        None => (Theme::default(), Preset::default()),
    };
    if let Some(name) = &start.theme {
        preset = Preset::named(name).ok_or_else(|| StartError::NoTheme(name.clone()))?;
        theme = preset.theme().with_glyphs(theme.glyphs);
    }
    if start.ascii {
        theme = theme.with_glyphs(Glyphs::Ascii);
    }
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    Ok(Looks { keys, theme, preset, colourless })
}

fn wrong(file: &Path, message: &str) -> StartError {
    StartError::Configuration { file: file.display().to_string(), message: message.to_owned() }
}

/// The folder of `keys.yaml` and `theme.yaml`.
pub fn configuration_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("elenchus"))
}

fn read(folder: Option<&Path>, name: &str) -> Result<Option<(PathBuf, String)>, StartError> {
    let Some(path) = folder.map(|f| f.join(name)) else { return Ok(None) };
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(wrong(&path, &e.to_string())),
    }
}
