//! States as text for people.

use game_moves::checkers::Square;
use game_moves::{Game, Outcome, backgammon, checkers, chess, dominos, ludo};

/// A state that can be drawn.
pub trait Draw: Game {
    /// Its board, in lines that each end with a line break.
    fn draw(&self) -> String;
}

/// The player who moves or rolls next, or how the game ended.
pub fn standing<G: Game>(state: &G) -> String {
    let turn = state.turn();
    match state.outcome() {
        Outcome::Ongoing if state.must_roll() => format!("player {turn} to roll"),
        Outcome::Ongoing => format!("player {turn} to move"),
        over => outcome(over),
    }
}

/// A game's outcome in words.
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "not over".to_owned(),
        Outcome::Won(player) => format!("won by player {player}"),
        Outcome::Drawn => "drawn".to_owned(),
    }
}

/// Eight rows, the topmost first, between the names of ranks and files.
fn eight_by_eight(rank: impl Fn(u8) -> u8, files: &str, cell: impl Fn(u8, u8) -> char) -> String {
    let mut text = String::new();
    for y in (0..8).rev() {
        let row: String = (0..8).map(|x| format!(" {}", cell(x, y))).collect();
        text += &format!("{} {row}\n", rank(y));
    }
    text + "  " + files + "\n"
}

impl Draw for chess::State {
    fn draw(&self) -> String {
        // the FEN's board: a letter for a piece, a number for that number of empty squares
        let fen = self.position().fen().to_string();
        let mut board = fen.split(' ').next().unwrap_or_default().replace('/', "");
        for empty in 1..=8 {
            board = board.replace(&empty.to_string(), &".".repeat(empty));
        }
        let squares: Vec<char> = board.chars().collect();
        let cell = |x, y| squares[usize::from(8 * (7 - y) + x)];
        eight_by_eight(|y| y + 1, " a b c d e f g h", cell)
    }
}

impl Draw for checkers::State {
    fn draw(&self) -> String {
        let cell = |x, y| {
            let piece = Square::new(x, y).and_then(|square| self.piece(square));
            piece.map_or('.', |piece| match (piece.player, piece.king) {
                (0, false) => 'o',
                (0, true) => 'O',
                (_, false) => 'x',
                (_, true) => 'X',
            })
        };
        let legend = "o, O player 0's men and kings; x, X player 1's\n";
        eight_by_eight(|y| y, " 0 1 2 3 4 5 6 7", cell) + legend
    }
}

impl Draw for backgammon::State {
    fn draw(&self) -> String {
        let point = |point: u8| match (self.checkers(0, point), self.checkers(1, point)) {
            (0, 0) => ".".to_owned(),
            (0, theirs) => format!("-{theirs}"),
            (own, _) => format!("+{own}"),
        };
        let row = |points: Vec<u8>| -> String {
            let names: String = points.iter().map(|at| format!("{at:>4}")).collect();
            let checkers: String = points
                .iter()
                .map(|&at| format!("{:>4}", point(at)))
                .collect();
            format!("{names}\n{checkers}\n")
        };
        let spaced = |dice: &[u8]| -> String {
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            dice.join(" ")
        };
        let ([bar, other_bar], [off, other_off]) = (self.bar(), self.bear_off());
        let mut text = row((12..24).collect()) + &row((0..12).rev().collect());
        text += &format!(
            "bar +{bar} -{other_bar}, off +{off} -{other_off}; + player 0's, - player 1's\n"
        );
        if !self.dice().is_empty() {
            let (dice, left) = (spaced(self.dice()), spaced(self.remaining_dice()));
            text += &format!("dice {dice}, left {left}\n");
        }
        text
    }
}

impl Draw for ludo::State {
    fn draw(&self) -> String {
        let token = |at: i8| match at {
            -1 => "base".to_owned(),
            56 => "home".to_owned(),
            at => at.to_string(),
        };
        let mut text = String::new();
        for player in 0..self.player_count() {
            let tokens = self.tokens(player).map(token).join(" ");
            let out = if self.is_eliminated(player) {
                ", eliminated"
            } else {
                ""
            };
            text += &format!("player {player}: {tokens}{out}\n");
        }
        if self.dice() != 0 {
            text += &format!("die {}\n", self.dice());
        }
        text
    }
}

impl Draw for dominos::State {
    fn draw(&self) -> String {
        let tiles = |tiles: &[dominos::Tile]| -> String {
            let tiles: Vec<String> = tiles
                .iter()
                .map(|tile| {
                    let [left, right] = tile.ends();
                    format!("{left}-{right}")
                })
                .collect();
            match tiles.is_empty() {
                true => "nothing".to_owned(),
                false => tiles.join(" "),
            }
        };
        let mut text = format!("board {}\n", tiles(self.board()));
        for player in 0..self.player_count() {
            text += &format!("player {player}: {}\n", tiles(self.hand(player)));
        }
        text + &format!("boneyard {}\n", tiles(self.boneyard()))
    }
}
