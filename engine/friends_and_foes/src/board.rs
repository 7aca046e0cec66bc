//! A map ready to be played on: who is next to whom, how far, and which areas a line of sight crosses.

use crate::words::{AreaId, AreaSet, Edge, Node, Terrain};
use kernel::{ArrayVec, rule};
use serde::Deserialize;

/// Areas a map can name, by row and column.
pub const AREAS: usize = 64;
/// The most Garrison areas on a map.
pub const GARRISONS: usize = 8;
/// No way leads there.
pub const FAR: u8 = u8::MAX;

/// An area as written in a map file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaCard {
    pub at: (u8, u8),
    #[serde(default)]
    pub name: String,
    /// Rows and columns it spans.
    #[serde(default = "unit")]
    pub size: (u8, u8),
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// By name, for maps that are no grids.
    #[serde(default)]
    pub adjacent: Vec<String>,
    #[serde(default)]
    pub opposite: Vec<String>,
}

const fn unit() -> (u8, u8) {
    (1, 1)
}

/// A map file's entry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapCard {
    pub id: String,
    pub name: String,
    pub seats: Vec<u8>,
    /// Neighbours, edges and lines of sight follow from squares; otherwise they are listed.
    pub grid: bool,
    pub middle: String,
    pub areas: Vec<AreaCard>,
    /// (one area, another area, the areas between them), by name.
    #[serde(default)]
    pub crossed: Vec<(String, String, Vec<String>)>,
    #[serde(default)]
    pub edges: Vec<(Edge, Vec<String>)>,
}

/// A compiled map.
#[derive(Clone, Debug)]
pub struct Board {
    pub id: String,
    pub name: String,
    pub seats: Vec<u8>,
    pub grid: bool,
    pub areas: AreaSet,
    pub middle: AreaId,
    pub rows: u8,
    pub cols: u8,
    adjacent: [AreaSet; AREAS],
    /// Which areas the line between two areas passes through.
    crossed: Vec<[AreaSet; AREAS]>,
    steps: Vec<[u8; AREAS]>,
    /// Areas in line of sight as printed, the own one included.
    visible: [AreaSet; AREAS],
    /// Areas one step away, the own one included.
    near: [AreaSet; AREAS],
    terrain: [AreaSet; 5],
    nodes: [[u8; 4]; AREAS],
    node_areas: [AreaSet; 4],
    pub edges: Vec<(Edge, AreaSet)>,
    opposite: [AreaSet; AREAS],
    pub garrisons: ArrayVec<[AreaId; GARRISONS]>,
    names: Vec<String>,
    sizes: Vec<(u8, u8)>,
}

impl Board {
    #[must_use]
    #[inline]
    pub fn adjacent(&self, area: AreaId) -> AreaSet {
        rule!("FO-300");
        self.adjacent[area.index()]
    }
    /// The fewest steps between two areas.
    #[must_use]
    #[inline]
    pub fn steps(&self, from: AreaId, to: AreaId) -> u8 {
        self.steps[from.index()][to.index()]
    }
    #[must_use]
    #[inline]
    pub fn crossed(&self, from: AreaId, to: AreaId) -> AreaSet {
        rule!("FO-301", "FO-302", "FO-R52");
        self.crossed[from.index()][to.index()]
    }
    /// Areas in line of sight if nothing but the printed terrain blocks.
    #[must_use]
    #[inline]
    pub fn visible(&self, from: AreaId) -> AreaSet {
        rule!("FO-301", "FO-302", "FO-R52");
        self.visible[from.index()]
    }
    /// Areas at most so many steps away.
    #[must_use]
    #[inline]
    pub fn within(&self, from: AreaId, steps: u8) -> AreaSet {
        match steps {
            0 => AreaSet::only(from),
            1 => self.near[from.index()],
            more => self.areas.iter().filter(|to| self.steps(from, *to) <= more).collect(),
        }
    }
    #[must_use]
    #[inline]
    pub fn terrain(&self, feature: Terrain) -> AreaSet {
        self.terrain[feature.index()]
    }
    #[must_use]
    #[inline]
    pub fn nodes(&self, area: AreaId, node: Node) -> u8 {
        self.nodes[area.index()][node.index()]
    }
    /// Areas with at least one such node.
    #[must_use]
    pub fn areas_with(&self, node: Node) -> AreaSet {
        self.node_areas[node.index()]
    }
    #[must_use]
    pub fn opposite(&self, area: AreaId) -> AreaSet {
        self.opposite[area.index()]
    }
    #[must_use]
    pub fn edge(&self, edge: Edge) -> AreaSet {
        self.edges.iter().find(|(e, _)| *e == edge).map_or(AreaSet::EMPTY, |(_, areas)| *areas)
    }
    /// What people call an area.
    #[must_use]
    pub fn area_name(&self, area: AreaId) -> String {
        let name = &self.names[area.index()];
        if name.is_empty() { area.to_string() } else { name.clone() }
    }
    /// Rows and columns an area spans.
    #[must_use]
    pub fn size(&self, area: AreaId) -> (u8, u8) {
        self.sizes[area.index()]
    }
    #[must_use]
    pub fn named(&self, name: &str) -> Option<AreaId> {
        self.areas.iter().find(|a| self.area_name(*a) == name || a.to_string() == name)
    }

