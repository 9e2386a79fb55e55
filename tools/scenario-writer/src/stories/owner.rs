//! The owner's endpoints, the effects of a pause, and an upgrade, which leaves games, money and
//! settings unchanged.

pub const TOLD: &str = "
# set-wager token raw: the wager is set once
!owner setWager str:CHESS-123456 0; !owner setWager str:EGLD-000000 -; !owner setWager str:CHESS 1
!owner setWager str:chess-123456 1; !owner setWager str:CHESS-12345 1
!owner setWager str:CHESS-12345G 1; !owner setWager str:CHESS-123456 HUGE
!owner setWager str:CHESS-123456 HUGER; !owner setWager str:CHESS-123456
!owner setWager str:CHESS-123456 1 1; getWagerTokenId; owner setWager str:CHESS-123456 2,500
getWagerTokenId; getWagerAmount; !owner setWager str:CHESS-123456 1
!owner setWager str:EGLD-000000 1; !owner setWager str:CHESS-123456 2,500; owner unpause; isPaused
!owner unpause; !owner setWager str:CHESS-123456 1; join alice; check

# owner-only: the owner's endpoints are the owner's alone, and take no payment
start alice bob
each alice carol: !$ pause; !$ unpause; !$ setWager str:EGLD-000000 1
each pause leaveQueue withdraw: !alice $ +1
each draw resign claimDraw callIllegalMove signalInactivity: !alice $ 1 +1*CHESS
!alice makeMove 1 52 36 +1; owner pause; owner unpause
// the owner is a player like others, and no judge
!owner resign 1; check

# paused token: a pause closes everything but the owner's endpoints and the views
start alice bob; 1: e2e4; join carol; owner pause; !owner pause; !join bob; !1: e7e5
each draw claimDraw callIllegalMove resign signalInactivity: !alice $ 1; !bob $ 1
!carol leaveQueue; !carol withdraw; !alice reclaimWager 1; isPaused; shows 1; check; owner unpause
1: e7e5; carol leaveQueue; check

# upgrade both reject: an upgrade in the middle of games
epoch 20; start alice bob; 1: BREYER; start bob alice; 2: d2d4; bob resign 2; alice draw 1
join carol; check; [upgrade] ~owner upgradeContract mxsc:../output/onchain-chess.mxsc.json 0x0506
check; shows 1 2; isPaused; getWagerAmount; getIllegalMoveRule; getDrawOffer 1; 1: b1d2 c8b7
carol leaveQueue; bob draw 1; alice draw 1; check

# upgrade-later-build both reject: an upgrade in the middle of games
epoch 20; start alice bob; 1: BREYER; start bob alice; 2: d2d4; bob resign 2; alice draw 1
join carol; check
[upgrade] ~owner upgradeContract mxsc:../tests/later/output/onchain-chess-later.mxsc.json 0x0506
check; shows 1 2; isPaused; getWagerAmount; getIllegalMoveRule; getDrawOffer 1
[a view of the later build] sc:chess getDrawOffer 1 => 1|@alice; 1: b1d2 c8b7; carol leaveQueue
bob draw 1; alice draw 1; check
";
