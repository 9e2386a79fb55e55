//! The measurements of `make gas`, except whole games: every endpoint and view, every kind of move,
//! by players without and with earlier games.

pub const TOLD: &str = "
# gas/endpoints: every endpoint, by fresh players and by ones with earlier games
epoch 100
// the first round is Alice's and Bob's first game
start alice bob; 1: e2e4 e7e5 f1c4; [draw/offer] bob draw 1; [draw/accept] alice draw 1
start bob carol; 2: d2d4; [resign/out of turn] bob resign 2; start carol alice; 3: g1f3 d7d5
[resign/on the own turn] carol resign 3; start alice bob; 4: e2e4 f7f6 d1h5 a7a6
[callIllegalMove/called] alice callIllegalMove 4; start bob carol; 5: OUT_AND_BACK OUT_AND_BACK
[claimDraw/threefold repetition] bob claimDraw 5; start carol alice; 6: c2c4; epoch 102
[signalInactivity/won] carol signalInactivity 6; join carol; carol leaveQueue; start alice bob
7: e2e4 e7e5 f1c4; [draw/offer] bob draw 7; [draw/accept] alice draw 7; start bob carol; 8: d2d4
[resign/out of turn] bob resign 8; start carol alice; 9: g1f3 d7d5
[resign/on the own turn] carol resign 9; start alice bob; 10: e2e4 f7f6 d1h5 a7a6
[callIllegalMove/called] alice callIllegalMove 10; start bob carol; 11: OUT_AND_BACK OUT_AND_BACK
[claimDraw/threefold repetition] bob claimDraw 11; start carol alice; 12: c2c4; epoch 112
[signalInactivity/won] carol signalInactivity 12; join carol; carol leaveQueue
start alice bob bob carol; 14: OUT_AND_BACK g1f3 g8f6 f3g1
[makeMoveAndClaim/threefold repetition] claims 14: f6g8; owner pause; epoch 200
alice reclaimWager 13; owner unpause

# gas/moves: every kind of move
// castling, check and mate by either colour
start alice bob; 1: g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8; start alice bob
2: d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8; start alice bob
3: e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7; start alice bob; 4: MATE; start alice bob
5: e2e4 d7d5 f1b5 c7c6 b5c6 b8c6 e4d5 d8d5 d1h5 d5e4 g1e2 e4e2
// en passant by either colour, promotion to each piece
start alice bob; 6: e2e4 a7a6 e4e5 d7d5 e5d6 g7g5 h2h3 g5g4 f2f4 g4f3
each 7/q 8/r 9/b 10/n: start carol bob; $1: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8$2; \
    carol draw $1; bob draw $1
// the draws that end a game by themselves
start alice bob; 11: STALEMATE c8e6; start alice bob
12: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK

# gas/views: every view
start alice bob; 1: BREYER; alice draw 1; shows 1; getDrawOffer 1; getLegalMoves 1; getClaims 1
start bob alice; ~getSnapshot 1 0; getCredits @alice; join carol; getIsPlayerWaitingOpt; isPaused
getWagerTokenId; getWagerAmount; getScore @alice; getCredit @alice; getIllegalMoveRule
getGameCount; getGames; getGamesPage 1 10; getPlayerGames @bob 0 10; getOngoingGames @alice 0 10
~alice challenge - - 1|u32:180|u32:2 1 -; ~getOpenChallenges 0 1; ~alice cancelChallenge 3
";
