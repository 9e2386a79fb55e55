//! Options from a file: the command line's, by their names.

use std::path::PathBuf;

use clap::Command;
use clap::parser::ValueSource;
use toml::{Table, Value};

/// A command line with the options of the file that its `--config` names; an option on the command
/// line itself replaces the file's.
///
/// # Errors
/// In words: the file can't be read, or a line of it is no option.
pub fn with_file(command: &Command, mut arguments: Vec<String>) -> Result<Vec<String>, String> {
    // mistakes of the command line are reported when all of it is read
    let lenient = command.clone().ignore_errors(true);
    let given = lenient.get_matches_from(&arguments);
    let Some(file) = given.get_one::<PathBuf>("config") else {
        return Ok(arguments);
    };
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let message = error.message().replace('\n', " ");
        format!("{shown}: {message}")
    })?;
    let mut options = vec![];
    for (name, value) in &table {
        let mut known = command.get_arguments().filter(|_| name != "config");
        let option = known.find(|option| option.get_long() == Some(name));
        let option = option.ok_or_else(|| format!("{shown}: there is no option {name}"))?;
        let mut read = match option.get_action().takes_values() {
            true => values(name, value),
            false => flag(name, value),
        }
        .map_err(|words| format!("{shown}: {name} is {words}"))?;
        let source = given.value_source(option.get_id().as_str());
        if source != Some(ValueSource::CommandLine) {
            options.append(&mut read);
        }
    }
    arguments.splice(1..1, options);
    Ok(arguments)
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
    use clap::{Arg, ArgAction, value_parser};

    /// A file's options beside a command line, which names it last.
    fn read_beside(line: &str, text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("relay.toml");
        std::fs::write(&file, text).unwrap();
        let line = format!("{line}={}", file.display());
        let arguments: Vec<_> = line.split(' ').map(String::from).collect();
        let given = arguments.len();
        let read = with_file(&command(), arguments);
        let read = read.map(|all| all[1..=all.len() - given].to_vec());
        read.map_err(|error| error.replace(&*folder.path().to_string_lossy(), ""))
    }

    fn command() -> Command {
        let option = |name| Arg::new(name).long(name);
        let file = option("config").value_parser(value_parser!(PathBuf));
        let contract = option("contract").action(ArgAction::Append);
        let flag = option("push-loopback").action(ArgAction::SetTrue);
        let options = [file, contract, flag, option("port"), option("wallet")];
        Command::new("relay").args(options)
    }

    #[test]
    fn options_are_as_on_the_command_line_which_comes_first() {
        let contracts = "contract = [\"erd1a\", \"erd1b\"]\nport = 9000\n";
        let all = "--contract=erd1a --contract=erd1b --port=9000";
        for (line, text, expected) in [
            ("relay --config", contracts, all),
            ("relay --config", "wallet = \"a.pem\"", "--wallet=a.pem"),
            ("relay --config", "push-loopback = true", "--push-loopback"),
            ("relay --config", "push-loopback = false", ""),
            ("relay --contract erd1c --config", contracts, "--port=9000"),
            ("relay --contract=erd1c --config", contracts, "--port=9000"),
        ] {
            let mut options = read_beside(line, text).unwrap();
            options.sort();
            assert_eq!(options.join(" "), expected, "{line}: {text}");
        }
        let odd = "port is neither text nor a number";
        for (line, text, expected) in [
            ("relay --config", "prot = 9000", "there is no option prot"),
            ("relay --config", "port = true", odd),
            // each one on the command line must also be an option's
            ("relay --port 1 --config", "port = true", odd),
            (
                "relay --config",
                "push-loopback = 1",
                "push-loopback is neither",
            ),
            ("relay --config", "port", ""),
        ] {
            let error = read_beside(line, text).unwrap_err();
            let expected = format!("/relay.toml: {expected}");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn the_command_line_names_the_file() {
        let read = |line: &str| {
            let words: Vec<_> = line.split(' ').map(String::from).collect();
            with_file(&command(), words)
        };
        let line = "relay --port 1".split(' ').map(String::from).collect();
        assert_eq!(read("relay --port 1"), Ok(line));
        for (line, file) in [
            ("relay --config a/b --port 1", "a/b: "),
            ("relay --config=b/c", "b/c: "),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.starts_with(file), "{error}");
        }
    }
}
