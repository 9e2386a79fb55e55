//! The Monrad system, for Swiss tournaments.

use crate::matching::{Graph, Matching, members};
use crate::round::{MOST_PLAYERS, Round};

/// A colour at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

/// The facts of a player's earlier rounds that decide the next pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Points, in any unit.
    pub points: u16,
    /// In how many rounds the player was paired with White.
    pub whites: u8,
    /// The colour of the player's last pairing.
    pub last_color: Option<Color>,
    /// In how many rounds the player had the bye.
    pub byes: u8,
    /// The players whom this one has been paired with, a bit for each seed.
    pub met: u32,
}

/// The seeds of up to 32 players in order: more points first, then the lower seed.
pub fn order(players: &[Player]) -> [u8; MOST_PLAYERS] {
    let mut order: [u8; MOST_PLAYERS] = core::array::from_fn(|seed| seed as u8);
    let len = players.len().min(MOST_PLAYERS);
    let points = |seed: u8| players.get(seed as usize).map_or(0, |player| player.points);
    // by insertion: it keeps the order of equals, in little code
    for end in 1..len {
        let mut at = end;
        while at > 0 && points(order[at]) > points(order[at - 1]) {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
    order
}

/// The pairings of the next round for 2 to 32 players, given by seed (otherwise none).
///
/// The players are ordered by points, then by seed. If their number is odd, the bye goes to the
/// player with the fewest byes, of those to the last in the order, among the players without whom
/// the others can be paired with the fewest repeated pairings.
///
/// Then the first player in the order is paired with the nearest one whom they have not met, unless
/// the remaining players could then not be paired with as few repeated pairings as possible; if so,
/// with the next one, and so forth. Thus nobody meets twice if that is possible at all. If it is
/// not, the number of repeated pairings is the smallest possible.
pub fn monrad(players: &[Player]) -> Round {
    let mut round = Round::default();
    if !(2..=MOST_PLAYERS).contains(&players.len()) {
        return round;
    }
    let order = order(players);
    // the graph's vertices are places in the order
    let mut graph = not_met(players, &order);
    if players.len() % 2 == 1 {
        let place = bye(players, &order, &graph);
        graph.alive &= !(1 << place);
        round.bye = Some(order[place]);
    }
    let mut matching = Matching::EMPTY;
    matching.grow(&graph, 0);
    while graph.alive != 0 {
        let (one, other) = first_pair(&mut graph, &mut matching);
        let (white, black) = colors(players, order[one], order[other]);
        round.push(white, black);
    }
    round
}

/// The graph of the players who have not met.
fn not_met(players: &[Player], order: &[u8; MOST_PLAYERS]) -> Graph {
    let mut graph = Graph {
        alive: u32::MAX >> (MOST_PLAYERS - players.len()),
        edges: [0; MOST_PLAYERS],
    };
    for one in members(graph.alive) {
        for other in members(graph.alive & !(1 << one)) {
            if players[order[one] as usize].met & 1 << order[other] == 0 {
                graph.edges[one] |= 1 << other;
            }
        }
    }
    graph
}

/// The place of the player who has the bye.
fn bye(players: &[Player], order: &[u8; MOST_PLAYERS], graph: &Graph) -> usize {
    let mut left = graph.alive;
    let mut best = (usize::MAX, 0);
    while left != 0 && best.0 > 0 {
        // of equals the last, which is the lowest in the order
        let byes = |place: usize| players[order[place] as usize].byes;
        let place = members(left).min_by_key(|&place| (byes(place), MOST_PLAYERS - place));
        let place = place.unwrap_or(0);
        left &= !(1 << place);
        let mut others = graph.clone();
        others.alive &= !(1 << place);
        let mut matching = Matching::EMPTY;
        matching.grow(&others, 0);
        let exposed = matching.exposed(&others);
        if exposed < best.0 {
            best = (exposed, place);
        }
    }
    best.1
}

/// Pairs the first player and takes the pair out of the graph. `matching`: a maximum one, and it
/// stays so. Players without a partner in it repeat a pairing.
fn first_pair(graph: &mut Graph, matching: &mut Matching) -> (usize, usize) {
    let one = graph.alive.trailing_zeros() as usize;
    let others = graph.alive & !(1 << one);
    let repeats = matching.exposed(graph);
    for (candidates, allowed) in [
        (others & graph.edges[one], repeats),
        (others & !graph.edges[one], repeats.saturating_sub(2)),
    ] {
        for other in members(candidates) {
            let mut rest = graph.clone();
            rest.alive &= !(1 << one | 1 << other);
            let mut without = matching.clone();
            without.part(one);
            without.part(other);
            if without.grow(&rest, allowed) {
                *graph = rest;
                *matching = without;
                return (one, other);
            }
        }
    }
    // unreachable: the maximum matching itself pairs the first player, or leaves them to repeat
    graph.alive = 0;
    (one, one)
}

/// The one of two who plays White: the one who had it less often, then the one who had Black last,
/// then the higher seed. White first.
fn colors(players: &[Player], one: u8, other: u8) -> (u8, u8) {
    let key = |seed: u8| {
        let player = &players[seed as usize];
        let had_black = player.last_color == Some(Color::Black);
        (player.whites, !had_black, seed)
    };
    match key(one) < key(other) {
        true => (one, other),
        false => (other, one),
    }
}
