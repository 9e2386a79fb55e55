//! Payouts to players of another shard. Only the production VM's runner gives accounts a shard, and it
//! carries out the contract's half alone: no token leaves or reaches an account of another shard, and
//! no EGLD reaches it. Tests on the local chain have both halves.

use signed_play::Action;

use super::File;
use super::production_vm::{MACHINE, machine, manage, set_paused};
use crate::json::{Account, Esdt, Instance};
use crate::signed::{Keys, played};
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("production-vm/shards-token".into(), token()),
        ("production-vm/shards-contract".into(), contract()),
        ("production-vm/shards-token-paused".into(), paused()),
        ("production-vm/shards-rarer".into(), rarer(false)),
        ("production-vm/shards-rarer-paused".into(), rarer(true)),
        ("production-vm/shards-token-frozen".into(), frozen()),
        ("production-vm/shards-token-limited".into(), limited()),
        ("gas/production-vm/shards".into(), gas()),
    ]
}

/// A wallet of another shard with all its money.
fn elsewhere() -> Account {
    let tokens = Esdt::Fungible(number(FUNDS * TOKEN_WAGER));
    Account {
        nonce: "1".into(),
        balance: number(FUNDS * EGLD_WAGER),
        esdt: [(format!("str:{TOKEN}"), tokens)].into(),
        shard: Some("1".into()),
        ..Account::default()
    }
}

/// Bob and Carol live in another shard than Alice and the contract.
fn ready(name: &str, wager: Wager, up: &str) -> Scenario {
    let mut s = Scenario::ready_below(name, wager, up);
    s.set_accounts(
        "Bob and Carol live in another shard",
        vec![(BOB, elsewhere()), (CAROL, elsewhere())],
    );
    s
}

/// Every payout in a token. What leaves doesn't arrive in this world.
fn token() -> Scenario {
    let mut s = ready("a token to wallets of another shard", Wager::Token, "..");
    // resigned, drawn, mated
    s.start(ALICE, BOB);
    s.end_by(ALICE, "resign", 1, State::BlackWon, Reason::Resignation);
    s.check(0, &[(ALICE, 9)], &[(BOB, 2)]);
    s.start(BOB, CAROL).offer_draw(CAROL, 2).accept_draw(BOB, 2);
    s.check(0, &[(ALICE, 9)], &[(BOB, 3), (CAROL, 1)]);
    s.start(ALICE, BOB).play(3, "f2f3 e7e5 g2g4");
    s.play_last(3, "d8h4", State::BlackWon, Reason::Checkmate);
    s.check(0, &[(ALICE, 8)], &[(BOB, 5), (CAROL, 1)]);
    // the queue is left
    s.join(CAROL).leave_queue(CAROL);
    s.check(0, &[(ALICE, 8)], &[(BOB, 5), (CAROL, 1)]);
    // not moved in time, and an illegal move
    s.start(ALICE, BOB).epoch(200);
    s.end_by(
        BOB,
        "signalInactivity",
        4,
        State::BlackWon,
        Reason::Inactivity,
    );
    s.start(ALICE, BOB).play(5, "e2e4 f7f6 d1h5 a7a6");
    s.call_illegal_move(ALICE, 5, State::WhiteWon);
    s.check(0, &[(ALICE, 8)], &[(ALICE, 2), (BOB, 7), (CAROL, 1)]);
    s
}

/// EGLD to a contract of another shard leaves by a promise, to a wallet by a plain transfer.
fn contract() -> Scenario {
    let mut s = ready("EGLD to a contract of another shard", Wager::Egld, "..");
    let account = Account {
        shard: Some("1".into()),
        ..machine(10)
    };
    s.set_accounts("a contract as a player", vec![(MACHINE, account)]);
    s.start(MACHINE, ALICE);
    let ended = s.ended(1, State::WhiteWon, Reason::Resignation);
    s.accept_promise(call(ALICE, "resign", &["1"]), ended);
    s.check(0, &[(ALICE, 9), (MACHINE, 9)], &[(MACHINE, 2)]);
    s.start(BOB, MACHINE)
        .offer_draw(MACHINE, 2)
        .accept_draw(BOB, 2);
    let scores = [(MACHINE, 3), (BOB, 1)];
    s.check(0, &[(ALICE, 9), (BOB, 9), (MACHINE, 8)], &scores);
    s.join(MACHINE).leave_queue(MACHINE);
    s.check(0, &[(ALICE, 9), (BOB, 9), (MACHINE, 7)], &scores);
    s
}

