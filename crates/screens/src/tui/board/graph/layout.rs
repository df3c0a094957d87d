//! The layout of a graph in layers from left to right. The order within a layer avoids crossings, and each node is near
//! the middle of its neighbours.
//!
//! Positions are rows and columns of a terminal, so they are whole numbers. A wire that passes through several layers
//! has its own stop in each of them.

use super::channel::{self, WireChannel, WireNet};

/// The largest number of extra columns for a wire.
const LONGER: usize = 14;

/// The largest number of extra columns for a node.
const WIDER: usize = 30;

/// A stop in a layer: a node, or a wire that passes through.
#[derive(Clone, Debug)]
pub struct LayoutNode {
    /// The node. `None` if only a wire passes.
    pub node: Option<usize>,
    /// The node at which the wire starts. For a node, the node itself.
    pub source: usize,
    /// The stops of the next layer that are wired to this stop.
    pub to: Vec<usize>,
    /// The stops of the previous layer that are wired to this stop.
    pub back: Vec<usize>,
    /// The first row of the stop.
    pub top: usize,
    pub height: usize,
}

impl LayoutNode {
    /// The row at which the wires of the stop start and end.
    pub fn row(&self) -> usize {
        self.top + self.height / 2
    }
}

/// The positions of all nodes and wires of a graph.
#[derive(Clone, Debug)]
pub struct GraphLayout {
    pub stops: Vec<LayoutNode>,
    /// The stops of every layer, from top to bottom.
    pub layers: Vec<Vec<usize>>,
    /// The first column and the width of each layer.
    pub columns: Vec<(usize, usize)>,
    /// The wires between every layer and the next.
    pub channels: Vec<WireChannel>,
}

