//! The connections that have not joined yet. Their number is limited, and no address can take all places.

use std::collections::HashMap;
use std::net::{IpAddr, Shutdown, TcpStream};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::join_limiter::network;

/// The largest number of such connections.
const MOST: usize = 256;

/// The connections that have not joined, in the order in which they came.
#[derive(Default)]
pub(crate) struct PendingConnections(Mutex<Vec<(IpAddr, Arc<TcpStream>)>>);

/// The place of a connection that has not joined. Dropping it frees the place.
pub(crate) struct PendingSlot {
    all: Arc<PendingConnections>,
    stream: Arc<TcpStream>,
}

impl PendingConnections {
    /// Takes a place for a connection from this address. If no place is free, closes the oldest connection of
    /// the network that has the most.
    pub(crate) fn admit(self: &Arc<Self>, from: IpAddr, stream: &Arc<TcpStream>) -> PendingSlot {
        let mut list = self.0.lock();
        if list.len() >= MOST {
            let mut counts: HashMap<IpAddr, usize> = HashMap::new();
            list.iter().for_each(|(from, _)| *counts.entry(*from).or_default() += 1);
            let most = counts.values().max().copied();
            let at = list.iter().position(|(from, _)| counts.get(from).copied() == most);
            let (_, oldest) = list.remove(at.unwrap_or(0));
            let _ = oldest.shutdown(Shutdown::Both);
        }
        list.push((network(from), Arc::clone(stream)));
        PendingSlot { all: Arc::clone(self), stream: Arc::clone(stream) }
    }
}

impl PendingSlot {
    /// Notes the real origin of a connection that came through a proxy.
    pub(crate) fn comes_from(&self, from: IpAddr) {
        let mut list = self.all.0.lock();
        let own = list.iter_mut().find(|(_, stream)| Arc::ptr_eq(stream, &self.stream));
        if let Some(own) = own {
            own.0 = network(from);
        }
    }
}

impl Drop for PendingSlot {
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
    fn only_the_address_that_fills_the_door_loses_places() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let connect = || {
            let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            (theirs, Arc::new(listener.accept().unwrap().0))
        };
        let strangers = Arc::new(PendingConnections::default());
        let address = |last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last));
        let (mut quiet, stream) = connect();
        let quiet_place = strangers.admit(address(1), &stream);
        let mut idle: Vec<_> = (0..MOST + 3)
            .map(|_| {
                let (theirs, stream) = connect();
                (theirs, strangers.admit(address(2), &stream))
            })
            .collect();
        assert_eq!(strangers.0.lock().len(), MOST);
        // The address with many connections has lost its first four. The other address has lost none.
        for (theirs, _) in &mut idle[..4] {
            assert_eq!(theirs.read(&mut [0]).unwrap(), 0);
        }
        quiet.set_nonblocking(true).unwrap();
        assert!(quiet.read(&mut [0]).is_err(), "still open");
        drop((quiet_place, idle));
        assert!(strangers.0.lock().is_empty());
    }
}
