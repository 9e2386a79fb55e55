//! Options from a file: the command line's, by their names.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// The file that a command line names with `--config`, if it does.
pub fn named_file(arguments: &[String]) -> Option<PathBuf> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--config" {
            return arguments.next().map(PathBuf::from);
        }
        if let Some(file) = argument.strip_prefix("--config=") {
            return Some(file.into());
        }
    }
    None
}

/// Whether a command line gives an option, which then counts alone.
fn gives(arguments: &[String], name: &str) -> bool {
    arguments.iter().any(|argument| {
        let given = argument.strip_prefix("--");
        given.is_some_and(|given| given.split('=').next() == Some(name))
    })
}

/// The options of a file, as a command line gives them, but for those that the command line in
/// `arguments` gives itself. `takes_value`: whether an option has a value or is a flag; nothing if
/// there is no such option.
///
/// # Errors
/// In words: the file can't be read, or a line of it is no option.
pub fn read(
    file: &Path,
    arguments: &[String],
    takes_value: impl Fn(&str) -> Option<bool>,
) -> Result<Vec<String>, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let message = error.message().replace('\n', " ");
        format!("{shown}: {message}")
    })?;
    let mut options = vec![];
    for (name, value) in &table {
        let kind = takes_value(name).filter(|_| name != "config");
        let takes_value = kind.ok_or_else(|| format!("{shown}: there is no option {name}"))?;
        let mut read = match takes_value {
            true => values(name, value),
            false => flag(name, value),
        }
        .map_err(|words| format!("{shown}: {name} is {words}"))?;
        if !gives(arguments, name) {
            options.append(&mut read);
        }
    }
    Ok(options)
}

fn values(name: &str, value: &Value) -> Result<Vec<String>, &'static str> {
    let values = match value {
        Value::Array(values) => &values[..],
        value => std::slice::from_ref(value),
    };
    let option = |value: &Value| match value {
        Value::String(text) => Ok(format!("--{name}={text}")),
        Value::Integer(number) => Ok(format!("--{name}={number}")),
        Value::Float(number) => Ok(format!("--{name}={number}")),
        _ => Err("neither text nor a number"),
    };
    values.iter().map(option).collect()
}

fn flag(name: &str, value: &Value) -> Result<Vec<String>, &'static str> {
    match value {
        Value::Boolean(true) => Ok(vec![format!("--{name}")]),
        Value::Boolean(false) => Ok(vec![]),
        _ => Err("neither true nor false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file's options beside a command line.
    fn read_beside(line: &str, text: &str) -> Result<Vec<String>, String> {
        let arguments: Vec<_> = line.split(' ').map(String::from).collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("relay.toml");
        std::fs::write(&file, text).unwrap();
        let takes_value = |name: &str| match name {
            "port" | "contract" | "wallet" => Some(true),
            "push-loopback" => Some(false),
            _ => None,
        };
        let read = read(&file, &arguments, takes_value);
        read.map_err(|error| error.replace(&*folder.path().to_string_lossy(), ""))
    }

    #[test]
    fn options_are_as_on_the_command_line_which_comes_first() {
        let contracts = "contract = [\"erd1a\", \"erd1b\"]\nport = 9000\n";
        let all = "--contract=erd1a --contract=erd1b --port=9000";
        for (line, text, expected) in [
            ("relay", contracts, all),
            ("relay", "wallet = \"a.pem\"", "--wallet=a.pem"),
            ("relay", "push-loopback = true", "--push-loopback"),
            ("relay", "push-loopback = false", ""),
            ("relay --contract erd1c", contracts, "--port=9000"),
            ("relay --contract=erd1c", contracts, "--port=9000"),
        ] {
            let mut options = read_beside(line, text).unwrap();
            options.sort();
            assert_eq!(options.join(" "), expected, "{line}: {text}");
        }
        let odd = "port is neither text nor a number";
        for (line, text, expected) in [
            ("relay", "prot = 9000", "there is no option prot"),
            ("relay", "port = true", odd),
            // also what the command line gives must be an option's
            ("relay --port 1", "port = true", odd),
            ("relay", "push-loopback = 1", "push-loopback is neither"),
            ("relay", "port", ""),
        ] {
            let error = read_beside(line, text).unwrap_err();
            let expected = format!("/relay.toml: {expected}");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn the_command_line_names_the_file() {
        let named = |line: &str| {
            let words: Vec<_> = line.split(' ').map(String::from).collect();
            named_file(&words)
        };
        assert_eq!(named("relay --port 1"), None);
        assert_eq!(named("relay --config a --port 1"), Some("a".into()));
        assert_eq!(named("relay --config=b"), Some("b".into()));
    }
}
