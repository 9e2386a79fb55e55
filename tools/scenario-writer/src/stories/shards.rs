//! Payouts to players in another shard. Only the production VM's runner gives accounts a shard, and it
//! executes the contract's half alone: no token leaves or reaches an account in another shard, and no
//! EGLD reaches it. Tests on the local chain have both halves.

pub const TOLD: &str = "
# production-vm/shards-token token far: a token to wallets of another shard
// resigned, drawn, mated
start alice bob; ^alice resign 1; check; start bob carol; carol draw 2; bob draw 2; check
start alice bob; 3: MATE; check
// the queue is left
join carol; carol leaveQueue; check
// not moved in time, and an illegal move
start alice bob; epoch 200; bob signalInactivity 4; start alice bob; 5: e2e4 f7f6 d1h5 a7a6
alice callIllegalMove 5; check

# production-vm/shards-contract far: EGLD to a contract of another shard
enters machine 10; start machine alice; ^alice resign 1; check; start bob machine; machine draw 2
bob draw 2; check; join machine; machine leaveQueue; check

# production-vm/shards-token-paused token far: a paused token, and players of another shard
start alice bob bob carol alice carol; 3: f2f3 e7e5 g2g4; join bob; pauseToken; alice resign 1
carol draw 2; bob draw 2; -3: d8h4; bob leaveQueue; !bob withdraw; !carol withdraw; freeToken
check; ~carol withdraw; check; ~bob withdraw; check

# production-vm/shards-rarer token far: the rarer payouts to players of another shard
~bob challenge - - - 1 - +w; ~carol challenge 1|@bob - - 1 - +w; ~bob challenge - - - 1 - %w3 +w
~bob challenge - - - 1 - +w; ~alice accept 3 %b3 +w; holds
// a player who pays to join can be sent the token, too: a paused one takes no seat
join bob; epoch 8; join alice; ~alice accept 4 +w; holds; freeToken; bob cancelChallenge 1; holds
bob cancelChallenge 2; holds; signs 3: e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7 w=move b=resign; holds
owner pause; epoch 39; alice reclaimWager 4; holds; freeToken; holds; !bob withdraw
!carol withdraw; !alice withdraw; holds

# production-vm/shards-rarer-paused token far: the rarer payouts to players of another shard
// the runner reads no account while a token is paused
~bob challenge - - - 1 - +w; ~carol challenge 1|@bob - - 1 - +w; ~bob challenge - - - 1 - %w3 +w
~bob challenge - - - 1 - +w; ~alice accept 3 %b3 +w; holds
// a player who pays to join can be sent the token, too: a paused one takes no seat
join bob; epoch 8; join alice; ~alice accept 4 +w; holds; pauseToken; =bob cancelChallenge 1
=bob cancelChallenge 2; =signs 3: e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7 w=move b=resign; owner pause
epoch 39; =alice reclaimWager 4
// what is owed, and nothing else, is paid out later
freeToken; holds; ~bob withdraw; ~carol withdraw; ~alice withdraw; holds

# gas/production-vm/shards token far: payouts to players of another shard
start alice bob; [resign/a token to another shard] alice resign 1; start bob carol; carol draw 2
[draw/accept, tokens to two of another shard] bob draw 2; join carol
[leaveQueue/a token to another shard] carol leaveQueue
// what is owed is withdrawn
start alice bob; pauseToken; ~alice resign 3; freeToken
[withdraw/a token to another shard] ~bob withdraw
";
