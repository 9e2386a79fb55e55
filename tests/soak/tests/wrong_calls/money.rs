//! Mutants of the calls that pay, and of `withdraw`.

use chess_model::chain::Refusal::*;
use chess_model::chain::{self, Account, DAY, Terms, Token};
use chess_model::step::{Call, Step};
use num_bigint::BigUint;

use crate::bench::{
    Mutant, STAKE, Scene, WAGER, accept, address, by, call, challenge, mutant, owner, pass, paying,
    ready, terms, with,
};

const KEY: [u8; 32] = [3; 32];
const OTHER_KEY: [u8; 32] = [4; 32];

pub fn scenes() -> Vec<Scene> {
    vec![
        join_first(),
        join_second(),
        offer_a_game(),
        offer_a_match(),
        accept_a_game(),
        accept_a_match(),
        withdraw(),
    ]
}

/// Payments that aren't the stake.
fn wrong_payments(right: &Call, token: Token, amount: u32) -> Vec<Mutant> {
    let other = match token {
        Token::Egld => Token::Chess,
        _ => Token::Egld,
    };
    let wrong: [(&str, &[(Token, u32)]); 6] = [
        ("pays nothing", &[]),
        ("pays a unit less", &[(token, amount - 1)]),
        ("pays a unit more", &[(token, amount + 1)]),
        ("pays another token", &[(other, amount)]),
        ("pays what isn't fungible", &[(Token::Collectible, amount)]),
        (
            "pays twice",
            &[Token::Chess, Token::Other].map(|token| (token, amount)),
        ),
    ];
    let refused = |(name, payments)| mutant(name, paying(right, payments), WrongPayment);
    wrong.map(refused).into()
}

/// Arguments that are no key of one's own.
fn wrong_keys(right: &Call, at: usize, other: Option<&[u8]>) -> Vec<Mutant> {
    let bad = |name: &str, key: &[u8]| mutant(name, with(right, at, key), BadKey);
    let mut mutants = vec![
        bad("a key of zeros", &[0; 32]),
        bad("a key of 31 bytes", &[3; 31]),
        bad("a key of 33 bytes", &[3; 33]),
    ];
    mutants.extend(other.map(|key| bad("the opponent's key", key)));
    mutants
}

fn paused(right: &Call) -> Mutant {
    mutant("in a pause", right.clone(), Paused).after_call(&owner("pause"))
}

fn too_many(right: &Call) -> Mutant {
    let mut call = right.clone();
    call.arguments.push(vec![1]);
    mutant("an argument more", call, "too many arguments")
}

fn join(by: Account, key: &[u8]) -> Call {
    let key = Some(key.to_vec());
    call(by, &chain::Call::Join { key }).paying(Token::Chess, WAGER.into())
}

fn join_first() -> Scene {
    let right = join(Account::Carol, &KEY);
    let mut mutants = wrong_payments(&right, Token::Chess, WAGER);
    mutants.extend(wrong_keys(&right, 0, None));
    mutants.extend([paused(&right), too_many(&right)]);
    mutants.push(mutant("twice", right.clone(), AlreadyWaiting).after_call(&right));
    let token_paused = vec![Step::PauseToken(Token::Chess, true)];
    let words = "esdt token is paused";
    mutants.push(mutant("a paused token", right.clone(), words).after(token_paused));
    Scene::new("joinGame, nobody waits", ready(), right, mutants)
}

fn join_second() -> Scene {
    let right = join(Account::Machine, &OTHER_KEY);
    let mut before = ready();
    before.push(Step::Call(join(Account::Carol, &KEY)));
    let mut mutants = wrong_payments(&right, Token::Chess, WAGER);
    mutants.extend(wrong_keys(&right, 0, Some(&KEY)));
    mutants.extend([paused(&right), too_many(&right)]);
    let own = by(&right, Account::Carol);
    mutants.push(mutant("by who waits", own, AlreadyWaiting));
    Scene::new("joinGame, somebody waits", before, right, mutants)
}

