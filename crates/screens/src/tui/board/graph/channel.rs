//! The columns between two layers of a graph. Each net of wires turns in a track. No two nets overlap.

/// The wires from one stop to stops of the next layer.
#[derive(Clone, Debug)]
pub struct WireNet {
    /// The stop at which the wires start.
    pub stop: usize,
    /// The row of that stop.
    pub from: usize,
    /// The rows at which the wires end.
    pub to: Vec<usize>,
}

impl WireNet {
    /// The first and the last row of the net.
    fn span(&self) -> (usize, usize) {
        let rows = || self.to.iter().copied().chain([self.from]);
        (rows().min().unwrap_or(self.from), rows().max().unwrap_or(self.from))
    }
}

/// The nets between two layers, with their tracks.
#[derive(Clone, Debug)]
pub struct WireChannel {
    /// Every net with its track, counted from 0. `None` for a straight net.
    pub nets: Vec<(WireNet, Option<usize>)>,
    /// The number of tracks.
    pub tracks: usize,
}

/// Gives every net a track. Two nets in one track share no row. If one net starts on a row where another net ends, the
/// net that starts there turns first. In a cycle of such nets, one net breaks this rule.
pub fn route(nets: Vec<WireNet>) -> WireChannel {
    let mut track: Vec<Option<usize>> = vec![None; nets.len()];
    let turns = |&n: &usize| nets[n].span().0 < nets[n].span().1;
    let mut waiting: Vec<usize> = (0..nets.len()).filter(turns).collect();
    waiting.sort_by_key(|&n| nets[n].span());
    let before = |a: usize, b: usize| a != b && nets[b].to.contains(&nets[a].from);
    let mut tracks: Vec<Vec<usize>> = Vec::new();
    while !waiting.is_empty() {
        let free = waiting.iter().position(|&n| !waiting.iter().any(|&m| before(m, n)));
        let net = waiting.remove(free.unwrap_or(0));
        let least = (0..nets.len())
            .filter(|&m| before(m, net))
            .filter_map(|m| track[m])
            .map(|t| t + 1)
            .max()
            .unwrap_or(0);
        let (first, last) = nets[net].span();
        let shares = |t: usize, tracks: &[Vec<usize>]| {
            tracks.get(t).is_none_or(|there| {
                there.iter().all(|&m| nets[m].span().0 > last || nets[m].span().1 < first)
            })
        };
        let at = (least..).find(|&t| shares(t, &tracks)).unwrap_or(least);
        if tracks.len() <= at {
            tracks.resize_with(at + 1, Vec::new);
        }
        tracks[at].push(net);
        track[net] = Some(at);
    }
    WireChannel { nets: nets.into_iter().zip(track).collect(), tracks: tracks.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incoming_net_turns_before_an_outgoing_one_uses_its_row() {
        let nets = vec![
            WireNet { stop: 0, from: 0, to: vec![4] },
            WireNet { stop: 1, from: 4, to: vec![0] },
            WireNet { stop: 2, from: 9, to: vec![9] },
        ];
        let channel = route(nets);
        assert_eq!(channel.nets[2].1, None, "straight");
        assert_ne!(channel.nets[0].1, channel.nets[1].1);
        let apart = route(vec![
            WireNet { stop: 0, from: 0, to: vec![1] },
            WireNet { stop: 1, from: 4, to: vec![5, 6] },
        ]);
        assert_eq!(apart.tracks, 1, "they share no row");
    }
}
