//! `class` and `join`: debates across machines.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use elenchus_class::{self as class, Setup};

use super::debates::{DEBATES, entries};
use super::looks::Looks;
use super::output::{Ended, To};
use crate::scenario::files;
use crate::scenario::library;
use crate::tui::{self, terminal};

/// Let students on other machines play, in a browser or a terminal.
///
/// Students open the address that is shown in a browser, or run `elenchus join ADDRESS`, and give the
/// class's code and a name. What they play is kept in the folder of the class; the same folder goes on
/// with the same class.
#[derive(Debug, Args)]
pub(super) struct ClassCommand {
    /// Files, names of shipped scenarios, or courses: a folder or `exercises`. If none: those that the
    /// class was opened with last; the library if there are none either.
    #[arg(value_name = "FILE|COURSE")]
    names: Vec<String>,
    /// Open a table for this debate, with a seat for each of three students; several if needed.
    #[arg(long, value_name = "DEBATE")]
    table: Vec<String>,
    /// Where to listen; `0.0.0.0:8080` lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Where everything of the class is kept.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// A name of this machine, besides its numbers, that students may write; several if needed.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A server through which students come: it is believed where they come from; several if needed.
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
}

impl ClassCommand {
    /// Runs it.
    pub(super) fn run(self) -> Ended {
        let folder = match self.folder {
            Some(folder) => folder,
            None => library::data_folder()
                .context("this system has no folder for a class: name one with --folder")?
                .join("class"),
        };
        let kept = folder.join(DEBATES);
        let names: Vec<String> = match self.names.is_empty() {
            true => files::yaml(&kept).map_err(anyhow::Error::msg)?.unwrap_or_default(),
            false => self.names.into_iter().map(from_anywhere).collect::<anyhow::Result<_>>()?,
        };
        let entries = entries(&names)?.into();
        let listen = address(&self.listen)?;
        let grading = super::grade::csv_of;
        let (hosts, proxies) = (self.host, self.trust_proxy);
        let setup = Setup { entries, folder, hosts, proxies, grading };
        let class = class::Class::open(setup).map_err(anyhow::Error::msg)?;
        files::keep(&kept, &names).with_context(|| kept.display().to_string())?;
        for debate in &self.table {
            class.add_table(debate).map_err(anyhow::Error::msg)?;
        }
        class::serve(&class, listen).with_context(|| {
            format!("nothing can listen at {listen}: name another address with --listen")
        })?;
        if terminal::is_interactive() {
            let first = Box::new(class::Teacher::new(Arc::clone(&class), true));
            return match tui::run_on(first, tui::Start::default())? {
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
        To::default().text(&lines)?;
        loop {
            std::thread::park();
        }
    }
}

/// An address to listen at.
fn address(text: &str) -> anyhow::Result<SocketAddr> {
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.with_context(|| format!("`{text}` is no address to listen at: write 0.0.0.0:8080"))
}

/// The name by which a file is found from every folder; other names stay.
fn from_anywhere(name: String) -> anyhow::Result<String> {
    if !Path::new(&name).exists() {
        return Ok(name);
    }
    let path = std::path::absolute(&name)?.into_os_string();
    path.into_string().map_err(|_| anyhow::anyhow!("the path of `{name}` is no text"))
}

/// Join a class of somebody else's machine from this terminal.
#[derive(Debug, Args)]
pub(super) struct JoinCommand {
    /// Where the class is, as the teacher's screen shows it: host:port, or https://host.
    address: String,
    /// Your name; asked for if it is not given.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The class's code; asked for if it is needed and not given.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    #[command(flatten)]
    looks: Looks,
}

impl JoinCommand {
    /// Runs it.
    pub(super) fn run(self) -> Ended {
        let keys = library::data_folder().map(|folder| folder.join("joined"));
        let Self { address, name, code, looks: Looks { theme, ascii } } = self;
        let words = class::join(class::Join { address, name, code, keys, theme, ascii })?;
        To::default().text(&format!("{words}\n"))
    }
}
