//! Types that borrow data without numbers: parsers and interpreters. Each module is compiled with and without the macro.

both! {
    mod pratt {
        #[derive(Clone, Copy, PartialEq)]
        pub(crate) enum Op { Add, Mul, Sub, Open, Close, Var(usize), Int(i32) }

        pub(crate) fn lex(text: &str) -> Vec<Op> {
            let op = |c: char| match c {
                '+' => Op::Add,
                '*' => Op::Mul,
                '-' => Op::Sub,
                '(' => Op::Open,
                ')' => Op::Close,
                'a'..='z' => Op::Var((c as u8 - b'a') as usize),
                c => Op::Int(c.to_digit(10).unwrap() as i32),
            };
            text.chars().filter(|c| !c.is_whitespace()).map(op).collect()
        }

        pub(crate) struct Pratt<'t> {
            ops: &'t [Op],
            pos: usize,
            vars: Vec<f64>,
        }

        impl<'t> Pratt<'t> {
            pub(crate) fn new(ops: &'t [Op], vars: &[f64]) -> Self {
                Pratt { ops, pos: 0, vars: vars.to_vec() }
            }

            fn peek(&self) -> Option<Op> {
                self.ops.get(self.pos).copied()
            }

            /// Its result has no shadow, and it changes its receiver.
            fn bump(&mut self) -> Option<Op> {
                let op = self.peek();
                self.pos += 1;
                op
            }

            /// It leaves early.
            fn close(&mut self) -> Option<Op> {
                let found = self.peek()?;
                if found != Op::Close {
                    return None;
                }
                self.pos += 1;
                Some(found)
            }

            fn expr(&mut self, min: u32) -> f64 {
                let mut left = match self.bump() {
                    Some(Op::Var(i)) => self.vars[i],
                    Some(Op::Int(k)) => k as f64,
                    Some(Op::Sub) => -self.expr(3),
                    Some(Op::Open) => {
                        let value = self.expr(0);
                        if self.close().is_none() {
                            return 0.0;
                        }
                        value
                    }
                    _ => 0.0,
                };
                while let Some(op) = self.peek() {
                    let power = match op {
                        Op::Add | Op::Sub => 1,
                        Op::Mul => 2,
                        _ => break,
                    };
                    if power <= min {
                        break;
                    }
                    self.bump();
                    let right = self.expr(power);
                    left = match op {
                        Op::Add => left + right,
                        Op::Sub => left - right,
                        _ => left * right,
                    };
                }
                left
            }
        }

        fn total(pratt: &mut Pratt<'_>, scale: f64) -> f64 {
            let mut sum = 0.0;
            while pratt.peek().is_some() {
                sum += scale * pratt.expr(0) * pratt.pos as f64;
                pratt.pos += 1;
            }
            sum
        }

        pub(crate) fn value(ops: &[Op], vars: &[f64], scale: f64) -> f64 {
            let mut pratt = Pratt::new(ops, vars);
            total(&mut pratt, scale)
        }
    }

    mod forth {
        #[derive(Clone)]
        struct Lexer<'a> {
            rest: &'a str,
        }

        impl<'a> Lexer<'a> {
            fn next(&mut self) -> Option<&'a str> {
                let trimmed = self.rest.trim_start();
                if trimmed.is_empty() {
                    return None;
                }
                let end = trimmed.find(' ').unwrap_or(trimmed.len());
                let (word, rest) = trimmed.split_at(end);
                self.rest = rest;
                Some(word)
            }
        }

        struct Machine<'a> {
            lexer: Lexer<'a>,
            stack: Vec<f64>,
        }

        impl<'a> Machine<'a> {
            fn pop(&mut self) -> Result<f64, String> {
                self.stack.pop().ok_or_else(|| "empty".to_string())
            }

            fn run(&mut self, x: f64) -> Result<f64, String> {
                while let Some(word) = self.lexer.next() {
                    match word {
                        "x" => self.stack.push(x),
                        "dup" => {
                            let top = *self.stack.last().ok_or("empty")?;
                            self.stack.push(top);
                        }
                        "*" => {
                            let (b, a) = (self.pop()?, self.pop()?);
                            self.stack.push(a * b);
                        }
                        "sin" => {
                            let a = self.pop()?;
                            self.stack.push(a.sin());
                        }
                        other => {
                            let value: f64 = other.parse().map_err(|_| format!("unknown {other}"))?;
                            self.stack.push(value);
                        }
                    }
                }
                self.pop()
            }
        }

        pub(crate) fn run(text: &str, x: f64) -> Result<f64, String> {
            let mut machine = Machine { lexer: Lexer { rest: text }, stack: Vec::new() };
            machine.run(x)
        }
    }

    mod formula {
        use std::iter::Peekable;
        use std::str::Chars;

        struct Parser<'a> {
            chars: Peekable<Chars<'a>>,
            x: f64,
        }

        impl Parser<'_> {
            fn skip_spaces(&mut self) {
                while self.chars.peek().map_or(false, |c| c.is_whitespace()) {
                    self.chars.next();
                }
            }

            fn number(&mut self) -> Result<f64, String> {
                let mut text = String::new();
                while let Some(&c) = self.chars.peek() {
                    if !c.is_ascii_digit() && c != '.' {
                        break;
                    }
                    text.push(c);
                    self.chars.next();
                }
                text.parse().map_err(|e| format!("{e}"))
            }

            fn factor(&mut self) -> Result<f64, String> {
                self.skip_spaces();
                match self.chars.peek() {
                    Some('x') => {
                        self.chars.next();
                        Ok(self.x)
                    }
                    Some('-') => {
                        self.chars.next();
                        Ok(-self.factor()?)
                    }
                    _ => self.number(),
                }
            }

            /// A method with the name of one of iterators.
            fn product(&mut self) -> Result<f64, String> {
                let mut value = self.factor()?;
                self.skip_spaces();
                while let Some('*') = self.chars.peek() {
                    self.chars.next();
                    value *= self.factor()?;
                    self.skip_spaces();
                }
                Ok(value)
            }
        }

        fn start(text: &str, x: f64) -> Parser<'_> {
            Parser { chars: text.chars().peekable(), x }
        }

        struct Weight(f64);

        impl Weight {
            /// A function with the name of the method of texts.
            fn parse(text: &str) -> Result<Weight, String> {
                let weight: f64 = text.trim().parse().map_err(|_| format!("bad weight {text}"))?;
                Ok(Weight(weight))
            }
        }

        fn quarter() -> f64 {
            Weight::parse("0.25").map_or(0.0, |weight| weight.0)
        }

        fn constant(text: &str) -> Result<f64, String> {
            text.trim().parse().map_err(|_| format!("bad number {text}"))
        }

        pub(crate) fn evaluate(text: &str, x: f64) -> f64 {
            let weights: Vec<f64> = "0.5, 2".split(',').map(|s| s.trim().parse().unwrap()).collect();
            let value = Parser { chars: text.chars().peekable(), x }.product().unwrap_or(0.0);
            let mut parser = start("-x", x);
            let value = value + 0.25 * parser.factor().unwrap();
            value * weights[1] * constant("1.5").unwrap() + x * weights[0] * quarter()
        }
    }

    // Methods with the names of those of its iterator, which give characters and truths.
    mod wrapped {
        use std::iter::Peekable;
        use std::str::Chars;
        struct Eval<'a> { it: Peekable<Chars<'a>>, vars: Vec<(char, f64)>, names: Vec<String> }
        impl<'a> Eval<'a> {
            fn peek(&mut self) -> Option<char> { self.it.peek().copied() }
            fn next(&mut self) -> Option<char> { self.it.next() }
            fn eat(&mut self, c: char) -> bool {
                if self.peek() == Some(c) { self.next(); true } else { false }
            }
            fn lookup(&self, c: char) -> Option<f64> {
                self.vars.iter().find(|(n, _)| *n == c).map(|&(_, v)| v)
            }
            fn parse(&mut self) -> Result<f64, String> {
                let mut acc = self.atom()?;
                while self.peek().is_some() {
                    if self.eat('+') { acc += self.atom()?; }
                    else if self.eat('*') { acc *= self.atom()?; }
                    else { break; }
                }
                Ok(acc)
            }
            fn atom(&mut self) -> Result<f64, String> {
                match self.next() {
                    Some('(') => { let v = self.parse()?; if !self.eat(')') { return Err("missing )".into()); } Ok(v) }
                    Some(c) if c.is_alphabetic() => { self.names.push(c.to_string()); self.lookup(c).ok_or(format!("unknown {c}")) }
                    Some(c) => c.to_digit(10).map(|d| d as f64).ok_or_else(|| format!("bad {c}")),
                    None => Err("end".to_string()),
                }
            }
        }
        pub(crate) fn wrapped(text: &str, x: f64, y: f64) -> Result<f64, String> {
            let mut e = Eval { it: text.chars().peekable(), vars: vec![('x', x), ('y', y)], names: Vec::new() };
            let v: f64 = e.parse()?;
            Ok(v * v + e.names.len() as f64)
        }
    }
}

