//! The macros of `std`, and those that log.

use syn::Path;

/// The meaning of a macro.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// `vec!`
    Vector,
    /// It compares so many values, and has a message.
    Asserts(usize),
    /// It never returns.
    Panics,
    /// It prints a text.
    Prints,
    /// It gives or writes a text, which begins at this argument.
    Formats(usize),
    /// `matches!`
    Matches,
    /// `dbg!`
    Shows,
    /// A constant of the compiler.
    Constant,
    /// An event of a level, by `log` or `tracing`.
    Logs,
}

/// The meaning of the macro of this name.
pub(crate) fn named(name: &str) -> Option<Role> {
    Some(match name {
        "vec" => Role::Vector,
        "assert" | "debug_assert" => Role::Asserts(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Role::Asserts(2),
        "panic" | "unreachable" | "todo" | "unimplemented" => Role::Panics,
        "print" | "println" | "eprint" | "eprintln" => Role::Prints,
        "format" | "format_args" => Role::Formats(0),
        "write" | "writeln" => Role::Formats(1),
        "matches" => Role::Matches,
        "dbg" => Role::Shows,
        "cfg" | "line" | "column" | "file" | "module_path" | "stringify" | "concat" | "include_str"
        | "include_bytes" | "env" | "option_env" | "compile_error" => Role::Constant,
        "error" | "warn" | "info" | "debug" | "trace" => Role::Logs,
        _ => return None,
    })
}

/// The meaning of the macro of this path, by its last name.
pub(crate) fn of(path: &Path) -> Option<Role> {
    named(&path.segments.last()?.ident.to_string())
}
