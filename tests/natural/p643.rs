#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod spreadsheet {
        use std::collections::HashMap;

        /// Cells hold a number or a formula such as `A1 + B2 * 3`, read from left to right.
        #[derive(Clone, Debug)]
        pub enum Cell {
            Number(f64),
            Formula(String),
        }

        pub struct Sheet {
            pub cells: HashMap<String, Cell>,
        }

        #[derive(Debug, PartialEq)]
        pub enum SheetError {
            Missing(String),
            Cycle(String),
            Syntax,
        }

        impl Sheet {
            pub fn value(&self, name: &str, depth: usize) -> Result<f64, SheetError> {
                if depth > self.cells.len() {
                    return Err(SheetError::Cycle(name.to_string()));
                }
                match self.cells.get(name) {
                    None => Err(SheetError::Missing(name.to_string())),
                    Some(Cell::Number(n)) => Ok(*n),
                    Some(Cell::Formula(text)) => self.formula(text, depth),
                }
            }

            fn atom(&self, word: &str, depth: usize) -> Result<f64, SheetError> {
                if word.starts_with(|c: char| c.is_ascii_uppercase()) {
                    self.value(word, depth + 1)
                } else {
                    word.parse().map_err(|_| SheetError::Syntax)
                }
            }

            fn formula(&self, text: &str, depth: usize) -> Result<f64, SheetError> {
                let mut words = text.split(' ');
                let mut result = self.atom(words.next().ok_or(SheetError::Syntax)?, depth)?;
                while let Some(op) = words.next() {
                    let right = self.atom(words.next().ok_or(SheetError::Syntax)?, depth)?;
                    match op {
                        "+" => result += right,
                        "-" => result -= right,
                        "*" => result *= right,
                        "/" => result /= right,
                        _ => return Err(SheetError::Syntax),
                    }
                }
                Ok(result)
            }
        }

        pub fn evaluate(sheet: &Sheet, cell: &str) -> Result<f64, SheetError> {
            sheet.value(cell, 0)
        }
    }
    pub use spreadsheet::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Evaluate { cell: "C1" };
    let x = exp::Sheet { cells: std::collections::HashMap::from([("A1".to_string(), exp::Cell::Number(2.5)), ("A2".to_string(), exp::Cell::Number(0.4)), ("B1".to_string(), exp::Cell::Formula("A1 * A2 + 3".to_string())), ("C1".to_string(), exp::Cell::Formula("B1 / A1 - A2 * B1".to_string()))]) };
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::evaluate(&plain::Sheet { cells: std::collections::HashMap::from([("A1".to_string(), plain::Cell::Number(2.5)), ("A2".to_string(), plain::Cell::Number(0.4)), ("B1".to_string(), plain::Cell::Formula("A1 * A2 + 3".to_string())), ("C1".to_string(), plain::Cell::Formula("B1 / A1 - A2 * B1".to_string()))]) }, "C1"));
    ad::testing::check(&e, &x).unwrap();
}