/// Lays out nodes, given their widths and heights, in an area of `columns` and `rows`. The nodes in
/// `from[i]` come before `i` and are its sources. `None` if the graph does not fit. A dense layout
/// has only the columns that its wires need, and only the rows of its tallest layer.
pub fn layout(
    (wide, tall): (&[usize], &[usize]),
    from: &[Vec<usize>],
    (columns, rows): (usize, usize),
    dense: bool,
) -> Option<GraphLayout> {
    let levels = levels(from);
    let (mut stops, mut layers) = stops(tall, from, &levels);
    let height = |layer: &Vec<usize>| layer.iter().map(|&s| stops[s].height).sum::<usize>();
    let tallest = layers.iter().map(height).max().unwrap_or(0);
    if tallest > rows {
        return None;
    }
    let rows = if dense { tallest } else { rows };
    let width = |layer: &Vec<usize>| {
        layer.iter().filter_map(|&s| stops[s].node).map(|node| wide[node]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = layers.iter().map(width).collect();
    let gaps = layers.len().saturating_sub(1);
    // Wires also need columns for their turns. Counting these is slow, so this quick test comes first.
    if widths.iter().sum::<usize>() + if dense { gaps } else { 2 * gaps } > columns {
        return None;
    }
    // A tree has no crossings in its given order.
    if from.iter().any(|sources| sources.len() > 1) {
        order(&stops, &mut layers);
    }
    place(&mut stops, &layers, rows);
    let channels: Vec<WireChannel> =
        layers.iter().map(|layer| channel::route(nets(&stops, layer))).collect();
    let between = |c: &WireChannel| if dense { c.tracks.max(1) } else { c.tracks + 2 };
    let needed: usize =
        widths.iter().sum::<usize>() + channels.iter().take(gaps).map(between).sum::<usize>();
    let spare = columns.checked_sub(needed)?;
    let spare = if dense { 0 } else { spare };
    // If there is room, wires are longer, but very long wires are hard to follow.
    let more = spare.checked_div(gaps).map_or(0, |more| more.min(LONGER));
    // The remaining columns make the nodes wider, up to a limit.
    let wider = ((spare - more * gaps) / layers.len().max(1)).min(WIDER);
    let mut x = 0;
    let mut places = Vec::new();
    for (width, channel) in widths.iter().zip(&channels) {
        places.push((x, width + wider));
        x += width + wider + between(channel) + more;
    }
    Some(GraphLayout { stops, layers, columns: places, channels })
}

/// The layer of every node. A node comes after all its sources. A node without sources is in the
/// layer before its first user.
fn levels(from: &[Vec<usize>]) -> Vec<usize> {
    let mut levels = vec![0; from.len()];
    let mut first_use = vec![usize::MAX; from.len()];
    for (at, sources) in from.iter().enumerate() {
        levels[at] = sources.iter().map(|&s| levels[s] + 1).max().unwrap_or(0);
        for &source in sources {
            first_use[source] = first_use[source].min(levels[at]);
        }
    }
    for (at, sources) in from.iter().enumerate() {
        if sources.is_empty() && first_use[at] != usize::MAX {
            levels[at] = first_use[at] - 1;
        }
    }
    levels
}

/// Makes a stop for every node and for every layer that a wire passes. The wires of one node share
/// stops.
fn stops(
    tall: &[usize],
    from: &[Vec<usize>],
    levels: &[usize],
) -> (Vec<LayoutNode>, Vec<Vec<usize>>) {
    let mut layers = vec![Vec::new(); levels.iter().max().map_or(0, |l| l + 1)];
    let stop = |node: Option<usize>, source: usize, height: usize| LayoutNode {
        node,
        source,
        to: Vec::new(),
        back: Vec::new(),
        top: 0,
        height,
    };
    let mut stops: Vec<LayoutNode> =
        tall.iter().enumerate().map(|(at, &height)| stop(Some(at), at, height)).collect();
    for (at, &level) in levels.iter().enumerate() {
        layers[level].push(at);
    }
    // The stops of a node's wires, layer after layer.
    let mut passing: Vec<Vec<usize>> = (0..tall.len()).map(|at| vec![at]).collect();
    for (at, sources) in from.iter().enumerate() {
        for &source in sources {
            let span = levels[at] - levels[source];
            while passing[source].len() < span {
                let before = passing[source][passing[source].len() - 1];
                let new = stops.len();
                let layer = levels[source] + passing[source].len();
                stops.push(stop(None, source, 1));
                stops[before].to.push(new);
                stops[new].back.push(before);
                layers[layer].push(new);
                passing[source].push(new);
            }
            let last = passing[source][span - 1];
            if !stops[last].to.contains(&at) {
                stops[last].to.push(at);
                stops[at].back.push(last);
            }
        }
    }
    (stops, layers)
}

/// Sorts the stops of every layer by the positions of their neighbours, in sweeps in both directions.
fn order(stops: &[LayoutNode], layers: &mut [Vec<usize>]) {
    let mut place = vec![0usize; stops.len()];
    let note = |layer: &[usize], place: &mut Vec<usize>| {
        layer.iter().enumerate().for_each(|(at, &s)| place[s] = at);
    };
    layers.iter().for_each(|layer| note(layer, &mut place));
    for sweep in 0..8 {
        let there: Vec<usize> = match sweep % 2 {
            0 => (0..layers.len()).rev().collect(),
            _ => (0..layers.len()).collect(),
        };
        for layer in there {
            let key = |s: usize| {
                let near = if sweep % 2 == 0 { &stops[s].to } else { &stops[s].back };
                match near.len() {
                    // The unit is a thousandth of a position. A stop without neighbours stays where it is.
                    0 => place[s] * 1_000,
                    n => near.iter().map(|&o| place[o] * 1_000).sum::<usize>() / n,
                }
            };
            let mut sorted = layers[layer].clone();
            sorted.sort_by_key(|&s| key(s));
            note(&sorted, &mut place);
            layers[layer] = sorted;
        }
    }
}

/// Gives every stop its rows. Stops are first spread over the height, then pulled to their
/// neighbours.
fn place(stops: &mut [LayoutNode], layers: &[Vec<usize>], rows: usize) {
    let mut middle = vec![0.0f64; stops.len()];
    for layer in layers {
        let each = rows as f64 / layer.len() as f64;
        for (at, &s) in layer.iter().enumerate() {
            middle[s] = (at as f64 + 0.5) * each;
        }
    }
    for sweep in 0..6 {
        let there: Vec<&Vec<usize>> = match sweep % 2 {
            0 => layers.iter().collect(),
            _ => layers.iter().rev().collect(),
        };
        for layer in there {
            let wish = |s: usize| {
                let near = if sweep % 2 == 0 { &stops[s].back } else { &stops[s].to };
                match near.len() {
                    0 => middle[s],
                    n => near.iter().map(|&o| middle[o]).sum::<f64>() / n as f64,
                }
            };
            let wishes: Vec<f64> = layer.iter().map(|&s| wish(s)).collect();
            let heights: Vec<f64> = layer.iter().map(|&s| stops[s].height as f64).collect();
            for (&s, place) in layer.iter().zip(spread(&wishes, &heights, rows as f64)) {
                middle[s] = place;
            }
        }
    }
    stretch(&mut middle, stops, rows as f64);
    for layer in layers {
        let mut free = 0;
        let mut left: usize = layer.iter().map(|&s| stops[s].height).sum();
        for &s in layer {
            let height = stops[s].height;
            let top = (middle[s] - height as f64 / 2.0).round().max(0.0) as usize;
            // The stops below must still fit.
            stops[s].top = top.max(free).min(rows - left);
            free = stops[s].top + height;
            left -= height;
        }
    }
}

/// Stretches the layout until it fills the rows, at most by a factor of 3.
fn stretch(middle: &mut [f64], stops: &[LayoutNode], rows: f64) {
    let ends = |sign: f64| {
        let end = |(m, s): (&f64, &LayoutNode)| sign * m + s.height as f64 / 2.0;
        middle.iter().zip(stops).map(end).fold(f64::MIN, f64::max)
    };
    let (first, last) = (-ends(-1.0), ends(1.0));
    // Nodes keep their heights; only the distances are stretched.
    let tall = stops.iter().map(|s| s.height as f64).fold(0.0, f64::max);
    let (old, new) = (last - first - tall, rows - tall);
    let factor = if old > 1.0 { (new / old).clamp(1.0, 3.0) } else { 1.0 };
    let centre = (first + last) / 2.0;
    middle.iter_mut().for_each(|m| *m = rows / 2.0 + (*m - centre) * factor);
}

/// Places stops in this order without overlap, each near the row that it wants. Returns their middles: the mean of a
/// pass from the top and a pass from the bottom.
fn spread(wishes: &[f64], heights: &[f64], rows: f64) -> Vec<f64> {
    let sep = |at: usize| (heights[at] + heights[at + 1]) / 2.0;
    let n = wishes.len();
    let mut down = wishes.to_vec();
    for at in 1..n {
        down[at] = down[at].max(down[at - 1] + sep(at - 1));
    }
    let mut up = wishes.to_vec();
    for at in (0..n - 1).rev() {
        up[at] = up[at].min(up[at + 1] - sep(at));
    }
    let mut out: Vec<f64> = down.iter().zip(&up).map(|(d, u)| (d + u) / 2.0).collect();
    // Moves all stops inside the rows.
    out[0] = out[0].max(heights[0] / 2.0);
    for at in 1..n {
        out[at] = out[at].max(out[at - 1] + sep(at - 1));
    }
    out[n - 1] = out[n - 1].min(rows - heights[n - 1] / 2.0);
    for at in (0..n - 1).rev() {
        out[at] = out[at].min(out[at + 1] - sep(at));
    }
    out
}

/// The wires from a layer to the next, by rows.
fn nets(stops: &[LayoutNode], layer: &[usize]) -> Vec<WireNet> {
    let net = |&s: &usize| WireNet {
        stop: s,
        from: stops[s].row(),
        to: stops[s].to.iter().map(|&o| stops[o].row()).collect(),
    };
    layer.iter().filter(|&&s| !stops[s].to.is_empty()).map(net).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_overlaps_and_everything_is_inside(
            wires in proptest::collection::vec(proptest::collection::vec(any::<proptest::sample::Index>(), 0..4), 1..40),
            height in 1usize..4,
        ) {
            let from: Vec<Vec<usize>> = wires
                .iter()
                .enumerate()
                .map(|(at, w)| if at == 0 { Vec::new() } else { w.iter().map(|i| i.index(at)).collect() })
                .collect();
            let (wide, tall) = (vec![5; from.len()], vec![height; from.len()]);
            let Some(laid) = layout((&wide, &tall), &from, (200, 60), false) else { return Ok(()) };
            for layer in &laid.layers {
                let mut free = 0;
                for &s in layer {
                    let stop = &laid.stops[s];
                    prop_assert!(stop.top >= free);
                    free = stop.top + stop.height;
                }
                prop_assert!(free <= 60);
            }
            let (x, width) = laid.columns[laid.columns.len() - 1];
            prop_assert!(x + width <= 200);
            // Every wire leads to a later layer, stop by stop.
            for (at, layer) in laid.layers.iter().enumerate() {
                for &s in layer {
                    prop_assert!(laid.stops[s].to.iter().all(|o| laid.layers[at + 1].contains(o)));
                }
            }
        }
    }
}
