//! Serves the few pages of a class over HTTP. The head of a request is limited in size.

use std::io::{Read, Write};
use std::net::IpAddr;

use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, WebSocket, accept_hdr_with_config};

use crate::messages;
use crate::pages::{HTML, PAGES};

/// The longest head of a request in bytes.
pub(crate) const LONGEST_HEAD: usize = 8 * 1024;
const MOST_HEADERS: usize = 64;

/// The header in which a proxy names the origin of a request.
const FORWARDED: &str = "x-forwarded-for";

/// The answer to a page of another host that asks for a connection.
const FOREIGN: &str = "only the class's own page may connect to the class\n";

/// The text in the page that is replaced by [`messages::version`].
const VERSION: &str = "@VERSION@";

/// The content security policy. A page may load only what this server provides.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The reaction of the server to a request.
#[derive(Debug, PartialEq)]
pub(crate) enum RequestKind {
    /// Send this answer and close the connection.
    Answer(Vec<u8>),
    /// Open a WebSocket with [`accept`].
    Sit,
}

/// Reads the head of a request. `None` if the head is not complete. A request must name an IP address, localhost, or
/// one of these host names.
pub(crate) fn asked(head: &[u8], names: &[String]) -> Option<RequestKind> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let refused = |status, words: &str| Some(RequestKind::Answer(refused(status, words)));
    match request.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) if head.len() < LONGEST_HEAD => return None,
        Ok(httparse::Status::Partial) => return refused("431 Too Large", "too long"),
        Err(e) => return refused("400 Bad Request", &e.to_string()),
    }
    Some(answer(&request, names))
}

fn answer(request: &httparse::Request<'_, '_>, names: &[String]) -> RequestKind {
    let refused = |status, words| RequestKind::Answer(refused(status, words));
    let header = |name: &str| {
        let mut found = request.headers.iter().filter(|h| h.name.eq_ignore_ascii_case(name));
        let value = found.next().and_then(|h| std::str::from_utf8(h.value).ok()).map(str::trim);
        // Two programs could understand a repeated header differently, so it is ignored.
        value.filter(|_| found.next().is_none())
    };
    if request.method != Some("GET") {
        return refused("405 Method Not Allowed", "this class answers only GET requests");
    }
    if !header("host").is_some_and(|host| is_known(host, names)) {
        return refused(
            "403 Forbidden",
            "open this class under its address, under localhost, or under a name that the \
             teacher gave with --host",
        );
    }
    let path = request.path.unwrap_or_default().split('?').next().unwrap_or_default();
    if path == messages::PATH {
        return RequestKind::Sit;
    }
    match PAGES.iter().find(|(at, ..)| *at == path) {
        Some((_, HTML, bytes)) => {
            let text = String::from_utf8_lossy(bytes).replace(VERSION, &messages::version());
            RequestKind::Answer(response("200 OK", HTML, text.as_bytes()))
        }
        Some((_, kind, bytes)) => RequestKind::Answer(response("200 OK", kind, bytes)),
        None => refused("404 Not Found", "there is no such page"),
    }
}

/// Opens the WebSocket that a request asks for. Also returns the addresses that proxies name as the origin. The nearest
/// proxy wrote the last address.
///
/// # Errors
/// Returns the answer to send if the request asks for no WebSocket. The answer is empty if one was already sent.
pub(crate) fn accept<S: Read + Write>(
    stream: S,
    limits: WebSocketConfig,
) -> Result<(WebSocket<S>, Vec<IpAddr>), Vec<u8>> {
    let mut from = Vec::new();
    #[expect(clippy::result_large_err, reason = "tungstenite asks for a whole response")]
    let look = |request: &Request, response: Response| {
        let all = |name| request.headers().get_all(name).iter().map(|value| value.to_str());
        let host = all("host").find_map(Result::ok).unwrap_or_default();
        let own = [format!("http://{host}"), format!("https://{host}")];
        let is_own = |origin: &str| own.iter().any(|own| own.eq_ignore_ascii_case(origin));
        // A browser always names the page that opens a WebSocket. Other programs may leave the page out.
        if !all("origin").all(|origin| origin.is_ok_and(is_own)) {
            let mut refused = ErrorResponse::new(Some(FOREIGN.into()));
            *refused.status_mut() = tungstenite::http::StatusCode::FORBIDDEN;
            return Err(refused);
        }
        let forwarded = all(FORWARDED).flatten().flat_map(|text| text.split(','));
        from.extend(forwarded.filter_map(|text| text.trim().parse::<IpAddr>().ok()));
        Ok(response)
    };
    let accepted = accept_hdr_with_config(stream, look, Some(limits)).map_err(|e| match e {
        HandshakeError::Failure(Error::Protocol(_)) => {
            refused("426 Upgrade Required", "this address is for WebSockets")
        }
        _ => Vec::new(),
    });
    accepted.map(|socket| (socket, from))
}

