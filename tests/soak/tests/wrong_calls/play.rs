//! Mutants of `play`: a game's moves, an ask, a resignation; a match's round, a later one, leaving.

use std::ops::Range;

use chess_model::chain::Refusal::*;
use chess_model::chain::{self, Account, DAY, Token};
use chess_model::lines::moves_of;
use chess_model::rules::Move;
use chess_model::signing::{Action, Table, covered};
use chess_model::step::{Call, Step, argument};
use chess_model::transcript;
use cozy_chess::Color;
use ed25519_dalek::{Signer, SigningKey};
use num_bigint::BigUint;

use crate::bench::{
    Mutant, Scene, accept, address, call, challenge, mutant, owner, pass, ready, terms, with,
};

/// The fields of a message other than its moves, by their bytes.
const FIELDS: [(&str, Range<usize>); 8] = [
    ("domain", 0..20),
    ("contract", 20..52),
    ("id", 52..56),
    ("White's key", 56..88),
    ("Black's key", 88..120),
    ("round", 120..122),
    ("points", 122..124),
    ("action", 124..125),
];
const HEADER: usize = 125;

fn secrets() -> [SigningKey; 2] {
    [
        SigningKey::from_bytes(&[1; 32]),
        SigningKey::from_bytes(&[2; 32]),
    ]
}

/// A signed game: both players' messages in a round, over some moves.
#[derive(Clone)]
struct Signed {
    round: u16,
    points: u16,
    moves: Vec<Move>,
    /// By colour in the round.
    actions: [Option<Action>; 2],
}

impl Signed {
    fn new(which: (u16, u16), line: &str, actions: [Option<Action>; 2]) -> Self {
        Signed {
            round: which.0,
            points: which.1,
            moves: moves_of(line),
            actions,
        }
    }

    /// Alice is White in even rounds.
    fn secret(&self, color: usize) -> SigningKey {
        secrets()[(color + usize::from(self.round)) % 2].clone()
    }

    fn table(&self) -> Table {
        let contract = address(Account::Chess);
        Table {
            contract: contract.try_into().expect("an address"),
            game: 1,
            keys: [0, 1].map(|color| self.secret(color).verifying_key().to_bytes()),
            round: self.round,
            points: self.points,
        }
    }

    /// The bytes that a colour signs.
    fn bytes(&self, color: usize, action: Action) -> Vec<u8> {
        let plies = covered(Color::ALL[color], action, self.moves.len());
        let covered = transcript::encode(&self.moves[..plies]);
        self.table().message(action, &covered)
    }

    fn message(&self, color: usize, bytes: &[u8]) -> Vec<u8> {
        let action = self.actions[color].expect("a message");
        let signature = self.secret(color).sign(bytes);
        [&[action as u8][..], &signature.to_bytes()].concat()
    }

    fn call(&self) -> Call {
        let [white, black] = [0, 1].map(|color| match self.actions[color] {
            None => vec![],
            Some(action) => self.message(color, &self.bytes(color, action)),
        });
        let which = [1, self.round.into(), self.points.into()].map(argument);
        let moves = transcript::encode(&self.moves);
        let arguments = which.into_iter().chain([moves, white, black]).collect();
        Call::new(Account::Stranger, "play", arguments)
    }

    /// A scene of this call, with the faults of its messages, those of every call, and its own.
    fn scene(&self, name: &'static str, before: Vec<Step>, rounds: u16, own: Vec<Mutant>) -> Scene {
        let call = self.call();
        let mut mutants = self.forged();
        mutants.extend(always(&call, rounds));
        mutants.extend(own);
        Scene::new(name, before, call, mutants)
    }

