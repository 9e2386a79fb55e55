//! The queue, and the payment for joining it.

pub const TOLD: &str = "
# queue both: who waits, and who plays whom
!alice leaveQueue; join alice; check; !join alice; !bob leaveQueue; check; alice leaveQueue
!alice leaveQueue; check
// the first is White
join bob; join alice; !bob leaveQueue; shows 1; !alice makeMove 1 12 28; 1: e2e4
// several games at a time
join bob carol alice bob; check; 2: d2d4; 1: e7e5; 3: c2c4; 2: d7d5; shows 1 2 3
// playing is no waiting
join alice; !join alice; alice leaveQueue; check

# wager-named-egld raw: the wager's token named EGLD
// EGLD may also be given by its short name
owner setWager str:EGLD 1,000,000,000,000,000,000; getWagerTokenId; owner unpause
start alice bob; bob resign 1; check

# payments-egld: exactly the wager, in one payment
enters dave all; !dave joinGame
each 1 999999999999999999 1000000000000000001 2000000000000000000: !dave joinGame +$
!dave joinGame +2500*CHESS; !dave joinGame +1000000000000000000*EGLD-000000 +1*CHESS
!dave joinGame +2500*OTHER-654321; !dave joinGame +2500*NFT-abcdef*5
!dave joinGame +1250*CHESS +1250*CHESS; !dave joinGame +2500*CHESS +2500*CHESS
!dave joinGame +2500*CHESS +1*OTHER-654321; !alice joinGame 1 +w; check

# payments-esdt token: exactly the wager, in one payment
enters dave all; !dave joinGame
each 1 2499 2501 5000: !dave joinGame +$*CHESS
!dave joinGame +2500; !dave joinGame +1000000000000000000
!dave joinGame +2500*OTHER-654321; !dave joinGame +2500*NFT-abcdef*5
!dave joinGame +1250*CHESS +1250*CHESS; !dave joinGame +2500*CHESS +2500*CHESS
!dave joinGame +2500*CHESS +1*OTHER-654321; !alice joinGame 1 +w; check
";
