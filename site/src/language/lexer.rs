//! From text to tokens.

use ad::numbers::Decimal;

use super::Mistake;

/// A token, with the bytes of the text that it covers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Name(String),
    Integer(u64),
    Decimal(Decimal),
    /// A number with more digits than a [`Decimal`] has in every number system.
    Rounded(f64),
    /// An operator or a delimiter.
    Sign(&'static str),
    End,
}

/// Longer signs come first.
const SIGNS: &[&str] = &[
    "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "=", "<", ">",
    "!", "(", ")", "{", "}", ",", ";", ".",
];

/// Signs that readers of formulas write, and the words of the language for them.
const ADVICE: &[(char, &str)] = &[
    ('^', "write `pow(x, 3)` for a power"),
    ('×', "write `*`"),
    ('·', "write `*`"),
    ('÷', "write `/`"),
    ('−', "write `-`"),
    ('≤', "write `<=`"),
    ('≥', "write `>=`"),
    ('≠', "write `!=`"),
    ('π', "write `pi`"),
    ('√', "write `sqrt(x)`"),
    ('[', "the language has numbers only, and no lists"),
    (':', "the language has no types: every value is a number"),
    ('&', "write `&&` for \"and\""),
    ('|', "write `||` for \"or\", and `abs(x)` for an absolute value"),
];

pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (kind, length) = if first.is_ascii_digit() {
            number(rest, at)?
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            if let ("π", advice) = (&rest[..length], "unknown character `π`: write `pi`") {
                return Err(Mistake::new(advice, at, at + length));
            }
            (Kind::Name(rest[..length].to_owned()), length)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Kind::Sign(sign), sign.len())
        } else {
            let advice =
                ADVICE.iter().find(|(c, _)| *c == first).map_or(String::new(), |(_, a)| format!(": {a}"));
            return Err(Mistake::new(
                format!("unknown character `{first}`{advice}"),
                at,
                at + first.len_utf8(),
            ));
        };
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, start: text.len(), end: text.len() });
    Ok(tokens)
}

/// A number at the beginning of `rest`, and its length.
fn number(rest: &str, at: usize) -> Result<(Kind, usize), Mistake> {
    let bytes = rest.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit() || **b == b'_').count();
    let mut end = digits(0);
    let mut is_integer = true;
    // `2.sqrt()` is a call, and `2.` a number.
    if bytes.get(end) == Some(&b'.')
        && !bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
    {
        end = digits(end + 1);
        is_integer = false;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1 + sign);
            is_integer = false;
        }
    }
    if bytes.get(end).is_some_and(u8::is_ascii_alphabetic) {
        let message = format!("a number is followed by a name: write `{} * …`", &rest[..end]);
        return Err(Mistake::new(message, at, at + end + 1));
    }
    let text = rest[..end].replace('_', "");
    if let (true, Ok(n)) = (is_integer, text.parse::<u64>())
        && n <= 1 << 53
    {
        return Ok((Kind::Integer(n), end));
    }
    let nearest: f64 = text.parse().map_err(|_| Mistake::new("this is not a number", at, at + end))?;
    if nearest.is_infinite() {
        return Err(Mistake::new("the number is too large for a double", at, at + end));
    }
    Ok((decimal(&text, nearest).map_or(Kind::Rounded(nearest), Kind::Decimal), end))
}

/// The digits of a short number, which every number system has exactly.
fn decimal(text: &str, nearest: f64) -> Option<Decimal> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let part = part.trim_end_matches('0');
    let digits: u128 = format!("0{whole}{part}").parse().ok()?;
    let exponent = exponent.checked_sub(i32::try_from(part.len()).ok()?)?;
    (digits < 1 << 53 && (-15..=0).contains(&exponent)).then_some(Decimal { digits, exponent, nearest })
}