    /// Each field of each message changed by a bit, and signed.
    fn forged(&self) -> Vec<Mutant> {
        let right = self.call();
        let mut mutants = vec![];
        for color in 0..2 {
            let Some(action) = self.actions[color] else {
                continue;
            };
            let bytes = self.bytes(color, action);
            let mut fields: Vec<(String, Range<usize>)> = FIELDS
                .iter()
                .map(|(name, at)| ((*name).into(), at.clone()))
                .collect();
            for ply in 0..(bytes.len() - HEADER) / 2 {
                let at = HEADER + 2 * ply;
                fields.push((format!("ply {}", ply + 1), at..at + 2));
            }
            for (name, at) in fields {
                let mut bytes = bytes.clone();
                bytes[at.end - 1] ^= 1;
                let message = self.message(color, &bytes);
                let name = format!("{name} of message {color}");
                mutants.push(bad_signature(&name, with(&right, 4 + color, &message)));
            }
            let mut more = bytes.clone();
            more.extend([12, 28]);
            let message = self.message(color, &more);
            let name = format!("a move more in message {color}");
            mutants.push(bad_signature(&name, with(&right, 4 + color, &message)));
            mutants.extend(self.spoiled(color, &right));
        }
        mutants
    }

    /// A message that isn't one, another's, or with a bit changed.
    fn spoiled(&self, color: usize, right: &Call) -> Vec<Mutant> {
        let at = 4 + color;
        let message = &right.arguments[at];
        let changed = |byte: usize, bit: u8| {
            let mut message = message.clone();
            message[byte] ^= bit;
            with(right, at, &message)
        };
        let stranger = SigningKey::from_bytes(&[9; 32]);
        let action = self.actions[color].expect("a message");
        let by_stranger = stranger.sign(&self.bytes(color, action)).to_bytes();
        let by_stranger = [&[action as u8][..], &by_stranger].concat();
        let longer = [&message[..], &[0]].concat();
        vec![
            mutant("64 bytes", with(right, at, &message[..64]), BadMessage),
            mutant("66 bytes", with(right, at, &longer), BadMessage),
            mutant("one byte", with(right, at, &message[..1]), BadMessage),
            mutant("action 5", changed(0, action as u8 ^ 5), BadMessage),
            mutant("action 255", changed(0, action as u8 ^ 255), BadMessage),
            bad_signature("the signature's first half", changed(1, 1)),
            bad_signature("the signature's second half", changed(40, 1)),
            bad_signature("a stranger's signature", with(right, at, &by_stranger)),
        ]
    }
}

fn missing(color: usize, right: &Call) -> Mutant {
    let name = ["White's missing", "Black's missing"][color];
    mutant(name, with(right, 4 + color, &[]), MessageMissing)
}

fn bad_signature(name: &str, call: Call) -> Mutant {
    mutant(name, call, BadSignature)
}

const MOVE: Option<Action> = Some(Action::Move);
const RESIGN: Option<Action> = Some(Action::Resign);
const DRAW: Option<Action> = Some(Action::Draw);
const ASK: Option<Action> = Some(Action::Ask);
const LEAVE: Option<Action> = Some(Action::Leave);
const MOVES: [Option<Action>; 2] = [MOVE, MOVE];

pub fn scenes() -> Vec<Scene> {
    vec![
        moves(),
        ask(),
        resignation(),
        draw(),
        round(),
        later_round(),
        leave(),
    ]
}

/// A game of one or more rounds, with keys.
fn started(rounds: u16) -> Vec<Step> {
    let [alice, bob] = secrets().map(|secret| Some(secret.verifying_key().to_bytes().to_vec()));
    let mut steps = ready();
    steps.push(Step::Call(challenge(&terms(rounds, alice))));
    steps.push(Step::Call(accept(rounds, bob)));
    steps
}

