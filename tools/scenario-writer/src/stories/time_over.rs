//! Time: a player's clock, the winner when it has expired, and that only a settlement counts after
//! that.

pub const TOLD: &str = "
# late-resignation more: a mated player's late resignation
// Bob mates in round 0 of two and begins round 1. Alice, too late for it, resigns what she has
// lost: that gives her no time for round 1
epoch 10; seconds 1000; signed 1 - 2; ~signs 1: MATE; epoch 12; !signs 1: MATE w=resign
// nor does the winner's
!signs 1: MATE b=resign; !signs 1/1/0: w=move b=ask; carol signalInactivity 1; played

# late-resignation-clock more: a mated player's late resignation
epoch 10; seconds 1000; signed 1 1|u32:180|u32:2 2; ~signs 1: MATE; seconds 1181
!signs 1: MATE w=resign
// nor does the winner's
!signs 1: MATE b=resign; !signs 1/1/0: w=move b=ask; carol signalInactivity 1; played

# late-resignation-asked more: a late resignation after an ask
// nor does the resignation of a player who hasn't answered an ask in time
epoch 10; seconds 1000; signed 1 - 3; ~signs 1: e2e4 e7e5 g1f3; ~signs 1: e2e4 e7e5 g1f3 w=ask
epoch 12; !signs 1: e2e4 e7e5 g1f3 b8c6; !signs 1: e2e4 e7e5 g1f3 b=resign
// with a longer game that ends the round, too
!signs 1: e2e4 e7e5 g1f3 b8c6 b=resign; carol signalInactivity 1; played

# late-resignation-last-round more: a late resignation in the last round
// in the last round a late resignation is final, and harms nobody but its signer
epoch 10; seconds 1000; signed 1 - 2; ~signs 1/1/1: e2e4 e7e5 g1f3
~signs 1/1/1: e2e4 e7e5 g1f3 w=ask; epoch 12; signs 1/1/1: e2e4 e7e5 g1f3 b=resign; played

# second-window more: no second window for a resignation
// a resignation that comes just before the winner's call gives no second window
epoch 10; seconds 1000; signed 1 1|u32:180|u32:2 2; ~signs 1: MATE; seconds 1181
!signs 1: MATE w=resign; bob signalInactivity 1; played

# second-day more: a resignation that confirms a mate
// nor does one in the window's last second: it confirms the mate, whose window stays; a
// resignation that turns the end round has a window of its own
epoch 10; seconds 1000; signed 1 1|u32:180|u32:2 2; ~signs 1: MATE; seconds 1180
signs 1: MATE w=resign; !bob signalInactivity 1; seconds 1181; bob signalInactivity 1; played
// the winner's own resignation is no confirmation
signed 2 1|u32:180|u32:2 2; ~signs 2: MATE; seconds 1361; signs 2: MATE b=resign; seconds 1541
!alice signalInactivity 2; seconds 1542; ~alice signalInactivity 2; played

# late-reclaim: a late player reclaims
// Alice is out of time before a long pause begins: to reclaim the wager ends the game as
// `signalInactivity` does
epoch 10; start alice bob bob alice; epoch 11; 2: e2e4; epoch 12; owner pause; epoch 42
!alice reclaimWager 1; epoch 43; alice reclaimWager 1
// a player who was in time stays in time: a draw
alice reclaimWager 2; check

# late-reclaim-mate: a late player reclaims from one who can't mate
// a player who couldn't mate any more doesn't win by it
epoch 10; start alice bob; 1: TAKES_THE_ROOK; epoch 12; owner pause; epoch 43; bob reclaimWager 1
check

# late-reclaim-clock: a late player reclaims before both have moved
// with a clock, and before both have moved: no result
epoch 10; seconds 1000; ~alice challenge - - 1|u32:180|u32:2 1 - +w; ~bob accept 1 +w
~alice challenge - - 1|u32:180|u32:2 1 - +w; ~bob accept 2 +w; ~alice makeMove 1 52 36
~alice makeMove 2 52 36; ~bob makeMove 2 12 28; epoch 12; seconds 1183; owner pause; epoch 43
seconds 9000; bob reclaimWager 1; alice reclaimWager 2; played

