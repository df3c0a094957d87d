//! The commands, in groups, and the dispatch to the module of each.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::appearance::AppearanceArgs;
#[cfg(feature = "class")]
use super::class;
use super::output::{self, CommandResult, OutputArgs};
use super::{
    archive, attack, check, completions, constants, convert, dqc, eval, export, grade, headline,
    list, merge, power, retired, run, simulate, solve, sweep,
};
use crate::scenario::{course, library};

/// A terminal playground for AI-safety debate protocols.
///
/// Without a command, Elenchus opens the playground. `elenchus FILE` is short for `elenchus play
/// FILE`.
///
/// These files open: scenarios and saved debates (YAML), Turing machines of turingmachine.io (YAML),
/// circuits in AIGER (ASCII or binary) and Bristol Fashion, and quantified formulas in QDIMACS.
/// Elenchus recognizes the format from the content.
#[derive(Debug, Parser)]
#[command(name = "elenchus", version = env!("ELENCHUS_VERSION"), max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    opening: Opening,
}

/// The options of the playground.
#[derive(Debug, Args)]
struct Opening {
    /// Show only this course: a folder, or `exercises`.
    ///
    /// The file course.yaml in the folder can list the debates in their order.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    /// Open saved debates at their first move, with the rest covered.
    ///
    /// Use it on a projector: nobody sees how the debate ends before its last move.
    #[arg(long)]
    covered: bool,
    #[command(flatten)]
    looks: AppearanceArgs,
}

/// Open the playground, or a debate in it.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus play find-the-lie
  elenchus play my-debate.yaml --theme light")]
struct Play {
    /// A file of a known format, or the name of a shipped scenario. The default is the library.
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
    #[command(subcommand)]
    Archive(archive::Archive),
    Export(export::Export),
    Grade(grade::Grading),
    Solve(solve::Solve),
    Simulate(simulate::Simulate),
    Sweep(sweep::Sweep),
    Eval(eval::Eval),
    Power(power::Power),
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
    Man(completions::Man),
}

/// The groups of commands in `elenchus help`. The first group is for beginners.
const GROUPS: [(&str, &[&str]); 7] = [
    ("To begin with", &["play", "list", "run", "solve", "simulate", "check"]),
    ("Play", &["replay", "archive", "export"]),
    ("Judge a file", &["grade", "convert"]),
    ("Many debates", &["sweep", "attack", "eval", "power", "merge", "headline"]),
    ("Theory", &["constants", "dqc"]),
    ("Class", &["class", "join"]),
    ("The program", &["schema", "completions", "man", "help"]),
];

/// Print the JSON Schema of scenario files, of messages for external players, or of all output.
#[derive(Debug, Args)]
struct Schema {
    /// Print the schema of the messages that an external player gets and sends.
    #[arg(long)]
    player: bool,
    /// Print the schema of the JSON and CSV that the commands write.
    #[arg(long, conflicts_with = "player")]
    output: bool,
    #[command(flatten)]
    to: OutputArgs,
}

impl Schema {
    fn run(self) -> CommandResult {
        match self {
            Self { output: true, to, .. } => {
                to.text(include_str!("../../docs/reference/output.schema.json"))
            }
            Self { player: true, to, .. } => to.plain_json(&crate::outside::schema()),
            Self { to, .. } => to.plain_json(&crate::scenario::schema()),
        }
    }
}

/// The command line, with its commands in groups.
fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        let mut lines = String::new();
        for own in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = match own.get_name() {
                "help" => "Print the help of a command".to_owned(),
                _ => own.get_about().map(ToString::to_string).unwrap_or_default(),
            };
            let _ = writeln!(lines, "  {:<12} {}", own.get_name(), about);
        }
        if !lines.is_empty() {
            let _ = write!(groups, "{title}:\n{lines}\n");
        }
    }
    let template = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    Cli::command()
        .help_template(format!("{template}{groups}Options:\n{{options}}\n"))
        .mut_args(with_full_stop)
        .mut_subcommands(|own| with_full_stops(own).allow_negative_numbers(true))
}

