//! Numbers that are parsed from text. The module is compiled with and without the macro.

both! {
    mod parsed {
        pub(crate) enum Token { Number(f64), Other }

        pub(crate) struct Cell { value: Option<f64>, weight: f64 }

        fn bound(text: &str, x: f64) -> f64 {
            let one: Option<f64> = text.parse().ok();
            let other: Option<f64> = text.parse::<f64>().ok();
            let result: Result<f64, _> = text.parse();
            one.unwrap_or(x) * other.unwrap_or(2.0) + result.unwrap_or(x)
        }

        fn matched(text: &str, x: f64) -> f64 {
            let one: Option<f64> = text.trim().parse().ok();
            let first = if let Some(v) = one { v * x } else { x };
            match text.parse::<f64>() {
                Ok(v) => v * first,
                Err(_) => x,
            }
        }

        fn returned(text: &str, x: f64) -> Option<f64> {
            if x > 1.0 {
                return text.parse::<f64>().ok();
            }
            text.parse::<f64>().ok()
        }

        fn read(text: &str, x: f64) -> Result<f64, String> {
            match text {
                "x" => Ok(x),
                text => text.parse::<f64>().map_err(|_| text.to_string()),
            }
        }

        fn without_numbers(text: &str) -> Option<f64> {
            text.trim().parse::<f64>().ok()
        }

        fn stored(text: &str, x: f64) -> f64 {
            let cell = Cell { value: text.parse().ok(), weight: x };
            let token = match text.parse::<f64>() {
                Ok(v) => Token::Number(v),
                Err(_) => Token::Other,
            };
            let factor = match token {
                Token::Number(v) => v * cell.weight,
                Token::Other => x * x,
            };
            cell.value.unwrap_or(x) * factor
        }

        fn by_closure(text: &str, x: f64) -> f64 {
            let parse = |text: &str| text.parse::<f64>().unwrap_or(0.5);
            parse(text) * x + parse("2") * x * x
        }

        fn assigned(text: &str, x: f64) -> f64 {
            let mut v = Some(x);
            if x > 1.0 {
                v = text.parse().ok();
            }
            v.unwrap_or(2.0) * x
        }

        pub(crate) fn all(text: &str, x: f64) -> f64 {
            let sum = bound(text, x) + matched(text, x) * returned(text, x).unwrap_or(x);
            let sum = sum + read(text, x).unwrap_or(x) * read("x", x).unwrap_or(1.0);
            let sum = sum * without_numbers(text).unwrap_or(x) + stored(text, x);
            sum + by_closure(text, x) * assigned(text, x)
        }
    }
}

#[test]
fn numbers_parsed_from_text_are_constants() {
    for text in ["2.5", " 0.25", "x", ""] {
        for x in [1.5, 0.75] {
            let e = parsed::program::All { text };
            assert_eq!(ad::call::value(&e, &x), parsed::plain::all(text, x), "{text}");
            crate::check::program(&e, &x);
        }
    }
}

#[derive(Clone)]
struct Words {
    letter: Option<char>,
    number: Option<f64>,
}

fn parse_words(text: &str) -> Option<Words> {
    let number = text.get(1..)?.parse().ok();
    Some(Words { letter: text.chars().next(), number })
}

#[ad::exp(adjoint)]
fn feeds(text: &str, x: f64) -> f64 {
    let mut feed = 2.0;
    let mut sum = x;
    for words in text.split(' ').filter_map(parse_words) {
        if let Some(f) = words.number {
            feed = f;
        }
        sum *= words.number.map_or(x, |v| v * x) + feed;
        if words.letter == Some('x') {
            feed = x;
        }
    }
    sum
}

#[test]
fn a_function_of_items_gives_plain_floats() {
    crate::check::program(&Feeds { text: "a1.5 x b2 xx" }, &0.75);
}