/// Mutants of a challenge other than of its payment and key.
fn wrong_terms(right: &Call) -> Vec<Mutant> {
    let clock = |base: u32, increment: u32| {
        let bytes = [&[1][..], &base.to_be_bytes(), &increment.to_be_bytes()].concat();
        with(right, 2, &bytes)
    };
    let own = [vec![1], address(Account::Alice)].concat();
    let drawn = by(&with(right, 1, &[2]), Account::Machine);
    vec![
        mutant("oneself", with(right, 0, &own), OwnChallenge),
        mutant(
            "a short opponent",
            with(right, 0, &[1, 2]),
            "argument decode error (opponent): input too short",
        ),
        mutant(
            "neither some nor none",
            with(right, 0, &[2; 33]),
            "argument decode error (opponent): invalid value",
        ),
        mutant(
            "a third side",
            with(right, 1, &[3]),
            "argument decode error (side): invalid value",
        ),
        mutant("a contract draws sides", drawn, ContractCannotDraw),
        mutant("29 seconds", clock(29, 2), BadClock),
        mutant("over 30 days", clock(30 * 86_400 + 1, 2), BadClock),
        mutant("an increment over a day", clock(180, 86_401), BadClock),
        mutant(
            "half a clock",
            with(right, 2, &[1, 0, 0, 0, 180]),
            "argument decode error (clock): input too short",
        ),
        mutant(
            "engines 2",
            with(right, 4, &[2]),
            "argument decode error (engines): invalid value",
        ),
        paused(right),
        too_many(right),
    ]
}

fn offer_a_game() -> Scene {
    let right = challenge(&terms(1, Some(KEY.to_vec())));
    let mut mutants = wrong_terms(&right);
    mutants.extend(wrong_keys(&right, 5, None));
    let pays = |tokens: &[Token]| {
        let payments: Vec<_> = tokens.iter().map(|token| (*token, STAKE)).collect();
        paying(&right, &payments)
    };
    mutants.extend([
        mutant("no round", with(&right, 3, &[]), BadRounds),
        mutant("101 rounds", with(&right, 3, &[101]), BadRounds),
        mutant("65,535 rounds", with(&right, 3, &[255; 2]), BadRounds),
        mutant(
            "65,536 rounds",
            with(&right, 3, &[1, 0, 0]),
            "argument decode error (rounds): input too long",
        ),
        mutant(
            "what isn't fungible",
            pays(&[Token::Collectible]),
            WrongPayment,
        ),
        mutant(
            "two tokens",
            pays(&[Token::Chess, Token::Other]),
            WrongPayment,
        ),
    ]);
    Scene::new("challenge to a game", ready(), right, mutants)
}

fn offer_a_match() -> Scene {
    let right = challenge(&terms(3, Some(KEY.to_vec())));
    let mut mutants = wrong_terms(&right);
    mutants.extend(wrong_keys(&right, 5, None));
    let mut keyless = right.clone();
    keyless.arguments.truncate(5);
    let seven = with(&right, 3, &[7]);
    let uneven = |amount| paying(&right, &[(Token::Egld, amount)]);
    mutants.extend([
        mutant("no key", keyless, MatchWithoutKey),
        mutant("a unit more", uneven(3 * STAKE + 1), UnevenPayment),
        mutant("a unit less", uneven(3 * STAKE - 1), UnevenPayment),
        mutant("less than a unit each", uneven(2), UnevenPayment),
        mutant("7 rounds for the same", seven, UnevenPayment),
        mutant("no round", with(&right, 3, &[]), BadRounds),
        mutant("101 rounds", with(&right, 3, &[101]), BadRounds),
    ]);
    Scene::new("challenge to a match", ready(), right, mutants)
}