/// The command with whole sentences in its long help. If a text has only one paragraph, clap removes its full stop.
fn with_full_stops(command: clap::Command) -> clap::Command {
    let command = command.mut_args(with_full_stop).mut_subcommands(with_full_stops);
    match (command.get_about(), command.get_long_about()) {
        (Some(about), None) => {
            let sentence = format!("{about}.");
            command.long_about(sentence)
        }
        _ => command,
    }
}

fn with_full_stop(argument: clap::Arg) -> clap::Arg {
    match (argument.get_help(), argument.get_long_help()) {
        (Some(help), None) => {
            let sentence = format!("{help}.");
            argument.long_help(sentence)
        }
        _ => argument,
    }
}

/// Parses the arguments. A file name alone means `play`, and the options of `play` may come before it.
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
        // If a word resembles a scenario and no command, suggest the scenario.
        let like = |word: &str| {
            error.get(ContextKind::SuggestedSubcommand).is_none()
                && library::similar_name(word).is_some()
        };
        if !word.is_some_and(|word| is_of_a_file(word) || like(word)) {
            return Err(error);
        }
        arguments.insert(1, "play".into());
        cli(&arguments)
    })
}

/// True if a word names a debate. False for a mistyped command.
fn is_of_a_file(word: &str) -> bool {
    !word.starts_with('-')
        && (word.contains(['.', '/']) || Path::new(word).exists() || library::find(word).is_ok())
}

/// Runs the command in the arguments.
pub fn main() -> ExitCode {
    // With this handler, a write beyond the size limit for files fails with an error. Without it, the process would
    // end.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    crate::outside::adopt_orphans();
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
        // The user asked for help or the version.
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
        Some(Command::Power(power)) => power.run(),
        Some(Command::Attack(attack)) => attack.run(),
        Some(Command::Headline(headline)) => headline.run(),
        Some(Command::Merge(merge)) => merge.run(),
        Some(Command::Constants(constants)) => constants.run(),
        Some(Command::Dqc(dqc)) => dqc.run(),
        #[cfg(feature = "class")]
        Some(Command::Class(class)) => class.run(),
        #[cfg(feature = "class")]
        Some(Command::Join(join)) => join.run(),
        Some(Command::Schema(schema)) => schema.run(),
        Some(Command::Completions(completions)) => completions.run(command()),
        Some(Command::Man(man)) => man.run(command()),
    };
    crate::outside::end_all();
    output::exit_code(ended)
}

fn playground(file: Option<&str>, opening: Opening) -> CommandResult {
    let course = opening.course.as_deref().map(course::course).transpose()?;
    let file = file.map(library::find).transpose()?;
    if let Some(Err(fault)) = file.as_ref().map(|entry| entry.scenario.as_ref()) {
        return Err(fault.clone().into());
    }
    let Opening { covered, looks: AppearanceArgs { theme, ascii }, .. } = opening;
    match crate::tui::run(crate::tui::StartOptions { file, course, theme, ascii, covered })? {
        0 => Ok(true),
        // A signal ended the playground, and the exit code tells the shell which one.
        code => std::process::exit(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
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

    #[test]
    fn every_command_and_option_begins_with_a_short_sentence() {
        fn check(command: &clap::Command) {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let short = command.get_arguments().map(|argument| {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                (argument.get_id().to_string(), help)
            });
            for (what, help) in std::iter::once(("about".to_owned(), about)).chain(short) {
                let is_sentence = help.starts_with(char::is_uppercase) && !help.contains(';');
                assert!(is_sentence && help.len() <= 100, "{name}, {what}: {help}");
            }
            command.get_subcommands().for_each(check);
        }
        let mut command = command();
        command.build();
        check(&command);
    }
}
