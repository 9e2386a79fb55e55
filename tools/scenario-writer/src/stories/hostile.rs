//! A player that is a hostile contract (`tests/hostile`): it does everything twice in one
//! transaction, and would call back when it is paid.

pub const TOLD: &str = "
# hostile-contract both: a contract of ill will gets what is its own, and no more
enters hostile 0x0502
// against itself
!carol attack 2 str:joinGame +2w; check
// out of the queue, once
~carol attack 1 str:joinGame +w; !carol attack 2 str:leaveQueue; ~carol attack 1 str:leaveQueue
check
// it has run three times; a payout runs nothing
~carol attack 1 str:joinGame +w; sc:hostile getEntered => 3; join bob
!carol attack 2 str:makeMove 1 52 36; !carol attack 2 str:draw 1; bob resign 1
sc:hostile getEntered => 3; check; getScore sc:hostile; !carol attack 1 str:withdraw
// a draw pays both
~carol attack 1 str:joinGame +w; join bob; ~carol attack 1 str:draw 2; bob draw 2; check
// it gives up twice at once
~carol attack 1 str:joinGame +w; join bob; !carol attack 2 str:resign 3; check
~carol insist 3 str:resign 3; check
// what is refused is paid back, the rest stands
~carol insist 3 str:joinGame +3w; check; ~carol insist 3 str:leaveQueue; check

# production-vm/hostile-contract-not-payable: a contract of ill will that isn't payable
enters hostile 0x0500; ~carol attack 1 str:joinGame +w; join bob; shows 1
~carol attack 1 str:joinGame +w; join bob; shows 2
// a draw: Bob's half isn't held up
~carol attack 1 str:draw 1; bob draw 1; bob resign 2; getCredit sc:hostile; check
// an upgrade in between leaves the credit
~owner upgradeContract mxsc:../../output/onchain-chess.mxsc.json 0x0506; getCredit sc:hostile
!carol attack 2 str:withdraw; getCredit sc:hostile; ~carol insist 3 str:withdraw
getCredit sc:hostile; check
";
