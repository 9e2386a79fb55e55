//! Play by signature: invalid signatures, clocks and windows, pauses, and calls on the chain during
//! the game.

pub const TOLD: &str = "
# signed-play-forged: signatures that don't hold, wherever they are from
signed 1; signed 2
// another game's, the opponent's, another action's, a byte changed
!signs 1: e2e4 e7e5 w=move@2 b=move; !signs 1: e2e4 e7e5 w=b.move b=w.move
!signs 1: e2e4 e7e5 w=move b=00/resign; !signs 1: e2e4 e7e5 w=move b=~move
// given though not needed: checked all the same
~signs 1: e2e4; !signs 1: e2e4 e7e5 w=b.move b=move; ~signs 1: e2e4 e7e5
// beside an ask at the same ply the other's last move is checked without that ply
!signs 1: e2e4 e7e5 w=b.move b=ask; ~signs 1: e2e4 e7e5 w=move b=ask
// a promotion that isn't named, and the same with its piece
!signs 2: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8
~signs 2: a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8n; getFen 2

# signed-play-clocks: asks in games with a clock: in time, too late, before both have moved
seconds 1000; signed 1 1|u32:60|u32:2
// no time runs before somebody asks
seconds 100000; !carol signalInactivity 1; ~signs 1: e2e4 e7e5 g1f3
~signs 1: e2e4 e7e5 g1f3 w=ask
// 240 s, and ten rounds of 6 s that don't count
seconds 100300; !alice signalInactivity 1; ~signs 1: e2e4 e7e5 g1f3 b8c6 b=move
// Black has 4 s left, which two moves added, and again ten rounds
~signs 1: e2e4 e7e5 g1f3 b8c6 f1c4 w=ask; seconds 100364; !alice signalInactivity 1
seconds 100365; !bob makeMove 1 5 26; carol signalInactivity 1
// before both have moved the game is aborted
signed 2 1|u32:60|u32:2; ~signs 2: e2e4; ~signs 2: e2e4 w=ask; seconds 101000
alice signalInactivity 2; getScore @alice
// what increments add beyond base and reserve doesn't make the wait longer
signed 3 1|u32:60|u32:1000; ~signs 3: e2e4 e7e5 g1f3; ~signs 3: e2e4 e7e5 g1f3 w=ask
seconds 101300; !alice signalInactivity 3; seconds 101301; alice signalInactivity 3
// a draw that two more plies undo: who was asked before it has used 40 s beside the ten rounds
signed 4 1|u32:60|u32:2; ~signs 4: e2e4 e7e5 g1f3; ~signs 4: e2e4 e7e5 g1f3 w=ask; seconds 101401
~alice draw 4; ~bob draw 4; ~signs 4: e2e4 e7e5 g1f3 b8c6 f1c4
~signs 4: e2e4 e7e5 g1f3 b8c6 f1c4 w=ask; seconds 101665; !alice signalInactivity 4
seconds 101666; alice signalInactivity 4

# signed-play-windows: the window of an open end: at least three minutes, at most a day
// in January 2027
seconds 1800000000; signed 1 1|u32:60|u32:0; ~signs 1: MATE; seconds 1800000180
!bob signalInactivity 1; seconds 1800000181; carol signalInactivity 1; seconds 1800000181
signed 2 1|u32:600|u32:0; ~signs 2: MATE; seconds 1800000781; !bob signalInactivity 2
seconds 1800000782; carol signalInactivity 2; seconds 1800000782; signed 3 1|u32:2592000|u32:0
~signs 3: MATE; seconds 1800087182; !bob signalInactivity 3; seconds 1800087183
carol signalInactivity 3

# signed-play-on-chain-meanwhile: calls on the chain beside play by signature
// an offer on the chain falls with the next moves
epoch 10; signed 1; ~bob draw 1; getDrawOffer 1; ~signs 1: e2e4 e7e5; getDrawOffer 1
// an agreement on the chain stays open; either may still resign
!alice draw 1; ~bob draw 1; alice draw 1; alice resign 1
// a mate by makeMove stays open; the mated acknowledges it by `resign`
signed 2; ~signs 2: f2f3 e7e5 g2g4; bob makeMove 2 3 39; !alice makeMove 2 52 36; alice resign 2
// a claim with a move could undo a mate that the opponent has signed in reply
signed 3; !alice makeMoveAndClaim 3 52 36; ~signs 3: w=resign
// a long pause: what is open becomes final, two epochs after it could be undone
signed 4; ~signs 4: MATE; epoch 11; owner pause; epoch 43; !alice reclaimWager 4; epoch 44
alice reclaimWager 4
// and two epochs after the pause
owner unpause; epoch 46; signed 5; ~signs 5: e2e4 e7e5; epoch 50; owner pause; epoch 81
owner unpause; !bob reclaimWager 5; epoch 82; !bob reclaimWager 5; epoch 83; bob reclaimWager 5

# challenges-paused token: a pause stops challenges and play by signature
epoch 10; ~alice challenge - - - 1 - +3*CHESS; ~alice challenge - - - 1 - +4*CHESS; owner pause
epoch 40; !alice challenge - - - 1 -; !bob accept 1 +3*CHESS; !bob play 1 - - - - -
!alice cancelChallenge 1; epoch 41; alice cancelChallenge 1
// a pause of more than 30 epochs doesn't stop it any more
!bob play 2 - - - - -; owner unpause; ~bob accept 2 +4*CHESS; alice draw 2; bob draw 2

# challenge-by-lot: no contract may have its side drawn
enters machine 1; ~alice challenge - 2 - 1 -; !machine accept 1
// it could take back the challenge whose lot it doesn't like
!machine challenge - 2 - 1 -; ~machine challenge - 1 - 1 -

# lot-and-gas: what a lot takes
// with every pair of keys a lot that makes the challenger White and one that makes them Black:
// on the production VM both take the same gas, as a test of tools/vm-go compares, or else a gas
// limit between the two would choose
start alice bob; ~alice challenge - 2 - 1 -; seed 0
[keys: none, the challenger is White] bob accept 2; ~alice challenge - 2 - 1 -; seed 0
[keys: none, the challenger is Black] bob accept 3; ~alice challenge - 2 - 1 - %w4; seed 0
[keys: the challenger's, the challenger is White] bob accept 4; ~alice challenge - 2 - 1 - %w5
seed 0; [keys: the challenger's, the challenger is Black] bob accept 5; ~alice challenge - 2 - 1 -
seed 0; [keys: the accepter's, the challenger is White] bob accept 6 %b6
~alice challenge - 2 - 1 -; seed 0
[keys: the accepter's, the challenger is Black] bob accept 7 %b7; ~alice challenge - 2 - 1 - %w8
seed 0; [keys: both, the challenger is White] bob accept 8 %b8; ~alice challenge - 2 - 1 - %w9
seed 0; [keys: both, the challenger is Black] bob accept 9 %b9
";
