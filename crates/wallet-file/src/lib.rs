//! Wallets from files: PEM, and the keystores of the web wallet and mxpy.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use bip39::Mnemonic;
use hmac::{Hmac, KeyInit, Mac};
use multiversx_sdk::data::keystore::{Crypto, DecryptionParams};
use multiversx_sdk::test_wallets;
pub use multiversx_sdk::wallet::Wallet;
use sha2::Sha256;
use zeroize::Zeroizing;

/// Mainnet's chain id.
pub const MAINNET: &str = "1";
/// The chain ids of chains on the user's machine: the local chain and the official simulator, and a
/// local testnet.
const LOCAL_CHAINS: [&str; 2] = ["chain", "local-testnet"];

/// The byte order mark that Windows editors write before a text.
const MARK: char = '\u{feff}';

/// The memory that a keystore may require, in bytes: 64 times the need of today's wallets.
const MAX_SCRYPT_MEMORY: u64 = 256 << 20;
/// The most rounds of scrypt that a keystore may ask for; wallets write 1.
const MAX_SCRYPT_ROUNDS: u32 = 16;

/// Reads a keystore's password from a file, or from the terminal if none is named. `name`: of the
/// wallet, for the question.
///
/// # Errors
/// Names the file that can't be read, or says that there is no terminal.
pub fn password(name: &str, file: Option<&Path>) -> Result<Zeroizing<String>, String> {
    let Some(file) = file else {
        return rpassword::prompt_password(format!("password of {name}: "))
            .map(Zeroizing::new)
            .map_err(|_| {
                "it needs a password, and there is no terminal to ask for it: give --password-file"
                    .to_owned()
            });
    };
    let text = std::fs::read_to_string(file).map(Zeroizing::new);
    let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
    let password = text.trim_start_matches(MARK).trim_end_matches(['\r', '\n']);
    Ok(Zeroizing::new(password.to_owned()))
}

/// The mode in octal of a file that other users of the machine can read; a test wallet's name is no
/// file.
pub fn readable_by_others(file: &Path) -> Option<String> {
    let found = file.metadata().ok().filter(Metadata::is_file)?;
    let mode = found.permissions().mode();
    (mode & 0o077 != 0).then(|| format!("{:o}", mode & 0o777))
}

/// Why a wallet must not be used on a chain: it is a test wallet, whose key everyone knows, and the
/// chain isn't one of a user's own machine. `chain_id`: `1` mainnet, `D` devnet, `chain` a local chain.
///
/// # Errors
/// In words. On chains other than mainnet `allow_test_wallets` permits it.
pub fn require_own(
    wallet: &Wallet,
    name: &str,
    chain_id: &str,
    allow_test_wallets: bool,
) -> Result<(), String> {
    if is_local(chain_id) || !is_public(wallet) {
        return Ok(());
    }
    if chain_id == MAINNET {
        return Err(format!(
            "{name} is a test wallet whose key everyone knows: not for mainnet"
        ));
    }
    if allow_test_wallets {
        return Ok(());
    }
    Err(format!(
        "{name} is a test wallet whose key everyone knows, and this is no local chain (chain id \
         {chain_id}): name your own with --wallet, or give --allow-test-wallets"
    ))
}

/// Opens a wallet: a PEM file, a keystore (JSON), or the name of one of the ecosystem's public test
/// wallets, which every local chain funds. `password` is called if a keystore needs it.
///
/// # Errors
/// Names the file and its fault.
pub fn open(
    name: &str,
    password: impl FnOnce() -> Result<Zeroizing<String>, String>,
) -> Result<Wallet, String> {
    let path = Path::new(name);
    if !path.is_file()
        && let Some(wallet) = public(name)
    {
        return Ok(wallet);
    }
    let said = |error: String| format!("the wallet {name}: {error}");
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!(
            "there is no wallet file {name}: name a PEM file, a keystore or one of the test \
             wallets alice, bob, carol, frank, grace and heidi"
        ),
        _ => said(error.to_string()),
    })?;
    let text = Zeroizing::new(text);
    let text = text.trim_start_matches(MARK);
    if text.trim_start().starts_with('{') {
        from_keystore(text, password).map_err(said)
    } else {
        from_pem(text).map_err(said)
    }
}

/// The public test wallet of a name.
pub fn public(name: &str) -> Option<Wallet> {
    test_wallets::pem_contents(name).and_then(|pem| from_pem(pem).ok())
}

/// Whether a wallet is one of those whose keys everyone knows.
pub fn is_public(wallet: &Wallet) -> bool {
    let address = wallet.to_address();
    let mut known = test_wallets::valid_names().into_iter();
    known.any(|name| public(name).is_some_and(|known| known.to_address() == address))
}

