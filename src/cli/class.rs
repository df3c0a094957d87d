//! `elenchus class` and `elenchus join`: debates of students on several machines.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use elenchus_class::{self as class, ClassSetup};

use super::appearance::AppearanceArgs;
use super::debates::{DEBATES, entries};
use super::output::{CommandResult, OutputArgs};
use super::roster::Roster;
use crate::scenario::files;
use crate::scenario::library;
use crate::tui::{self, terminal};

/// Open a class, in which students play in a browser or a terminal.
///
/// The command shows an address and a code. Students open the address in a browser, or run `elenchus
/// join ADDRESS`, and enter the code and a name. The folder of the class keeps all their debates. Open
/// the same folder again to continue the class.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus class
  elenchus class exercises --listen 0.0.0.0:8080 --folder my-class")]
pub(super) struct ClassCommand {
    /// The debates: files, names of shipped scenarios, a folder with a course, or `exercises`.
    ///
    /// The default is the debates of the last time, or else the whole library.
    #[arg(value_name = "FILE|COURSE")]
    names: Vec<String>,
    /// The students: a CSV file with the columns `name`, `id` and `email`, or a list of names.
    ///
    /// `results.csv` then has their ids and addresses, and a row for each student without a record.
    /// The class keeps the roster.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Open a table for this debate, with seats for three students. You can repeat this option.
    #[arg(long, value_name = "DEBATE")]
    table: Vec<String>,
    /// The address and port to listen at.
    ///
    /// The default admits only this machine. Example: --listen 0.0.0.0:8080 admits other machines.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The folder of the class. The default is a folder in the data folder of Elenchus.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// A host name of this machine that students use in the address. You can repeat this option.
    ///
    /// Example: --host class.example.org
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The IP address of a proxy between you and the students. You can repeat this option.
    ///
    /// The class believes this proxy about the addresses of students.
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
}

impl ClassCommand {
    pub(super) fn run(self) -> CommandResult {
        let folder = match self.folder {
            Some(folder) => folder,
            None => library::data_folder()
                .context("there is no data folder for the class. Choose a folder with --folder")?
                .join("class"),
        };
        let kept = folder.join(DEBATES);
        let names: Vec<String> = match self.names.is_empty() {
            true => files::yaml(&kept).map_err(anyhow::Error::msg)?.unwrap_or_default(),
            false => self.names.into_iter().map(from_anywhere).collect::<anyhow::Result<_>>()?,
        };
        let entries = entries(&names)?.into();
        let roster = self.roster.as_deref().map(Roster::read).transpose()?;
        let listen = address(&self.listen)?;
        let grading = super::grade::csv_of;
        let (hosts, proxies) = (self.host, self.trust_proxy);
        let roll = folder.clone();
        let setup = ClassSetup { entries, folder, hosts, proxies, grading };
        let class = class::Class::open(setup).map_err(anyhow::Error::msg)?;
        files::keep(&kept, &names).with_context(|| kept.display().to_string())?;
        if let Some(roster) = roster {
            roster.keep_in(&roll).with_context(|| roll.display().to_string())?;
        }
        for debate in &self.table {
            class.add_table(debate).map_err(anyhow::Error::msg)?;
        }
        class::serve(&class, listen).with_context(|| {
            format!("cannot listen at {listen}. Choose another address or port with --listen")
        })?;
        if terminal::is_interactive() {
            let first = Box::new(class::TeacherScreen::new(Arc::clone(&class), true));
            return match tui::run_on(first, tui::StartOptions::default())? {
                0 => {
                    class.end();
                    Ok(true)
                }
                code => std::process::exit(code),
            };
        }
        let [teacher, projector] = class.pages();
        let (address, code) = (class.address(), class.code());
        let lines =
            format!("address {address}\ncode {code}\nteacher {teacher}\nprojector {projector}\n");
        OutputArgs::default().text(&lines)?;
        loop {
            std::thread::park();
        }
    }
}

/// Parses an address to listen at.
fn address(text: &str) -> anyhow::Result<SocketAddr> {
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.with_context(|| {
        format!("--listen {text}: write an address and a port, such as 0.0.0.0:8080")
    })
}

/// The absolute path of a file, so that the class can be opened from another folder. Other names stay
/// as they are.
fn from_anywhere(name: String) -> anyhow::Result<String> {
    if !Path::new(&name).exists() {
        return Ok(name);
    }
    let path = std::path::absolute(&name)?.into_os_string();
    path.into_string()
        .map_err(|_| anyhow::anyhow!("the path of `{name}` is not UTF-8. Rename its folders"))
}

/// Join a class from this terminal.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus join 192.168.1.5:8080 --name Ada")]
pub(super) struct JoinCommand {
    /// The address on the teacher's screen: host:port, or https://host.
    address: String,
    /// Your name. Without it, the command asks for it.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The code of the class. Without it, the command asks for it.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    #[command(flatten)]
    looks: AppearanceArgs,
}

impl JoinCommand {
    pub(super) fn run(self) -> CommandResult {
        let keys = library::data_folder().map(|folder| folder.join("joined"));
        let Self { address, name, code, looks: AppearanceArgs { theme, ascii } } = self;
        let words = class::join(class::JoinOptions { address, name, code, keys, theme, ascii })?;
        OutputArgs::default().text(&format!("{words}\n"))
    }
}