# long-pause: a pause of more than 30 epochs stops nobody from ending a game
epoch 10; start alice bob; signed 2; signed 3; ~signs 2: e2e4 e7e5; epoch 12; owner pause; epoch 42
!bob signalInactivity 1; !signs 2: e2e4 e7e5 g1f3; !alice resign 3; epoch 43
bob signalInactivity 1; signs 2: e2e4 e7e5 g1f3 b8c6; alice resign 3; check

# time-over-black-takes-the-rook: time over: black takes the rook
seconds 1000; signed 1 1|u32:180|u32:2; ~signs 1: BLACK_TAKES_THE_ROOK
~signs 1: BLACK_TAKES_THE_ROOK w=ask; seconds 4600; carol signalInactivity 1; played

# time-over-white-takes-the-rook: time over: white takes the rook
seconds 1000; signed 1 1|u32:180|u32:2; ~signs 1: WHITE_TAKES_THE_ROOK
~signs 1: WHITE_TAKES_THE_ROOK b=ask; seconds 4600; carol signalInactivity 1; played

# time-over-black-takes-the-knight: time over: black takes the knight
seconds 1000; signed 1 1|u32:180|u32:2; ~signs 1: BLACK_TAKES_THE_KNIGHT
~signs 1: BLACK_TAKES_THE_KNIGHT w=ask; seconds 4600; carol signalInactivity 1; played

# time-over-black-walks-into-the-mate: time over: black walks into the mate
seconds 1000; signed 1 1|u32:180|u32:2; ~signs 1: BLACK_WALKS_INTO_THE_MATE
~signs 1: BLACK_WALKS_INTO_THE_MATE w=ask; seconds 4600; carol signalInactivity 1; played

# time-over-white-only-promotes: time over: white only promotes
seconds 1000; signed 1 1|u32:180|u32:2; ~signs 1: WHITE_ONLY_PROMOTES
~signs 1: WHITE_ONLY_PROMOTES b=ask; seconds 4600; carol signalInactivity 1; played

# pause-with-a-clock-running: neither a pause nor the day after it counts for the player to move
// one epoch of thinking before, twenty of pause, none after
epoch 50; start alice bob; 1: e2e4; epoch 51; owner pause; epoch 71
// time stands still, and the views say so
shows 1; getClaims 1; owner unpause; shows 1; !alice signalInactivity 1; epoch 72; shows 1
!alice signalInactivity 1; getClaims 1; 1: e7e5; shows 1
// the next pause may begin after four full epochs
epoch 73; 1: g1f3; epoch 74; 1: b8c6; epoch 75; !owner pause; 1: f1b5; epoch 76; owner pause
epoch 80; owner unpause
// 76 was one; 81 is the day after the pause, 82 the next that counts
epoch 81; shows 1; !alice signalInactivity 1; epoch 82; shows 1; getClaims 1; !1: a7a6
// over before the next pause, over during it, over after it
epoch 85; owner pause; epoch 86; getClaims 1; owner unpause; !1: a7a6; check
// anyone may say so
carol signalInactivity 1; check
// a game started after pauses has its own time, which begins after the day that doesn't count
start alice bob; shows 2; epoch 88; !bob signalInactivity 2; 2: d2d4; epoch 90
alice signalInactivity 2; check

# pause-with-a-fischer-clock: neither a pause nor the day after it counts for a Fischer clock
seconds 1000; ~alice challenge - - 1|u32:60|u32:2 1 - +5; ~bob accept 1 +5
~alice makeMove 1 52 36; ~bob makeMove 1 12 28
// of 62 s White has used 30 before the pause
seconds 1030; owner pause; seconds 2000; owner unpause; seconds 88432; !bob signalInactivity 1
seconds 88433; !alice makeMove 1 51 35; bob signalInactivity 1
";
