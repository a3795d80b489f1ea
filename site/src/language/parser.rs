//! From tokens to a syntax tree, with names resolved: functions, statements and conditions.

mod terms;

use terms::{has_value, operator};

use super::Mistake;
use super::lexer::{Kind, Token, tokens};
use super::scope::Scope;
use super::syntax::{BINARY, Block, Condition, Function, Program, Relation, Statement, Term, UNARY};

/// Deeper nestings of parentheses and blocks are refused, since the parser and the interpreter recur.
const DEPTH: usize = 100;

pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    scope: Scope,
    functions: Vec<Function>,
}

/// Parses a program: functions, statements, and the expression that is its value.
pub(crate) fn program(text: &str) -> Result<Program, Mistake> {
    let mut parser =
        Parser { tokens: tokens(text)?, at: 0, depth: 0, scope: Scope::default(), functions: Vec::new() };
    while parser.next_is_name("fn") {
        parser.function()?;
    }
    parser.scope = Scope::of(["x".to_owned()]);
    let body = parser.statements()?;
    if parser.next_is_name("fn") {
        return Err(parser.wrong("functions come first, before the statements"));
    }
    if parser.kind() != &Kind::End {
        return Err(parser.wrong(format!("cannot read {}: expected the end", parser.shown())));
    }
    if body.value.is_none() {
        let message = "the program has no value: end with an expression without `;`, such as `x * x`";
        return Err(parser.wrong(message));
    }
    let body = Function { name: "the program".into(), parameters: 1, slots: parser.scope.slots(), body };
    Ok(Program { functions: parser.functions, body })
}

