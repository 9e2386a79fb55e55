//! The rules of chess for the model, on cozy-chess: its tables say how pieces move, and wherever
//! its own board can hold a position, its own legal moves must be those found here.
//!
//! The contract's rule `forfeit` leads to positions that no chess program takes, with a king
//! that stays attacked; so the board here is a plain array.

use cozy_chess::{
    BitBoard, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// A move: two squares and, where a pawn reaches the last rank, the piece it becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Piece>,
}

/// What makes two positions the same (FIDE 9.2.3).
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    board: [Option<(Piece, Color)>; 64],
    turn: Color,
    castling: [[bool; 2]; 2],
    en_passant: Option<File>,
}

/// A position, with the clock of the draw rules.
#[derive(Clone)]
pub struct Position {
    pub board: [Option<(Piece, Color)>; 64],
    pub turn: Color,
    /// By colour: short, long.
    pub castling: [[bool; 2]; 2],
    /// The file of a pawn that can legally be captured en passant.
    pub en_passant: Option<File>,
    /// Plies since the last capture or pawn move.
    pub half_moves: u32,
}

/// The squares of castling: king, where it goes, the rook, where it goes, by files.
const CASTLING: [(File, File, File); 2] =
    [(File::G, File::H, File::F), (File::C, File::A, File::D)];

impl Position {
    /// The start of a game.
    pub fn start() -> Self {
        let builder = BoardBuilder::startpos();
        Position {
            board: builder.board,
            turn: Color::White,
            castling: [[true; 2]; 2],
            en_passant: None,
            half_moves: 0,
        }
    }

    pub fn key(&self) -> Key {
        Key {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    pub fn at(&self, square: Square) -> Option<(Piece, Color)> {
        self.board[square as usize]
    }

    /// The squares of the pieces that pass a test.
    pub fn squares(&self, test: impl Fn(Piece, Color) -> bool) -> BitBoard {
        let of = |&square: &Square| {
            self.at(square)
                .is_some_and(|(piece, color)| test(piece, color))
        };
        Square::ALL.into_iter().filter(of).collect()
    }

    pub fn king(&self, color: Color) -> Square {
        let kings = self.squares(|piece, of| piece == Piece::King && of == color);
        kings.next_square().expect("a king is never captured")
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let occupied = self.squares(|_, _| true);
        let theirs = |kinds: [Piece; 2]| self.squares(|p, c| c == by && kinds.contains(&p));
        let hits = |reach: BitBoard, kinds| !(reach & theirs(kinds)).is_empty();
        hits(get_knight_moves(square), [Piece::Knight; 2])
            || hits(get_king_moves(square), [Piece::King; 2])
            || hits(get_pawn_attacks(square, !by), [Piece::Pawn; 2])
            || hits(
                get_rook_moves(square, occupied),
                [Piece::Rook, Piece::Queen],
            )
            || hits(
                get_bishop_moves(square, occupied),
                [Piece::Bishop, Piece::Queen],
            )
    }

    /// Whether a colour's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// Where the piece on a square of the player to move can go, its own king's safety left aside.
    pub fn reach(&self, from: Square) -> BitBoard {
        let Some((piece, color)) = self.at(from).filter(|&(_, color)| color == self.turn) else {
            return BitBoard::EMPTY;
        };
        let occupied = self.squares(|_, _| true);
        let own = self.squares(|_, of| of == color);
        let enemies = self.squares(|_, of| of != color);
        let reach = match piece {
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
            Piece::King => get_king_moves(from) | self.castling_squares(from),
            Piece::Pawn => {
                let target = self
                    .en_passant_square()
                    .map_or(BitBoard::EMPTY, Square::bitboard);
                get_pawn_quiets(from, color, occupied)
                    | get_pawn_attacks(from, color) & (enemies | target)
            }
        };
        reach & !own & !self.king(!color).bitboard()
    }

    fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.turn);
        self.en_passant.map(|file| Square::new(file, rank))
    }

    /// Where the king can castle to (FIDE 3.8.2).
    fn castling_squares(&self, from: Square) -> BitBoard {
        let rank = Rank::First.relative_to(self.turn);
        let mut squares = BitBoard::EMPTY;
        if from != Square::new(File::E, rank) {
            return squares;
        }
        let occupied = self.squares(|_, _| true);
        for (side, (to, rook, beside)) in CASTLING.into_iter().enumerate() {
            let path = cozy_chess::get_between_rays(from, Square::new(rook, rank));
            let crossed = [File::E, beside, to].map(|file| Square::new(file, rank));
            if self.castling[self.turn as usize][side]
                && (path & occupied).is_empty()
                && crossed
                    .into_iter()
                    .all(|square| !self.is_attacked(square, !self.turn))
            {
                squares |= Square::new(to, rank).bitboard();
            }
        }
        squares
    }

