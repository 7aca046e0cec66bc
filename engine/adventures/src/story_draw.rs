//! The graph of a storybook's entries as DOT, and as an SVG with a layered layout of our own.

use crate::{
    content::{
        Content,
        story::{Adventure, Kind},
        words::EntryId,
    },
    story_check::{Edge, Graph, Way},
};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, VecDeque},
    fmt::Write,
};

const WIDTH: usize = 96;
const HEIGHT: usize = 34;
const GAP_X: usize = 22;
const GAP_Y: usize = 66;
const MARGIN: usize = 40;
/// Sweeps over the layers that untangle crossings; more change little.
const SWEEPS: usize = 12;

/// What stands on an edge.
fn says(way: &Way) -> String {
    match way {
        Way::Go => String::new(),
        Way::Option(text) => text.clone(),
        Way::Pass => "pass".to_owned(),
        Way::Fail => "fail".to_owned(),
        Way::Victory => "victory".to_owned(),
        Way::Defeat => "defeat".to_owned(),
        Way::Move => "move".to_owned(),
        Way::Item(one, None) => format!("item {one}"),
        Way::Item(one, Some(two)) => format!("items {one} and {two}"),
        Way::Encounter(token) => format!("token {token}"),
        Way::TheEnd | Way::End => "the end".to_owned(),
    }
}

fn colour(way: &Way) -> &'static str {
    match way {
        Way::Go | Way::TheEnd | Way::End => "#444444",
        Way::Option(_) => "#1f5fa8",
        Way::Pass | Way::Victory => "#2a7d3a",
        Way::Fail | Way::Defeat => "#b03030",
        Way::Move => "#b8b8b8",
        Way::Item(..) => "#8a5a00",
        Way::Encounter(_) => "#d3bfe8",
    }
}

/// Fill and outline by kind of entry.
fn fill(kind: Kind) -> &'static str {
    match kind {
        Kind::Start | Kind::End => "#dddddd",
        Kind::Base(_) => "#cfe3f7",
        Kind::Turn(..) => "#ffffff",
        Kind::Item(..) => "#fbe7c0",
        Kind::Tome(..) => "#eadcf7",
        Kind::Death(_) => "#f7d0d0",
    }
}

/// The graph for Graphviz.
#[must_use]
pub fn dot(content: &Content, book: &Adventure, graph: &Graph) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text =
        format!("digraph {} {{\n  rankdir=TB; node [shape=box, style=filled];\n", quoted(&book.title));
    for id in entries(content, book) {
        let entry = content.entry(id);
        let line = format!("  {} [fillcolor={}];\n", quoted(&entry.label), quoted(fill(entry.kind)));
        text.push_str(&line);
    }
    for edge in &graph.edges {
        let (from, to) = (&content.entry(edge.from).label, &content.entry(edge.to).label);
        let line = format!(
            "  {} -> {} [label={}, color={}];\n",
            quoted(from),
            quoted(to),
            quoted(&says(&edge.way)),
            quoted(colour(&edge.way))
        );
        text.push_str(&line);
    }
    text.push_str("}\n");
    text
}

fn entries(content: &Content, book: &Adventure) -> Vec<EntryId> {
    let mine = content.entries.iter().enumerate().filter(|(_, e)| e.adventure == Some(book.id));
    mine.map(|(at, _)| EntryId(at as u16)).collect()
}

/// Where each entry stands: layer and place in it.
type Layers = Vec<Vec<EntryId>>;

/// Layers by the fewest turns from START; entries nobody reaches stand below all others.
fn layers(content: &Content, book: &Adventure, graph: &Graph) -> Layers {
    let mut depth: BTreeMap<EntryId, usize> = BTreeMap::from([(book.start, 0)]);
    let mut queue = VecDeque::from([book.start]);
    while let Some(from) = queue.pop_front() {
        let next = depth[&from] + 1;
        for edge in graph.edges.iter().filter(|e| e.from == from) {
            depth.entry(edge.to).or_insert_with(|| {
                queue.push_back(edge.to);
                next
            });
        }
    }
    let deepest = depth.values().copied().max().unwrap_or(0);
    let mut layers: Layers = vec![vec![]; deepest + 2];
    for id in entries(content, book) {
        let layer = if id == book.end { deepest } else { depth.get(&id).copied().unwrap_or(deepest + 1) };
        layers[layer].push(id);
    }
    layers.retain(|layer| !layer.is_empty());
    layers
}

/// Sorts each layer by the mean place of its neighbours, down and up in turns.
fn untangle(layers: &mut Layers, graph: &Graph) {
    for sweep in 0..SWEEPS {
        let places: BTreeMap<EntryId, usize> = layers
            .iter()
            .flat_map(|layer| layer.iter().enumerate().map(|(at, id)| (*id, at * 1000 / layer.len())))
            .collect();
        for layer in layers.iter_mut() {
            layer.sort_by_key(|id| {
                let near = graph.edges.iter().filter_map(|e| match (e.from == *id, e.to == *id) {
                    (false, true) if sweep % 2 == 0 => Some(e.from),
                    (true, false) if sweep % 2 == 1 => Some(e.to),
                    _ => None,
                });
                let (count, sum) = near.fold((0, 0), |(n, sum), other| (n + 1, sum + places[&other]));
                usize::checked_div(sum, count).unwrap_or(places[id])
            });
        }
    }
}

