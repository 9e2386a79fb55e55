//! Accepted and refused moves: castling, en passant, promotion, the king's safety under both rules,
//! and arguments of all kinds.

pub const TOLD: &str = "
# castling: castling to both sides by both colours
start alice bob; 1: g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8; getFen 1; shows 1; start alice bob
2: d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8; getFen 2; shows 2
// the rook may be attacked, and on the long side it may cross an attacked square
start alice bob; 3: b2b3 b7b6 c1a3 c8a6 b1c3 b8c6 e2e3 e7e6 d1f3 d8f6 a3f8 a6f1
3: f3f6 g8f6 f8g7 f1g2 e1c1 h8g8 g7f6 g2h1; shows 3; check

# castling-refused: each reason to refuse castling
// pieces between: beside the king, beside the rook
start alice bob; 1:; !1: e1g1; alice draw 1; bob draw 1; start alice bob; 2: e2e4 e7e5 f1c4 a7a6
!2: e1g1; alice draw 2; bob draw 2; start alice bob; 3: d2d4 d7d5 c1f4 c8f5 d1d3 f5d3; !3: e1c1
alice draw 3; bob draw 3; start alice bob; 4: d2d4 d7d5 c1f4 c8f5 d1d2 d8d7 a2a3; !4: e8c8
alice draw 4; bob draw 4
// an enemy's piece between
start alice bob; 5: g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 a2a3 c8a6 b2b3 a6e2 b3b4 e2f1; !5: e1g1
alice draw 5; bob draw 5
// the king has moved, and is back
start alice bob; 6: g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 e1f1 b6b5 f1e1 c7c6; !6: e1g1; alice draw 6
bob draw 6
// the rook has moved, and is back
start alice bob; 7: g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 h1g1 b6b5 g1h1 c7c6; !7: e1g1; alice draw 7
bob draw 7; start alice bob; 8: a2a3 d7d5 a3a4 c8f5 b2b3 b8c6 b3b4 d8d7 c2c3 a8b8 c3c4 b8a8 d2d3
!8: e8c8; alice draw 8; bob draw 8
// the rook was captured, and the other one stands there
start alice bob
9: a2a4 b7b6 h2h4 c8b7 g1f3 b7f3 a1a3 f3g2 a3h3 g2h1 b2b3 h1d5 h3h1 a7a6 f1h3 a6a5; !9: e1g1
alice draw 9; bob draw 9
// in check
start alice bob; 10: e2e4 e7e5 g1f3 d7d6 f1b5 c7c6 b5e2 d8a5 d2d3 a7a6 b1d2 b7b6 d2b3; !10: e8c8
alice draw 10; bob draw 10; start alice bob; 11: e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2
!11: e1g1; alice draw 11; bob draw 11
// through an attacked square
start alice bob; 12: e2e4 b7b6 g1f3 c8a6 f1a6 b8a6 d2d3 a6c5 e4e5 c5d3; !12: e1g1; alice draw 12
bob draw 12; start alice bob
13: g1f3 b7b6 e2e3 c8a6 g2g3 a6f1 h2h3 f1g2 h3h4 g2f1 a2a3 f1a6 f3d4 h7h5; !13: e1g1
alice draw 13; bob draw 13
// into an attacked square
start alice bob; 14: d2d4 g7g6 c1f4 f8h6 f4g3 a7a6 b1c3 a6a5 d1d3 a5a4; !14: e1c1; alice draw 14
bob draw 14; start alice bob; 15: g1h3 e7e6 f2f4 f8c5 g2g3 a7a6 f1g2 a6a5; !15: e1g1
alice draw 15; bob draw 15
// the same for the other colour and side
start alice bob
16: g2g3 d7d5 f1h3 c8f5 a2a3 b8c6 b2b3 d8d6 c2c3 f5h3 d2d3 h3c8 c1f4 c8h3 f4d6 h3g4 d6c7
!16: e8c8; alice draw 16; bob draw 16; check

# en-passant: en passant, its expiry, and the king's safety
start alice bob; 1: e2e4 a7a6 e4e5 d7d5; getFen 1; !1: e5f6; 1: e5d6; shows 1
// by Black, to the other side
1: g8f6 d6c7 e7e5 c7b8q f6d5 h2h3 e5e4 f2f4; getFen 1; 1: e4f3; shows 1
// only by the very next move
start alice bob; 2: e2e4 a7a6 e4e5 d7d5 h2h3 h7h6; !2: e5d6; 2: g2g4
// not after a single step to the same place
start alice bob; 3: e2e4 d7d6 e4e5 a7a6 h2h3 d6d5; !3: e5d6
// not by another piece: the bishop goes there, and the pawn stays
start alice bob; 4: d2d4 e7e6 c1f4 a7a6 h2h3 c7c5 h3h4 d8f6 f4d6 f6d4; shows 4
// the capturing pawn is pinned: no such capture
start alice bob; 5: e2e4 e7e5 f2f4 e5f4 e4e5 d8e7 h2h3 d7d5; getFen 5; !5: e5d6; 5: f1e2; check

# promotion: promotion to each piece, by both colours
each 1/2/q 3/4/r 5/6/b: start alice bob; $1: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6; \
!alice makeMove $1 9 0 5; !alice makeMove $1 9 0 9; !alice makeMove $1 9 0 255; $1: b7a8$3; \
shows $1; start alice bob; $2: h2h3 g7g5 a2a3 g5g4 b2b3 g4h3 c2c3 h3g2 a3a4; $2: g2h1$3; \
shows $2; alice draw $1; bob draw $1; alice draw $2; bob draw $2
start alice bob; 7: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6
each 5 9 255: !alice makeMove 7 9 0 $
7: b7a8n; shows 7; start alice bob; 8: h2h3 g7g5 a2a3 g5g4 b2b3 g4h3 c2c3 h3g2 a3a4; 8: g2h1n
shows 8
// the piece moves as what it is
8: b3b4; !8: h1h2; 8: h1g3; alice draw 7; bob draw 7; alice draw 8; bob draw 8; start alice bob
9: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6
each 5 9 255: !alice makeMove 9 9 0 $
9: b7a8; shows 9; start alice bob; 10: h2h3 g7g5 a2a3 g5g4 b2b3 g4h3 c2c3 h3g2 a3a4; 10: g2h1
shows 10; alice draw 9; bob draw 9; alice draw 10; bob draw 10; check

