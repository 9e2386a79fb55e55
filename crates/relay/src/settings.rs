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

    fn read_text(text: &str) -> Result<Vec<String>, String> {
        read_beside("relay", text)
    }

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
    fn options_are_as_on_the_command_line() {
        let text = "port = 9000\nwallet = \"a.pem\"\ncontract = [\"erd1a\", \"erd1b\"]\n";
        let mut options = read_text(text).unwrap();
        options.sort();
        let expected = [
            "--contract=erd1a",
            "--contract=erd1b",
            "--port=9000",
            "--wallet=a.pem",
        ];
        assert_eq!(options, expected);
        let error = read_text("prot = 9000").unwrap_err();
        assert_eq!(error, "/relay.toml: there is no option prot");
        let error = read_text("port = true").unwrap_err();
        assert_eq!(error, "/relay.toml: port is neither text nor a number");
        assert!(read_text("port").unwrap_err().starts_with("/relay.toml: "));
    }

    #[test]
    fn what_the_command_line_gives_is_not_taken_from_the_file() {
        let text = "contract = [\"erd1a\", \"erd1b\"]\nport = 9000\n";
        for given in ["--contract erd1c", "--contract=erd1c"] {
            let line = format!("relay {given} --config relay.toml");
            let options = read_beside(&line, text).unwrap();
            assert_eq!(options, ["--port=9000"], "{given}");
        }
        // but what stands there must be an option's
        let error = read_beside("relay --port 1", "port = true").unwrap_err();
        assert_eq!(error, "/relay.toml: port is neither text nor a number");
    }

    #[test]
    fn flags_are_true_or_false() {
        let options = read_text("push-loopback = true").unwrap();
        assert_eq!(options, ["--push-loopback"]);
        assert_eq!(read_text("push-loopback = false").unwrap(), [""; 0]);
        let error = read_text("push-loopback = 1").unwrap_err();
        assert_eq!(
            error,
            "/relay.toml: push-loopback is neither true nor false"
        );
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
