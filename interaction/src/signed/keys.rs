//! The keys that players make for one game each, in files, and what was signed with each.

use std::fmt;
use std::path::PathBuf;

use chess_rules::Color;
use serde::{Deserialize, Serialize};
use signed_play::{Action, Game, KEY_LEN, Line, PlayKey, SignedAction, count_plies, first_plies};
use zeroize::Zeroizing;

use super::key_file::KeyFile;
use crate::user_files::toml_file;

/// A folder with a file for each key, named after its public half.
pub struct KeyFolder(PathBuf);

impl KeyFolder {
    /// The folder; it is made when the first key is.
    pub fn at(folder: PathBuf) -> Self {
        KeyFolder(folder)
    }

    /// Makes a key at random and keeps it.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn make(&self) -> Result<Signer, String> {
        let mut signer = Signer::in_memory();
        let file = KeyFile::make(self.file(&signer.public()), signer.text().as_bytes())?;
        signer.file = Some(file);
        Ok(signer)
    }

    /// Whether there is a file of the key with this public half.
    pub fn has(&self, public: &[u8; KEY_LEN]) -> bool {
        self.file(public).exists()
    }

    /// The key with this public half, if it is kept here. Nobody else gets it as long as this signer
    /// lives.
    ///
    /// # Errors
    /// Names the file: it can't be read, or another process plays with it.
    pub fn find(&self, public: &[u8; KEY_LEN]) -> Result<Option<Signer>, String> {
        let Some((file, text)) = KeyFile::open(self.file(public))? else {
            return Ok(None);
        };
        let shown = file.path().display();
        let kept: Kept = toml_file::parse(&text, file.path())?;
        let hex = Zeroizing::new(kept.secret);
        let mut secret = Zeroizing::new([0; 32]);
        hex::decode_to_slice(&*hex, &mut *secret)
            .map_err(|_| format!("{shown}: the secret is not 32 bytes of hex"))?;
        let signed = hex::decode(kept.signed)
            .map_err(|_| format!("{shown}: the moves that were signed are not hex"))?;
        let key = PlayKey::from_secret(&secret);
        if key.public() != *public {
            return Err(format!("{shown}: the key in it is another one"));
        }
        Ok(Some(Signer {
            key,
            secret,
            round: (kept.round, kept.points),
            left: kept.left,
            signed,
            file: Some(file),
        }))
    }

    fn file(&self, public: &[u8; KEY_LEN]) -> PathBuf {
        self.0.join(format!("{}.toml", hex::encode(public)))
    }
}

/// A key's file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// In hex.
    secret: String,
    /// The longest game that was signed with it, in canonical binary as hex; of a match, of the last
    /// round.
    signed: String,
    /// That round, and the points before it.
    #[serde(default)]
    round: u16,
    #[serde(default)]
    points: u16,
    /// Whether the match was left before that round.
    #[serde(default)]
    left: bool,
}

/// A player's key for one game, which never signs two games of one length, two points for one round,
/// or anything once it has left the match.
pub struct Signer {
    key: PlayKey,
    secret: Zeroizing<[u8; 32]>,
    /// The last round that it has signed something of, and the points before it.
    round: (u16, u16),
    left: bool,
    /// The longest game that it has signed, in canonical binary.
    signed: Vec<u8>,
    /// Where it is kept.
    file: Option<KeyFile>,
}

