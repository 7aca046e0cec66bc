//! The tree of a search in two flat lists: nodes, and edges of which each node owns a block. No memory is asked for once
//! the lists have grown to their bound; when they are full, the search goes on without growing.

use kernel::Seat;

/// What leads from one node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<A> {
    /// A decision of a seat.
    Act(Seat, A),
    /// A seat did something that the searching seat does not see.
    Unseen(Seat),
    /// What fell, or what several seats did at once, as a number.
    Outcome(u32),
}

/// One way on from a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// What leads along it.
    pub what: What<A>,
    /// 0: nothing there yet.
    pub child: u32,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been chosen: other guesses may not allow it.
    pub available: u32,
    /// The sum of what it brought to the seat that acts.
    pub total: f32,
    /// How promising it looked at first.
    pub prior: f32,
}

impl<A> Edge<A> {
    /// An edge nobody has taken yet.
    #[must_use]
    pub const fn new(what: What<A>, prior: f32) -> Self {
        Edge { what, child: 0, visits: 0, available: 0, total: 0.0, prior }
    }
    /// The mean payoff of whoever acts, 0 to 1.
    #[must_use]
    pub fn value(&self) -> f32 {
        if self.visits == 0 { f32::NAN } else { self.total / self.visits as f32 }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    first: u32,
    len: u16,
    /// The block holds 2 to the power of this; 0 for no block.
    size: u8,
}

/// Block sizes: 2, 4, ... 1024 edges.
const SIZES: usize = 11;

/// Nodes and their edges in two flat lists.
#[derive(Clone, Debug)]
pub struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
    /// Blocks that were outgrown, by size.
    free: [Vec<u32>; SIZES],
    edges_max: usize,
}

/// Where every walk begins.
pub const ROOT: u32 = 1;

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of at most this many edges, which is also the bound on nodes.
    #[must_use]
    pub fn new(edges_max: usize) -> Self {
        let edges_max = edges_max.clamp(4096, u32::MAX as usize / 2);
        Tree { nodes: Vec::new(), edges: Vec::new(), free: Default::default(), edges_max }
    }
    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.free.iter_mut().for_each(Vec::clear);
        // Node 0 stands for "no node".
        self.nodes.extend([Node::default(); 2]);
    }
    /// A new node without edges; `None` if the tree is full.
    #[inline]
    pub fn node(&mut self) -> Option<u32> {
        (self.nodes.len() < self.edges_max).then(|| {
            self.nodes.push(Node::default());
            (self.nodes.len() - 1) as u32
        })
    }
    /// The edges of a node.
    #[inline]
    #[must_use]
    pub fn edges(&self, node: u32) -> &[Edge<A>] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &self.edges[first as usize..][..usize::from(len)]
    }
    /// The edges of a node, to change.
    #[inline]
    pub fn edges_mut(&mut self, node: u32) -> &mut [Edge<A>] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &mut self.edges[first as usize..][..usize::from(len)]
    }
    /// The place of an edge among those of its node.
    #[inline]
    #[must_use]
    pub fn find(&self, node: u32, what: What<A>) -> Option<usize> {
        self.edges(node).iter().position(|edge| edge.what == what)
    }
    /// Makes room for so many more edges at once; false if the tree is full.
    pub fn reserve(&mut self, node: u32, more: usize) -> bool {
        let Node { first, len, size } = self.nodes[node as usize];
        let wanted = usize::from(len) + more;
        if size > 0 && wanted <= 1 << size {
            return true;
        }
        let bigger = wanted.max(2).next_power_of_two();
        let index = bigger.trailing_zeros() as usize;
        if index >= SIZES {
            return false;
        }
        let place = match self.free[index].pop() {
            Some(place) => place,
            None if self.edges.len() + bigger > self.edges_max => return false,
            None => {
                let place = self.edges.len() as u32;
                let blank = Edge::new(What::Outcome(0), 0.0);
                self.edges.resize(self.edges.len() + bigger, blank);
                place
            }
        };
        let from = first as usize;
        self.edges.copy_within(from..from + usize::from(len), place as usize);
        if size > 0 {
            self.free[usize::from(size)].push(first);
        }
        self.nodes[node as usize] = Node { first: place, len, size: index as u8 };
        true
    }
    /// Adds an edge; `None` if the tree is full.
    pub fn add(&mut self, node: u32, edge: Edge<A>) -> Option<usize> {
        if !self.reserve(node, 1) {
            return None;
        }
        let Node { first, len, .. } = self.nodes[node as usize];
        self.edges[first as usize + usize::from(len)] = edge;
        self.nodes[node as usize].len += 1;
        Some(usize::from(len))
    }
    /// Nodes and edges in use.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.edges.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_outgrown_moves_and_keeps_its_edges() {
        let mut tree = Tree::<u8>::new(4096);
        tree.clear();
        let other = tree.node().unwrap();
        for i in 0..40 {
            assert_eq!(tree.add(ROOT, Edge::new(What::Act(Seat::new(0), i), 1.0)), Some(usize::from(i)));
            tree.add(other, Edge::new(What::Outcome(u32::from(i)), 1.0));
        }
        assert_eq!(tree.edges(ROOT).len(), 40);
        assert_eq!(tree.find(ROOT, What::Act(Seat::new(0), 17)), Some(17));
        assert_eq!(tree.find(other, What::Outcome(39)), Some(39));
        assert_eq!(tree.find(other, What::Act(Seat::new(0), 1)), None);
    }

    #[test]
    fn a_full_tree_refuses_to_grow_and_stays_as_it_is() {
        let mut tree = Tree::<u32>::new(4096);
        tree.clear();
        let mut held = 0;
        while let Some(node) = tree.node() {
            held += usize::from(tree.add(node, Edge::new(What::Outcome(node), 0.0)).is_some());
        }
        let (nodes, edges) = tree.size();
        assert!(nodes <= 4096 && edges <= 4096, "{nodes} {edges}");
        assert!(held > 1000);
        assert_eq!(tree.find(2, What::Outcome(2)), Some(0));
    }

    #[test]
    fn an_edge_is_small() {
        assert!(size_of::<Edge<u32>>() <= 32);
    }
}
