//! The paths of a crate that a file names.

/// The paths that a file of this name names, starting with `crate::`. `root`: the folder of the
/// program that the file belongs to, empty for the crate's own root.
pub fn named(module: &str, root: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let door = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut paths = vec![];
    for (prefix, base) in [("crate::", root), ("self::", module), ("super::", door)] {
        for (at, _) in code.match_indices(prefix) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            // `super::super::` goes further up
            let mut base = base.to_string();
            let mut rest = &code[at + prefix.len()..];
            while let Some(up) = rest.strip_prefix("super::") {
                base = base
                    .rsplit_once("::")
                    .map_or(String::new(), |(parent, _)| parent.to_string());
                rest = up;
            }
            let start = if base.is_empty() {
                "crate".to_string()
            } else {
                format!("crate::{base}")
            };
            tree(&start, rest, &mut paths);
        }
    }
    paths
}

/// A file's code without its comments, its texts and its tests.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let lines = text[..end].lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join(" ").replace("'\"'", "''");
    let mut without = String::with_capacity(code.len());
    let (mut within, mut escaped) = (false, false);
    for c in code.chars() {
        if c == '"' && !escaped {
            within = !within;
        }
        escaped = within && c == '\\' && !escaped;
        if !within {
            without.push(c);
        }
    }
    without
}

/// Adds the paths of a tree that begins behind `base`; what is left of the text behind it.
fn tree<'a>(base: &str, text: &'a str, paths: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = tree(base, rest, paths).trim_start();
            let Some((separator, after)) = rest.split_at_checked(1) else {
                return rest;
            };
            match separator {
                "," if after.trim_start().starts_with('}') => {
                    return &after.trim_start()[1..];
                }
                "," => rest = after,
                _ => return after,
            }
        }
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let path = match name {
        "" | "self" => base.to_string(),
        name => format!("{base}::{name}"),
    };
    if let Some(rest) = rest.strip_prefix("::") {
        return tree(&path, rest, paths);
    }
    paths.push(path);
    // another name of it
    let rest = rest.trim_start();
    match rest.strip_prefix("as ") {
        Some(other) => {
            let other = other.trim_start();
            let end = other.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            &other[end.unwrap_or(other.len())..]
        }
        None => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_within_lists_are_read_to_their_end() {
        let text = "use crate::{\n    a::{self, B, c::D},\n    e as f,\n    g::h,\n};\nuse super::{i, j};\n";
        let wanted = ["a", "a::B", "a::c::D", "e", "g::h", "vm::i", "vm::j"];
        let wanted = wanted.map(|path| format!("crate::{path}"));
        assert_eq!(named("vm::gas", "", text), wanted);
    }

    #[test]
    fn paths_in_code_count_and_comments_and_tests_do_not() {
        let text = "// crate::no\nfn f() { #[cfg(test)] crate::a::b(); x::crate::no; }\n\
            #[cfg(test)]\nmod tests { use crate::c; }";
        assert_eq!(named("x", "", text), ["crate::a::b"]);
        let text = r#"f("crate::no", '"', "a \"crate::no"); crate::d"#;
        assert_eq!(named("x", "", text), ["crate::d"]);
        let text = "super::super::k(); self::l::m()";
        assert_eq!(named("a::b", "", text), ["crate::a::b::l::m", "crate::k"]);
        let text = "crate::args::Args";
        assert_eq!(named("cli::x", "cli", text), ["crate::cli::args::Args"]);
    }
}