/// Mutants of an acceptance other than of its payment.
fn wrong_acceptances(right: &Call) -> Vec<Mutant> {
    let cancel = |by| call(by, &chain::Call::CancelChallenge(1));
    let mut mutants = wrong_keys(right, 1, Some(&KEY));
    mutants.extend([
        mutant("game 0", with(right, 0, &[]), NoSuchGame),
        mutant("game 2", with(right, 0, &[2]), NoSuchGame),
        mutant("a stranger", by(right, Account::Carol), NotYourChallenge),
        mutant("the challenger", by(right, Account::Alice), OwnChallenge),
        mutant("twice", right.clone(), NotAChallenge).after_call(right),
        mutant("taken back", right.clone(), NotAChallenge).after_call(&cancel(Account::Alice)),
        mutant("declined", right.clone(), NotAChallenge).after_call(&cancel(Account::Bob)),
        paused(right),
        too_many(right),
    ]);
    mutants
}

fn accept_a_game() -> Scene {
    let right = accept(1, Some(OTHER_KEY.to_vec()));
    let mut before = ready();
    before.push(Step::Call(challenge(&terms(1, Some(KEY.to_vec())))));
    let mut mutants = wrong_payments(&right, Token::Egld, STAKE);
    mutants.extend(wrong_acceptances(&right));
    let drawn = Terms {
        opponent: None,
        side: 2,
        ..terms(1, Some(KEY.to_vec()))
    };
    let by_contract = with(&by(&right, Account::Machine), 0, &[2]);
    mutants.push(
        mutant("a contract draws sides", by_contract, ContractCannotDraw)
            .after_call(&challenge(&drawn)),
    );
    Scene::new("accept a game", before, right, mutants)
}

fn accept_a_match() -> Scene {
    let right = accept(3, Some(OTHER_KEY.to_vec()));
    let mut before = ready();
    before.push(Step::Call(challenge(&terms(3, Some(KEY.to_vec())))));
    let mut mutants = wrong_payments(&right, Token::Egld, 3 * STAKE);
    mutants.extend(wrong_acceptances(&right));
    let mut keyless = right.clone();
    keyless.arguments.truncate(1);
    mutants.push(mutant("no key", keyless, MatchWithoutKey));
    let one_round = paying(&right, &[(Token::Egld, STAKE)]);
    mutants.push(mutant("the stake of a round", one_round, WrongPayment));
    Scene::new("accept a match", before, right, mutants)
}

/// Bob, in another shard, is owed the wager: the token is paused as he is to be paid.
fn withdraw() -> Scene {
    let right = call(Account::Bob, &chain::Call::Withdraw);
    let mut before = ready();
    let pays = |by| call(by, &chain::Call::Join { key: None });
    for by in [Account::Carol, Account::Bob] {
        before.push(Step::Call(pays(by).paying(Token::Chess, WAGER.into())));
    }
    before.extend([
        Step::PauseToken(Token::Chess, true),
        Step::Call(call(Account::Carol, &chain::Call::Resign(1))),
        Step::PauseToken(Token::Chess, false),
    ]);
    let egld = right.clone().paying(Token::Egld, BigUint::from(1u32));
    let esdt = right.clone().paying(Token::Other, BigUint::from(1u32));
    let mutants =
        vec![
            mutant(
                "who is owed nothing",
                by(&right, Account::Carol),
                NothingOwed,
            ),
            mutant("pays EGLD", egld, "function does not accept EGLD payment"),
            mutant(
                "pays a token",
                esdt,
                "function does not accept ESDT payment",
            ),
            mutant("the token is paused", right.clone(), NotDelivered)
                .after(vec![Step::PauseToken(Token::Chess, true)]),
            mutant("the token is limited", right.clone(), NotDelivered)
                .after(vec![Step::LimitToken(Token::Chess, true)]),
            mutant("the contract is frozen", right.clone(), NotDelivered)
                .after(vec![Step::Freeze(Account::Chess, Token::Chess, true)]),
            mutant("twice", right.clone(), NothingOwed).after_call(&right),
            paused(&right),
            mutant("after 30 epochs of a pause", right.clone(), Paused)
                .after(vec![Step::Call(owner("pause")), pass(30 * DAY)]),
        ];
    Scene::new("withdraw", before, right, mutants)
}