/// The faults of every call of `play`, except those of its messages.
fn always(right: &Call, rounds: u16) -> Vec<Mutant> {
    let paid = |token| right.clone().paying(token, BigUint::from(1u32));
    let mut more = right.clone();
    more.arguments.push(vec![1]);
    let mut fewer = right.clone();
    fewer.arguments.pop();
    let pause = || Step::Call(owner("pause"));
    let [long_id, long_round, long_points] = [
        "argument decode error (game_id): input too long",
        "argument decode error (round): input too long",
        "argument decode error (points): input too long",
    ];
    let no_egld = "function does not accept EGLD payment";
    let no_esdt = "function does not accept ESDT payment";
    let mut mutants = vec![
        mutant("game 0", with(right, 0, &[]), NoSuchGame),
        mutant("game 2", with(right, 0, &[2]), NoSuchGame),
        mutant(
            "a game's id of 5 bytes",
            with(right, 0, &[1, 0, 0, 0, 1]),
            long_id,
        ),
        mutant("a round of 3 bytes", with(right, 1, &[1, 0, 0]), long_round),
        mutant("points of 3 bytes", with(right, 2, &[1, 0, 0]), long_points),
        mutant("round 65,535", with(right, 1, &[255; 2]), WrongRound),
        mutant("points 65,535", with(right, 2, &[255; 2]), WrongPoints),
        mutant("pays EGLD", paid(Token::Egld), no_egld),
        mutant("pays a token", paid(Token::Other), no_esdt),
        mutant("an argument more", more, "wrong number of arguments"),
        mutant("an argument less", fewer, "wrong number of arguments"),
        mutant("in a pause", right.clone(), Paused).after(vec![pause()]),
        mutant("after 30 epochs of a pause", right.clone(), Paused)
            .after(vec![pause(), pass(30 * DAY)]),
    ];
    if rounds == 1 {
        let resign = call(Account::Alice, &chain::Call::Resign(1));
        mutants.push(mutant("it is over", right.clone(), GameOver).after_call(&resign));
    }
    mutants
}

fn moves() -> Scene {
    let line = "e2e4 e7e5 g1f3 b8c6";
    let signed = Signed::new((0, 0), line, MOVES);
    let right = signed.call();
    let bytes = transcript::encode(&signed.moves);
    let last = bytes.len() - 2;
    let moves = |bytes: &[u8]| with(&right, 3, bytes);
    let changed = |at: usize, to: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        moves(&bytes)
    };
    let reserved = changed(last, &[bytes[last] | 0x40]);
    let onto_rook = changed(last, &[60, 63]);
    let more = moves(&[&bytes[..], &[0]].concat());
    let by_white = with(&right, 5, &right.arguments[4]);
    let swapped = with(&by_white, 4, &right.arguments[5]);
    let own = vec![
        mutant("half a move", moves(&bytes[..last + 1]), BadTranscript),
        mutant("a byte more", more, BadTranscript),
        mutant("a reserved bit", reserved, BadTranscript),
        mutant("an empty square", changed(last, &[24]), CannotGoThere),
        mutant(
            "to where it can't go",
            changed(last + 1, &[63]),
            CannotGoThere,
        ),
        mutant("castling onto the rook", onto_rook, CannotGoThere),
        // b8a6
        bad_signature("another legal move", changed(last + 1, &[40])),
        bad_signature("a move less", moves(&bytes[..last])),
        bad_signature("no moves", moves(&[])),
        mutant("round 1", with(&right, 1, &[1]), WrongRound),
        mutant("points 1", with(&right, 2, &[1]), WrongPoints),
        missing(0, &right),
        missing(1, &right),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
        bad_signature("each other's messages", swapped),
    ];
    signed.scene("play, moves", started(1), 1, own)
}

/// The base, three minutes and ten rounds.
const ANSWER_MS: u64 = 180_000 + 180_000 + 60_000;