/// The manager pauses the token: every game ends all the same, and everything is credited.
fn paused() -> Scenario {
    let name = "a paused token, and players of another shard";
    let mut s = ready(name, Wager::Token, "..");
    s.start(ALICE, BOB).start(BOB, CAROL).start(ALICE, CAROL);
    s.play(3, "f2f3 e7e5 g2g4").join(BOB);
    set_paused(&mut s, true);
    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    let resigned = vec![ended, s.credited(BOB, 2)];
    s.accept(call(ALICE, "resign", &["1"]), resigned, true);
    s.offer_draw(CAROL, 2);
    let ended = s.ended(2, State::Drawn, Reason::Agreement);
    let drawn = vec![ended, s.credited(BOB, 1), s.credited(CAROL, 1)];
    s.accept(call(BOB, "draw", &["2"]), drawn, true);
    s.play_last(3, "d8h4", State::BlackWon, Reason::Checkmate);
    s.leaves(BOB);
    let left = Event("queueLeft", vec![BOB.into()], String::new());
    s.accept(
        call(BOB, "leaveQueue", &[]),
        vec![left, s.credited(BOB, 1)],
        true,
    );
    for player in [BOB, CAROL] {
        s.refuse(call(player, "withdraw", &[]), "it could not be delivered");
    }
    let scores = [(BOB, 3), (CAROL, 3)];
    let money = [(ALICE, 8)];
    set_paused(&mut s, false);
    s.check_credited(7, &money, &scores, &[(BOB, 4), (CAROL, 3)]);
    s.accept_any(call(CAROL, "withdraw", &[]));
    s.check_credited(4, &money, &scores, &[(BOB, 4)]);
    s.accept_any(call(BOB, "withdraw", &[]));
    s.check_credited(0, &money, &scores, &[]);
    s
}

/// Challenges taken back and declined, a mate by signatures, a wager reclaimed, with the token paused
/// or not; and a seat that was outslept.
fn rarer(is_token_paused: bool) -> Scenario {
    let name = "the rarer payouts to players of another shard";
    let mut s = ready(name, Wager::Token, "..");
    let keys = Keys::of(3);
    let pays = |call: Call| call.token(TOKEN, 0, TOKEN_WAGER);
    let (anyone, bob) = (String::new(), format!("1|{BOB}"));
    for (challenger, opponent, key) in [
        (BOB, &anyone, None),
        (CAROL, &bob, None),
        (BOB, &anyone, Some(keys.white_key())),
        (BOB, &anyone, None),
    ] {
        let mut arguments = vec![opponent, "", "", "1", ""];
        arguments.extend(key.as_deref());
        s.accept_any(pays(call(challenger, "challenge", &arguments)));
    }
    s.accept_any(pays(call(ALICE, "accept", &["3", &keys.black_key()])));
    s.holds(5);
    // who pays to join can be sent the token, too: a paused one takes no seat
    s.join(BOB).epoch(8);
    s.leaves(BOB);
    let events = [("queueLeft", BOB), ("queueJoined", ALICE)]
        .map(|(name, player)| Event(name, vec![player.into()], String::new()));
    s.accept(s.join_call(ALICE), events.into(), true);
    s.accept_any(pays(call(ALICE, "accept", &["4"])));
    s.holds(7);

    set_paused(&mut s, is_token_paused);
    let mut left = 7;
    let mut pays_out = |s: &mut Scenario, call, mut events: Vec<Event>, payees: &[(_, u128)]| {
        if is_token_paused {
            events.extend(
                payees
                    .iter()
                    .map(|&(player, wagers)| s.credited(player, wagers)),
            );
        } else {
            left -= payees.iter().map(|payee| payee.1).sum::<u128>();
        }
        s.accept(call, events, !is_token_paused);
        // the runner reads no account while a token is paused
        if !is_token_paused {
            s.holds(left);
        }
    };
    for (game, by, challenger) in [("1", BOB, BOB), ("2", BOB, CAROL)] {
        let topics = vec![game.into(), by.into()];
        let cancelled = Event("challengeCancelled", topics, String::new());
        let cancel = call(by, "cancelChallenge", &[game]);
        pays_out(&mut s, cancel, vec![cancelled], &[(challenger, 1)]);
    }
    let ended = |game: &str, state, reason| {
        let topics = vec![game.into(), BOB.into(), ALICE.into()];
        Event("gameEnded", topics, game_end(state, reason))
    };
    let mate = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";
    let played = played("3", "0", mate);
    let events = vec![played, ended("3", State::WhiteWon, Reason::Checkmate)];
    let white = keys.white(Action::Move, mate);
    let agreed = keys.play(mate, &white, &keys.black(Action::Resign, mate));
    pays_out(&mut s, agreed, events, &[(BOB, 2)]);
    s.pause().epoch(39);
    let reclaim = call(ALICE, "reclaimWager", &["4"]);
    let events = vec![ended("4", State::Drawn, Reason::Pause)];
    pays_out(&mut s, reclaim, events, &[(BOB, 1), (ALICE, 1)]);

    // what is owed, and nothing else, is paid out later
    set_paused(&mut s, false);
    s.holds(if is_token_paused { 7 } else { 1 });
    for player in [BOB, CAROL, ALICE] {
        let withdraw = call(player, "withdraw", &[]);
        match is_token_paused {
            true => s.accept_any(withdraw),
            false => s.refuse(withdraw, "nothing is owed to you"),
        };
    }
    s.holds(1);
    s
}