/// The middle of each box.
fn places(layers: &Layers) -> (BTreeMap<EntryId, (usize, usize)>, usize, usize) {
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1);
    let width = widest * (WIDTH + GAP_X) + 2 * MARGIN;
    let mut at = BTreeMap::new();
    for (y, layer) in layers.iter().enumerate() {
        let step = (width - 2 * MARGIN) / layer.len().max(1);
        for (x, id) in layer.iter().enumerate() {
            at.insert(*id, (MARGIN + step * x + step / 2, MARGIN + y * (HEIGHT + GAP_Y) + HEIGHT / 2));
        }
    }
    (at, width, layers.len() * (HEIGHT + GAP_Y) + 2 * MARGIN)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The graph as a picture.
#[must_use]
pub fn svg(content: &Content, book: &Adventure, graph: &Graph) -> String {
    let mut layers = layers(content, book, graph);
    untangle(&mut layers, graph);
    let (at, width, height) = places(&layers);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fafafa\"/>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" \
         orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#444444\"/></marker></defs>\n",
        escaped(&book.title)
    );
    // Moves and tokens lie beneath, so that the story's own turns stand out.
    let faint = |e: &&Edge| matches!(e.way, Way::Move | Way::Encounter(_));
    let (beneath, above): (Vec<&Edge>, Vec<&Edge>) = graph.edges.iter().partition(faint);
    let mut beside: BTreeMap<(EntryId, EntryId), usize> = BTreeMap::new();
    for edge in beneath.into_iter().chain(above) {
        let twins = beside.entry((edge.from, edge.to)).or_default();
        draw_edge(&mut text, edge, *twins, &at);
        *twins += 1;
    }
    for (id, (x, y)) in &at {
        let entry = content.entry(*id);
        let (left, top) = (x - WIDTH / 2, y - HEIGHT / 2);
        let name = match entry.kind {
            Kind::Base(place) => format!("{} {}", entry.label, book.locations[place.index()].name),
            Kind::Start | Kind::End | Kind::Turn(..) | Kind::Item(..) | Kind::Tome(..) | Kind::Death(_) => {
                entry.label.clone()
            }
        };
        let _ = writeln!(
            text,
            "<g><title>{}</title><rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"{}\" \
             stroke=\"#555555\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
            escaped(&entry.text),
            fill(entry.kind),
            y + 4,
            escaped(&shortened(&name))
        );
    }
    text.push_str("</svg>\n");
    text
}

/// What fits into a box.
fn shortened(name: &str) -> String {
    if name.chars().count() <= 16 {
        return name.to_owned();
    }
    name.chars().take(15).chain(['…']).collect()
}

/// The way of one edge: start, end, and the height at which it bends. Ways across dip below their layer, ways back bow
/// out, and those between the same two entries lie beside each other.
fn bend(
    from: (usize, usize),
    to: (usize, usize),
    beside: usize,
) -> ((usize, usize), (usize, usize), usize, usize) {
    let ((x1, y1), (x2, y2), half) = (from, to, HEIGHT / 2);
    match y1.cmp(&y2) {
        Ordering::Less => {
            let (start, end) = (y1 + half, y2 - half);
            ((x1, start), (x2, end), (start + end) / 2 + 9 * beside, 0)
        }
        Ordering::Equal => ((x1, y1 + half), (x2, y2 + half), y1 + half + 26 + 12 * beside, 0),
        Ordering::Greater => {
            let (start, end) = (y1 - half, y2 + half);
            ((x1, start), (x2, end), (start + end) / 2 + 9 * beside, 40)
        }
    }
}

fn draw_edge(text: &mut String, edge: &Edge, beside: usize, at: &BTreeMap<EntryId, (usize, usize)>) {
    let ((x1, start), (x2, end), middle, bow) = bend(at[&edge.from], at[&edge.to], beside);
    let _ = writeln!(
        text,
        "<path d=\"M{x1} {start} C{} {middle} {} {middle} {x2} {end}\" fill=\"none\" stroke=\"{}\" marker-end=\"url(#tip)\">\
         <title>{}</title></path>",
        x1 + bow,
        x2 + bow,
        colour(&edge.way),
        escaped(&says(&edge.way))
    );
    let label = says(&edge.way);
    if !matches!(edge.way, Way::Move | Way::Encounter(_)) && !label.is_empty() {
        // A curve passes three quarters of the way between its ends and its bend.
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"8\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            (x1 + x2) / 2 + bow * 3 / 4,
            (start + end + 6 * middle) / 8,
            colour(&edge.way),
            escaped(&shortened(&label))
        );
    }
}