fn ask() -> Scene {
    let line = "e2e4 e7e5";
    let signed = Signed::new((0, 0), line, [None, ASK]);
    let right = signed.call();
    let mut before = started(1);
    before.push(Step::Call(Signed::new((0, 0), line, MOVES).call()));
    let by_mover = Signed::new((0, 0), line, [ASK, None]).call();
    let nobody = with(&right, 5, &[]);
    let both = Signed::new((0, 0), line, [ASK, ASK]).call();
    let late = Signed::new((0, 0), "e2e4 e7e5 g1f3", [MOVE, None]).call();
    let asked = || Step::Call(right.clone());
    let own = vec![
        mutant("by who is to move", by_mover, CannotAsk),
        mutant("no message", nobody, NoEffect),
        mutant("by both", both, BothAct),
        mutant("twice", right.clone(), CannotAsk).after_call(&right),
        mutant("answered too late", late, TimeIsOver).after(vec![asked(), pass(ANSWER_MS + 2_001)]),
    ];
    signed.scene("play, an ask", before, 1, own)
}

fn resignation() -> Scene {
    let line = "e2e4 e7e5";
    let signed = Signed::new((0, 0), line, [RESIGN, None]);
    let right = signed.call();
    let mut before = started(1);
    before.push(Step::Call(Signed::new((0, 0), line, MOVES).call()));
    let both = Signed::new((0, 0), line, [RESIGN; 2]).call();
    let with_draw = Signed::new((0, 0), line, [RESIGN, DRAW]).call();
    let shorter = Signed::new((0, 0), "e2e4", [RESIGN, None]).call();
    let other = Signed::new((0, 0), "e2e4 e7e6", [RESIGN, MOVE]).call();
    let own = vec![
        mutant("both", both, BothAct),
        mutant("and a draw", with_draw, BothAct),
        mutant("over less than the chain has", shorter, NotLonger),
        mutant("over other moves", other, NotLonger),
        mutant("twice", right.clone(), GameOver).after_call(&right),
    ];
    signed.scene("play, a resignation", before, 1, own)
}

fn draw() -> Scene {
    let line = "e2e4 e7e5";
    let signed = Signed::new((0, 0), line, [DRAW, DRAW]);
    let right = signed.call();
    let mut before = started(1);
    before.push(Step::Call(Signed::new((0, 0), line, MOVES).call()));
    let alone = |actions| Signed::new((0, 0), line, actions).call();
    let one_more = Signed::new((0, 0), "e2e4 e7e5 g1f3", MOVES).call();
    let draw = call(Account::Alice, &chain::Call::Draw(1));
    let claim = call(Account::Alice, &chain::Call::ClaimDraw(1));
    let settle = call(Account::Carol, &chain::Call::SignalInactivity(1));
    let with_move = call(Account::Alice, &e2e4(true));
    let in_window = vec![Step::Call(right.clone()), pass(180_000)];
    let own = vec![
        mutant("White alone", alone([DRAW, None]), NothingToClaim),
        mutant("Black alone", alone([None, DRAW]), NothingToClaim),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
        mutant("undone by a ply", one_more, NotLongEnough).after_call(&right),
        mutant("by account while it is open", draw.clone(), EndIsOpen).after_call(&right),
        mutant("claimed while it is open", claim, EndIsOpen).after_call(&right),
        mutant("settled in the window", settle, TimeIsLeft).after(in_window),
        mutant("offered on move", draw, OfferOnMove),
        mutant(
            "claimed with a move by account",
            with_move,
            ClaimAfterTheMove,
        ),
    ];
    signed.scene("play, a draw by both", before, 1, own)
}

/// The move e2e4 by account, with or without a claim.
fn e2e4(claim: bool) -> chain::Call {
    chain::Call::Move {
        game: 1,
        from: 52,
        to: 36,
        promotion: None,
        claim,
    }
}

/// The faults of calls by account in a match.
fn by_account() -> Vec<Mutant> {
    let by_alice = |what| call(Account::Alice, &what);
    let calls = [
        ("makeMove", e2e4(false)),
        ("draw", chain::Call::Draw(1)),
        ("claimDraw", chain::Call::ClaimDraw(1)),
        ("resign", chain::Call::Resign(1)),
    ];
    let refused = |(name, what)| mutant(name, by_alice(what), BySignatureOnly);
    calls.map(refused).into()
}