impl Parser {
    /// `fn name(a, b) { … }`
    fn function(&mut self) -> Result<(), Mistake> {
        self.advance();
        let named = self.token();
        let name = self.name("the name of a function")?;
        let known = UNARY.iter().chain(BINARY).any(|(known, _)| *known == name) || name == "pow";
        if known || self.functions.iter().any(|function| function.name == name) {
            return Err(Mistake::new(
                format!("there is a function `{name}` already"),
                named.start,
                named.end,
            ));
        }
        self.expect("(", "after the name of a function")?;
        let mut parameters = Vec::new();
        while !self.next_is(")") {
            parameters.push(self.name("the name of a parameter")?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")", "after the parameters")?;
        // It is known inside of its own body, so it may recur.
        let (number, count) = (self.functions.len(), parameters.len());
        self.functions.push(Function { name: name.clone(), parameters: count, ..Function::default() });
        self.scope = Scope::of(parameters);
        let body = self.block()?;
        if body.value.is_none() {
            let message =
                format!("the function `{name}` has no value: end it with an expression without `;`");
            return Err(Mistake::new(message, named.start, named.end));
        }
        self.functions[number] = Function { name, parameters: count, slots: self.scope.slots(), body };
        Ok(())
    }

    fn block(&mut self) -> Result<Block, Mistake> {
        self.expect("{", "at the beginning of a block")?;
        let block = self.deeper(|parser| {
            parser.scope.enter();
            let block = parser.statements();
            parser.scope.leave();
            block
        })?;
        self.expect("}", "at the end of a block")?;
        Ok(block)
    }

    fn statements(&mut self) -> Result<Block, Mistake> {
        let mut block = Block::default();
        while !self.is_at_end() && !self.next_is_name("fn") {
            if self.eat(";") {
                continue;
            }
            if self.next_is_name("let") {
                block.statements.push(self.binding()?);
            } else if self.next_is_name("while") {
                self.advance();
                let condition = self.condition()?;
                block.statements.push(Statement::While(condition, self.block()?));
            } else if self.next_is_name("if") {
                let choice = self.deeper(Parser::choice)?;
                if self.is_at_end() && has_value(&choice) {
                    block.value = Some(Box::new(choice));
                } else if let Term::If(condition, then, otherwise) = choice {
                    block.statements.push(Statement::If(*condition, then, otherwise));
                }
            } else if let Some(assignment) = self.assignment()? {
                block.statements.push(assignment);
            } else {
                let term = self.term()?;
                if self.eat(";") {
                    block.statements.push(Statement::Term(term));
                } else if self.is_at_end() {
                    block.value = Some(Box::new(term));
                } else {
                    return Err(
                        self.wrong(format!("cannot read {}: expected an operator or `;`", self.shown()))
                    );
                }
            }
        }
        Ok(block)
    }

    /// `let x = t;` or `let mut x = t;`
    fn binding(&mut self) -> Result<Statement, Mistake> {
        self.advance();
        let mutable = self.next_is_name("mut");
        if mutable {
            self.advance();
        }
        let name = self.name("the name of a variable")?;
        self.expect("=", "after the name of a variable")?;
        let value = self.term()?;
        self.expect(";", "at the end of a statement")?;
        Ok(Statement::Set(self.scope.declare(name, mutable), value))
    }

    /// `x = t;` or `x += t;`, if that is next.
    fn assignment(&mut self) -> Result<Option<Statement>, Mistake> {
        let (Kind::Name(name), Some(sign)) = (self.kind().clone(), self.tokens.get(self.at + 1)) else {
            return Ok(None);
        };
        let Kind::Sign(sign @ ("=" | "+=" | "-=" | "*=" | "/=" | "%=")) = sign.kind else { return Ok(None) };
        let named = self.token();
        let Some((slot, mutable)) = self.scope.find(&name) else { return Err(self.unknown(&name, &named)) };
        if !mutable {
            let advice = if name == "x" && self.scope.is_argument(slot) {
                "it is the argument; write `let mut x = x;` first".to_owned()
            } else {
                format!("write `let mut {name}`")
            };
            let message = format!("cannot assign to `{name}`: {advice}");
            return Err(Mistake::new(message, named.start, named.end));
        }
        self.advance();
        self.advance();
        let value = self.term()?;
        self.expect(";", "at the end of a statement")?;
        let value = match sign {
            "=" => value,
            _ => Term::Operation(operator(&sign[..1]), vec![Term::Variable(slot), value]),
        };
        Ok(Some(Statement::Set(slot, value)))
    }

    fn condition(&mut self) -> Result<Condition, Mistake> {
        let mut left = self.conjunction()?;
        while self.eat("||") {
            left = Condition::Or(Box::new(left), Box::new(self.conjunction()?));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Condition, Mistake> {
        let mut left = self.relation()?;
        while self.eat("&&") {
            left = Condition::And(Box::new(left), Box::new(self.relation()?));
        }
        Ok(left)
    }

    fn relation(&mut self) -> Result<Condition, Mistake> {
        if self.eat("!") {
            return Ok(Condition::Not(Box::new(self.deeper(Parser::relation)?)));
        }
        // A parenthesis begins a condition or a term. The token after its end tells which.
        if self.next_is("(") && self.parenthesis_is_condition() {
            self.advance();
            let inner = self.deeper(Parser::condition)?;
            self.expect(")", "at the end of a parenthesis")?;
            return Ok(inner);
        }
        let left = self.term()?;
        let Kind::Sign(sign @ ("<" | ">" | "<=" | ">=" | "==" | "!=")) = *self.kind() else {
            let message = format!("expected a comparison such as `<` or `==`, and found {}", self.shown());
            return Err(self.wrong(message));
        };
        self.advance();
        let right = self.term()?;
        Ok(match sign {
            "<" => Condition::Relation(Relation::Less, left, right),
            ">" => Condition::Relation(Relation::Less, right, left),
            "<=" => Condition::Relation(Relation::AtMost, left, right),
            ">=" => Condition::Relation(Relation::AtMost, right, left),
            "==" => Condition::Relation(Relation::Equal, left, right),
            _ => Condition::Not(Box::new(Condition::Relation(Relation::Equal, left, right))),
        })
    }

    /// Whether the parenthesis that is next is a condition. A term would be followed by an operator.
    fn parenthesis_is_condition(&self) -> bool {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let operators = ["+", "-", "*", "/", "%", ".", "<", ">", "<=", ">=", "==", "!="];
                return !operators
                    .iter()
                    .any(|sign| self.tokens.get(i + 1).is_some_and(|t| t.kind == Kind::Sign(sign)));
            }
        }
        false
    }

    // -------------------------------------------------------------------------------------------------------

    fn token(&self) -> Token {
        self.tokens[self.at].clone()
    }
    fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
    fn is_at_end(&self) -> bool {
        matches!(self.kind(), Kind::End | Kind::Sign("}"))
    }
    fn next_is(&self, sign: &str) -> bool {
        matches!(self.kind(), Kind::Sign(next) if *next == sign)
    }
    fn next_is_name(&self, name: &str) -> bool {
        matches!(self.kind(), Kind::Name(next) if next == name)
    }
    fn eat(&mut self, sign: &str) -> bool {
        let is_next = self.next_is(sign);
        if is_next {
            self.advance();
        }
        is_next
    }
    fn expect(&mut self, sign: &str, place: &str) -> Result<(), Mistake> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.wrong(format!("expected `{sign}` {place}, and found {}", self.shown())))
    }
    /// A name that is no keyword.
    fn name(&mut self, role: &str) -> Result<String, Mistake> {
        match self.kind().clone() {
            Kind::Name(name) if !["let", "mut", "while", "if", "else", "fn"].contains(&&*name) => {
                self.advance();
                Ok(name)
            }
            _ => Err(self.wrong(format!("expected {role}, and found {}", self.shown()))),
        }
    }
    fn deeper<R>(&mut self, parse: impl FnOnce(&mut Self) -> Result<R, Mistake>) -> Result<R, Mistake> {
        if self.depth == DEPTH {
            return Err(self.wrong(format!("more than {DEPTH} parentheses and blocks inside of each other")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
    /// The next token as it is written.
    fn shown(&self) -> String {
        match self.kind() {
            Kind::Name(name) => format!("`{name}`"),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end".to_owned(),
            Kind::Integer(_) | Kind::Decimal(_) | Kind::Rounded(_) => "a number".to_owned(),
        }
    }
    /// A mistake at the next token.
    fn wrong(&self, message: impl Into<String>) -> Mistake {
        let Token { start, end, .. } = self.tokens[self.at];
        Mistake::new(message, start, end)
    }
    fn unknown(&self, name: &str, at: &Token) -> Mistake {
        let is_function = UNARY.iter().chain(BINARY).any(|(known, _)| *known == name) || name == "pow";
        let message = match name {
            _ if is_function => format!("`{name}` is a function: write `{name}(x)`"),
            "else" => "`else` without `if`".to_owned(),
            "for" | "loop" | "return" | "break" | "continue" | "match" | "struct" | "use" => {
                format!("the language has no `{name}`: it has `let mut`, `while`, `if` and `fn`")
            }
            _ => match self.functions.iter().find(|function| function.name == name) {
                Some(_) => format!("`{name}` is a function: write `{name}(x)`"),
                None => format!("unknown name `{name}`: write `let {name} = …;` first"),
            },
        };
        Mistake::new(message, at.start, at.end)
    }
}