    /// Whether a pawn that goes there becomes another piece.
    pub fn promotes(&self, from: Square, to: Square) -> bool {
        matches!(self.at(from), Some((Piece::Pawn, _)))
            && to.rank() == Rank::Eighth.relative_to(self.turn)
    }

    /// The position after a move that the piece can make.
    pub fn after(&self, m: Move) -> Position {
        let Move {
            from,
            to,
            promotion,
        } = m;
        let (piece, color) = self.at(from).expect("a piece moves");
        let mut next = self.clone();
        let mut irreversible = piece == Piece::Pawn || self.at(to).is_some();
        if piece == Piece::Pawn && from.file() != to.file() && self.at(to).is_none() {
            next.board[Square::new(to.file(), from.rank()) as usize] = None;
            irreversible = true;
        }
        next.board[from as usize] = None;
        next.board[to as usize] = Some((promotion.unwrap_or(piece), color));
        if piece == Piece::King && (from.file() as i8 - to.file() as i8).abs() == 2 {
            let side = CASTLING.into_iter().find(|side| side.0 == to.file());
            let (_, rook, beside) = side.expect("castling goes to c or g");
            let rook = next.board[Square::new(rook, from.rank()) as usize].take();
            next.board[Square::new(beside, from.rank()) as usize] = rook;
        }
        for color in Color::ALL {
            let rank = Rank::First.relative_to(color);
            for (side, (_, rook, _)) in CASTLING.into_iter().enumerate() {
                let home = [Square::new(File::E, rank), Square::new(rook, rank)];
                if home.contains(&from) || home.contains(&to) {
                    next.castling[color as usize][side] = false;
                }
            }
        }
        next.half_moves = if irreversible { 0 } else { self.half_moves + 1 };
        next.turn = !self.turn;
        next.en_passant = None;
        let double = (from.rank() as i8 - to.rank() as i8).abs() == 2;
        if piece == Piece::Pawn && double {
            next.en_passant = Some(to.file());
            let target = next.en_passant_square().expect("just set");
            let legal = next
                .squares(|p, c| p == Piece::Pawn && c == next.turn)
                .iter()
                .any(|from| {
                    get_pawn_attacks(from, next.turn).has(target)
                        && next.keeps_king_safe(from, target)
                });
            if !legal {
                next.en_passant = None;
            }
        }
        next
    }

