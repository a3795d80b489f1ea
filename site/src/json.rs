//! JSON, as text.

use std::fmt;

/// A value of JSON.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A double. JSON has no NaN and no ∞, which are texts.
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    pub(crate) fn list<T: Into<Json>>(items: impl IntoIterator<Item = T>) -> Json {
        Json::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Json {
        Json::Number(number)
    }
}
impl From<usize> for Json {
    #[allow(clippy::cast_precision_loss, reason = "counts are small")]
    fn from(number: usize) -> Json {
        Json::Number(number as f64)
    }
}
impl From<bool> for Json {
    fn from(truth: bool) -> Json {
        Json::Bool(truth)
    }
}
impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}
impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}
impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(truth) => write!(f, "{truth}"),
            Json::Number(c) if c.is_nan() => f.write_str("\"NaN\""),
            Json::Number(c) if c.is_infinite() => f.write_str(if *c > 0.0 { "\"∞\"" } else { "\"-∞\"" }),
            Json::Number(c) => write!(f, "{c:e}"),
            Json::Text(text) => quoted(text, f),
            Json::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Json::Object(fields) => {
                f.write_str("{")?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}\"{name}\":{value}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}
