//! The subcommands, and which file each is carried out in.

use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};

#[cfg(feature = "class")]
use super::class;
use super::output::Ended;
use super::{
    archive, attack, check, completions, constants, convert, dqc, eval, export, grade, headline,
    list, merge, output, run, simulate, solve, sweep,
};

/// A terminal playground for AI-safety debate protocols.
///
/// Without a subcommand it opens the playground: the library of scenarios, or the file named.
///
/// Files that open: scenarios and saved debates (YAML), Turing machines of turingmachine.io (YAML),
/// circuits in AIGER (ASCII or binary) and Bristol Fashion, quantified formulas in QDIMACS. What a
/// file is, is told from its content.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// A file of a known format, or the name of a shipped scenario.
    file: Option<String>,
    /// Show a course alone: a folder, whose file course.yaml may list its debates, or `exercises`.
    #[arg(long, value_name = "COURSE", conflicts_with = "file")]
    course: Option<String>,
    /// The theme of the playground: dark, light, high-contrast or mono.
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Draw the playground with ASCII characters alone.
    #[arg(long)]
    ascii: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the scenarios of the library, in the order of the course.
    List(list::List),
    /// Check files and say what is wrong with them, and where.
    Check(check::Check),
    /// Write any file that opens as a scenario without moves.
    Convert(convert::Convert),
    /// Let programs play a debate, and narrate it.
    Run(run::Run),
    /// Replay a saved debate and narrate it.
    Replay(run::Replay),
    /// List, show and export the debates that were played to their end.
    Archive(archive::Archive),
    /// Write a debate, or the whole course, as Markdown, HTML or a picture.
    Export(export::Export),
    /// Grade records: who reached the goal of an exercise, by moves that the rules bear out.
    Grade(grade::Grading),
    /// Say exactly what a debate is worth: truth, values, bounds, costs.
    Solve(solve::Solve),
    /// Play many debates and count who wins.
    Simulate(simulate::Simulate),
    /// Play many debates at each of many points: any parameter of the scenario or of a strategy.
    Sweep(sweep::Sweep),
    /// Play a study: scenarios by players by seeds, each debate a line of a log.
    Eval(eval::Eval),
    /// Find the strongest strategy of a seat against whoever sits opposite.
    Attack(attack::Attack),
    /// Measure what a paper promises, and print it as a table.
    Headline(headline::Headlines),
    /// Add up the parts of a run that was shared out by `--slice`.
    Merge(merge::Merge),
    /// Find the cheapest constants of a stochastic debate for a wanted guarantee.
    Constants(constants::Constants),
    /// Say how few bits the judge of any debate for a function can read.
    Dqc(dqc::DqcCommand),
    /// Let students on other machines play, in a browser or a terminal.
    #[cfg(feature = "class")]
    Class(class::ClassCommand),
    /// Join a class of somebody else's machine from this terminal.
    #[cfg(feature = "class")]
    Join(class::JoinCommand),
    /// Print the JSON Schema of scenario files, or of the language of programs outside.
    Schema(Schema),
    /// Print a script that completes this command in your shell.
    Completions(completions::Completions),
    /// Print the manual page.
    Man,
}

/// Print the JSON Schema of scenario files, or of the language of programs outside.
#[derive(Debug, Args)]
struct Schema {
    /// What a program outside is told, and what it answers.
    #[arg(long)]
    player: bool,
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let ended = match cli.command {
        None => playground(cli.file.as_deref(), cli.course.as_deref(), cli.theme, cli.ascii),
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
        Some(Command::Schema(Schema { player: false })) => output::json(&crate::scenario::schema()),
        Some(Command::Schema(Schema { player: true })) => output::json(&crate::outside::schema()),
        Some(Command::Completions(completions)) => completions.run(&mut Cli::command()),
        Some(Command::Man) => completions::man(Cli::command()),
    };
    output::exit_code(ended)
}

fn playground(
    file: Option<&str>,
    course: Option<&str>,
    theme: Option<String>,
    ascii: bool,
) -> Ended {
    let course = course.map(crate::scenario::course::course).transpose()?;
    let file = file.map(crate::scenario::library::find).transpose()?;
    if let Some(Err(fault)) = file.as_ref().map(|entry| entry.scenario.as_ref()) {
        return Err(fault.clone().into());
    }
    match crate::tui::run(crate::tui::Start { file, course, theme, ascii })? {
        0 => Ok(true),
        // A signal ended it: the shell should hear which.
        code => std::process::exit(code),
    }
}