    /// Whether a move that the piece can make leaves the mover's own king unattacked.
    pub fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let (piece, color) = self.at(from).expect("a piece moves");
        let mut next = self.clone();
        if piece == Piece::Pawn && from.file() != to.file() && self.at(to).is_none() {
            next.board[Square::new(to.file(), from.rank()) as usize] = None;
        }
        next.board[from as usize] = None;
        next.board[to as usize] = Some((piece, color));
        !next.in_check(color)
    }

    /// The legal pairs of squares, ordered by the contract's square numbers.
    pub fn legal_pairs(&self) -> Vec<(Square, Square)> {
        let mut pairs = vec![];
        for from in contract_order() {
            for to in self.reach(from) {
                if self.keeps_king_safe(from, to) {
                    pairs.push((from, to));
                }
            }
        }
        pairs.sort_by_key(|&(from, to)| (number(from), number(to)));
        pairs
    }

    /// Like [`Position::legal_pairs`], held against cozy-chess's own legal moves.
    ///
    /// # Errors
    /// The position, where they differ.
    pub fn checked_legal_pairs(&self) -> Result<Vec<(Square, Square)>, String> {
        let pairs = self.legal_pairs();
        if let Some(board) = self.cozy_board() {
            let mut theirs = vec![];
            board.generate_moves(|moves| {
                theirs.extend(
                    moves
                        .into_iter()
                        .map(|m| (m.from, castled(self, m.from, m.to))),
                );
                false
            });
            theirs.sort_by_key(|&(from, to)| (number(from), number(to)));
            theirs.dedup();
            if theirs != pairs {
                return Err(format!(
                    "the legal moves of {board} by cozy-chess are not {pairs:?}"
                ));
            }
        }
        Ok(pairs)
    }

    /// cozy-chess's board of the position, unless the player who just moved is in check or
    /// the game came to a position that it can't hold.
    fn cozy_board(&self) -> Option<cozy_chess::Board> {
        if self.in_check(!self.turn) {
            return None;
        }
        let rights = |color: Color| {
            let [short, long] = self.castling[color as usize];
            CastleRights {
                short: short.then_some(File::H),
                long: long.then_some(File::A),
            }
        };
        let builder = BoardBuilder {
            board: self.board,
            side_to_move: self.turn,
            castle_rights: [rights(Color::White), rights(Color::Black)],
            en_passant: self.en_passant_square(),
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        builder.build().ok()
    }

    /// Whether neither side could ever checkmate, by material: kings alone, one minor piece, or
    /// bishops all on squares of one colour.
    pub fn is_dead(&self) -> bool {
        let of = |kind| self.squares(|piece, _| piece == kind);
        let others = of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen);
        let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
        if !others.is_empty() {
            return false;
        }
        match (knights.len(), bishops.len()) {
            (0, _) => {
                bishops.is_subset(BitBoard::DARK_SQUARES)
                    || bishops.is_subset(BitBoard::LIGHT_SQUARES)
            }
            (1, 0) => true,
            _ => false,
        }
    }

    /// Whether a colour has nothing but its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        self.squares(|_, of| of == color).len() == 1
    }

    /// The board in the contract's codes: White king 0, queen, rook, bishop, knight, pawn 5;
    /// empty 6; Black 7 to 12; a8 first.
    pub fn codes(&self) -> Vec<u8> {
        let code = |square| match self.at(square) {
            None => 6,
            Some((piece, color)) => piece_number(piece) + 7 * (color == Color::Black) as u8,
        };
        contract_order().map(code).collect()
    }

    /// The FEN, given the number of plies played.
    pub fn fen(&self, plies: usize) -> String {
        let mut rows = vec![];
        for rank in Rank::ALL.into_iter().rev() {
            let mut row = String::new();
            for file in File::ALL {
                match self.at(Square::new(file, rank)) {
                    None => match row.pop() {
                        Some(digit) if digit.is_ascii_digit() => {
                            row.push((digit as u8 + 1) as char);
                        }
                        last => {
                            row.extend(last);
                            row.push('1');
                        }
                    },
                    Some((piece, color)) => {
                        let letter = char::from(b"kqrbnp"[piece_number(piece) as usize]);
                        row.push(match color {
                            Color::White => letter.to_ascii_uppercase(),
                            Color::Black => letter,
                        });
                    }
                }
            }
            rows.push(row);
        }
        let mut castling = String::new();
        for (color, letters) in Color::ALL.into_iter().zip(["KQ", "kq"]) {
            for (side, letter) in letters.chars().enumerate() {
                if self.castling[color as usize][side] {
                    castling.push(letter);
                }
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let target = self.en_passant_square();
        let target = target.map_or("-".into(), |square| square.to_string());
        format!(
            "{} {} {castling} {target} {} {}",
            rows.join("/"),
            self.turn,
            self.half_moves,
            plies / 2 + 1
        )
    }
}

/// cozy-chess writes castling as the king taking its rook.
fn castled(position: &Position, from: Square, to: Square) -> Square {
    let own = position
        .at(to)
        .is_some_and(|(_, color)| color == position.turn);
    match (own, to > from) {
        (false, _) => to,
        (true, true) => Square::new(File::G, from.rank()),
        (true, false) => Square::new(File::C, from.rank()),
    }
}

/// The contract's number of a piece and, for those a pawn can become, of a promotion.
pub fn piece_number(piece: Piece) -> u8 {
    match piece {
        Piece::King => 0,
        Piece::Queen => 1,
        Piece::Rook => 2,
        Piece::Bishop => 3,
        Piece::Knight => 4,
        Piece::Pawn => 5,
    }
}

/// The piece of a promotion's number.
pub fn promotion(number: u8) -> Option<Piece> {
    let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    pieces
        .into_iter()
        .find(|&piece| piece_number(piece) == number)
}

/// The contract's number of a square: 0 is a8, 63 is h1.
pub fn number(square: Square) -> u8 {
    square.flip_rank() as u8
}

/// The square of a contract's number, up to 63.
pub fn square(number: u8) -> Option<Square> {
    Square::try_index(number.into()).map(Square::flip_rank)
}

fn contract_order() -> impl Iterator<Item = Square> {
    (0..64).filter_map(square)
}
