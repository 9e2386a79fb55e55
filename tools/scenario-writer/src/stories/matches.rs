//! Matches: many rounds of the same two players, one settlement.

pub const TOLD: &str = "
# match-left more: both leave a match
signed 1 - 4; played
// by account nobody can say which round they mean
!alice makeMove 1 52 36; !bob draw 1; !alice claimDraw 1; !bob resign 1
// not before a round that is over or never comes, nor with points that can't be
!signs 1: w=leave b=leave; !signs 1/5/0: w=leave b=leave; !signs 1/3/7: w=leave b=leave
// both, and no moves
!signs 1/3/5: w=leave; !signs 1/3/5: b=leave; !signs 1/3/5: w=leave b=ask
!signs 1/3/5: w=leave b=move; !signs 1/3/5: e2e4 w=leave b=leave
// each with a signature of this round and these points
!signs 1/2/4: w=leave@1/3/5 b=leave@1/3/5
// three rounds, five points of Alice's: 4 + 5 - 3 stakes, and 4 - 5 + 3
signs 1/3/5: w=leave b=leave; played; !signs 1/4/5: w=leave b=leave
// a single game can't be left
signed 2; !signs 2/1/1: w=leave b=leave

# match-rounds more: rounds of a match
signed 1 - 5; ~signs 1: e2e4 e7e5
// the same round has no other points, an earlier one is over, the sixth never comes
!signs 1/0/1: e2e4 w=-; !signs 1/5/2: d2d4; !signs 1/2/5: d2d4
// round 2: the colours are those of round 0 again; both begin it, without moves
!signs 1/2/3: w=move; !signs 1/2/3: b=move; signs 1/2/3:; getMoves 1; !signs 1/2/3:
!signs 1: e2e4 e7e5 g1f3
// within the round as in a single game
signs 1/2/3: d2d4 d7d5; signs 1/2/3: d2d4 d7d5 c2c4
// round 3 with one move: Bob is White, Alice has begun it
signs 1/3/3: c2c4; getMoves 1; signs 1/3/3: c2c4 w=ask
// an ask of round 3 falls with round 4
signs 1/4/5: e2e4 c7c5
// and in the last round a resignation is final: Bob's
signs 1/4/5: e2e4 c7c5 b=resign; played

# match-last-round more: the last round of a match
// Bob is White of round 1, is mated, and acknowledges it
signed 1 - 2; signs 1/1/1: MATE; signs 1/1/1: MATE w=resign; played
// left while an end is open: all rounds were played
signed 2 - 2; ~signs 2/1/1: MATE; !signs 2/2/4: w=leave b=leave; signs 2/2/2: w=leave b=leave
played

# match-clock more: a match with a clock
seconds 1000; signed 1 1|u32:60|u32:0 3; ~signs 1: e2e4 e7e5 g1f3; ~signs 1: e2e4 e7e5 g1f3 w=ask
// 240 s and ten rounds of the network
seconds 1301; !signs 1/1/2: d2d4; carol signalInactivity 1; played
// Alice wins round 0; in round 1, in which she is Black, Bob never moves
signed 2 1|u32:60|u32:0 3; ~signs 2/1/2:; ~signs 2/1/2: b=ask; seconds 1602
carol signalInactivity 2; played

# match-ends more: open ends of a match
// a mate, also if it is acknowledged in the same call: then it is a resignation
signed 1 - 4; ~signs 1: MATE; signs 1: MATE w=resign
// which no longer game undoes, and no second resignation replaces
!signs 1: MATE b=resign => only a later round undoes a resignation
!signs 1: f2f3 e7e5 g2g4 d7d5 a2a3; !carol signalInactivity 1
// a later round does
signs 1/1/0: e2e4
// a resignation of a game that goes on is open, too
signs 1/1/0: e2e4 b=resign; !signs 1/1/0: e2e4 e7e5; ~signs 1/2/0:
// a mate is undone by a longer game within the round
signs 1/2/0: MATE; signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3
// an agreement by two more plies
signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3 w=draw b=draw; !signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3 a7a6
// a longer game that ends on the board, acknowledged in the same call: that end is open
signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3 BLACK_KNIGHTS w=move b=draw
!signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3 BLACK_KNIGHTS b=draw
// and undone; an agreement once more
signs 1/2/0: f2f3 e7e5 g2g4 d7d5 a2a3 BLACK_KNIGHTS a7a6 b2b3 w=draw b=draw
// leaving is possible meanwhile; and an end that nobody undoes ends the match
!signs 1/2/0: w=leave b=leave; epoch 2; carol signalInactivity 1
// 4 + 1 - 3 stakes for Alice, 4 - 1 + 3 for Bob
played
// a resignation takes the place of an open draw, and stays open
signed 2 - 2; ~signs 2: e2e4 e7e5 w=draw b=draw; signs 2: e2e4 e7e5 w=resign
!signs 2: e2e4 e7e5 g1f3 b8c6; epoch 4; carol signalInactivity 2; played

# match-ply-limit more: a round of 1,000 plies
signed 1 - 2; signs 1: THOUSAND; !signs 1: THOUSAND g1f3 w=- b=move; epoch 2
carol signalInactivity 1; played

# gas/match: matches
[challenge/match of ten] ~alice challenge - - 1|u32:180|u32:2 10 - %w1 +100000000000000000
[accept/match of ten] ~bob accept 1 %b1 +100000000000000000
[challenge/match of ten] ~alice challenge - - 1|u32:180|u32:2 10 - %w2 +100000000000000000
[accept/match of ten] ~bob accept 2 %b2 +100000000000000000
[play/both leave a match] ~signs 1/10/11: w=leave b=leave
[play/last round of a match, 80 plies, mate] ~signs 2/9/10: EIGHTY_PLIES w=resign b=move
";
