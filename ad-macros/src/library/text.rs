//! The methods of values without numbers: of texts, characters and integers, and conversions. A user's type hardly has another
//! method of such a name. The walk does not read this table, since a user's type may.

use syn::{Expr, ExprMethodCall, GenericArgument, Ident, Type};

/// A group of methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Group {
    /// An iterator over parts of a text.
    Parts,
    /// A part of a text, perhaps, or two of them.
    Pieces,
    /// A text without its ends.
    Trimmed,
    /// The whole text in another form.
    Whole,
    /// A question about a text or a character.
    Asks,
    /// A cheap operation on integers.
    Integers,
    /// Later code determines the type of the result.
    Infers,
}

use Group::{Asks, Infers, Integers, Parts, Pieces, Trimmed, Whole};

static ROWS: [(Group, &[&str]); 7] = [
    (
        Parts,
        &[
            "chars",
            "bytes",
            "char_indices",
            "lines",
            "split",
            "rsplit",
            "split_whitespace",
            "split_ascii_whitespace",
        ],
    ),
    (Pieces, &["split_once", "rsplit_once", "strip_prefix", "strip_suffix"]),
    (Trimmed, &["trim", "trim_start", "trim_end"]),
    (Whole, &["as_bytes", "as_str"]),
    (Asks, &["is_ascii_digit", "is_alphabetic", "is_whitespace"]),
    (
        Integers,
        &[
            "min",
            "max",
            "abs",
            "pow",
            "saturating_sub",
            "wrapping_add",
            "wrapping_sub",
            "wrapping_mul",
            "rem_euclid",
            "abs_diff",
            "clamp",
        ],
    ),
    (Infers, &["parse", "into", "try_into", "default"]),
];

/// The group of a method.
pub(crate) fn of(call: &ExprMethodCall) -> Option<Group> {
    group(&call.method)
}

fn group(name: &Ident) -> Option<Group> {
    ROWS.iter().find(|(_, names)| names.iter().any(|of| name == of)).map(|(group, _)| *group)
}

/// Whether later code determines the type of the result of this function or method.
pub(crate) fn infers(name: &Ident) -> bool {
    group(name) == Some(Infers)
}

/// Whether it is a trait of such methods.
pub(crate) fn is_conversion(name: &Ident) -> bool {
    ["Into", "From", "TryInto", "TryFrom", "Default", "FromStr"].iter().any(|conversion| name == conversion)
}

/// Whether a call gives a text or parts of one, at a pattern in the code. It is recomputed, since the reverse sweep receives the
/// text again, and a reference cannot be saved.
pub(crate) fn is_view(call: &ExprMethodCall) -> bool {
    let literal = |argument: &Expr| matches!(argument, Expr::Lit(_));
    matches!(of(call), Some(Parts | Pieces | Trimmed | Whole)) && call.args.iter().all(literal)
}

/// Whether a call has no effects, and gives the same twice.
pub(crate) fn is_pure(call: &ExprMethodCall) -> bool {
    let plain = |ty: &Type| {
        super::types::is_certainly_plain(ty) || matches!(ty, Type::Path(path) if path.path.is_ident("f64"))
    };
    let primitive = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if plain(ty));
    match of(call) {
        Some(Parts | Pieces | Trimmed | Asks | Integers) => true,
        Some(Infers) => call.turbofish.as_ref().is_some_and(|list| list.args.iter().all(primitive)),
        Some(Whole) | None => false,
    }
}
