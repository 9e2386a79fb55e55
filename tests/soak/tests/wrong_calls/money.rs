//! Mutants of the calls that pay, and of `withdraw`.

use chess_model::chain::Refusal::*;
use chess_model::chain::{self, Account, Terms, Token};
use chess_model::step::{Call, Step};
use num_bigint::BigUint;

use crate::bench::{
    Mutant, STAKE, Scene, WAGER, accept, address, argued, by, call, challenge, more, mutant,
    paused, paying, ready, terms, unpayable, with,
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
            &[(Token::Chess, amount), (Token::Other, amount)],
        ),
    ];
    let refused = |(name, payments)| mutant(name, paying(right, payments), WrongPayment);
    wrong.map(refused).into()
}

/// Arguments that aren't valid keys.
fn wrong_keys(right: &Call, at: usize, other: Option<&[u8]>) -> Vec<Mutant> {
    let bad: [&[u8]; 3] = [&[0; 32], &[3; 31], &[3; 33]];
    let bad = bad.into_iter().chain(other);
    bad.map(|key| argued(right, at, key, BadKey)).collect()
}

/// The contract is paused, or an argument is too many.
fn closed(right: &Call) -> Vec<Mutant> {
    let mut mutants = paused(right);
    let too_many = "too many arguments";
    mutants.push(mutant("an argument more", more(right), too_many));
    mutants
}

fn join(by: Account, key: &[u8]) -> Call {
    let key = Some(key.to_vec());
    call(by, &chain::Call::Join { key }).paying(Token::Chess, WAGER.into())
}

fn join_first() -> Scene {
    let right = join(Account::Carol, &KEY);
    let mut mutants = wrong_payments(&right, Token::Chess, WAGER);
    mutants.extend(wrong_keys(&right, 0, None));
    mutants.extend(closed(&right));
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
    mutants.extend(closed(&right));
    let own = by(&right, Account::Carol);
    mutants.push(mutant("by the waiting player", own, AlreadyWaiting));
    Scene::new("joinGame, a player waits", before, right, mutants)
}

/// Mutants of a challenge other than of its payment and key.
fn wrong_terms(right: &Call) -> Vec<Mutant> {
    let clock = |base: u32, increment: u32| {
        let bytes = [&[1][..], &base.to_be_bytes(), &increment.to_be_bytes()].concat();
        with(right, 2, &bytes)
    };
    let own = [vec![1], address(Account::Alice)].concat();
    let drawn = by(&with(right, 1, &[2]), Account::Machine);
    let [short, neither, side, half, engines] = [
        "argument decode error (opponent): input too short",
        "argument decode error (opponent): invalid value",
        "argument decode error (side): invalid value",
        "argument decode error (clock): input too short",
        "argument decode error (engines): invalid value",
    ];
    let mut mutants = closed(right);
    mutants.extend([
        mutant("oneself", with(right, 0, &own), OwnChallenge),
        argued(right, 0, &[1, 2], short),
        argued(right, 0, &[2; 33], neither),
        argued(right, 1, &[3], side),
        mutant("a contract draws sides", drawn, ContractCannotDraw),
        mutant("29 seconds", clock(29, 2), BadClock),
        mutant("over 30 days", clock(30 * 86_400 + 1, 2), BadClock),
        mutant("an increment over a day", clock(180, 86_401), BadClock),
        argued(right, 2, &[1, 0, 0, 0, 180], half),
        argued(right, 4, &[2], engines),
        argued(right, 3, &[], BadRounds),
        argued(right, 3, &[101], BadRounds),
    ]);
    mutants
}

fn offer_a_game() -> Scene {
    let right = challenge(&terms(1, Some(KEY.to_vec())));
    let mut mutants = wrong_terms(&right);
    mutants.extend(wrong_keys(&right, 5, None));
    let pays = |tokens: &[Token]| {
        let payments: Vec<_> = tokens.iter().map(|token| (*token, STAKE)).collect();
        mutant("other tokens", paying(&right, &payments), WrongPayment)
    };
    let long = "argument decode error (rounds): input too long";
    mutants.extend([
        argued(&right, 3, &[255; 2], BadRounds),
        argued(&right, 3, &[1, 0, 0], long),
        pays(&[Token::Collectible]),
        pays(&[Token::Chess, Token::Other]),
    ]);
    Scene::new("challenge to a game", ready(), right, mutants)
}

fn offer_a_match() -> Scene {
    let right = challenge(&terms(3, Some(KEY.to_vec())));
    let mut mutants = wrong_terms(&right);
    mutants.extend(wrong_keys(&right, 5, None));
    let mut keyless = right.clone();
    keyless.arguments.truncate(5);
    mutants.push(mutant("no key", keyless, MatchWithoutKey));
    mutants.push(argued(&right, 3, &[7], UnevenPayment));
    // a unit more or less, and less than a unit each
    for amount in [3 * STAKE + 1, 3 * STAKE - 1, 2] {
        let uneven = paying(&right, &[(Token::Egld, amount)]);
        mutants.push(mutant(&format!("pays {amount}"), uneven, UnevenPayment));
    }
    let too_long = BigUint::from(3u8) << 255;
    let payments = vec![(Token::Egld, too_long)];
    mutants.push(mutant(
        "pays 33 bytes",
        Call {
            payments,
            ..right.clone()
        },
        BadWager,
    ));
    Scene::new("challenge to a match", ready(), right, mutants)
}

/// Mutants of an acceptance other than of its payment.
fn wrong_acceptances(right: &Call) -> Vec<Mutant> {
    let cancel = |by| call(by, &chain::Call::CancelChallenge(1));
    let mut mutants = wrong_keys(right, 1, Some(&KEY));
    mutants.extend(closed(right));
    mutants.extend([
        argued(right, 0, &[], NoSuchGame),
        argued(right, 0, &[2], NoSuchGame),
        mutant("a stranger", by(right, Account::Carol), NotYourChallenge),
        mutant("the challenger", by(right, Account::Alice), OwnChallenge),
        mutant("twice", right.clone(), NotAChallenge).after_call(right),
        mutant("taken back", right.clone(), NotAChallenge).after_call(&cancel(Account::Alice)),
        mutant("declined", right.clone(), NotAChallenge).after_call(&cancel(Account::Bob)),
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

/// Bob, in another shard, is owed the wager, as the token was paused when he should have been paid.
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
    let owed_nothing = by(&right, Account::Carol);
    let mut mutants = vec![
        mutant("a player who is owed nothing", owed_nothing, NothingOwed),
        mutant("twice", right.clone(), NothingOwed).after_call(&right),
    ];
    let undelivered = [
        Step::PauseToken(Token::Chess, true),
        Step::LimitToken(Token::Chess, true),
        Step::Freeze(Account::Chess, Token::Chess, true),
    ];
    mutants.extend(undelivered.map(|step| {
        let name = step.to_string();
        mutant(&name, right.clone(), NotDelivered).after(vec![step])
    }));
    mutants.extend(unpayable(&right));
    mutants.extend(paused(&right));
    Scene::new("withdraw", before, right, mutants)
}
