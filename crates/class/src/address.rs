//! Parses the address of a class in any of its spellings, and connects to the class.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use anyhow::Context;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::messages::{self, ClassMessage, JoinRequest};
use crate::scenario::printable;

/// The longest time that the class may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// The size limit of a message from the class, in bytes. The largest screen in all colours fits.
const LONGEST: usize = 1 << 20;

#[cfg(not(feature = "tls"))]
const WITHOUT_TLS: &str = "this program was built without encryption. Open the address in a \
    browser, use the program of a release, or build with `--features tls`";

pub(crate) type ClientSocket = WebSocket<MaybeTlsStream<TcpStream>>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClassAddress {
    /// The host, and the port if one was given.
    pub host: String,
    /// `true` if the connection is encrypted.
    pub secret: bool,
}

impl ClassAddress {
    /// Parses an address in any of its spellings.
    ///
    /// # Errors
    /// Returns an error if the text is not an address.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let (secret, rest) = match text.split_once("://") {
            Some(("https" | "wss", rest)) => (true, rest),
            Some(("http" | "ws", rest)) => (false, rest),
            Some(_) => (false, ""),
            None => (false, text),
        };
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let good = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        anyhow::ensure!(
            !host.is_empty() && host.chars().all(good),
            "`{}` is not an address. Write host:port, as the teacher's screen shows it, or \
             https://host",
            printable(text)
        );
        Ok(Self { host: host.to_owned(), secret })
    }

    /// Connects and sends the request to join. Returns the connection and the answer of the class.
    ///
    /// # Errors
    /// Returns an error if there is no answer, or the answer does not come from a class.
    pub(crate) fn ask(&self, hello: &JoinRequest) -> anyhow::Result<(ClientSocket, ClassMessage)> {
        let host = &self.host;
        let stream = self.connect().with_context(|| format!("no class answers at {host}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let scheme = if self.secret { "wss" } else { "ws" };
        let url = format!("{scheme}://{host}{}", messages::PATH);
        let limits = WebSocketConfig::default()
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST));
        #[cfg(feature = "tls")]
        let met = tungstenite::client_tls_with_config(url, stream, Some(limits), None);
        #[cfg(not(feature = "tls"))]
        let met = {
            anyhow::ensure!(!self.secret, WITHOUT_TLS);
            let stream = MaybeTlsStream::Plain(stream);
            tungstenite::client::client_with_config(url, stream, Some(limits))
        };
        let (mut socket, _) = met.map_err(|e| anyhow::anyhow!("{host} is not a class: {e}"))?;
        socket.send(Message::text(serde_json::to_string(hello)?))?;
        let Message::Text(text) = socket.read()? else {
            anyhow::bail!("the answer of {host} does not come from a class")
        };
        let said = serde_json::from_str(&text);
        Ok((
            socket,
            said.with_context(|| format!("the answer of {host} does not come from a class"))?,
        ))
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let port = self.host.rsplit_once(':').map(|(_, port)| port);
        let given = port.is_some_and(|port| port.parse::<u16>().is_ok());
        let usual = if self.secret { 443 } else { 80 };
        let place = if given { self.host.clone() } else { format!("{}:{usual}", self.host) };
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for place in place.to_socket_addrs()? {
            match TcpStream::connect_timeout(&place, PATIENCE) {
                Ok(stream) => return Ok(stream),
                Err(e) => last = e,
            }
        }
        Err(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_however_it_is_written() {
        let there = |secret| ClassAddress { host: "10.0.0.5:8080".into(), secret };
        for text in ["10.0.0.5:8080", "http://10.0.0.5:8080/", "ws://10.0.0.5:8080/#ABC"] {
            assert_eq!(ClassAddress::read(text).unwrap(), there(false));
        }
        for text in ["https://10.0.0.5:8080", "wss://10.0.0.5:8080/sit"] {
            assert_eq!(ClassAddress::read(text).unwrap(), there(true));
        }
        for bad in ["", "http://", "a b:80", "ftp://class", "host\u{1b}:1"] {
            assert!(ClassAddress::read(bad).is_err(), "{bad:?}");
        }
    }
}