#[test]
fn a_parser_of_tokens_that_it_borrows_agrees_with_the_plain_program() {
    let text = "(a + b*3)*a - -b ) b*b*a";
    let e = pratt::program::Value { ops: &pratt::program::lex(text) };
    let x = (vec![1.25, 2.0], 0.5);
    let plain = pratt::plain::value(&pratt::plain::lex(text), &x.0, x.1);
    assert_eq!(ad::call::value(&e, &x), plain);
    crate::check::program(&e, &x);
}

#[test]
fn a_machine_with_a_lexer_restores_the_text_it_has_read() {
    for text in ["x dup * sin 2.5 * x *", "x *", "x y", ""] {
        let e = forth::program::Run { text };
        assert_eq!(ad::call::value(&e, &1.5), forth::plain::run(text, 1.5));
    }
    crate::check::program(&forth::program::Run { text: "x dup * sin 2.5 * x *" }, &1.5);
}

#[test]
fn a_field_that_is_an_iterator_advances_once() {
    for text in ["2.5 * x * -x", "x*x*x", "--x", "2 *"] {
        let e = formula::program::Evaluate { text };
        assert_eq!(ad::call::value(&e, &1.5), formula::plain::evaluate(text, 1.5));
        crate::check::program(&e, &1.5);
    }
}

#[test]
fn methods_without_numbers_in_their_results_change_the_receiver() {
    for text in ["x*y+3*(x+y*2)", "x*z", "(x"] {
        let e = wrapped::program::Wrapped { text };
        assert_eq!(ad::call::value(&e, &(1.2, 0.7)), wrapped::plain::wrapped(text, 1.2, 0.7));
    }
    crate::check::program(&wrapped::program::Wrapped { text: "x*y+3*(x+y*2)" }, &(1.2, 0.7));
}
