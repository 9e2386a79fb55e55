//! The next call of a tournament.

use crate::failure::Failure;
use crate::room::{Duty, Step, Tournaments};
use crate::room_id::RoomId;

use super::budget::Purpose;
use super::prepare::Wanted;
use super::transaction::{call_data, number};
use super::{Desk, Settlement};

impl Settlement {
    /// Sends a tournament's report or its `next`, if one is due.
    pub(super) fn move_on(&mut self, desk: Desk, room: RoomId) -> Result<(), Failure> {
        let (contract, id) = (*room.game().contract, room.game().id);
        let found = desk.chain.tournament(&contract, id)?;
        let now = desk.chain.time().millis();
        let rank = Tournaments::RANK;
        let tournaments = &self.shared.tournaments;
        let data = match tournaments.step((contract, id), found.as_ref(), now) {
            None => return Ok(()),
            Some(Step::Later(due)) => {
                desk.duties.put_off(room, Duty { due, rank });
                return Ok(());
            }
            Some(Step::Report(board, game)) => {
                let arguments = [number(id), number(board.into()), number(game)];
                call_data("report", &arguments.each_ref().map(|it| &it[..]))
            }
            Some(Step::Next) => call_data("next", &[&number(id)]),
        };
        let wanted = Wanted {
            data,
            purpose: Purpose::Tournament,
            asker: None,
        };
        self.send(desk, room, rank, wanted)
    }
}