impl Signer {
    /// A key made at random that ends with this process.
    pub fn in_memory() -> Self {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).expect("the system's random numbers");
        Signer::of(secret)
    }

    /// The key of a secret, which has signed nothing, and ends with this process.
    pub fn of(secret: Zeroizing<[u8; 32]>) -> Self {
        Signer {
            key: PlayKey::from_secret(&secret),
            secret,
            round: (0, 0),
            left: false,
            signed: vec![],
            file: None,
        }
    }

    /// The public half, which is named to the contract.
    pub fn public(&self) -> [u8; KEY_LEN] {
        self.key.public()
    }

    /// Signs an action over all moves of the game so far, and keeps beforehand what it signs.
    ///
    /// # Errors
    /// In words: the moves don't go on from what this key has signed before, the signer can't say
    /// that there, or the key's file can't be written.
    pub fn sign(
        &mut self,
        game: &Game<'_>,
        action: Action,
        moves: &[u8],
    ) -> Result<SignedAction, String> {
        let (round, leaves) = ((game.round, game.points), action == Action::Leave);
        if game.round < self.round.0 || game.round == self.round.0 && round != self.round {
            return Err("you have signed a later round, or other points of this one".into());
        }
        let is_new_round = round != self.round;
        if self.left && (is_new_round || !leaves) {
            return Err("you have left the match: nothing follows".into());
        }
        if leaves && !is_new_round && !self.left {
            return Err("you have begun this round: it can't be left any more".into());
        }
        let signed: &[u8] = if is_new_round { &[] } else { &self.signed };
        if !moves.starts_with(signed) {
            return Err(
                "you have signed other moves in this game: whoever signs two games of one \
                        length lets the opponent choose which counts"
                    .into(),
            );
        }
        let signed = self
            .key
            .sign(game, action, moves)
            .map_err(|error| error.to_string())?;
        if is_new_round || self.signed != moves {
            self.signed = moves.to_vec();
            (self.round, self.left) = (round, leaves);
            self.keep()?;
        }
        Ok(signed)
    }

    /// The chain has these moves in a round, with another last ply of the opponent's than this key has
    /// spoken over: what it said there is an error on the chain, and it goes on from the chain's.
    /// `color`: the key's in that round. Nothing takes the place of a move of its own.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn follow(&mut self, round: u16, color: Color, chain: &[u8]) -> Result<(), String> {
        let signed = self.signed_in(round).unwrap_or_default();
        let plies = count_plies(signed).unwrap_or_default();
        let is_opponents = plies > 0 && Line::mover(plies) != color;
        let is_other = !chain.starts_with(signed) && !signed.starts_with(chain);
        if is_opponents && is_other && chain.starts_with(first_plies(signed, plies - 1)) {
            self.signed = chain.to_vec();
            self.keep()?;
        }
        Ok(())
    }

    /// The moves that it has signed in a round; `None` if it has signed none of it.
    pub fn signed_in(&self, round: u16) -> Option<&[u8]> {
        (self.round.0 == round && !self.left).then_some(&self.signed[..])
    }

    /// The last round that it has signed something of, the points before it, and whether that was to
    /// leave.
    pub fn last_round(&self) -> (u16, u16, bool) {
        let (round, points) = self.round;
        (round, points, self.left)
    }

    /// Signs what is no message of a game, as a proof that this player is there.
    pub fn sign_other(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign_other(message)
    }

    /// Writes the file anew, in one step.
    fn keep(&mut self) -> Result<(), String> {
        if self.file.is_none() {
            return Ok(());
        }
        let text = self.text();
        self.file
            .as_mut()
            .map_or(Ok(()), |file| file.write(text.as_bytes()))
    }

    /// What its file holds.
    fn text(&self) -> Zeroizing<String> {
        let kept = Kept {
            secret: hex::encode(*self.secret),
            signed: hex::encode(&self.signed),
            round: self.round.0,
            points: self.round.1,
            left: self.left,
        };
        let text = Zeroizing::new(toml::to_string(&kept).expect("text is TOML"));
        drop(Zeroizing::new(kept.secret));
        text
    }
}

/// Shows the public half alone.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signed::SignedGame;

    fn line(moves: &str) -> Vec<u8> {
        let mut line = Line::default();
        for mv in moves.split(' ') {
            line.play(mv.parse().unwrap()).unwrap();
        }
        line.bytes().to_vec()
    }

    /// A game in which the key is White's.
    fn game_of(signer: &Signer) -> SignedGame {
        SignedGame {
            contract: [5; 32],
            id: 7,
            keys: [signer.public(), Signer::in_memory().public()],
            round: 0,
            points: 0,
        }
    }

    #[test]
    fn a_key_serves_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let keys = KeyFolder::at(folder.path().join("keys"));
        let mut signer = keys.make().unwrap();
        let (game, public) = (game_of(&signer), signer.public());
        let file = format!("{}.toml", hex::encode(public));
        // the lock goes over to the file that takes the place of the first
        for moves in ["e2e4", "e2e4 e7e5 g1f3"] {
            let refused = keys.find(&public).unwrap_err();
            assert!(refused.contains(&file), "{refused}");
            assert!(
                refused.contains("another chess program is playing"),
                "{refused}"
            );
            signer
                .sign(&game.named(), Action::Move, &line(moves))
                .unwrap();
        }
        assert!(keys.find(&public).is_err());
        drop(signer);
        // what it has signed meanwhile is read
        let mut next = keys.find(&public).unwrap().expect("the key");
        assert!(
            next.sign(&game.named(), Action::Move, &line("d2d4"))
                .is_err()
        );
        assert!(keys.find(&Signer::in_memory().public()).unwrap().is_none());
    }
}
