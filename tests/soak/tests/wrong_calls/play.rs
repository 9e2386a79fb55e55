//! Mutants of `play`: a game's moves, an ask, a resignation; a match's round, a later one, leaving.

use chess_model::chain::Refusal::*;
use chess_model::chain::{self, Account};
use chess_model::lines::moves_of;
use chess_model::rules::Move;
use chess_model::signing::{Action, Table, covered};
use chess_model::step::{Call, Step, argument};
use chess_model::transcript;
use cozy_chess::Color;
use ed25519_dalek::{Signer, SigningKey};

use crate::bench::{
    Mutant, Scene, accept, address, argued, call, challenge, more, mutant, pass, paused, ready,
    terms, unpayable, with,
};

/// The place of a message's round, after the domain, the contract, the id and the keys.
const ROUND: usize = 120;

fn secrets() -> [SigningKey; 2] {
    [[1; 32], [2; 32]].map(|secret| SigningKey::from_bytes(&secret))
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

    /// Some bytes of each field of each message changed by a bit, and signed.
    fn forged(&self) -> Vec<Mutant> {
        let right = self.call();
        let mut mutants = vec![];
        for color in 0..2 {
            let Some(action) = self.actions[color] else {
                continue;
            };
            let bytes = self.bytes(color, action);
            let mut forge = |name: &str, bytes: &[u8]| {
                let message = self.message(color, bytes);
                let name = format!("{name} of message {color}");
                mutants.push(bad_signature(&name, with(&right, 4 + color, &message)));
            };
            for at in (0..ROUND).step_by(4).chain(ROUND..bytes.len()) {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1;
                forge(&format!("byte {at}"), &bytes);
            }
            forge("a move more", &[&bytes[..], &[12, 28]].concat());
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

/// The call of a signed game.
fn play(which: (u16, u16), line: &str, actions: [Option<Action>; 2]) -> Call {
    Signed::new(which, line, actions).call()
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

/// The chain's round and points at first.
const FIRST: (u16, u16) = (0, 0);
/// Two plies.
const LINE: &str = "e2e4 e7e5";

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

/// A game of one or more rounds, with keys, in which this was played.
fn started(rounds: u16, played: Option<Call>) -> Vec<Step> {
    let [alice, bob] = secrets().map(|secret| Some(secret.verifying_key().to_bytes().to_vec()));
    let calls = [challenge(&terms(rounds, alice)), accept(rounds, bob)];
    let calls = calls.into_iter().chain(played).map(Step::Call);
    ready().into_iter().chain(calls).collect()
}

/// The faults of every call of `play`, except those of its messages.
fn always(right: &Call, rounds: u16) -> Vec<Mutant> {
    let mut fewer = right.clone();
    fewer.arguments.pop();
    let count = "wrong number of arguments";
    let [long_id, long_round, long_points] = [
        "argument decode error (game_id): input too long",
        "argument decode error (round): input too long",
        "argument decode error (points): input too long",
    ];
    let mut mutants = vec![
        argued(right, 0, &[], NoSuchGame),
        argued(right, 0, &[2], NoSuchGame),
        argued(right, 0, &[1, 0, 0, 0, 1], long_id),
        argued(right, 1, &[1, 0, 0], long_round),
        argued(right, 2, &[1, 0, 0], long_points),
        argued(right, 1, &[255; 2], WrongRound),
        argued(right, 2, &[255; 2], WrongPoints),
        mutant("an argument more", more(right), count),
        mutant("an argument less", fewer, count),
    ];
    mutants.extend(unpayable(right));
    mutants.extend(paused(right));
    if rounds == 1 {
        let resign = call(Account::Alice, &chain::Call::Resign(1));
        mutants.push(mutant("it is over", right.clone(), GameOver).after_call(&resign));
    }
    mutants
}

fn moves() -> Scene {
    let signed = Signed::new(FIRST, "e2e4 e7e5 g1f3 b8c6", MOVES);
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
    let byte_more = moves(&[&bytes[..], &[0]].concat());
    let by_white = with(&right, 5, &right.arguments[4]);
    let swapped = with(&by_white, 4, &right.arguments[5]);
    let no_way = changed(last + 1, &[63]);
    let onto_rook = changed(last, &[60, 63]);
    let own = vec![
        mutant("half a move", moves(&bytes[..last + 1]), BadTranscript),
        mutant("a byte more", byte_more, BadTranscript),
        mutant("a reserved bit", reserved, BadTranscript),
        mutant("an empty square", changed(last, &[24]), CannotGoThere),
        mutant("to where it can't go", no_way, CannotGoThere),
        mutant("castling onto the rook", onto_rook, CannotGoThere),
        // b8a6
        bad_signature("another legal move", changed(last + 1, &[40])),
        bad_signature("a move less", moves(&bytes[..last])),
        bad_signature("no moves", moves(&[])),
        argued(&right, 1, &[1], WrongRound),
        argued(&right, 2, &[1], WrongPoints),
        missing(0, &right),
        missing(1, &right),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
        bad_signature("each other's messages", swapped),
    ];
    signed.scene("play, moves", started(1, None), 1, own)
}

/// The base, three minutes and ten rounds.
const ANSWER_MS: u64 = 180_000 + 180_000 + 60_000;

/// Asked, and the time for the answer is over.
fn unanswered(asked: Call) -> Vec<Step> {
    vec![Step::Call(asked), pass(ANSWER_MS + 2_001)]
}

fn ask() -> Scene {
    let signed = Signed::new(FIRST, LINE, [None, ASK]);
    let right = signed.call();
    let before = started(1, Some(play(FIRST, LINE, MOVES)));
    let by_mover = play(FIRST, LINE, [ASK, None]);
    let late = play(FIRST, "e2e4 e7e5 g1f3", [MOVE, None]);
    let own = vec![
        mutant("by the player to move", by_mover, CannotAsk),
        mutant("no message", with(&right, 5, &[]), NoEffect),
        mutant("by both", play(FIRST, LINE, [ASK, ASK]), BothAct),
        mutant("twice", right.clone(), CannotAsk).after_call(&right),
        mutant("answered too late", late, TimeIsOver).after(unanswered(right.clone())),
    ];
    signed.scene("play, an ask", before, 1, own)
}

fn resignation() -> Scene {
    let signed = Signed::new(FIRST, LINE, [RESIGN, None]);
    let right = signed.call();
    let before = started(1, Some(play(FIRST, LINE, MOVES)));
    let shorter = play(FIRST, "e2e4", [RESIGN, None]);
    let other = play(FIRST, "e2e4 e7e6", [RESIGN, MOVE]);
    let own = vec![
        mutant("both", play(FIRST, LINE, [RESIGN; 2]), BothAct),
        mutant("and a draw", play(FIRST, LINE, [RESIGN, DRAW]), BothAct),
        mutant("over less than the chain has", shorter, NotLonger),
        mutant("over other moves", other, NotLonger),
        mutant("twice", right.clone(), GameOver).after_call(&right),
    ];
    signed.scene("play, a resignation", before, 1, own)
}

fn draw() -> Scene {
    let signed = Signed::new(FIRST, LINE, [DRAW, DRAW]);
    let right = signed.call();
    let before = started(1, Some(play(FIRST, LINE, MOVES)));
    let alone = |actions| play(FIRST, LINE, actions);
    let one_more = play(FIRST, "e2e4 e7e5 g1f3", MOVES);
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
        mutant("claimed with a move", with_move, ClaimAfterTheMove),
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
    let calls = [
        e2e4(false),
        chain::Call::Draw(1),
        chain::Call::ClaimDraw(1),
        chain::Call::Resign(1),
    ];
    let calls = calls.map(|what| call(Account::Alice, &what));
    let refused = |call: Call| mutant(call.function, call, BySignatureOnly);
    calls.map(refused).into()
}

fn round() -> Scene {
    let here = (1, 2);
    let signed = Signed::new(here, LINE, MOVES);
    let right = signed.call();
    let before = started(3, Some(play(here, "", MOVES)));
    let mut own = by_account();
    let resigned = play(here, LINE, [RESIGN, MOVE]);
    let again = play(here, LINE, [RESIGN, None]);
    let further = play(here, "e2e4 e7e5 g1f3 b8c6", MOVES);
    own.extend([
        mutant("an earlier round", play(FIRST, LINE, MOVES), WrongRound),
        mutant("no such round", play((3, 2), LINE, MOVES), WrongRound),
        mutant("fewer points", play((1, 1), LINE, MOVES), WrongPoints),
        mutant("more points", play((1, 3), LINE, MOVES), WrongPoints),
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
    let before = started(3, Some(play(FIRST, LINE, MOVES)));
    let of = |which| play(which, "", MOVES);
    let asked = play(FIRST, LINE, [None, ASK]);
    let only_a_move = play((1, 1), "e2e4", [MOVE, None]);
    let own = vec![
        mutant("no such round", of((3, 1)), WrongRound),
        mutant("more than a win", of((1, 3)), WrongPoints),
        missing(0, &right),
        missing(1, &right),
        mutant("White's move alone", only_a_move, MessageMissing),
        bad_signature("other points, as signed", with(&right, 2, &[2])),
        bad_signature("another round, as signed", with(&right, 1, &[2])),
        mutant("twice", right.clone(), NoEffect).after_call(&right),
        mutant("back again", right.clone(), WrongRound).after_call(&of((2, 1))),
        mutant("after an ask's time", right.clone(), TimeIsOver).after(unanswered(asked)),
    ];
    signed.scene("play, a later round", before, 3, own)
}

fn leave() -> Scene {
    let signed = Signed::new((2, 3), "", [LEAVE; 2]);
    let right = signed.call();
    let of = |which| play(which, "", [LEAVE; 2]);
    let begun = play((2, 3), "", MOVES);
    let resign = call(Account::Bob, &chain::Call::Resign(1));
    let with_move = play((2, 3), "", [LEAVE, MOVE]);
    let own = vec![
        mutant("the round that the chain is in", of(FIRST), WrongRound),
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
    signed.scene("play, leaving", started(3, None), 3, own)
}
