//! The outcome of pending transactions.

use crate::address;
use crate::clock::now_millis;
use crate::failure::Failure;
use crate::room::{Duty, Rank, When};
use crate::room_id::RoomId;
use tracing::info;

use super::network::short;
use super::on_the_way::Outcome;
use super::sent::Sent;
use super::{Desk, LATER_MILLIS, Settlement};

impl Settlement {
    /// Queries the outcome of the pending transactions.
    pub(super) fn look_after(&mut self, desk: Desk) -> Result<(), Failure> {
        let mut by_nonce: Vec<_> = self.on_the_way.iter_mut().collect();
        by_nonce.sort_by_key(|(_, way)| way.sent.transaction.nonce);
        let mut finished = vec![];
        for (room, way) in by_nonce {
            let metrics = &self.shared.metrics;
            let outcome = way.ask(desk.chain, room, self.payer.stuck, metrics)?;
            if let Some(outcome) = outcome {
                finished.push((*room, way.sent.clone(), outcome));
            }
        }
        for (room, sent, outcome) in finished {
            self.finish(desk, room, &sent, &outcome)?;
        }
        Ok(())
    }

    /// Books a transaction that is carried out or lost, and looks at its game.
    fn finish(
        &mut self,
        desk: Desk,
        room: RoomId,
        sent: &Sent,
        Outcome { status, fee }: &Outcome,
    ) -> Result<(), Failure> {
        desk.outbox.finish(&room, sent, *fee, now_millis())?;
        self.on_the_way.remove(&room);
        let transaction = &sent.transaction;
        let own = address::show(self.payer.wallet.to_address().as_array());
        if status != "lost" && transaction.sender.to_bech32_str() == own {
            self.carried_out.add(transaction.nonce, now_millis());
        }
        let game = room.game();
        info!(event = %"sent", game = %game.id, %status, %fee, transaction = %short(&sent.hash));
        let has_failed = status == "fail";
        let due = match has_failed {
            true => When::Wall(now_millis() + LATER_MILLIS),
            false => When::Now,
        };
        let rank = Rank {
            has_stake: sent.share.has_stake,
            is_urgent: false,
        };
        let duty = Some(Duty { due, rank });
        // before the query of the chain, which may fail
        desk.duties.set(room, duty);
        if has_failed {
            self.shared.metrics.transactions_failed.inc();
        }
        let is_game = !desk.chain.tournaments.contains(game.contract);
        if is_game && let Some(found) = desk.chain.game(game.contract, game.id)? {
            self.shared.lobby.change(game.contract, game.id, &found);
            let (rooms, runtime) = (&self.rooms, &self.runtime);
            rooms.chain_changed(runtime, game.contract, game.id, &found)?;
        }
        if has_failed {
            // the changed game may have called for another try at once
            desk.duties.set(room, duty);
        }
        Ok(())
    }
}
