//! How deep a key lies in a contract's storage trie, which prices its first load.

use std::{
    collections::{BTreeSet, btree_set::Range},
    iter::zip,
};

use blake2::{Blake2b, Digest, digest::consts::U32};

/// How deep a contract's storage trie is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrieDepth {
    /// The same for every key.
    Fixed(u64),
    /// As on the network, where it grows with the number of the contract's keys.
    Grow,
}

/// A key's way through the trie, in nibbles.
type Path = [u8; 64];

/// The paths of the hashes of a contract's keys, in the network's order.
#[derive(Clone, Default)]
pub(super) struct Trie(BTreeSet<Path>);

impl Trie {
    pub fn insert(&mut self, key: &[u8]) {
        self.0.insert(hashed_path(key));
    }

    pub fn remove(&mut self, key: &[u8]) {
        self.0.remove(&hashed_path(key));
    }

    /// The number of nodes above the one at which the search for a key ends. If the network finds
    /// nothing under the key's hash, it searches once more under the key itself.
    pub fn depth(&self, key: &[u8]) -> u64 {
        let path = hashed_path(key);
        if self.0.contains(&path) {
            self.walk(&path)
        } else {
            self.walk(&path_of(key))
        }
    }

    fn walk(&self, path: &[u8]) -> u64 {
        let (mut depth, mut passed) = (0, 0);
        loop {
            let mut here = self.below(&path[..passed]);
            let (Some(least), Some(greatest)) = (here.next(), here.next_back()) else {
                // A leaf, or nothing at all.
                return depth;
            };
            let branch = common(least, greatest);
            if branch > passed {
                // An extension node has the nibbles that all keys below it share.
                if common(least, path) < branch {
                    return depth;
                }
                depth += 1;
            }
            let child = branch + 1;
            if child > path.len() || self.below(&path[..child]).next().is_none() {
                return depth;
            }
            depth += 1;
            passed = child;
        }
    }

    /// The paths that begin with these nibbles.
    fn below(&self, start: &[u8]) -> Range<'_, Path> {
        let filled = |by| {
            let mut path = [by; 64];
            path[..start.len()].copy_from_slice(start);
            path
        };
        self.0.range(filled(0)..=filled(15))
    }
}

/// The network goes through a key from its end, the low half of each byte first.
fn path_of(key: &[u8]) -> Vec<u8> {
    let nibbles = |byte: &u8| [byte & 15, byte >> 4];
    key.iter().rev().flat_map(nibbles).collect()
}

fn hashed_path(key: &[u8]) -> Path {
    let path = path_of(&Blake2b::<U32>::digest(key));
    path.try_into().expect("a hash has 64 nibbles")
}

/// The number of nibbles that two paths have in common.
fn common(one: &[u8], other: &[u8]) -> usize {
    zip(one, other)
        .take_while(|(one, other)| one == other)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trie of nodes, to compare with: its leaves' depths by their paths.
    fn depths(paths: &[Path], passed: usize, depth: u64, found: &mut Vec<(Path, u64)>) {
        let [one, others @ ..] = paths else { return };
        if others.is_empty() {
            found.push((*one, depth));
            return;
        }
        let shared = others.iter().map(|other| common(one, other)).min().unwrap();
        let depth = depth + u64::from(shared > passed);
        for value in 0..16 {
            let below: Vec<Path> = paths
                .iter()
                .filter(|path| path[shared] == value)
                .copied()
                .collect();
            depths(&below, shared + 1, depth + 1, found);
        }
    }

    #[test]
    fn depths_are_those_of_a_trie_of_nodes() {
        let mut trie = Trie::default();
        assert_eq!(trie.depth(b"nothing"), 0);
        for count in [1usize, 2, 3, 16, 100, 3_000] {
            let keys: Vec<String> = (0..count).map(|n| format!("key {n}")).collect();
            keys.iter().for_each(|key| trie.insert(key.as_bytes()));
            let paths: Vec<Path> = trie.0.iter().copied().collect();
            assert_eq!(paths.len(), count);
            let mut found = vec![];
            depths(&paths, 0, 0, &mut found);
            assert_eq!(found.len(), count);
            for (path, depth) in found {
                assert_eq!(trie.walk(&path), depth);
            }
        }
        assert!(trie.depth(b"nothing") >= 2);
        for n in 1..3_000 {
            trie.remove(format!("key {n}").as_bytes());
        }
        assert_eq!(trie.depth(b"key 0"), 0);
    }

    #[test]
    fn a_path_goes_from_the_keys_end() {
        assert_eq!(path_of(&[0x12, 0xab]), [0xb, 0xa, 0x2, 0x1]);
    }
}
