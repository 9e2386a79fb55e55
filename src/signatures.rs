//! The players' signatures. The crate `signed-play` defines the signed bytes.

use chess_rules::Color;
use multiversx_sc::imports::*;
use signed_play::{Game, KEY_LEN, Pieces};

use crate::call::Call;
use crate::stored::StoredGame;
use crate::stored::buffers::{append_u32, part, rest};

#[multiversx_sc::module]
pub trait SignaturesModule: crate::stored::StorageModule {
    /// Fails unless the call's message of a player is valid over the first `covered` bytes of moves.
    fn verify(
        &self,
        game: &StoredGame<Self::Api>,
        call: &Call<Self::Api>,
        color: Color,
        covered: usize,
    ) {
        let keys = self.keys(game.id).get().0;
        // stored as White's and Black's of round 0
        let key_of = |color: Color| {
            let place = (color as usize + call.round as usize) & 1;
            part(&keys, place * KEY_LEN, KEY_LEN)
        };
        let contract = self.blockchain().get_sc_address();
        let header = Game {
            contract: contract.as_managed_buffer(),
            id: game.id as u32,
            white_key: &key_of(Color::White),
            black_key: &key_of(Color::Black),
            round: call.round,
            points: call.points,
        };
        let mut signed = Message(ManagedBuffer::new());
        let side = color as usize & 1; // of two: no index to check
        header.write_header(call.actions[side], &mut signed);
        signed.0.append(&part(&call.moves, 0, covered));
        self.crypto()
            .verify_ed25519(&key_of(color), &signed.0, &rest(&call.messages[side], 1));
    }
}

/// The bytes that a player signs, in a buffer of the VM.
struct Message<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> Pieces<ManagedBuffer<M>> for Message<M> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.append_bytes(bytes);
    }

    fn number(&mut self, number: u32) {
        append_u32(&mut self.0, number);
    }

    fn buffer(&mut self, buffer: &ManagedBuffer<M>) {
        self.0.append(buffer);
    }
}
