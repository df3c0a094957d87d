//! `elenchus completions` and `elenchus man`: files that help the shell and `man`.

use anyhow::Context;
use clap::{Args, Command};

use super::output::{CommandResult, OutputArgs};

/// Print a script with which your shell completes this command.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus completions bash > ~/.local/share/bash-completion/completions/elenchus")]
pub struct Completions {
    /// Your shell.
    shell: clap_complete::Shell,
    #[command(flatten)]
    to: OutputArgs,
}

/// Print the manual page of the program or of a command.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus man solve | man -l -")]
pub struct Man {
    /// A command. Without it, you get the page of the program.
    command: Option<String>,
    #[command(flatten)]
    to: OutputArgs,
}

impl Completions {
    pub fn run(self, mut command: Command) -> CommandResult {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "elenchus", &mut script);
        self.to.text(&String::from_utf8_lossy(&script))
    }
}

impl Man {
    pub fn run(self, mut command: Command) -> CommandResult {
        command.build();
        let command = match &self.command {
            None => command,
            Some(name) => command
                .find_subcommand(name)
                .with_context(|| {
                    format!("there is no command `{name}`. `elenchus help` lists all commands")
                })?
                .clone(),
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        self.to.text(&String::from_utf8_lossy(&page))
    }
}
