//! From the command line to the last key: sets the terminal up, runs the loop, gives it back.

use std::io;
use std::path::{Path, PathBuf};

use elenchus_kit::environment::{colours, is_ascii};
use elenchus_kit::run::{until_left, why_it_is_gone};

use super::app::{App, Looks};
use super::keys::{self, KeyMap, KeyScope};
use super::screen::{LibraryScreen, Playground, Screen, Transition, WelcomeScreen};
use super::terminal::{EventQueue, TerminalGuard, force_attributes};
use super::theme::{self, Glyphs, Preset, Theme};
use crate::scenario::course::Course;
use crate::scenario::files;
use crate::scenario::library::{self, LibraryEntry};

/// How the playground is started.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// Open this scenario or record above the library.
    pub file: Option<LibraryEntry>,
    /// Show this course and nothing else; the library if none is given.
    pub course: Option<Course>,
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
    #[error("{0}")]
    Configuration(String),
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
pub fn run(start: StartOptions) -> Result<i32, StartError> {
    let entries = start.course.as_ref().map_or_else(library::all, |course| course.entries.clone());
    let all = LibraryScreen::new(entries);
    let first = match &start.file {
        Some(entry) => all.begun_at(&entry.id),
        None => all,
    };
    run_on(Box::new(first), start)
}

/// As [`run`], on another first screen than the library.
///
/// # Errors
/// As [`run`].
pub fn run_on(first: Box<dyn Screen<Playground>>, start: StartOptions) -> Result<i32, StartError> {
    if !super::terminal::is_interactive() {
        return Err(StartError::NoTerminal);
    }
    let (looks, warning) = configuration(&start)?;
    force_attributes();
    let inbox = EventQueue::detached();
    let of_library = first.scope() == KeyScope::Library;
    let mut app = App::new(first, looks, Playground::at(library::data_folder()), inbox.waker());
    // Who names a debate gets that debate, and the library behind it.
    let welcomed =
        start.file.is_some() || !super::screen::is_first(library::data_folder().as_deref());
    if of_library && !welcomed {
        app.push_with(|_| Transition::push(WelcomeScreen::default()));
    }
    if let Some(entry) = &start.file {
        app.push_with(|context| super::screen::open_entry(entry, context));
    }
    if let Some(warning) = warning {
        app.push_with(|context| context.stay(warning));
    }
    let guard = TerminalGuard::acquire()?;
    inbox.listen()?;
    let mut screen = guard.screen()?;
    let ended = until_left(&mut app, &inbox, &guard, &mut screen);
    drop(guard);
    crate::outside::end_all();
    match ended {
        Ok(code) => Ok(code),
        // A window that was closed cannot be drawn on; the signal that says so is on its way.
        Err(e) => why_it_is_gone(&inbox).ok_or(StartError::Terminal(e)),
    }
}

/// Keys and theme: the defaults, patched by the files of the configuration folder; and a warning
/// if these cannot be read.
fn configuration(start: &StartOptions) -> Result<(Looks, Option<String>), StartError> {
    let folder = configuration_folder();
    let mut warning = None;
    let mut read = |name| {
        read(folder.as_deref(), name).unwrap_or_else(|e| {
            warning = Some(e);
            None
        })
    };
    let keys = match read("keys.yaml") {
        Some((file, text)) => keys::read(&text).map_err(|message| wrong(&file, message))?,
        None => KeyMap::default(),
    };
    let (theme, preset) = match read("theme.yaml") {
        Some((file, text)) => theme::read(&text).map_err(|message| wrong(&file, message))?,
        None => (Theme::default(), Preset::default()),
    };
    let (colourless, sixteen) = colours();
    let looks = Looks { keys, theme, preset, colourless, sixteen };
    Ok((appearance(looks, start.theme.as_deref(), start.ascii || is_ascii())?, warning))
}

/// These looks as somebody wants them: in the theme of this name, if one is given; in ASCII characters
/// alone.
///
/// # Errors
/// If there is no such theme.
pub fn appearance(mut looks: Looks, theme: Option<&str>, ascii: bool) -> Result<Looks, StartError> {
    if let Some(name) = theme {
        let preset = Preset::named(name).ok_or_else(|| StartError::NoTheme(name.to_owned()))?;
        looks = looks.in_preset(preset);
    }
    if ascii {
        looks.theme = looks.theme.with_glyphs(Glyphs::Ascii);
    }
    Ok(looks)
}

fn wrong(file: &Path, message: String) -> StartError {
    StartError::Configuration(format!("{}: {message}", file.display()))
}

/// The folder of `keys.yaml` and `theme.yaml`.
pub fn configuration_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("elenchus"))
}

/// A file of the folder, if it is there; or why it cannot be read.
fn read(folder: Option<&Path>, name: &str) -> Result<Option<(PathBuf, String)>, String> {
    let Some(path) = folder.map(|f| f.join(name)) else { return Ok(None) };
    match files::text(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("without your own keys and colours: {}: {e}", path.display())),
    }
}
