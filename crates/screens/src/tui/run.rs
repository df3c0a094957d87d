//! Runs the playground: sets the terminal up, runs the loop and restores the terminal.

use std::io;
use std::path::{Path, PathBuf};

use elenchus_kit::environment::{colours, is_ascii};
use elenchus_kit::run::{until_left, why_it_is_gone};

use super::app::{App, Looks};
use super::keys::{self, KeyMap, KeyScope};
use super::screen::{LibraryScreen, Playground, Screen, Transition};
use super::terminal::{EventQueue, TerminalGuard, force_attributes};
use super::theme::{self, Glyphs, Preset, Theme};
use crate::scenario::course::Course;
use crate::scenario::files;
use crate::scenario::library::{self, LibraryEntry};

/// The options of a start.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// A scenario or record that opens above the library.
    pub file: Option<LibraryEntry>,
    /// The course to show alone. `None` shows the library.
    pub course: Option<Course>,
    /// The name of the theme. `None` is the theme of the configuration, or dark.
    pub theme: Option<String>,
    /// `true` to draw with ASCII characters only.
    pub ascii: bool,
}

/// The reason why the playground could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Input or output is not a terminal.
    #[error(
        "the playground needs a terminal; without one use `elenchus list`, `run`, `replay`, \
         `solve`, `simulate` or `check` (see `elenchus --help`)"
    )]
    NoTerminal,
    /// A configuration file that cannot be used. It stays unchanged.
    #[error("{0}")]
    Configuration(String),
    /// An unknown theme.
    #[error("there is no theme `{0}`: choose dark, light, high-contrast or mono")]
    NoTheme(String),
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the playground until the player leaves. Returns the exit code.
///
/// # Errors
/// If it could not start, or lost the terminal.
pub fn run(start: StartOptions) -> Result<i32, StartError> {
    let entries = start.course.as_ref().map_or_else(library::all, |course| course.entries.clone());
    let all = LibraryScreen::new(entries);
    let first = match &start.file {
        Some(entry) => all.begun_at(&entry.id),
        None => all,
    };
    run_on(Box::new(first), start)
}

/// As [`run`], with another first screen than the library.
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
    // A file on the command line comes first, and the library is behind it.
    let is_first = super::screen::is_first(library::data_folder().as_deref());
    app.push_with(|context| {
        context.coaches = of_library && !context.progress.has_won();
        match of_library && is_first && start.file.is_none() {
            true => super::screen::first_debate(context),
            false => Transition::Stay,
        }
    });
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
        // A closed window cannot be drawn on. A signal with the reason is on its way.
        Err(e) => why_it_is_gone(&inbox).ok_or(StartError::Terminal(e)),
    }
}

/// Keys and theme: the defaults with the changes of the configuration files. The text is a warning if the
/// files cannot be read.
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

/// Changes the theme to the one of this name, if there is a name, and to ASCII characters if `ascii`.
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

/// A file of the folder, if it exists, or the reason why it cannot be read.
fn read(folder: Option<&Path>, name: &str) -> Result<Option<(PathBuf, String)>, String> {
    let Some(path) = folder.map(|f| f.join(name)) else { return Ok(None) };
    match files::text(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("without your own keys and colours: {}: {e}", path.display())),
    }
}
