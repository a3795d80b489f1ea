//! How code is printed: as a function that can be pasted.

use std::fmt::{self, Write};

use super::{Assignment, CELLS, Code, Condition, Formula, Place, Statement};

const INPUTS: [&str; 3] = ["x", "y", "z"];
const LOCALS: [&str; 4] = ["a", "b", "c", "d"];
const COUNTERS: [&str; 2] = ["i", "j"];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Local(i) => f.write_str(LOCALS[*i]),
            Place::Cell(k) => write!(f, "t[{k}]"),
            Place::Indexed(depth, k) => write!(f, "t[({} + {k}) % {CELLS}]", COUNTERS[*depth]),
        }
    }
}

/// With parentheses around every operation but the outermost.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Input(i) => f.write_str(INPUTS[*i]),
            Formula::Place(place) => place.fmt(f),
            Formula::Natural(n) => write!(f, "{n}.0"),
            Formula::Constant(c) => write!(f, "{c:?}"),
            Formula::Counter(depth) => write!(f, "{} as f64", COUNTERS[*depth]),
            Formula::Add(ab) => write!(f, "{} + {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Mul(ab) => write!(f, "{} * {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Sub(ab) => write!(f, "{} - {}", Inner(&ab[0]), Inner(&ab[1])),
            Formula::Neg(a) => write!(f, "-{}", Inner(a)),
            Formula::Function(g, a) => write!(f, "f64::{}({a})", g.name()),
        }
    }
}

/// A formula that is an operand.
struct Inner<'a>(&'a Formula);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Formula::Input(_)
            | Formula::Place(_)
            | Formula::Natural(_)
            | Formula::Constant(_)
            | Formula::Function(..) => self.0.fmt(f),
            _ => write!(f, "({})", self.0),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Counter { depth, modulus, residue } => {
                write!(f, "{} % {modulus} == {residue}", COUNTERS[*depth])
            }
            Condition::Less(a, b) => write!(f, "{} < {}", Inner(a), Inner(b)),
        }
    }
}

fn print_block(
    f: &mut fmt::Formatter<'_>,
    statements: &[Statement],
    depth: usize,
    loops: usize,
) -> fmt::Result {
    for statement in statements {
        write!(f, "{:1$}", "", 4 * depth)?;
        match statement {
            Statement::Assign(place, assignment, formula) => {
                let sign = match assignment {
                    Assignment::Set => "=",
                    Assignment::Add => "+=",
                    Assignment::Mul => "*=",
                    Assignment::Sub => "-=",
                };
                writeln!(f, "{place} {sign} {formula};")?;
            }
            Statement::Swap(i, j) => {
                writeln!(f, "({0}, {1}) = ({1}, {0});", LOCALS[*i], LOCALS[*j])?;
            }
            Statement::For { count, body } => {
                writeln!(f, "for {} in 0..{count}usize {{", COUNTERS[loops])?;
                print_block(f, body, depth + 1, loops + 1)?;
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
            Statement::If { condition, then, otherwise } => {
                writeln!(f, "if {condition} {{")?;
                print_block(f, then, depth + 1, loops)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{:1$}}} else {{", "", 4 * depth)?;
                    print_block(f, otherwise, depth + 1, loops)?;
                }
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
            Statement::BreakIf(condition) => {
                writeln!(f, "if {condition} {{")?;
                writeln!(f, "{:1$}break;", "", 4 * depth + 4)?;
                writeln!(f, "{:1$}}}", "", 4 * depth)?;
            }
        }
    }
    Ok(())
}

/// The statements of a function.
struct Body<'a>(&'a [Statement]);

impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_block(f, self.0, 1, 0)
    }
}

/// A function that can be pasted.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = &INPUTS[..self.inputs];
        let mut body = String::new();
        write!(body, "{}", Body(&self.body))?;
        write!(body, "    {}", self.result)?;
        // Only used names are declared.
        let occurs = |name: &str| body.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        writeln!(f, "#[exp]")?;
        let parameters: Vec<_> = inputs.iter().map(|x| format!("{x}: f64")).collect();
        writeln!(f, "fn program({}) -> f64 {{", parameters.join(", "))?;
        for (local, initial) in LOCALS.iter().zip(["x", "2.0", "1.0", inputs[self.inputs - 1]]) {
            if occurs(local) {
                writeln!(f, "    let mut {local} = {initial};")?;
            }
        }
        if occurs("t") {
            writeln!(f, "    let mut t = [1.0; {CELLS}];")?;
        }
        writeln!(f, "{body}")?;
        write!(f, "}}")
    }
}

/// As it is printed, which is how it appears in the report of a failed test.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
