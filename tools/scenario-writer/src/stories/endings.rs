//! Every way in which a game can end, in EGLD and in a token.

pub const TOLD: &str = "
# end-by-checkmate both: checkmate by either colour
start alice bob; 1: f2f3 e7e5 g2g4; check; 1: d8h4; getFen 1; shows 1; check; start alice bob
2: e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7; shows 2; over 2 bob alice; check
// a claim with the move has no effect
start alice bob; 3: f2f3 e7e5 g2g4; claims 3: d8h4; shows 3; check

# end-by-resignation both: resignation, also out of turn
start alice bob; 1: e2e4; alice resign 1; shows 1; check; start carol bob; bob resign 2; shows 2
over 2 carol bob; check

# end-by-inactivity both: a full epoch without a move
epoch 100; start alice bob; !bob signalInactivity 1; epoch 101; !bob signalInactivity 1; 1: e2e4
shows 1; epoch 102; !alice signalInactivity 1; getClaims 1; epoch 103; getClaims 1
// late: whoever is faster, the time is over
!1: e7e5; !bob claimDraw 1; !bob callIllegalMove 1; check; alice signalInactivity 1; shows 1
over 1 bob alice; check
// White never moves, many epochs go by
start bob carol; epoch 500; carol signalInactivity 2; check
// a late player can offer a draw and resign, but not accept
start alice bob; bob draw 3; epoch 600; !alice draw 3; start alice bob; epoch 602; alice draw 4
bob draw 4; alice resign 3; check

# end-by-illegal-move both: an illegal move is called
start alice bob; 1: e2e4 e7e5 d1h5 b8c6 f1c4; !bob callIllegalMove 1
// the f-pawn is pinned
1: f7f6 a2a3
// White has moved, which gives the call up; and now it is Black's turn
!alice callIllegalMove 1; !bob callIllegalMove 1
// Black leaves the king attacked once more
1: a7a6; !bob callIllegalMove 1; !carol callIllegalMove 1; getClaims 1; check
alice callIllegalMove 1; shows 1; over 1 alice bob; check
// by White: the king walks into an attack
start alice bob; 2: e2e4 d7d5 e1e2 d5e4 d2d3 c8g4 e2e3; !bob callIllegalMove 2
2: a7a6 e3e4 g8f6 e4d5; bob callIllegalMove 2; shows 2; check

# end-by-stalemate both: the shortest stalemate
start alice bob; 1: STALEMATE c8e6; getFen 1; shows 1; over 1 bob alice; check

# end-by-fivefold-repetition both: fivefold repetition ends by itself
start alice bob; 1: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK; shows 1; over 1 alice bob
check

# end-by-threefold-repetition both: threefold repetition is claimed
start alice bob; !alice claimDraw 1; 1: OUT_AND_BACK; !alice claimDraw 1; 1: OUT_AND_BACK
getClaims 1; !bob claimDraw 1; !carol claimDraw 1; check; alice claimDraw 1; shows 1; check
// Black claims; the board of before the kings' move doesn't count, when they could castle
start alice bob; 2: e2e4 e7e5; 2: e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8; !alice claimDraw 2
2: e1e2; !bob claimDraw 2; 2: e8e7 e2e1; bob claimDraw 2; shows 2; check
// Black claims with the move that repeats the position; not with the one before
start alice bob; 3: OUT_AND_BACK g1f3; !bob makeMoveAndClaim 3 6 21; 3: g8f6 f3g1; claims 3: f6g8
shows 3; check

# end-by-agreement both: a draw offered and accepted
start alice bob; 1: e2e4; getDrawOffer 1; !carol draw 1; alice draw 1; getDrawOffer 1
!alice draw 1; check; bob draw 1; shows 1; getDrawOffer 1; over 1 bob alice; check
// Black offers on their own turn; the offer stands while they move themselves
start alice bob; 2: e2e4; bob draw 2; 2: e7e5; getDrawOffer 2
// and falls when White moves
2: g1f3; getDrawOffer 2; alice draw 2; 2: b8c6; getDrawOffer 2
// so this is an offer of its own
bob draw 2; check; alice draw 2; check

# end-by-pause both: a pause that outlasts 30 epochs
epoch 10; start alice bob; 1: e2e4; start bob carol; join alice; !alice reclaimWager 1
owner pause; epoch 40; !alice reclaimWager 1; !alice leaveQueue; !alice withdraw; check; epoch 41
!carol reclaimWager 1; !carol reclaimWager 3; !alice withdraw; !bob leaveQueue
// time stands still; all else stays closed
!alice signalInactivity 1; !join bob; alice leaveQueue; bob reclaimWager 1; shows 1
!alice reclaimWager 1; check
// what pauses took adds up: 31 epochs of the other game's time, also after the pause
owner unpause; epoch 42; shows 2; 2: d2d4; shows 2; !bob reclaimWager 2; epoch 46; owner pause
epoch 56; owner unpause; epoch 61; owner pause; epoch 72; owner unpause; epoch 77; owner pause
epoch 84; !carol reclaimWager 2
// between the pauses Carol ran out of time
epoch 86; owner unpause; bob reclaimWager 2; check

# end-by-dead-position: too little material for a mate
each 1/KINGS 2/BISHOP 3/KNIGHT 4/BISHOPS_OF_A_COLOUR: start alice bob; $1: $2; shows $1; check

# end-by-fifty-moves: 50 moves are claimed
start alice bob; 1: a2a4 a7a5 ROOKS@1-99; !bob claimDraw 1; getClaims 1; 1: ROOKS@100-100
getClaims 1; alice claimDraw 1; shows 1; check
// with the move that completes them, and not with the one before
start alice bob; 2: a2a4 a7a5 ROOKS@1-98; !claims 2: ROOKS@99-99; 2: ROOKS@99-99
claims 2: ROOKS@100-100; shows 2; check

# end-by-seventy-five-moves token: 75 moves without capture or pawn move
start alice bob; 1: a2a4 a7a5 ROOKS@1-149; check; 1: ROOKS@150-150; shows 1; check
";