    /// Compiles a map.
    ///
    /// # Errors
    /// With the field at fault and what was expected.
    pub fn new(card: &MapCard) -> Result<Board, (String, String)> {
        let mut board = Board {
            id: card.id.clone(),
            name: card.name.clone(),
            seats: card.seats.clone(),
            grid: card.grid,
            areas: AreaSet::EMPTY,
            middle: AreaId::default(),
            rows: 0,
            cols: 0,
            adjacent: [AreaSet::EMPTY; AREAS],
            crossed: vec![[AreaSet::EMPTY; AREAS]; AREAS],
            steps: vec![[FAR; AREAS]; AREAS],
            visible: [AreaSet::EMPTY; AREAS],
            near: [AreaSet::EMPTY; AREAS],
            terrain: [AreaSet::EMPTY; 5],
            nodes: [[0; 4]; AREAS],
            node_areas: [AreaSet::EMPTY; 4],
            edges: vec![],
            opposite: [AreaSet::EMPTY; AREAS],
            garrisons: ArrayVec::default(),
            names: vec![String::new(); AREAS],
            sizes: vec![(1, 1); AREAS],
        };
        for area in &card.areas {
            board.put(area)?;
        }
        board.middle = board.find("middle", &card.middle)?;
        if card.grid {
            board.lay_grid()
        } else {
            board.lay_listed(card)?
        }
        board.measure();
        board.sight();
        board.check()?;
        Ok(board)
    }

    fn find(&self, field: &str, name: &str) -> Result<AreaId, (String, String)> {
        self.named(name).ok_or_else(|| (format!("{field} `{name}`"), "an area of this map".to_owned()))
    }

    fn put(&mut self, card: &AreaCard) -> Result<(), (String, String)> {
        let ((row, col), (high, wide)) = (card.at, card.size);
        let fits = |at: u8, span: u8| at >= 1 && span >= 1 && at.saturating_add(span) <= 9;
        if !fits(row, high) || !fits(col, wide) {
            return Err((
                format!("area at ({row}, {col}) of size ({high}, {wide})"),
                "rows and columns 1 to 8".into(),
            ));
        }
        let id = AreaId::new(row, col);
        if self.areas.contains(id) {
            return Err((format!("area {id} twice"), "each place once".into()));
        }
        self.areas.insert(id);
        self.names[id.index()].clone_from(&card.name);
        self.sizes[id.index()] = card.size;
        self.rows = self.rows.max(row + high - 1);
        self.cols = self.cols.max(col + wide - 1);
        for feature in &card.terrain {
            self.terrain[feature.index()].insert(id);
        }
        for node in &card.nodes {
            self.nodes[id.index()][node.index()] += 1;
            self.node_areas[node.index()].insert(id);
        }
        if card.terrain.contains(&Terrain::Garrison) && self.garrisons.try_push(id).is_some() {
            return Err(("too many Garrison areas".into(), format!("at most {GARRISONS}")));
        }
        Ok(())
    }

    /// The sides of an area: top, bottom, left, right, in half units so that centres are whole numbers.
    fn sides(&self, area: AreaId) -> (i32, i32, i32, i32) {
        let (high, wide) = self.sizes[area.index()];
        let (top, left) = (i32::from(area.row() - 1) * 2, i32::from(area.col() - 1) * 2);
        (top, top + i32::from(high) * 2, left, left + i32::from(wide) * 2)
    }

    fn lay_grid(&mut self) {
        rule!("FO-001", "FO-442", "FO-443");
        let all: Vec<AreaId> = self.areas.iter().collect();
        for &one in &all {
            for &two in all.iter().filter(|two| **two != one) {
                if touch(self.sides(one), self.sides(two)) {
                    self.adjacent[one.index()].insert(two);
                }
                let line = (self.sides(one), self.sides(two));
                self.crossed[one.index()][two.index()] = all
                    .iter()
                    .copied()
                    .filter(|mid| *mid != one && *mid != two && crosses(line, self.sides(*mid)))
                    .collect();
            }
            let (row, col) = (self.rows + 1 - one.row(), self.cols + 1 - one.col());
            let facing = AreaId::new(row, col);
            if self.areas.contains(facing) {
                self.opposite[one.index()].insert(facing);
            }
        }
        let (rows, cols) = (i32::from(self.rows) * 2, i32::from(self.cols) * 2);
        let touching = |board: &Board, at: &dyn Fn((i32, i32, i32, i32)) -> bool| -> AreaSet {
            all.iter().copied().filter(|a| at(board.sides(*a))).collect()
        };
        self.edges = vec![
            (Edge::North, touching(self, &|(top, ..)| top == 0)),
            (Edge::South, touching(self, &|(_, bottom, ..)| bottom == rows)),
            (Edge::West, touching(self, &|(_, _, left, _)| left == 0)),
            (Edge::East, touching(self, &|(_, _, _, right)| right == cols)),
        ];
    }