fn refused(status: &str, words: &str) -> Vec<u8> {
    response(status, "text/plain; charset=utf-8", format!("{words}\n").as_bytes())
}

fn response(status: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nContent-Security-Policy: {POLICY}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Returns `true` if `host` is an address, localhost, or one of `names`. Any other name may belong to a stranger, and
/// the stranger's page would then count as the class's own.
fn is_known(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')).unwrap_or(name);
    bare.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn ask(lines: &[&str]) -> String {
        let head = lines.join("\r\n") + "\r\n\r\n";
        match asked(head.as_bytes(), &["class.example".into()]) {
            Some(RequestKind::Answer(bytes)) => text(&bytes),
            Some(RequestKind::Sit) => {
                let mut stream = Cursor::new(head.clone().into_bytes());
                let refused = accept(&mut stream, WebSocketConfig::default()).err();
                text(&stream.into_inner()[head.len()..]) + &text(&refused.unwrap_or_default())
            }
            None => "more".into(),
        }
    }

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    const SIT: [&str; 5] = [
        "GET /sit HTTP/1.1",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];

    fn sit(more: &[&str]) -> String {
        ask(&[&SIT[..], more].concat())
    }

    #[test]
    fn the_page_is_served_and_nothing_else_of_this_machine() {
        let page = ask(&["GET / HTTP/1.1", "Host: 127.0.0.1:8080"]);
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        assert!(page.contains(&messages::version()) && !page.contains(VERSION));
        for path in ["/../Cargo.toml", "/etc/passwd", "//", "/class.js/", "/sit2"] {
            let page = ask(&[&format!("GET {path} HTTP/1.1"), "Host: localhost"]);
            assert!(page.starts_with("HTTP/1.1 404"), "{path}: {page}");
        }
        assert!(ask(&["POST / HTTP/1.1", "Host: localhost"]).starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn only_the_classes_own_page_may_speak_to_it() {
        // The accept key is the example of RFC 6455, section 1.3.
        let accepted = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        assert!(sit(&["Host: 10.0.0.5:8080"]).contains(accepted), "a program that is no browser");
        assert!(sit(&["Host: 10.0.0.5:8080", "Origin: http://10.0.0.5:8080"]).contains(accepted));
        assert!(sit(&["Host: class.example", "Origin: https://class.example"]).contains(accepted));
        for origin in ["http://10.0.0.5", "http://evil.example", "null", ""] {
            let origin = format!("Origin: {origin}");
            let said = sit(&["Host: 10.0.0.5:8080", &origin]);
            assert!(said.starts_with("HTTP/1.1 403"), "{origin}: {said}");
        }
        let twice = ["Host: 10.0.0.5", "Origin: http://10.0.0.5", "Origin: http://evil.example"];
        assert!(sit(&twice).starts_with("HTTP/1.1 403"));
        // A stranger can make a host name lead to this address. The class refuses that name.
        let rebound = sit(&["Host: evil.example:8080", "Origin: http://evil.example:8080"]);
        assert!(rebound.starts_with("HTTP/1.1 403"));
        assert!(ask(&["GET / HTTP/1.1"]).starts_with("HTTP/1.1 403"), "no host");
    }

    #[test]
    fn a_head_that_does_not_end_is_refused() {
        assert_eq!(asked(b"GET / HT", &[]), None);
        let long = [b"GET / HTTP/1.1\r\nA: ".as_slice(), &vec![b'x'; LONGEST_HEAD]].concat();
        let Some(RequestKind::Answer(bytes)) = asked(&long, &[]) else { panic!("an answer") };
        assert!(bytes.starts_with(b"HTTP/1.1 431"));
        assert!(ask(&["\u{1}\u{2} / HTTP/1.1"]).starts_with("HTTP/1.1 400"));
    }

    #[test]
    fn a_websocket_needs_its_version_and_key() {
        let said = ask(&["GET /sit HTTP/1.1", "Host: localhost"]);
        assert!(said.starts_with("HTTP/1.1 426"), "{said}");
    }
}
