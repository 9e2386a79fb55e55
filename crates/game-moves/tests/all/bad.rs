//! Inputs that must be refused, and the field that the error must name.

/// A move that must be refused: its format (`binary` is spelled in hex here), the input, the field.
pub type BadMove = (&'static str, &'static str, &'static str);

/// A state that must be refused: what is replaced in a good one, by what, and the field.
pub type BadState = (&'static str, &'static str, &'static str);

pub const CHESS_MOVES: &[BadMove] = &[
    ("binary", "0x", "from"),
    ("binary", "0x0C", "to"),
    ("binary", "0x4C1C", "from"),           // reserved bit
    ("binary", "0x0C9C", "promotion flag"), // flag 10
    ("binary", "0x0CDC", "promotion flag"), // flag 11
    ("binary", "0x347C", "promotion"),      // cut off
    ("binary", "0x347C04", "promotion"),    // reserved bits of byte 2
    ("binary", "0x347CFF", "promotion"),
    ("binary", "0x0C5C00", "promotion"), // e2e4 promotes nothing
    ("binary", "0x365E00", "promotion"), // g7-g4
    ("binary", "0x0C0C", "to"),          // stays
    ("binary", "0x0C1C00", "move"),      // a byte too many
    ("hex", "0C1C00", "hex"),
    ("hex", "0X0C1C00", "hex"),
    ("hex", "0x0c1c00", "hex"),
    ("hex", "0x0C1C0", "hex"),
    ("hex", "0x0C1C0G", "hex"),
    ("hex", "0x0C1C", "promotion"),
    ("hex", "0x0C1C0000", "move"),
    ("hex", "0x401C00", "from"),
    ("hex", "0x0C4000", "to"),
    ("hex", "0x343C05", "promotion"),
    ("hex", "0x0C1C01", "promotion"),
    ("hex", "0x0C0C00", "to"),
    ("json", r#"{"from":[4,1],"to":[4,3]}"#, ""), // promotion left out
    ("json", r#"{"from": [4,1],"promotion":null,"to":[4,3]}"#, ""), // a space
    ("json", r#"{"from":[4,1],"to":[4,3],"promotion":null}"#, ""), // key order
    (
        "json",
        r#"{"from":[4,1],"promotion":null,"to":[4,8]}"#,
        "to[1]",
    ),
    (
        "json",
        r#"{"from":[4,-1],"promotion":null,"to":[4,3]}"#,
        "from[1]",
    ),
    (
        "json",
        r#"{"from":[4],"promotion":null,"to":[4,3]}"#,
        "from",
    ),
    (
        "json",
        r#"{"from":[4,1.0],"promotion":null,"to":[4,3]}"#,
        "",
    ), // no integer
    (
        "json",
        r#"{"from":[4,1],"promotion":"Q","to":[4,3]}"#,
        "promotion",
    ),
    (
        "json",
        r#"{"from":[4,1],"promotion":"q","to":[4,3]}"#,
        "promotion",
    ),
    (
        "json",
        r#"{"from":[4,1],"promotion":1,"to":[4,3]}"#,
        "promotion",
    ),
    ("json", r#"{"from":[4,1],"promotion":null}"#, "to"),
    (
        "json",
        r#"{"from":[4,1],"piece":"p","promotion":null,"to":[4,3]}"#,
        "piece",
    ),
    (
        "json",
        r#"{"from":[4,1],"from":[4,1],"promotion":null,"to":[4,3]}"#,
        "",
    ), // a key twice
    (
        "json",
        r#"{"from":[4,1],"promotion":null,"to":[4,3]} x"#,
        "",
    ),
    ("json", r#"[4,1,4,3]"#, ""),
];

pub const CHECKERS_MOVES: &[BadMove] = &[
    ("binary", "0x", "from"),
    ("binary", "0x22", "to"),
    ("binary", "0x2233", "capture count"),
    ("binary", "0x223200", "to"), // not a square of pieces
    ("binary", "0x823300", "from"),
    ("binary", "0x224400", "to"),       // two steps and no capture
    ("binary", "0x224401", "captures"), // cut off
    ("binary", "0x22440D", "capture count"),
    ("binary", "0x22440135", "captures"), // not beside
    ("binary", "0x2244013300", "move"),
    ("binary", "0x226601330055", "to"),
    ("hex", "0x2266025533", "captures"),     // another order
    ("hex", "0x22220433535533", "captures"), // cut off
    ("hex", "0x2222023333", "captures"),     // the same twice
    ("hex", "0x224401ff", "hex"),
    (
        "json",
        r#"{"captures":[[5,5],[3,3]],"from":[2,2],"to":[6,6]}"#,
        "captures",
    ),
    (
        "json",
        r#"{"captures":[[3,4]],"from":[2,2],"to":[4,4]}"#,
        "captures[0]",
    ),
    ("json", r#"{"captures":[],"from":[2,2],"to":[4,4]}"#, "to"),
    (
        "json",
        r#"{"captures":null,"from":[2,2],"to":[3,3]}"#,
        "captures",
    ),
    ("json", r#"{"from":[2,2],"to":[3,3]}"#, "captures"),
];

pub const BACKGAMMON_MOVES: &[BadMove] = &[
    ("binary", "0x0C06", "die"),
    ("binary", "0x0C060600", "move"),
    ("binary", "0x180606", "from"),
    ("binary", "0xFE1701", "from"),
    ("binary", "0x0C1806", "to"),
    ("binary", "0x0CFF06", "to"),
    ("binary", "0x0C0600", "die"),
    ("binary", "0x0C0607", "die"),
    ("binary", "0x0C0605", "die"), // six points with a five
    ("binary", "0xFFFE06", "to"),  // from the bar off the board
    ("binary", "0xFF1702", "die"), // enters elsewhere
    ("binary", "0x06FE06", "die"), // too far to bear off
    ("hex", "0xff1701", "hex"),
    ("json", r#"{"die":1,"from":"Bar","to":23}"#, "from"),
    ("json", r#"{"die":1,"from":"off","to":23}"#, "from"),
    ("json", r#"{"die":6,"from":5,"to":"bar"}"#, "to"),
    ("json", r#"{"die":6,"from":255,"to":5}"#, "from"),
    ("json", r#"{"die":7,"from":12,"to":5}"#, "die"),
    ("json", r#"{"die":"6","from":12,"to":6}"#, "die"),
];

pub const LUDO_MOVES: &[BadMove] = &[
    ("binary", "0x", "tokenIndex"),
    ("binary", "0x00", "steps"),
    ("binary", "0x0400", "tokenIndex"),
    ("binary", "0x0007", "steps"),
    ("binary", "0x000000", "move"),
    ("hex", "0x4", "hex"),
    ("hex", "0x0", "hex"),
    ("hex", "0x", "tokenIndex"),
    ("json", r#"{"steps":7,"tokenIndex":0}"#, "steps"),
    ("json", r#"{"steps":4,"tokenIndex":4}"#, "tokenIndex"),
    ("json", r#"{"steps":4,"tokenIndex":null}"#, "tokenIndex"),
    ("json", r#"{"steps":4,"token":2}"#, "token"),
    ("json", r#"{"tokenIndex":2,"steps":4}"#, ""),
];

pub const DOMINOS_MOVES: &[BadMove] = &[
    ("binary", "0x", "tileIndex"),
    ("binary", "0x1E", "tileIndex"), // tile 28
    ("binary", "0x3F", "tileIndex"),
    ("binary", "0x40", "end"),  // a pass to the right
    ("binary", "0x81", "flip"), // a drawn tile flipped
    ("binary", "0x0200", "move"),
    ("hex", "0x02", "end"),
    ("hex", "0x0220", "end"),
    ("hex", "0x0202", "flip"),
    ("hex", "0x1E00", "tileIndex"),
    ("hex", "0x0010", "end"),
    ("hex", "0x0101", "flip"),
    ("hex", "0x020000", "move"),
    (
        "json",
        r#"{"end":"left","flip":false,"tileIndex":28}"#,
        "tileIndex",
    ),
    (
        "json",
        r#"{"end":"left","flip":false,"tileIndex":-3}"#,
        "tileIndex",
    ),
    (
        "json",
        r#"{"end":"middle","flip":false,"tileIndex":0}"#,
        "end",
    ),
    (
        "json",
        r#"{"end":"right","flip":false,"tileIndex":-1}"#,
        "end",
    ),
    ("json", r#"{"end":"left","flip":0,"tileIndex":0}"#, "flip"),
];

/// In the start.
pub const CHESS_STATES: &[BadState] = &[
    ("[2,4,3,1,0,", "[2,4,3,0,0,", "board"), // two kings
    ("[2,4,3,1,0,", "[2,4,3,1,6,", "board"), // no king
    ("[2,4,3,1,0,", "[5,4,3,1,0,", "board"), // a pawn on the first rank
    ("6,6,6,6,6,6,6,6,", "1,6,6,6,6,6,6,6,", "board"), // a second queen, eight pawns
    ("5,5,5,5,5,5,5,5,", "5,5,5,5,11,5,5,5,", "board"), // a knight too many
    ("[2,", "[13,", "board[0]"),
    ("[2,", "[", "board"),
    (r#""castling":15"#, r#""castling":16"#, "castling"),
    ("[2,4,", "[6,4,", "castling"), // White's rook is gone
    (r#""enPassant":-1"#, r#""enPassant":20"#, "enPassant"), // not Black's fifth rank
    (r#""enPassant":-1"#, r#""enPassant":44"#, "enPassant"), // no pawn went there
    (
        r#""fullMoveNumber":1"#,
        r#""fullMoveNumber":0"#,
        "fullMoveNumber",
    ),
    (r#""fullMoveNumber":1"#, r#""fullMoveNumber":1.5"#, ""),
    (
        r#""halfMoveClock":0"#,
        r#""halfMoveClock":1"#,
        "halfMoveClock",
    ), // longer than the game
    (
        r#""halfMoveClock":0"#,
        r#""halfMoveClock":151"#,
        "halfMoveClock",
    ),
    (r#""kings":[4,60]"#, r#""kings":[60,4]"#, "kings"),
    (r#""kings":[4,60]"#, r#""kings":[4]"#, "kings"),
    (r#""turn":0"#, r#""turn":2"#, "turn"),
    (r#","turn":0"#, "", "turn"),
    (r#""turn":0"#, r#""turn":0,"winner":0"#, "winner"),
    (r#"{"board""#, r#"{ "board""#, ""),
];

/// In the start.
pub const CHECKERS_STATES: &[BadState] = &[
    ("[1,0,", "[5,0,", "board[0]"),
    ("[1,0,", "[1,1,", "board"), // on a light square
    ("[1,0,", "[3,0,", "board"), // player 1's man on its last rank
    ("0,0,0,0,0,0,0,0,", "3,0,0,0,0,0,0,0,", "board"), // thirteen
    (r#""moveCount":0"#, r#""moveCount":1"#, "turn"),
    (r#""moveCount":0"#, r#""moveCount":-2"#, "moveCount"),
    (r#""moveCount":0"#, r#""moveCount":2147483648"#, "moveCount"),
    (
        r#""mustContinueFrom":-1"#,
        r#""mustContinueFrom":0"#,
        "mustContinueFrom",
    ),
    (r#""turn":0"#, r#""turn":1"#, "turn"),
];

/// In the start with seed 0.
pub const BACKGAMMON_STATES: &[BadState] = &[
    (r#""bar":[0,0]"#, r#""bar":[1,0]"#, "points"), // sixteen checkers
    (r#""bearOff":[0,0]"#, r#""bearOff":[15,0]"#, "points"),
    (r#""dice":["#, r#""dice":[0,"#, "dice[0]"),
    (r#""dice":["#, r#""dice":[1,"#, "dice"), // three
    (r#""moveCount":0"#, r#""moveCount":null"#, "moveCount"),
    (r#""points":[-2,0,"#, r#""points":[0,-2,"#, "moveCount"), // nobody has moved
    (
        r#""remainingDice":["#,
        r#""remainingDice":[6,"#,
        "remainingDice",
    ),
    (r#""seed":"#, r#""seed":1"#, "seed"), // above 2^31
    (r#""seed":"#, r#""seed":-"#, "seed"),
];

/// In the start for two with seed 0.
pub const LUDO_STATES: &[BadState] = &[
    (
        r#""consecutiveSixes":0"#,
        r#""consecutiveSixes":3"#,
        "consecutiveSixes",
    ),
    (
        r#""consecutiveSixes":0"#,
        r#""consecutiveSixes":1"#,
        "consecutiveSixes",
    ), // the seed is no six
    (r#""dice":0"#, r#""dice":6"#, "dice"),
    (r#""dice":0"#, r#""dice":7"#, "dice"),
    ("[0,0]", "[0,0,0]", "eliminated"),
    ("[0,0]", "[1,1]", "eliminated"),
    ("[0,0]", "[1,0]", "turn"),
    ("[0,0]", "[false,false]", "eliminated[0]"),
    (r#""playerCount":2"#, r#""playerCount":3"#, "eliminated"),
    (r#""playerCount":2"#, r#""playerCount":5"#, "playerCount"),
    ("[[-1,-1,-1,-1]", "[[57,-1,-1,-1]", "tokens[0][0]"),
    ("[[-1,-1,-1,-1]", "[[12,-1,-1,-1]", "moveCount"), // nobody has moved
    ("[[-1,-1,-1,-1],[-1,", "[[27,-1,-1,-1],[1,", "tokens"), // both on one square
    (
        "[[-1,-1,-1,-1],[-1,-1,-1,-1]]",
        "[[-1,-1,-1,-1],[56,56,56,56]]",
        "tokens",
    ), // the other has won
    (r#""turn":0"#, r#""turn":2"#, "turn"),
];

/// In the start for two with seed 0.
pub const DOMINOS_STATES: &[BadState] = &[
    (r#""board":[]"#, r#""board":[[6,6]]"#, "leftEnd"),
    (r#""board":[]"#, r#""board":[[6,7]]"#, "board[0][1]"),
    (r#""boneyard":["#, r#""boneyard":[[6,6],"#, "hands"), // a tile twice
    (r#""boneyard":[["#, r#""boneyard":[[6,0],["#, "boneyard[0]"), // the larger end first
    (r#""leftEnd":-1"#, r#""leftEnd":0"#, "leftEnd"),
    (r#""rightEnd":-1"#, r#""rightEnd":7"#, "rightEnd"),
    (r#""moveCount":0"#, r#""moveCount":1"#, "moveCount"),
    (r#""passed":0"#, r#""passed":1"#, "moveCount"),
    (r#""playerCount":2"#, r#""playerCount":3"#, "hands"),
    (r#""seed":"#, r#""seed":0"#, ""), // no JSON number
    (r#""turn":"#, r#""turn":1"#, "turn"),
];

/// The states that the mistakes make of a good one.
pub fn states_with<'a>(
    good: &'a str,
    bad: &'a [BadState],
) -> impl Iterator<Item = (String, &'static str)> + 'a {
    bad.iter().map(move |(from, to, field)| {
        assert!(good.contains(from), "{from} in {good}");
        (good.replacen(from, to, 1), *field)
    })
}
