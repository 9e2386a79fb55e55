//! Events as the contract writes them.

use crate::chain::{self, Account, Stake};
use crate::transcript;

use super::Model;
use crate::step::argument;

/// An event: its name and other topics, and its data.
pub type Event = (Vec<Vec<u8>>, Vec<u8>);

impl Model {
    pub(super) fn written_event(&self, event: &chain::Event) -> Event {
        let id = |game: &u32| argument((*game).into());
        let of = |account: &Account| self.address(*account);
        let (name, topics, data): (&str, Vec<Vec<u8>>, Vec<u8>) = match event {
            chain::Event::WagerSet(token, amount) => {
                let token = token.identifier().into();
                ("wagerSet", vec![token], amount.to_bytes_be())
            }
            chain::Event::Paused => ("paused", vec![], vec![]),
            chain::Event::Unpaused => ("unpaused", vec![], vec![]),
            chain::Event::QueueJoined(player) => ("queueJoined", vec![of(player)], vec![]),
            chain::Event::QueueLeft(player) => ("queueLeft", vec![of(player)], vec![]),
            chain::Event::GameStarted {
                game,
                players: [white, black],
                rounds,
                engines,
                clock,
            } => {
                let topics = vec![id(game), of(white), of(black)];
                let (base, increment) = clock.map_or((0, 0), |c| (c.base, c.increment));
                let mut data = rounds.to_be_bytes().to_vec();
                data.push((*engines).into());
                data.extend([base.to_be_bytes(), increment.to_be_bytes()].concat());
                ("gameStarted", topics, data)
            }
            chain::Event::RoundBegun {
                game,
                round,
                points,
            } => {
                let topics = vec![id(game), argument((*round).into())];
                ("roundBegun", topics, argument((*points).into()))
            }
            chain::Event::Challenged { game, by, opponent } => {
                let opponent = opponent.as_ref().map_or(vec![0; 32], of);
                ("challenged", vec![id(game), of(by), opponent], vec![])
            }
            chain::Event::ChallengeCancelled { game, by } => {
                ("challengeCancelled", vec![id(game), of(by)], vec![])
            }
            chain::Event::MoveMade {
                game,
                by,
                ply,
                made,
            } => {
                let topics = vec![id(game), of(by), argument(*ply as u64)];
                ("moveMade", topics, transcript::encode_move(made))
            }
            chain::Event::MovesPlayed {
                game,
                first_ply,
                moves,
            } => {
                let topics = vec![id(game), argument(*first_ply as u64)];
                ("movesPlayed", topics, transcript::encode(moves))
            }
            chain::Event::MoveAsked { game, by } => ("moveAsked", vec![id(game), of(by)], vec![]),
            chain::Event::EndOpened { game, reason } => {
                ("endOpened", vec![id(game)], vec![*reason as u8])
            }
            chain::Event::DrawOffered { game, by } => {
                ("drawOffered", vec![id(game), of(by)], vec![])
            }
            chain::Event::GameEnded {
                game,
                players,
                state,
                reason,
                rounds,
                points,
            } => {
                let [white, black] = players;
                let topics = vec![id(game), of(white), of(black)];
                let mut data = vec![*state as u8, *reason as u8];
                data.extend([rounds.to_be_bytes(), points.to_be_bytes()].concat());
                ("gameEnded", topics, data)
            }
            chain::Event::Credited(to, stake) => self.money_event("credited", to, stake),
            chain::Event::Withdrawn(to, stake) => self.money_event("withdrawn", to, stake),
        };
        (std::iter::once(name.into()).chain(topics).collect(), data)
    }

    fn money_event(
        &self,
        name: &'static str,
        to: &Account,
        stake: &Stake,
    ) -> (&'static str, Vec<Vec<u8>>, Vec<u8>) {
        let token = stake.token.identifier().into();
        (
            name,
            vec![self.address(*to), token],
            stake.amount.to_bytes_be(),
        )
    }
}
