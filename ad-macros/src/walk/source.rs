//! The user's source, as rustc would print it: the label of `dbg!` and the message of `assert!`. Tokens in a macro have lost
//! their spaces, but not their positions.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};

/// The source of these tokens, with a space wherever there was white space.
pub(super) fn text(tokens: TokenStream) -> String {
    let mut text = Text { written: String::new(), end: None };
    text.stream(tokens);
    text.written
}

struct Text {
    written: String,
    /// The end of the last token.
    end: Option<LineColumn>,
}

impl Text {
    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    // A parsed group has one position for both of its ends.
                    let (start, end) = (group.span().start(), group.span().end());
                    self.word(open, start, LineColumn { column: start.column + open.len(), ..start });
                    self.stream(group.stream());
                    let before = end.column.saturating_sub(close.len());
                    self.word(close, LineColumn { column: before, ..end }, end);
                }
                token => {
                    let span = token.span();
                    self.word(&token.to_string(), span.start(), span.end());
                }
            }
        }
    }

    fn word(&mut self, word: &str, start: LineColumn, end: LineColumn) {
        let apart = self.end.is_some_and(|end| end != start);
        // A chain of methods may be written on several lines.
        if apart && !matches!(word, "." | "," | ";" | "" | "?") {
            self.written.push(' ');
        }
        self.written.push_str(word);
        self.end = Some(end);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn spaces_are_as_they_were_written() {
        for written in [
            "x*2.0",
            "-x",
            "f64::max(x, v[0])",
            "v.iter().map(|v| v * 2.0).sum::<f64>()",
            "if a { b } else { c }",
        ] {
            assert_eq!(super::text(written.parse().expect("tokens")), written);
        }
        assert_eq!(super::text("x\n    .sin()  +  1.0".parse().expect("tokens")), "x.sin() + 1.0");
    }
}
