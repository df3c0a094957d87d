//! Those who are at the door and have not said yet who they are: as many as there is room for, and
//! nobody keeps it for themselves.

use std::collections::HashMap;
use std::net::{IpAddr, Shutdown, TcpStream};
use std::sync::Arc;

use parking_lot::Mutex;

/// As many connections may not have said yet who they are.
const MOST: usize = 256;

/// The connections at the door, in the order in which they came.
#[derive(Default)]
pub(crate) struct Strangers(Mutex<Vec<(IpAddr, Arc<TcpStream>)>>);

/// A place at the door; dropping it gives it up.
pub(crate) struct DoorPlace {
    all: Arc<Strangers>,
    stream: Arc<TcpStream>,
}

impl Strangers {
    /// A place for a connection from this address. Where there is none left, the oldest connection of
    /// the address that has most of them is closed.
    pub(crate) fn take(self: &Arc<Self>, from: IpAddr, stream: &Arc<TcpStream>) -> DoorPlace {
        let mut list = self.0.lock();
        if list.len() >= MOST {
            let mut counts: HashMap<IpAddr, usize> = HashMap::new();
            list.iter().for_each(|(from, _)| *counts.entry(*from).or_default() += 1);
            let most = counts.values().max().copied();
            let at = list.iter().position(|(from, _)| counts.get(from).copied() == most);
            let (_, oldest) = list.remove(at.unwrap_or(0));
            let _ = oldest.shutdown(Shutdown::Both);
        }
        list.push((from, Arc::clone(stream)));
        DoorPlace { all: Arc::clone(self), stream: Arc::clone(stream) }
    }
}

impl DoorPlace {
    /// The connection comes from this address, as a server between says.
    pub(crate) fn comes_from(&self, from: IpAddr) {
        let mut list = self.all.0.lock();
        let own = list.iter_mut().find(|(_, stream)| Arc::ptr_eq(stream, &self.stream));
        if let Some(own) = own {
            own.0 = from;
        }
    }
}

impl Drop for DoorPlace {
    fn drop(&mut self) {
        self.all.0.lock().retain(|(_, stream)| !Arc::ptr_eq(stream, &self.stream));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};

    #[test]
    fn who_fills_the_door_loses_places_and_nobody_else_does() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let connect = || {
            let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            (theirs, Arc::new(listener.accept().unwrap().0))
        };
        let strangers = Arc::new(Strangers::default());
        let address = |last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last));
        let (mut quiet, stream) = connect();
        let quiet_place = strangers.take(address(1), &stream);
        let mut idle: Vec<_> = (0..MOST + 3)
            .map(|_| {
                let (theirs, stream) = connect();
                (theirs, strangers.take(address(2), &stream))
            })
            .collect();
        assert_eq!(strangers.0.lock().len(), MOST);
        // The first four of those who came with so many are gone; the one who came alone is not.
        for (theirs, _) in &mut idle[..4] {
            assert_eq!(theirs.read(&mut [0]).unwrap(), 0);
        }
        quiet.set_nonblocking(true).unwrap();
        assert!(quiet.read(&mut [0]).is_err(), "still open");
        drop((quiet_place, idle));
        assert!(strangers.0.lock().is_empty());
    }
}