fn round() -> Scene {
    let line = "e2e4 e7e5";
    let signed = Signed::new((1, 2), line, MOVES);
    let right = signed.call();
    let mut before = started(3);
    before.push(Step::Call(Signed::new((1, 2), "", MOVES).call()));
    let mut own = by_account();
    let of = |which| Signed::new(which, line, MOVES).call();
    let resigned = Signed::new((1, 2), line, [RESIGN, MOVE]).call();
    let again = Signed::new((1, 2), line, [RESIGN, None]).call();
    let further = Signed::new((1, 2), "e2e4 e7e5 g1f3 b8c6", MOVES).call();
    own.extend([
        mutant("an earlier round", of((0, 0)), WrongRound),
        mutant("a round that isn't there", of((3, 2)), WrongRound),
        mutant("fewer points", of((1, 1)), WrongPoints),
        mutant("more points", of((1, 3)), WrongPoints),
        missing(0, &right),
        mutant("resigned twice", again, NoEffect).after_call(&resigned),
        mutant("a resignation taken back", further, Resigned).after_call(&resigned),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
    ]);
    signed.scene("play, a match's round", before, 3, own)
}

fn later_round() -> Scene {
    let signed = Signed::new((1, 1), "", MOVES);
    let right = signed.call();
    let mut before = started(3);
    before.push(Step::Call(Signed::new((0, 0), "e2e4 e7e5", MOVES).call()));
    let of = |which| Signed::new(which, "", MOVES).call();
    let asked = Signed::new((0, 0), "e2e4 e7e5", [None, ASK]).call();
    let only_a_move = Signed::new((1, 1), "e2e4", [MOVE, None]).call();
    let own = vec![
        mutant("a round that isn't there", of((3, 1)), WrongRound),
        mutant("more than a win", of((1, 3)), WrongPoints),
        missing(0, &right),
        missing(1, &right),
        mutant("White's move alone", only_a_move, MessageMissing),
        bad_signature("other points, as signed", with(&right, 2, &[2])),
        bad_signature("another round, as signed", with(&right, 1, &[2])),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
        mutant("back again", right.clone(), WrongRound).after_call(&of((2, 1))),
        mutant("after an ask's time", right.clone(), TimeIsOver)
            .after(vec![Step::Call(asked), pass(ANSWER_MS + 2_001)]),
    ];
    signed.scene("play, a later round", before, 3, own)
}

fn leave() -> Scene {
    let signed = Signed::new((2, 3), "", [LEAVE; 2]);
    let right = signed.call();
    let before = started(3);
    let of = |which| Signed::new(which, "", [LEAVE; 2]).call();
    let begun = Signed::new((2, 3), "", MOVES).call();
    let resign = call(Account::Bob, &chain::Call::Resign(1));
    let with_move = Signed::new((2, 3), "", [LEAVE, MOVE]).call();
    let own = vec![
        mutant("the round that the chain is in", of((0, 0)), WrongRound),
        mutant("after the last", of((4, 3)), WrongRound),
        mutant("more points than wins", of((2, 5)), WrongPoints),
        missing(0, &right),
        missing(1, &right),
        mutant("the other begins", with_move, BothAct),
        mutant("with a move", with(&right, 3, &[12, 28]), NoEffect),
        bad_signature("other points, as signed", with(&right, 2, &[2])),
        bad_signature("another round, as signed", with(&right, 1, &[3])),
        mutant("the chain is in that round", right.clone(), WrongRound).after_call(&begun),
        mutant("twice", right.clone(), GameOver).after_call(&right),
        mutant("by account after it", resign, GameOver).after_call(&right),
    ];
    signed.scene("play, leaving", before, 3, own)
}
