//! Pairs a round, and records each player's opponents, colours and byes.

use multiversx_sc::imports::*;
use pairings::{Color, Player, berger, monrad};

use crate::storage::{Board, BoardState, Phase, Progress, Round, Standing};
use crate::terms::{Format, Terms};

/// The points of a win, and of a bye in a Swiss tournament.
pub const WIN: u8 = 2;

#[multiversx_sc::module]
pub trait PairingModule:
    crate::storage::StorageModule
    + crate::events::EventsModule
    + crate::game_contract::GameContractModule
{
    /// Pairs a round and makes it the running one.
    fn pair(
        &self,
        id: u32,
        terms: &Terms<Self::Api>,
        round: u8,
        standings: &mut ManagedVec<Standing>,
    ) {
        let paired = match terms.format {
            Format::RoundRobin => berger(standings.len(), round as usize - 1),
            Format::Swiss => self.pair_swiss(standings),
        };
        let mut boards = ManagedVec::new();
        for pair in paired.boards() {
            self.meet(standings, pair.white, pair.black, Color::White);
            self.meet(standings, pair.black, pair.white, Color::Black);
            boards.push(Board {
                white: pair.white,
                black: pair.black,
                state: BoardState::Empty,
                seen: 0,
                game: 0,
                white_points: 0,
                black_points: 0,
            });
        }
        if let Some(bye) = paired.bye {
            let mut standing = standings.get_mut(bye as usize);
            standing.byes += 1;
            if terms.format == Format::Swiss {
                standing.points += WIN;
            }
        }
        let pairings = Round {
            bye: paired.bye,
            boards,
        };
        self.rounds(id, round).set(&pairings);
        self.standings(id).set(&*standings);
        self.progress(id).set(Progress {
            phase: Phase::Running,
            round,
            paired: self.now(),
            last_game: self.last_game(),
        });
        self.paired_event(id, round, &pairings);
    }

    fn pair_swiss(&self, standings: &ManagedVec<Standing>) -> pairings::Round {
        let mut players = [Player::default(); pairings::MOST_PLAYERS];
        for (player, standing) in players.iter_mut().zip(standings.iter()) {
            *player = Player {
                points: standing.points.into(),
                whites: standing.whites,
                last_color: match standing.last_color {
                    0 => None,
                    1 => Some(Color::White),
                    _ => Some(Color::Black),
                },
                byes: standing.byes,
                met: standing.met,
            };
        }
        monrad(&players[..standings.len().min(pairings::MOST_PLAYERS)])
    }

    /// Records a pairing in the standing of one of its players, who has this colour.
    fn meet(&self, standings: &mut ManagedVec<Standing>, seed: u8, other: u8, color: Color) {
        let mut standing = standings.get_mut(seed as usize);
        standing.met |= 1 << other;
        standing.whites += u8::from(color == Color::White);
        standing.last_color = color as u8 + 1;
    }
}
