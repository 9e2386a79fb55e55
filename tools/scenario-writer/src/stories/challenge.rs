//! Challenges: for any stake, with or without a named opponent and a clock.

pub const TOLD: &str = "
# challenges: challenges for EGLD, a token and nothing
!alice challenge 1|@alice - - 1 -; !alice challenge - - 1|u32:29|u32:0 1 -
!alice challenge - - 1|u32:2592001|u32:0 1 -; !alice challenge - - 1|u32:30|u32:86401 1 -
!alice challenge SHORT - - 1 -; !alice challenge 2|@bob - - 1 -; !alice challenge - - 1|u32:60 1 -
!alice challenge - - 0|u32:60|u32:0 1 -; !alice challenge - - - 1 - 0x00
!alice challenge - - - 1 - NOBODY; !alice challenge - - - - -; !alice challenge - - - 101 -
!alice challenge - - - 1 2; !alice challenge - - - 2 -
!alice challenge - - - 2 - +5 => pay the same for each round
// anyone may accept; the challenger is Black
alice challenge - 1 - 1 - +5; !carol resign 1; !alice accept 1 +5; !bob accept 1 +4; !bob accept 1
!bob accept 1 +5*CHESS; bob accept 1 +5; !carol accept 1 +5
alice challenge 1|@bob - - 1 - +7*CHESS; !carol accept 2 +7*CHESS; !carol cancelChallenge 2
bob cancelChallenge 2; !alice cancelChallenge 2; alice challenge 1|@bob - - 1 - +7*CHESS
!carol accept 3 +7*CHESS; !carol cancelChallenge 3; alice cancelChallenge 3
!alice cancelChallenge 3
// for nothing, and both may use a program: it follows `reject`, and scores nothing
alice challenge 1|@bob - - 1 1; bob accept 4
// e2e4 f7f6 d1h5: out of check, and not by any other move
~alice makeMove 4 52 36; ~bob makeMove 4 13 21; ~alice makeMove 4 59 31; !bob makeMove 4 8 16
bob resign 4; getScore @alice; bob resign 1; getScore @alice; getCredits @alice
alice challenge - 2 - 1 -; getOpenChallenges 0 1; ~getSnapshot 5 0; seed 1; bob accept 5
alice challenge - 2 - 1 -; getOpenChallenges 0 1; ~getSnapshot 6 0; seed 1
bob accept 6; getOpenChallenges 0 2; ~getSnapshot 1 0

# clocks: a Fischer clock: in time, out of time, aborted
seconds 1000; ~alice challenge - - 1|u32:60|u32:2 1 - +5; getOpenChallenges 0 1; bob accept 1 +5
seconds 1060; !bob signalInactivity 1; ~alice makeMove 1 52 36; seconds 1121
!bob makeMove 1 12 28
// not both have moved: no result
carol signalInactivity 1; getScore @alice
// White keeps the two seconds that the first move added
~alice challenge - - 1|u32:60|u32:2 1 - +5; getOpenChallenges 0 1; bob accept 2 +5; seconds 1181
~alice makeMove 2 52 36; ~bob makeMove 2 12 28; seconds 1183; !bob signalInactivity 2
seconds 1184; carol signalInactivity 2; getScore @bob
// the shortest clock, and the longest
~alice challenge - - 1|u32:30|u32:86400 1 -; ~alice challenge - - 1|u32:2592000|u32:86400 1 -

# queue-seat-expires: who has waited for more than seven epochs makes room
epoch 10; join alice; epoch 17; !join alice; epoch 18; join bob; check; epoch 25; join carol
check
";
