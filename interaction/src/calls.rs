//! The contract's calls, typed by its generated proxy, for every chain.

use chess_rules::{Move, Promotion, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, ChessProxyMethods, PromotionPiece};
use signed_play::{Call, KEY_LEN};

use crate::challenge::Terms;

/// The endpoints and views; a call is the `data` of what these methods give.
pub fn proxy() -> ChessProxyMethods<ScenarioTxEnvData, (), (), ()> {
    ChessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
}

/// A public key as the endpoints take it that name one.
fn key_argument(key: Option<&[u8; KEY_LEN]>) -> OptionalValue<ManagedBuffer<StaticApi>> {
    OptionalValue::from(key.map(|key| ManagedBuffer::from(&key[..])))
}

/// The call that joins, with a key for play by signature or without.
pub fn join_game(key: Option<&[u8; KEY_LEN]>) -> FunctionCall<StaticApi> {
    proxy().join_game(key_argument(key)).data
}

/// The call that opens a challenge; the payment is the stake of all rounds.
pub fn challenge(terms: &Terms, key: Option<&[u8; KEY_LEN]>) -> FunctionCall<StaticApi> {
    let opponent = terms.opponent.as_ref().map(ManagedAddress::from);
    let (side, clock) = (terms.side, terms.clock);
    let (rounds, engines, key) = (terms.rounds, terms.engines, key_argument(key));
    let challenge = proxy().challenge(opponent, side, clock, rounds, engines, key);
    challenge.data
}

/// The call that accepts a challenge; the payment is the same.
pub fn accept(game_id: usize, key: Option<&[u8; KEY_LEN]>) -> FunctionCall<StaticApi> {
    proxy().accept(game_id, key_argument(key)).data
}

/// The call that brings a game that was played by signature.
pub fn play(game_id: usize, call: &Call) -> FunctionCall<StaticApi> {
    let bytes = |bytes: &[u8]| ManagedBuffer::<StaticApi>::from(bytes);
    let (moves, white, black) = (bytes(&call.moves), bytes(&call.white), bytes(&call.black));
    proxy()
        .play(game_id, call.round, call.points, moves, white, black)
        .data
}

/// The call that plays a move.
pub fn make_move(game_id: usize, m: Move) -> FunctionCall<StaticApi> {
    let (from, to, promotion) = move_arguments(m);
    proxy().make_move(game_id, from, to, promotion).data
}

/// The call that plays a move and claims a draw with it.
pub fn make_move_and_claim(game_id: usize, m: Move) -> FunctionCall<StaticApi> {
    let (from, to, promotion) = move_arguments(m);
    proxy()
        .make_move_and_claim(game_id, from, to, promotion)
        .data
}

fn move_arguments(m: Move) -> (u8, u8, OptionalValue<PromotionPiece>) {
    let promotion = m.promotion.map(|promotion| match promotion {
        Promotion::Queen => PromotionPiece::Queen,
        Promotion::Rook => PromotionPiece::Rook,
        Promotion::Bishop => PromotionPiece::Bishop,
        Promotion::Knight => PromotionPiece::Knight,
    });
    let [from, to] = [m.from, m.to].map(Square::index_from_a8);
    (from, to, OptionalValue::from(promotion))
}
