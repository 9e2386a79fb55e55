//! Maximum matchings in a graph of at most 32 vertices (Edmonds' blossom algorithm).

use crate::round::MOST_PLAYERS;

/// No vertex.
const NONE: u8 = u8::MAX;

/// Which vertices are there, and which of them an edge joins, a bit each.
#[derive(Clone)]
pub struct Graph {
    /// The vertices.
    pub alive: u32,
    /// The neighbours of each vertex, including those that are not alive.
    pub edges: [u32; MOST_PLAYERS],
}

/// A matching: the partner of each vertex.
#[derive(Clone)]
pub struct Matching {
    partner: [u8; MOST_PLAYERS],
}

/// The tree that a search for an augmenting path grows.
struct Search {
    parent: [u8; MOST_PLAYERS],
    base: [u8; MOST_PLAYERS],
    queue: [u8; MOST_PLAYERS],
    queued: u32,
    len: usize,
}

/// The vertices of a set, lowest first.
pub fn members(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

impl Matching {
    /// A matching without edges.
    pub const EMPTY: Self = Matching {
        partner: [NONE; MOST_PLAYERS],
    };

    /// The partner of a vertex.
    pub fn partner(&self, of: usize) -> Option<usize> {
        let partner = self.partner[of];
        (partner != NONE).then_some(partner as usize)
    }

    /// Removes the edge at a vertex, if it has one.
    pub fn part(&mut self, vertex: usize) {
        if let Some(partner) = self.partner(vertex) {
            self.partner[vertex] = NONE;
            self.partner[partner] = NONE;
        }
    }

    /// How many vertices of the graph have no partner.
    pub fn exposed(&self, graph: &Graph) -> usize {
        members(graph.alive)
            .filter(|&vertex| self.partner(vertex).is_none())
            .count()
    }

    /// Adds edges until at most this number of vertices has no partner. Returns false if that is
    /// impossible; the matching is then a maximum one.
    pub fn grow(&mut self, graph: &Graph, allowed: usize) -> bool {
        let mut exposed = self.exposed(graph);
        for vertex in members(graph.alive) {
            if exposed <= allowed {
                return true;
            }
            // A vertex from which no path augments a matching has none in a larger one either.
            if self.partner(vertex).is_none() && self.augment(graph, vertex) {
                exposed -= 2;
            }
        }
        exposed <= allowed
    }

    /// Searches an augmenting path from a vertex without partner, and swaps its edges.
    fn augment(&mut self, graph: &Graph, root: usize) -> bool {
        let mut search = Search::new(root);
        let mut at = 0;
        while at < search.len {
            let vertex = search.queue[at] as usize;
            at += 1;
            for to in members(graph.edges[vertex] & graph.alive) {
                let is_inside = search.base[vertex] == search.base[to];
                if is_inside || self.partner(vertex) == Some(to) {
                    continue;
                }
                let is_even = to == root
                    || self
                        .partner(to)
                        .is_some_and(|partner| search.parent[partner] != NONE);
                if is_even {
                    search.contract(self, graph, vertex, to);
                } else if search.parent[to] == NONE {
                    search.parent[to] = vertex as u8;
                    match self.partner(to) {
                        Some(partner) => search.enqueue(partner),
                        None => {
                            self.swap(&search, to);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Swaps the edges of the path that ends at this vertex.
    fn swap(&mut self, search: &Search, end: usize) {
        let mut vertex = end as u8;
        while vertex != NONE {
            let parent = search.parent[vertex as usize];
            let next = self.partner[parent as usize];
            self.partner[vertex as usize] = parent;
            self.partner[parent as usize] = vertex;
            vertex = next;
        }
    }
}

impl Search {
    fn new(root: usize) -> Self {
        let mut search = Search {
            parent: [NONE; MOST_PLAYERS],
            base: core::array::from_fn(|vertex| vertex as u8),
            queue: [0; MOST_PLAYERS],
            queued: 0,
            len: 0,
        };
        search.enqueue(root);
        search
    }

    fn enqueue(&mut self, vertex: usize) {
        if self.queued & 1 << vertex == 0 {
            self.queued |= 1 << vertex;
            self.queue[self.len] = vertex as u8;
            self.len += 1;
        }
    }

    /// An edge between two even vertices closes an odd cycle: it becomes one vertex.
    fn contract(&mut self, matching: &Matching, graph: &Graph, one: usize, other: usize) {
        let base = self.common_base(matching, one, other);
        let mut blossom = self.mark(matching, one, base, other);
        blossom |= self.mark(matching, other, base, one);
        for vertex in members(graph.alive) {
            if blossom & 1 << self.base[vertex] != 0 {
                self.base[vertex] = base as u8;
                self.enqueue(vertex);
            }
        }
    }

    /// The vertex where the ways of two even vertices to the root meet.
    fn common_base(&self, matching: &Matching, one: usize, other: usize) -> usize {
        let mut passed = 0u32;
        let mut vertex = self.base[one] as usize;
        loop {
            passed |= 1 << vertex;
            match self.up(matching, vertex) {
                Some(next) => vertex = next,
                None => break,
            }
        }
        let mut vertex = self.base[other] as usize;
        while passed & 1 << vertex == 0 {
            match self.up(matching, vertex) {
                Some(next) => vertex = next,
                None => break,
            }
        }
        vertex
    }

    /// The next even base on the way to the root.
    fn up(&self, matching: &Matching, base: usize) -> Option<usize> {
        let partner = matching.partner(base)?;
        let parent = self.parent[partner];
        (parent != NONE).then(|| self.base[parent as usize] as usize)
    }

    /// Turns one side of a cycle: its vertices get parents on the other side. Returns their bases.
    fn mark(&mut self, matching: &Matching, from: usize, base: usize, child: usize) -> u32 {
        let (mut vertex, mut child, mut blossom) = (from, child, 0u32);
        while self.base[vertex] as usize != base {
            let Some(partner) = matching.partner(vertex) else {
                break;
            };
            blossom |= 1 << self.base[vertex] | 1 << self.base[partner];
            self.parent[vertex] = child as u8;
            child = partner;
            vertex = self.parent[partner] as usize;
        }
        blossom
    }
}