    fn lay_listed(&mut self, card: &MapCard) -> Result<(), (String, String)> {
        for area in &card.areas {
            let id = AreaId::new(area.at.0, area.at.1);
            for name in &area.adjacent {
                let next = self.find("adjacent", name)?;
                self.adjacent[id.index()].insert(next);
            }
            for name in &area.opposite {
                let facing = self.find("opposite", name)?;
                self.opposite[id.index()].insert(facing);
            }
        }
        for (one, two, between) in &card.crossed {
            let (one, two) = (self.find("crossed", one)?, self.find("crossed", two)?);
            for name in between {
                let mid = self.find("crossed", name)?;
                self.crossed[one.index()][two.index()].insert(mid);
                self.crossed[two.index()][one.index()].insert(mid);
            }
        }
        for (edge, names) in &card.edges {
            let areas = names.iter().map(|n| self.find("edges", n)).collect::<Result<AreaSet, _>>()?;
            self.edges.push((*edge, areas));
        }
        Ok(())
    }

    /// Fewest steps from everywhere to everywhere.
    fn measure(&mut self) {
        for from in self.areas.iter() {
            let (mut reached, mut front, mut far) = (AreaSet::only(from), AreaSet::only(from), 0);
            while !front.is_empty() {
                for area in front.iter() {
                    self.steps[from.index()][area.index()] = far;
                }
                let next = front.iter().fold(AreaSet::EMPTY, |set, a| set.or(self.adjacent[a.index()]));
                front = next.minus(reached);
                reached = reached.or(front);
                far += 1;
            }
        }
    }

    /// Lines of sight as printed, once and for all.
    fn sight(&mut self) {
        let blocking = self.terrain(Terrain::Obscuring);
        for from in self.areas.iter() {
            let clear = |to: &AreaId| self.crossed[from.index()][to.index()].and(blocking).is_empty();
            self.visible[from.index()] = self.areas.iter().filter(clear).collect();
            self.near[from.index()] = self.adjacent[from.index()].with(from);
        }
    }

    fn check(&self) -> Result<(), (String, String)> {
        let wrong = |what: String, expected: &str| Err((what, expected.to_owned()));
        for one in self.areas.iter() {
            for two in self.adjacent[one.index()].iter() {
                if !self.adjacent[two.index()].contains(one) {
                    return wrong(
                        format!("adjacent: {} names {}", self.area_name(one), self.area_name(two)),
                        "both to name each other",
                    );
                }
            }
            if self.adjacent[one.index()].len() > 8 {
                return wrong(format!("adjacent: {}", self.area_name(one)), "at most 8 neighbours");
            }
            if self.steps[self.middle.index()][one.index()] == FAR {
                return wrong(
                    format!("area {}", self.area_name(one)),
                    "every area connected with the middle",
                );
            }
        }
        if self.areas.len() < 2 || self.seats.iter().any(|n| !(2..=4).contains(n)) {
            return wrong("seats or areas".into(), "at least two areas, and 2 to 4 seats");
        }
        Ok(())
    }
}

type Sides = (i32, i32, i32, i32);

/// Do two areas share a side, and not only a corner?
fn touch(a: Sides, b: Sides) -> bool {
    let overlap = |low: i32, high: i32, low2: i32, high2: i32| high.min(high2) - low.max(low2);
    let (rows, cols) = (overlap(a.0, a.1, b.0, b.1), overlap(a.2, a.3, b.2, b.3));
    rows == 0 && cols > 0 || cols == 0 && rows > 0
}

/// Does the line between the centres of two areas pass through the inside of a third?
///
/// The line is cut to the open strip between top and bottom, then to the one between left and right; something must be
/// left. All numbers are whole: parameters along the line are compared as fractions.
fn crosses((from, to): (Sides, Sides), mid: Sides) -> bool {
    let centre = |s: Sides| ((s.0 + s.1) / 2, (s.2 + s.3) / 2);
    let ((y0, x0), (y1, x1)) = (centre(from), centre(to));
    // The part of the line inside, as fractions low/den to high/den with one denominator for both.
    let cut = |start: i32, end: i32, low: i32, high: i32| -> Option<(i64, i64, i64)> {
        let run = end - start;
        if run == 0 {
            return (low < start && start < high).then_some((0, 1, 1));
        }
        let (a, b) = if run > 0 { (low - start, high - start) } else { (start - high, start - low) };
        Some((i64::from(a), i64::from(b), i64::from(run.abs())))
    };
    let (Some(rows), Some(cols)) = (cut(y0, y1, mid.0, mid.1), cut(x0, x1, mid.2, mid.3)) else {
        return false;
    };
    let den = rows.2 * cols.2;
    let low = (rows.0 * cols.2).max(cols.0 * rows.2).max(0);
    let high = (rows.1 * cols.2).min(cols.1 * rows.2).min(den);
    low < high
}
