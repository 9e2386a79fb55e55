//! Payouts that can't be delivered. Only the production VM models the accounts: a contract that
//! isn't payable, a wallet whose tokens are frozen, a token that is paused for all.

pub const TOLD: &str = "
# production-vm/surplus: what belongs to nobody
start alice bob; join carol; ~alice challenge - - - 1 - +5; ~alice challenge - - - 1 - +7*CHESS
~bob accept 3 +7*CHESS; ~alice challenge - - - 1 -; getSurplus str:EGLD-000000
getSurplus str:CHESS-123456

# gas/production-vm/surplus: what belongs to nobody
start alice bob; join carol; ~alice challenge - - - 1 - +5; ~alice challenge - - - 1 - +7*CHESS
~bob accept 3 +7*CHESS; ~alice challenge - - - 1 -; getSurplus str:EGLD-000000
getSurplus str:CHESS-123456

# production-vm/receiver-not-payable: a receiver that isn't payable
enters machine 10
// won: two wagers are owed
start machine alice; check; alice resign 1; getCredit sc:machine; check
// drawn: the other one gets theirs all the same
start alice machine; machine draw 2; -alice draw 2; check
// a contract that calls for it can always be paid
join machine; machine leaveQueue; !alice withdraw; check; machine withdraw; getCredit sc:machine
!machine withdraw; check

# gas/production-vm/withdraw: a receiver that isn't payable
enters machine 10
// won: two wagers are owed
start machine alice; check; alice resign 1; getCredit sc:machine; check
// drawn: the other one gets theirs all the same
start alice machine; machine draw 2; -alice draw 2; check
// a contract that calls for it can always be paid
join machine; machine leaveQueue; !alice withdraw; check
[withdraw/by a contract] machine withdraw; getCredit sc:machine; !machine withdraw; check

# production-vm/paused-token token: a token that its manager pauses
start alice bob bob alice; 1: e2e4; join carol; pauseToken; 1: e7e5; alice resign 1; bob draw 2
alice draw 2; carol leaveQueue; !alice withdraw; !bob withdraw; !carol withdraw; freeToken; check
carol withdraw; bob withdraw; check; alice withdraw; check
";