# moves-in-blocks reject: no move is lost where one block of moves ends and the next begins
start alice bob; 1: NEARLY_A_BLOCK; shows 1
each h3h4 g5g4 e3e4: 1: $; shows 1
stores 1 0 NEARLY_A_BLOCK h3h4; bob draw 1; alice draw 1; shows 1; check

# forfeit: rule forfeit: a king left attacked stands until it is called
getIllegalMoveRule
// the king stays in check; no king is ever captured; moving on gives the call up
start alice bob; 1: e2e4 f7f6 d1h5 a7a6; shows 1; !1: h5e8; 1: h2h3 g7g6; !alice callIllegalMove 1
// castling out of check is no move of the king at all
start alice bob; 2: e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2; !2: e1g1; 2: h2h3
bob callIllegalMove 2
// kings side by side, and neither takes the other
start alice bob; 3: e2e4 e7e5 e1e2 e8e7 e2e3 e7e6 e3d4 e6d5 a2a3; !3: d5d4; bob callIllegalMove 3
// a mate that leaves the own king attacked ends nothing, and is called
start alice bob; 4: f2f3 e7e5 b1c3 a7a6 g2g4 h7h6 c3d5 h6h5 d5c7 d8h4; shows 4
alice callIllegalMove 4
// en passant: of two pawns the pinned one captures
start alice bob; 5: e2e4 e7e5 f2f4 e5f4 c2c4 a7a6 c4c5 a6a5 e4e5 d8e7 h2h3 d7d5; 5: e5d6; shows 5
bob callIllegalMove 5; check

# reject reject: rule reject: a move that leaves the king attacked is refused
getIllegalMoveRule
// out of check: not by any other move
start alice bob; 1: e2e4 f7f6 d1h5; !1: a7a6 e8f7; 1: g7g6; shows 1; !alice callIllegalMove 1
// a pinned piece
start alice bob; 2: e2e4 e7e5 f1b5 a7a6 b5c6; 2: b7c6 d2d3 f8b4; !2: d3d4 g1f3; 2: c2c3
// beside the other king
start alice bob; 3: e2e4 e7e5 e1e2 e8e7 e2d3 e7d6 d3c4; !3: d6d5 d6c5; 3: d6c6; !3: c4b5
// en passant: of two pawns the pinned one may not
start alice bob; 4: e2e4 e7e5 f2f4 e5f4 c2c4 a7a6 c4c5 a6a5 e4e5 d8e7 h2h3 d7d5; !4: e5d6; 4: c5d6
shows 4
// castling through check isn't a move of the king at all
start alice bob; 5: e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2; !5: e1g1; 5: e1f2; check

# two-bishops-play-on: king and two bishops play on; a bare king's claim is a draw
epoch 5; start alice bob; 1: TWO_BISHOPS; shows 1; 1: e6d6 d1d2 d6d5; check
// White, who could mate, loses on time to a bare king: a draw (FIDE 6.9)
epoch 7; bob signalInactivity 1; shows 1; check
// the other way round the one with the bishops wins
start alice bob; 2: TWO_BISHOPS; epoch 9; alice signalInactivity 2; check

# moves-refused rules: moves and arguments that are refused
start alice bob
// games
each 0 - 2 1000 4,294,967,295 4,294,967,296 0x0100000001 0x010101010101010101010101: !alice makeMove $ 52 36
// squares
each 64/36 52/64 255/36 52/255 64/64 256/36 52/0x0124: !alice makeMove 1 $
// how many
!alice makeMove; !alice makeMove 1; !alice makeMove 1 52; !alice makeMove 1 52 36 0 1
// a claim with a move
!alice makeMoveAndClaim 1 52 36 0 1; !alice makeMoveAndClaim 1 52 36 5
!alice makeMoveAndClaim 1 52 36
// promotions where nothing promotes, pieces
each 5 9 255 1 4 256: !alice makeMove 1 52 36 $
each 36/28 12/28 0/8 52/52: !alice makeMove 1 $
!1: e2e5 e2d3 e2f3 e2e1 a1a3 a1b2 b1d2 b1b3 c1a3 c1c3 d1d3 d1h5 d1f2 e1e2 e1e3 e1g1 e1c1 h1h2
// players
!bob makeMove 1 12 28; !bob makeMove 1 52 36; !carol makeMove 1 52 36; !owner makeMove 1 52 36
check; shows 1
// further on
1: e2e4 d7d5 e4d5 d8d5 b1c3 d5e5; !bob makeMove 1 28 52; !1: c3c4 d2d5 d2c3 f1h3; 1: g1e2
!1: e5e1 e5h4 e5c4; 1: b8c6
// the other endpoints of a game
each draw claimDraw callIllegalMove signalInactivity resign: !alice $ 0; !alice $ 2; \
    !alice $ 4,294,967,295; !alice $; !alice $ 1 1; !alice $ 0x0100000000; !carol $ 1
!alice reclaimWager 1; !alice reclaimWager; !alice signalInactivity 1; !alice withdraw
!alice withdraw 1; !alice leaveQueue 1; !alice castle 1; shows 1; check
";