/// The contract's account with this of the token; all else stays as it is.
fn contract_with(wagers: u128, frozen: bool, roles: &[&str]) -> Account {
    let esdt = Esdt::Full {
        instances: vec![Instance {
            nonce: "0".into(),
            balance: number(wagers * TOKEN_WAGER),
        }],
        frozen: frozen.then(|| "1".into()),
        roles: roles.iter().map(|role| role.to_string()).collect(),
    };
    Account {
        update: Some(true),
        esdt: [(format!("str:{TOKEN}"), esdt)].into(),
        code: Some(format!("mxsc:../../output/{CHESS_CODE}")),
        ..Account::default()
    }
}

/// The manager freezes the contract's own tokens.
fn frozen() -> Scenario {
    let name = "the contract's tokens are frozen, and a player of another shard";
    let mut s = ready(name, Wager::Token, "..");
    s.start(ALICE, BOB).start(BOB, ALICE);
    let frozen = vec![(CHESS, contract_with(4, true, &[]))];
    s.set_accounts("the contract's tokens are frozen", frozen);
    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    let resigned = vec![ended, s.credited(BOB, 2)];
    s.accept(call(ALICE, "resign", &["1"]), resigned, true);
    s.refuse(call(BOB, "withdraw", &[]), "it could not be delivered");
    let free = vec![(CHESS, contract_with(4, false, &[]))];
    s.set_accounts("the contract's tokens are free again", free);
    s.accept_any(call(BOB, "withdraw", &[]));
    s.check(2, &[(ALICE, 8)], &[(BOB, 2)]);
    s
}

/// Only accounts with a role may send the token, or be sent it.
fn limited() -> Scenario {
    let name = "a token that only some may send, and a player of another shard";
    let mut s = ready(name, Wager::Token, "..");
    s.start(ALICE, BOB).start(ALICE, BOB).start(ALICE, BOB);
    let limited = (format!("str:ELRONDesdt{TOKEN}"), "0x0200".to_string());
    let only_limited = std::slice::from_ref(&limited);
    manage(&mut s, "the token is limited", only_limited);
    let ended = s.ended(1, State::BlackWon, Reason::Resignation);
    let resigned = vec![ended, s.credited(BOB, 2)];
    s.accept(call(ALICE, "resign", &["1"]), resigned, true);
    s.refuse(call(BOB, "withdraw", &[]), "it could not be delivered");
    // the contract gets the role
    let may_send = (
        format!("str:ELRONDtransferesdt{TOKEN}"),
        format!("0x0a20|{CHESS}"),
    );
    manage(&mut s, "the contract may send it", &[limited, may_send]);
    let account = contract_with(6, false, &["ESDTTransferRole"]);
    s.set_accounts("the contract has the role", vec![(CHESS, account)]);
    s.end_by(ALICE, "resign", 2, State::BlackWon, Reason::Resignation);
    s.accept_any(call(BOB, "withdraw", &[]));
    s.end_by(BOB, "resign", 3, State::WhiteWon, Reason::Resignation);
    manage(&mut s, "the token is free", &[]);
    let account = contract_with(0, false, &[]);
    s.set_accounts("and nobody has a role", vec![(CHESS, account)]);
    s.check(0, &[(ALICE, 9)], &[(ALICE, 2), (BOB, 4)]);
    s
}

/// What payouts by promise cost.
fn gas() -> Scenario {
    let name = "payouts to players of another shard";
    let mut s = ready(name, Wager::Token, "../..");
    s.start(ALICE, BOB);
    s.id("resign/a token to another shard");
    s.end_by(ALICE, "resign", 1, State::BlackWon, Reason::Resignation);
    s.start(BOB, CAROL).offer_draw(CAROL, 2);
    s.id("draw/accept, tokens to two of another shard");
    s.accept_draw(BOB, 2);
    s.join(CAROL);
    s.id("leaveQueue/a token to another shard")
        .leave_queue(CAROL);
    // what is owed is withdrawn
    s.start(ALICE, BOB);
    set_paused(&mut s, true);
    s.accept_any(call(ALICE, "resign", &["3"]));
    set_paused(&mut s, false);
    s.id("withdraw/a token to another shard");
    s.accept_any(call(BOB, "withdraw", &[]));
    s
}
