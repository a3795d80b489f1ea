#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Clone, Copy, Default)]
    struct Words<'a> {
        code: &'a str,
        x: Option<f64>,
        y: Option<f64>,
        feed: Option<f64>,
    }

    fn parse_line(line: &str) -> Option<Words<'_>> {
        let mut parts = line.split_ascii_whitespace();
        let mut words = Words { code: parts.next()?, ..Words::default() };
        for part in parts {
            let (letter, number) = part.split_at(1);
            let number = number.parse().ok();
            match letter {
                "X" => words.x = number,
                "Y" => words.y = number,
                "F" => words.feed = number,
                _ => return None,
            }
        }
        Some(words)
    }

    /// Machining time of a program in G-code, when the part is scaled and the feed is overridden.
    #[exp(adjoint)]
    pub fn machining_time(program: &str, scale: f64, feed_override: f64, rapid: f64) -> f64 {
        let (mut x, mut y) = (0.0, 0.0);
        let mut feed = 100.0;
        let mut minutes = 0.0;
        for words in program.lines().filter_map(parse_line) {
            let to_x = words.x.map_or(x, |v| v * scale);
            let to_y = words.y.map_or(y, |v| v * scale);
            if let Some(f) = words.feed {
                feed = f;
            }
            let distance = ((to_x - x).powi(2) + (to_y - y).powi(2)).sqrt();
            minutes += match words.code {
                "G0" => distance / rapid,
                "G1" => distance / (feed * feed_override),
                _ => 0.0,
            };
            (x, y) = (to_x, to_y);
        }
        minutes
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::MachiningTime { program: "G0 X10 Y5\nG1 X20 F80\nG1 X20 Y25\n; note\nG0 X1 Y2" };
    let x = (1.1, 0.9, 500.0);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::machining_time("G0 X10 Y5\nG1 X20 F80\nG1 X20 Y25\n; note\nG0 X1 Y2", 1.1, 0.9, 500.0));
    ad::testing::check(&e, &x).unwrap();
}
