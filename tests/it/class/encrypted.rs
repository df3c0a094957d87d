//! `elenchus join` over TLS, against a server with a certificate of our own.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::folder;
use super::joined::join;
use super::server::Server;
use crate::session::Session;

/// A server that speaks TLS in front of a class, and forwards the addresses of its users.
fn encrypted(class: &str) -> String {
    let pem = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/class/tls/");
    let certificate = CertificateDer::from_pem_file(format!("{pem}certificate.pem"));
    let key = PrivateKeyDer::from_pem_file(format!("{pem}key.pem")).expect("a key");
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.expect("a certificate")], key);
    let config = Arc::new(config.expect("they belong together"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("it listens");
    let port = listener.local_addr().expect("an address").port();
    let class = class.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let secret = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let (tls, class) = (StreamOwned::new(secret, stream), class.clone());
            thread::spawn(move || pass_on(tls, &class));
        }
    });
    format!("https://localhost:{port}/")
}

fn pass_on(mut tls: StreamOwned<ServerConnection, TcpStream>, class: &str) {
    let mut plain = TcpStream::connect(class).expect("the class listens");
    let moment = Some(Duration::from_millis(5));
    tls.sock.set_read_timeout(moment).expect("a time-out");
    plain.set_read_timeout(moment).expect("a time-out");
    let mut piece = [0; 4096];
    let quiet =
        |e: &std::io::Error| matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
    loop {
        match tls.read(&mut piece) {
            Ok(n @ 1..) => plain.write_all(&piece[..n]).expect("the class reads"),
            Err(e) if quiet(&e) => {}
            _ => return,
        }
        match plain.read(&mut piece) {
            Ok(n @ 1..) => tls.write_all(&piece[..n]).expect("the student reads"),
            Err(e) if quiet(&e) => {}
            _ => return,
        }
    }
}

#[test]
fn a_class_behind_a_server_that_encrypts_is_joined_and_no_other_server_is_believed() {
    let (folder, data) = (folder(), folder());
    let server = Server::start(folder.path(), &["find-the-lie"]);
    let address = encrypted(&server.address);
    let authority = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/class/tls/authority.pem");
    let mut command = join(&address, &server.code, data.path(), &[]);
    command.env("SSL_CERT_FILE", authority);
    let mut ann = Session::start(command);
    ann.wait_for("Enter  play");
    ann.then("\r", "your turn");
    ann.signal("TERM");
    ann.end();
    assert!(ann.given_back());
    // The program refuses a server whose certificate is not trusted.
    let mut command = join(&address, &server.code, data.path(), &[]);
    command
        .env("SSL_CERT_FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/class/tls/none.pem"));
    let mut ann = Session::start(command);
    assert_eq!(ann.end(), 2);
    assert!(ann.text().contains("is not a class"), "{}", ann.text());
}
