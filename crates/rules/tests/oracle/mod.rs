//! Two independent implementations of the Laws: a pair of boards that follows a game.
#![allow(dead_code)] // each test file uses its own part

use std::ops::ControlFlow;

use chess_rules::{Color, Move, Position, Promotion, Role, Square, piece};
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

/// The positions that games start from: the usual one and five that are rich in castling,
/// en passant, promotion and pins.
pub const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

/// A game on both oracles' boards.
pub struct Oracles {
    pub shakmaty: Chess,
    pub cozy: cozy_chess::Board,
}

impl Oracles {
    pub fn new(fen: &str) -> Self {
        let parsed: Fen = fen.parse().expect("shakmaty reads the FEN");
        Oracles {
            shakmaty: parsed
                .into_position(CastlingMode::Standard)
                .expect("shakmaty accepts the position"),
            cozy: fen.parse().expect("cozy-chess accepts the FEN"),
        }
    }

    pub fn play(&mut self, m: Move) {
        let uci: UciMove = m.to_string().parse().unwrap();
        let theirs = uci.to_move(&self.shakmaty).expect("legal for shakmaty");
        self.shakmaty.play_unchecked(theirs);
        let theirs = cozy_move(&self.cozy, m);
        self.cozy.try_play(theirs).expect("legal for cozy-chess");
    }

    /// The legal moves of shakmaty, sorted as chess-rules gives them.
    pub fn shakmaty_moves(&self) -> Vec<Move> {
        let standard = |m| UciMove::from_standard(m).to_string().parse().unwrap();
        sorted(self.shakmaty.legal_moves().iter().map(|&m| standard(m)))
    }

    /// The legal moves of cozy-chess, sorted as chess-rules gives them.
    pub fn cozy_moves(&self) -> Vec<Move> {
        let mut moves = vec![];
        self.cozy.generate_moves(|of_piece| {
            moves.extend(of_piece.into_iter().map(|m| standard_move(&self.cozy, m)));
            false
        });
        sorted(moves.into_iter())
    }

    /// The FEN of shakmaty, the en-passant square only if a capture is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.shakmaty, EnPassantMode::Legal).to_string()
    }

    /// The parts that FIDE 9.2.3 compares: pieces, turn, castling rights and legal en passant.
    pub fn repetition_key(&self) -> String {
        let fen = self.fen();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }
}

/// Every legal move that chess-rules gives, in its order.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = vec![];
    let _ = position.try_each_legal(|m| {
        moves.push(m);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_by_key(|m| (m.from, m.to, m.promotion.map(|p| p as u8)));
    moves
}

/// cozy-chess castles by taking the own rook.
fn cozy_move(board: &cozy_chess::Board, m: Move) -> cozy_chess::Move {
    let mut m: cozy_chess::Move = m.to_string().parse().unwrap();
    let castles = board.piece_on(m.from) == Some(cozy_chess::Piece::King)
        && (m.from.file() as i8).abs_diff(m.to.file() as i8) == 2;
    if castles {
        let short = m.to.file() > m.from.file();
        let rook = if short {
            cozy_chess::File::H
        } else {
            cozy_chess::File::A
        };
        m.to = cozy_chess::Square::new(rook, m.to.rank());
    }
    m
}

fn standard_move(board: &cozy_chess::Board, mut m: cozy_chess::Move) -> Move {
    if board.color_on(m.to) == Some(board.side_to_move()) {
        let short = m.to.file() > m.from.file();
        let king = if short {
            cozy_chess::File::G
        } else {
            cozy_chess::File::C
        };
        m.to = cozy_chess::Square::new(king, m.to.rank());
    }
    m.to_string().parse().unwrap()
}

/// A square as shakmaty's, whose numbers begin at a1.
pub fn shakmaty_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index_from_a1().into())
}

/// The colour as shakmaty's.
pub fn shakmaty_color(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

/// Whether a move is a castling, an en-passant capture or a promotion, so that the tests can
/// check that they saw each.
#[derive(Default, Debug)]
pub struct Seen {
    pub castlings: u32,
    pub en_passants: u32,
    pub promotions: [u32; 4],
}

impl Seen {
    pub fn note(&mut self, position: &Position, m: Move) {
        let code = position.piece_at(m.from);
        let files = m.from.file().abs_diff(m.to.file());
        match piece::role(code) {
            Some(Role::King) if files == 2 => self.castlings += 1,
            Some(Role::Pawn) if files == 1 && position.piece_at(m.to) == piece::EMPTY => {
                self.en_passants += 1;
            }
            _ => {}
        }
        if let Some(promotion) = m.promotion {
            let at = Promotion::ALL.iter().position(|&p| p == promotion).unwrap();
            self.promotions[at] += 1;
        }
    }
}
