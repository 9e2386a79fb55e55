//! The contract's calls, typed by its generated proxy, for every chain.

use chess_rules::{Move, Promotion, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, ChessProxyMethods, PromotionPiece};

/// The endpoints and views; a call is the `data` of the result of these methods.
pub fn proxy() -> ChessProxyMethods<ScenarioTxEnvData, (), (), ()> {
    ChessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
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