/// Whether a chain id is one of chains on the user's machine.
pub fn is_local(chain_id: &str) -> bool {
    LOCAL_CHAINS.contains(&chain_id)
}

/// The first key of a PEM file: the hex digits of the secret key and of the public key.
fn from_pem(text: &str) -> Result<Wallet, String> {
    let pem = pem::parse(text).map_err(|_| "not a PEM file")?;
    let contents = Zeroizing::new(pem.into_contents());
    let key = str::from_utf8(&contents).ok();
    let key = key.filter(|key| [64, 128].contains(&key.len()));
    // nothing if a letter of several bytes crosses the end
    let secret = key.and_then(|key| key.get(..64));
    let words = "not a wallet's PEM file: the key in it has not 64 or 128 hex digits";
    from_secret(secret.ok_or(words)?)
}

fn from_secret(hex: &str) -> Result<Wallet, String> {
    let is_key = hex.len() == 64 && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_key {
        return Err("the secret key in it is not 32 bytes of hex".into());
    }
    Wallet::from_private_key(hex).map_err(|error| error.to_string())
}

/// A keystore holds a secret key or the words that it is made from, enciphered with a password.
fn from_keystore(
    text: &str,
    password: impl FnOnce() -> Result<Zeroizing<String>, String>,
) -> Result<Wallet, String> {
    let keystore: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("not a keystore: {error}"))?;
    let kind = keystore["kind"].as_str().unwrap_or("secretKey").to_owned();
    let crypto = serde_json::from_value(keystore["crypto"].clone());
    let crypto: Crypto = crypto.map_err(|error| format!("not a keystore: {error}"))?;
    if crypto.cipher != "aes-128-ctr" || crypto.kdf != "scrypt" {
        let (cipher, kdf) = (&crypto.cipher, &crypto.kdf);
        return Err(format!(
            "a keystore with {cipher} and {kdf} can't be opened"
        ));
    }
    let bytes =
        |hex: &str| hex::decode(hex).map_err(|_| "not a keystore: bad hex digits".to_string());
    let (text, iv) = (bytes(&crypto.ciphertext)?, bytes(&crypto.cipherparams.iv)?);
    let (salt, mac) = (bytes(&crypto.kdfparams.salt)?, bytes(&crypto.mac)?);
    let parameters = &crypto.kdfparams;
    let parameters = scrypt_parameters(parameters.n, parameters.r, parameters.p)?;
    if iv.len() != 16 {
        return Err("not a keystore: its iv has not 16 bytes".into());
    }

    let mut key = Zeroizing::new([0; 32]);
    scrypt::scrypt(password()?.as_bytes(), &salt, &parameters, &mut *key)
        .map_err(|error| error.to_string())?;
    let mut authentic = Hmac::<Sha256>::new_from_slice(&key[16..]).expect("any length will do");
    authentic.update(&text);
    if authentic.verify_slice(&mac).is_err() {
        return Err("the password is wrong".into());
    }
    let secret = Zeroizing::new(Wallet::decrypt_secret_key(DecryptionParams {
        derived_key_first_half: key[..16].to_vec(),
        iv,
        data: text,
    }));
    match kind.as_str() {
        "mnemonic" => {
            let words = str::from_utf8(&secret).map_err(|_| "its words are no text")?;
            let words = Zeroizing::new(words.replace('\n', ""));
            let words = Mnemonic::parse(words.as_str());
            let words = words.map_err(|error| format!("its words are not a wallet's: {error}"))?;
            let secret = Wallet::get_private_key_from_mnemonic(words, 0, 0);
            from_secret(&Zeroizing::new(secret.to_string()))
        }
        // the secret key, followed by the public key if mxpy wrote it
        _ if secret.len() >= 32 => from_secret(&Zeroizing::new(hex::encode(&secret[..32]))),
        _ => Err("the secret key in it is too short".into()),
    }
}

