//! Play by signature: the whole game in one call, ends that stay open, asks.

pub const TOLD: &str = "
# signed-play: a game played by signature, and what is refused
signed 1; !signs 1: e2e4 w=0x00; !signs 1: e2e4 w=05/move
// cut off, a byte more, a bit more in either square, no such piece
each 0x0c 0x0c1c0c 0x4c1c 0x401c 0x0c9c 0x0c80 0x0c5c04: !signs 1: $ w=move:e2e4
// no other round, and nothing to leave
!signs 1/1/0: e2e4 w=move@1; !signs 1/0/1: e2e4 w=move@1; !signs 1: w=leave b=leave
// one move needs its maker's signature alone
!signs 1: e2e4 w=-; !signs 1:; signs 1: e2e4; !signs 1: e2e4; !signs 1: d2d4; !signs 1:
// illegal moves
!signs 1: e2e4 e7e4; !signs 1: e2e4 f7f6 d1h5 a7a6
// longer, from there; then another game from the first move on, which both signed
signs 1: ITALIAN; getMoves 1; signs 1: QUEENS_GAMBIT; getMoves 1; getFen 1; !signs 1: ITALIAN
// only one acts; an account can still move
!signs 1: QUEENS_GAMBIT w=resign b=draw; !signs 1: QUEENS_GAMBIT b=draw; ~bob makeMove 1 5 12
// a resignation is final at once
signs 1: QUEENS_GAMBIT f8e7 b=resign; getScore @alice; !signs 1: QUEENS_GAMBIT f8e7 b=resign
// games without keys, with White's alone and with Black's alone
~alice challenge - - - 1 -; ~bob accept 2; !signs 2: e2e4; ~alice challenge - - - 1 - %w3
~bob accept 3; !signs 3: e2e4; ~alice challenge - - - 1 -; ~bob accept 4 %b4; !signs 4: e2e4
// a game from the queue
~alice joinGame %w5 +w; ~bob joinGame %b5 +w; ~signs 5: ITALIAN

# signed-play-ends: ends that stay open until they are acknowledged, undone or final
// a mate, acknowledged in the same call
epoch 10; signed 1; signs 1: MATE w=resign b=move
// a mate that isn't: open, undone by a longer game, and another one final after a full epoch
signed 2; signs 2: MATE; !bob signalInactivity 2; !alice draw 2; !alice claimDraw 2
!alice callIllegalMove 2; !signs 2: MATE w=ask; !signs 2: MATE w=draw; epoch 11; ~signs 2: ITALIAN
getMoves 2
// an agreement is undone by two more plies, not by one
signs 2: ITALIAN w=draw b=draw; !signs 2: ITALIAN c2c3; ~signs 2: ITALIAN c2c3 g8f6
~signs 2: KNIGHTS_REPEAT
// a claim, not by the player who has moved, but by the player to move; final after a full epoch
!signs 2: KNIGHTS_REPEAT b=draw; signs 2: KNIGHTS_REPEAT w=draw; epoch 12
!carol signalInactivity 2; epoch 13; !signs 2: KNIGHTS_REPEAT d2d3 d7d6; carol signalInactivity 2
// a stalemate by an account's move, which the other acknowledges
signed 3; ~signs 3: STALEMATE; ~alice makeMove 3 2 20; !signs 3: STALEMATE c8e6 w=draw
!signs 3: STALEMATE c8e6 a7a6; signs 3: STALEMATE c8e6 b=draw
// a fifth repetition is undone by two more plies, not by one
signed 4; !signs 4: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK e2e4
signs 4: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK
!signs 4: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK e2e4
signs 4: OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK OUT_AND_BACK e2e4 e7e5

# signed-play-asks: a player asks for a move on the chain
epoch 10; signed 1
// no time runs before
epoch 50; !alice signalInactivity 1; signs 1: b=ask; !signs 1: b=ask; !signs 1: w=ask; epoch 51
~alice makeMove 1 52 36
// answered: time stands again; the next ask, with the move that it follows
epoch 60; !bob signalInactivity 1; signs 1: e2e4 e7e5 g1f3 w=ask b=move; epoch 62
!signs 1: e2e4 e7e5 g1f3 b8c6; !bob makeMove 1 1 18; carol signalInactivity 1

# signed-play-blocks: a game by signature is kept in the same blocks as one on the chain
// `play` splits the history as `makeMove` does
signed 1; ~signs 1: NEARLY_A_BLOCK BEYOND_THE_BLOCK; getMoves 1; stores 1 0 NEARLY_A_BLOCK h3h4
// on the chain to the block's end, and by signature from there
signed 2; ~signs 2: NEARLY_A_BLOCK; ~alice makeMove 2 47 39
~signs 2: NEARLY_A_BLOCK BEYOND_THE_BLOCK; getMoves 2; stores 2 0 NEARLY_A_BLOCK h3h4
// later blocks are as long as the first: 31 moves of two bytes
signed 3; ~signs 3: LONG@1-144; stores 3 0 LONG@1-31; stores 3 1 LONG@32-62; stores 3 2 LONG@63-93
stores 3 3 LONG@94-124

# signed-play-limits: moves after the end, and a thousand plies
signed 1; !signs 1: KINGS c2c1 w=unsigned b=unsigned; ~signs 1: KINGS; getScore @alice
// 75 moves by each player without a capture or a pawn move end a game, too, though the last of
// them repeats no position
!signs 1: LONG@1-140 OUT_AND_BACK OUT_AND_BACK b1c3 b8c6 c3b1 w=unsigned b=unsigned; signed 2
!signs 2: LONG@1-1001 w=unsigned b=unsigned; ~signs 2: LONG@1-1000; getMoves 2
// from there the chain's time runs
epoch 2; !alice makeMove 2 62 45
// by the clock: White has 60 s, three minutes and 500 increments of a second
seconds 1000; signed 3 1|u32:60|u32:1; ~signs 3: LONG@1-1000; seconds 1740
!carol signalInactivity 3; seconds 1741; !alice makeMove 3 62 45; carol signalInactivity 3

# gas/signed-play: play by signature
[challenge/with a key] signed 1; [play/2 plies] ~signs 1: e2e4 e7e5
[play/single ply] ~signs 1: e2e4 e7e5 g1f3; [play/ask] ~signs 1: e2e4 e7e5 g1f3 w=ask
~signs 1: e2e4 e7e5 g1f3 b8c6 b=move; [play/draw] ~signs 1: e2e4 e7e5 g1f3 b8c6 w=draw b=draw
signed 2; [play/resignation] ~signs 2: w=resign
// whole games in one call
signed 3; [play/80 plies] ~signs 3: BOTVINNIK@1-80; signed 4
[play/80 plies, mate] ~signs 4: EIGHTY_PLIES w=resign b=move; signed 5
[play/271 plies] ~signs 5: CARLSEN@1-271
// by the queue, so that a whole game's fee can be told
[joinGame/first, with a key] ~alice joinGame %w5 +w
[joinGame/second, with a key] ~bob joinGame %b5 +w
";
