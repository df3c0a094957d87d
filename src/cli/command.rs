//! The subcommands, in groups, and which file each is carried out in.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "class")]
use super::class;
use super::looks::Looks;
use super::output::{self, Ended, To};
use super::{
    archive, attack, check, completions, constants, convert, dqc, eval, export, grade, headline,
    list, merge, retired, run, simulate, solve, sweep,
};
use crate::scenario::{course, library};

/// A terminal playground for AI-safety debate protocols.
///
/// Without a command it opens the playground; `elenchus FILE` is `elenchus play FILE`.
///
/// Files that open: scenarios and saved debates (YAML), Turing machines of turingmachine.io (YAML),
/// circuits in AIGER (ASCII or binary) and Bristol Fashion, quantified formulas in QDIMACS. What a
/// file is, is told from its content.
#[derive(Debug, Parser)]
#[command(name = "elenchus", version = env!("ELENCHUS_VERSION"), max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    opening: Opening,
}

/// How the playground opens.
#[derive(Debug, Args)]
struct Opening {
    /// Show a course alone: a folder, whose file course.yaml may list its debates, or `exercises`.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    #[command(flatten)]
    looks: Looks,
}

/// Open the playground: the library, or a debate.
#[derive(Debug, Args)]
struct Play {
    /// A file of a known format, or the name of a shipped scenario; the library if none.
    #[arg(conflicts_with = "course")]
    file: Option<String>,
    #[command(flatten)]
    opening: Opening,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(Play),
    List(list::List),
    Check(check::Check),
    Convert(convert::Convert),
    Run(run::Run),
    Replay(run::Replay),
    /// List, show and export the debates that were played to their end.
    #[command(subcommand)]
    Archive(archive::Archive),
    Export(export::Export),
    Grade(grade::Grading),
    Solve(solve::Solve),
    Simulate(simulate::Simulate),
    Sweep(sweep::Sweep),
    Eval(eval::Eval),
    Attack(attack::Attack),
    Headline(headline::Headlines),
    Merge(merge::Merge),
    Constants(constants::Constants),
    Dqc(dqc::DqcCommand),
    #[cfg(feature = "class")]
    Class(class::ClassCommand),
    #[cfg(feature = "class")]
    Join(class::JoinCommand),
    Schema(Schema),
    Completions(completions::Completions),
    /// Print the manual page.
    Man(completions::Man),
}

/// The commands as `help` shows them; those of the first group are shown to whoever begins.
const GROUPS: [(&str, &[&str]); 7] = [
    ("To begin with", &["play", "list", "run", "solve", "simulate", "check"]),
    ("Play", &["replay", "archive", "export"]),
    ("Judge a file", &["grade", "convert"]),
    ("Many debates", &["sweep", "attack", "eval", "merge", "headline"]),
    ("Theory", &["constants", "dqc"]),
    ("Class", &["class", "join"]),
    ("The program", &["schema", "completions", "man", "help"]),
];

/// Print the JSON Schema of scenario files, or of the language of programs outside.
#[derive(Debug, Args)]
struct Schema {
    /// What a program outside is told, and what it answers.
    #[arg(long)]
    player: bool,
    #[command(flatten)]
    to: To,
}

/// The command line, its commands in groups.
fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        let mut lines = String::new();
        for own in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = own.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(lines, "  {:<12} {}", own.get_name(), about.trim_end_matches('.'));
        }
        if !lines.is_empty() {
            let _ = write!(groups, "{title}:\n{lines}\n");
        }
    }
    let template = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    Cli::command()
        .help_template(format!("{template}{groups}Options:\n{{options}}\n"))
        .mut_subcommands(|own| own.allow_negative_numbers(true))
}

/// The command line that was given. A file alone is played; what the playground is opened with may stand
/// before `play`.
fn read(mut arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let cli = |arguments: &[OsString]| {
        let matches = command().try_get_matches_from(arguments)?;
        Cli::from_arg_matches(&matches)
    };
    cli(&arguments).or_else(|error| {
        let play = arguments.iter().position(|word| word == "play");
        if let (ErrorKind::ArgumentConflict, Some(at @ 2..)) = (error.kind(), play) {
            arguments[1..=at].rotate_right(1);
            return cli(&arguments);
        }
        let unknown = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
        let word = unknown.into_iter().find_map(|kind| match error.get(kind) {
            Some(ContextValue::String(word)) => Some(word),
            _ => None,
        });
        // A word that is like the name of a debate, and of no command, is told so by the library.
        let like = |word: &str| {
            error.get(ContextKind::SuggestedSubcommand).is_none() && library::like(word).is_some()
        };
        if !word.is_some_and(|word| is_of_a_file(word) || like(word)) {
            return Err(error);
        }
        arguments.insert(1, "play".into());
        cli(&arguments)
    })
}

/// Whether a word names a debate rather than a command that there is not.
fn is_of_a_file(word: &str) -> bool {
    !word.starts_with('-')
        && (word.contains(['.', '/']) || Path::new(word).exists() || library::find(word).is_ok())
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    // A write over the limit on the size of files fails, as one to a full disk does, and ends nothing.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = match read(arguments.clone()) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let words = arguments.iter().map(|word| word.to_string_lossy().into_owned());
            let Some(instead) = retired::instead(&error, &words.collect::<Vec<_>>()) else {
                error.exit()
            };
            return output::exit_code(Err(anyhow::anyhow!(instead)));
        }
        // Help or the version was asked for.
        Err(help) => return output::exit_code(help.print().map(|()| true).map_err(Into::into)),
    };
    let ended = match cli.command {
        None => playground(None, cli.opening),
        Some(Command::Play(play)) => playground(play.file.as_deref(), play.opening),
        Some(Command::List(list)) => list.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Run(run)) => run.run(),
        Some(Command::Replay(replay)) => replay.run(),
        Some(Command::Archive(archive)) => archive.run(),
        Some(Command::Export(export)) => export.run(),
        Some(Command::Grade(grade)) => grade.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
        Some(Command::Sweep(sweep)) => sweep.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Attack(attack)) => attack.run(),
        Some(Command::Headline(headline)) => headline.run(),
        Some(Command::Merge(merge)) => merge.run(),
        Some(Command::Constants(constants)) => constants.run(),
        Some(Command::Dqc(dqc)) => dqc.run(),
        #[cfg(feature = "class")]
        Some(Command::Class(class)) => class.run(),
        #[cfg(feature = "class")]
        Some(Command::Join(join)) => join.run(),
        Some(Command::Schema(Schema { player: false, to })) => to.json(&crate::scenario::schema()),
        Some(Command::Schema(Schema { player: true, to })) => to.json(&crate::outside::schema()),
        Some(Command::Completions(completions)) => completions.run(command()),
        Some(Command::Man(man)) => man.run(command()),
    };
    output::exit_code(ended)
}

fn playground(file: Option<&str>, opening: Opening) -> Ended {
    let course = opening.course.as_deref().map(course::course).transpose()?;
    let file = file.map(library::find).transpose()?;
    if let Some(Err(fault)) = file.as_ref().map(|entry| entry.scenario.as_ref()) {
        return Err(fault.clone().into());
    }
    let Looks { theme, ascii } = opening.looks;
    match crate::tui::run(crate::tui::Start { file, course, theme, ascii })? {
        0 => Ok(true),
        // A signal ended it: the shell should hear which.
        code => std::process::exit(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.retain(|name| cfg!(feature = "class") || !["class", "join", "help"].contains(name));
        grouped.retain(|name| *name != "help");
        grouped.sort_unstable();
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