/// The parameters that a keystore names, if this machine can meet them.
fn scrypt_parameters(n: u32, r: u32, p: u32) -> Result<scrypt::Params, String> {
    let memory = 128 * u64::from(n) * u64::from(r);
    if memory > MAX_SCRYPT_MEMORY || p > MAX_SCRYPT_ROUNDS {
        return Err(format!(
            "a keystore whose scrypt asks for n = {n}, r = {r} and p = {p} is not opened: at most \
             {} MiB (128 n r) and p = {MAX_SCRYPT_ROUNDS}",
            MAX_SCRYPT_MEMORY >> 20
        ));
    }
    if !n.is_power_of_two() {
        return Err(format!(
            "not a keystore: scrypt's n is {n}, not a power of two"
        ));
    }
    let cost = n.ilog2() as u8;
    scrypt::Params::new(cost, r, p).map_err(|error| format!("not a keystore: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wallet_that_there_is_not_is_named() {
        let open = |name: &str| open(name, || Ok(Zeroizing::default()));
        let refused = open("franck").map(drop).unwrap_err();
        assert!(
            refused.starts_with("there is no wallet file franck: name a PEM file"),
            "{refused}"
        );
        assert!(open("frank").is_ok());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_file() {
        let alice = public("alice").unwrap().to_address();
        let words = "moral volcano peasant pass circle pen over picture flat shop clap goat never \
                     lyrics gather prepare woman film husband gravity behind test tiger improve";
        let pem = test_wallets::pem_contents("alice").unwrap();
        let folder = std::env::temp_dir().join(format!("wallet-file-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::write(&file, format!("\u{feff}{text}")).unwrap();
            file
        };
        let secret = write("password", "abc\r\n");
        // of several keys the first counts
        let several = format!("{}{}", pem, test_wallets::pem_contents("bob").unwrap());
        for text in [keystore_of_words(words), pem.replace('\n', "\r\n"), several] {
            let file = write("wallet", &text);
            let wallet = open(file.to_str().unwrap(), || password("it", Some(&secret)));
            assert_eq!(wallet.unwrap().to_address(), alice);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// A keystore of a mnemonic, whose password is `abc`.
    fn keystore_of_words(words: &str) -> String {
        let (salt, iv) = ([1; 32], [2; 16]);
        let mut key = [0; 32];
        let cheap = scrypt_parameters(2, 8, 1).unwrap();
        scrypt::scrypt(b"abc", &salt, &cheap, &mut key).unwrap();
        // this cipher enciphers as it deciphers
        let text = Wallet::decrypt_secret_key(DecryptionParams {
            derived_key_first_half: key[..16].to_vec(),
            iv: iv.to_vec(),
            data: words.into(),
        });
        let mut mac = Hmac::<Sha256>::new_from_slice(&key[16..]).unwrap();
        mac.update(&text);
        let keystore = serde_json::json!({
            "version": 4,
            "kind": "mnemonic",
            "crypto": {
                "cipher": "aes-128-ctr",
                "ciphertext": hex::encode(&text),
                "cipherparams": { "iv": hex::encode(iv) },
                "kdf": "scrypt",
                "kdfparams": { "dklen": 32, "salt": hex::encode(salt), "n": 2, "r": 8, "p": 1 },
                "mac": hex::encode(mac.finalize().into_bytes()),
            },
        });
        keystore.to_string()
    }

    #[test]
    fn words_that_are_no_wallets_are_refused() {
        let open = |words: &str| {
            let keystore = keystore_of_words(words);
            from_keystore(&keystore, || Ok(Zeroizing::new("abc".into())))
        };
        let alice = "moral volcano peasant pass circle pen over picture flat shop clap goat never \
                     lyrics gather prepare woman film husband gravity behind test tiger improve";
        let known = public("alice").unwrap().to_address();
        assert_eq!(open(alice).unwrap().to_address(), known);
        let twice = alice.replace("volcano", "moral");
        for words in ["", "abc", "moral volcano", &twice] {
            let refused = open(words).map(drop).unwrap_err();
            assert!(
                refused.starts_with("its words are not a wallet's: "),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_pem_file_without_a_key_is_refused() {
        let pem = |key: &str| {
            let words = pem::Pem::new("PRIVATE KEY", key);
            from_pem(&pem::encode(&words)).map(drop)
        };
        let secret = "413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9";
        assert_eq!(pem(secret), Ok(()));
        let across = format!("{0}é{0}", "a".repeat(63));
        for key in ["", "413f", &secret.replace('4', "g"), &across] {
            let refused = pem(key).unwrap_err();
            assert!(refused.contains("hex"), "{refused}");
        }
    }

    #[test]
    fn scrypt_is_bounded() {
        assert!(scrypt_parameters(4096, 8, 1).is_ok());
        for (n, r, p) in [(1 << 30, 8, 1), (4096, u32::MAX, 1), (4096, 8, 17)] {
            let refused = scrypt_parameters(n, r, p).unwrap_err();
            assert!(refused.contains("at most 256 MiB"), "{refused}");
        }
        for (n, r, p) in [(4095, 8, 1), (0, 8, 1), (4096, 0, 1)] {
            assert!(scrypt_parameters(n, r, p).is_err(), "{n} {r} {p}");
        }
    }
}
