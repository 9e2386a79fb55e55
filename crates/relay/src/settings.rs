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

/// The options of a file, as a command line gives them. `is_option`: whether there is such an option.
///
/// # Errors
/// In words: the file can't be read, or a line of it is no option.
pub fn read(file: &Path, is_option: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let message = error.message().replace('\n', " ");
        format!("{shown}: {message}")
    })?;
    let mut arguments = vec![];
    for (name, value) in &table {
        if name == "config" || !is_option(name) {
            return Err(format!("{shown}: there is no option {name}"));
        }
        let values = match value {
            Value::Array(values) => &values[..],
            value => std::slice::from_ref(value),
        };
        for value in values {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                _ => return Err(format!("{shown}: {name} is neither text nor a number")),
            };
            arguments.push(format!("--{name}={text}"));
        }
    }
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("relay.toml");
        std::fs::write(&file, text).unwrap();
        let read = read(&file, |name| ["port", "contract", "wallet"].contains(&name));
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
