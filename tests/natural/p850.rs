#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sheet {
        #[derive(Debug, Clone)]
        pub enum Cell {
            Empty,
            Value(f64),
            Sum { from: usize, to: usize },
            Scaled { cell: usize, factor: f64 },
            Threshold { cell: usize, limit: f64, rate: f64 },
        }

        /// A column of cells, whose values are computed on demand and remembered.
        pub struct Sheet<'a> {
            cells: &'a [Cell],
            cache: Vec<Option<f64>>,
        }

        impl<'a> Sheet<'a> {
            pub fn new(cells: &'a [Cell]) -> Self {
                Self { cells, cache: vec![None; cells.len()] }
            }

            pub fn value(&mut self, index: usize) -> f64 {
                if let Some(known) = self.cache[index] {
                    return known;
                }
                let value = match &self.cells[index] {
                    Cell::Empty => 0.0,
                    Cell::Value(v) => *v,
                    &Cell::Sum { from, to } => (from..=to).map(|i| self.value(i)).sum(),
                    &Cell::Scaled { cell, factor } => factor * self.value(cell),
                    &Cell::Threshold { cell, limit, rate } => {
                        let income = self.value(cell);
                        if income > limit { rate * (income - limit) } else { 0.0 }
                    }
                };
                self.cache[index] = Some(value);
                value
            }
        }

        /// Value of the last cell.
        pub fn bottom_line(cells: &[Cell]) -> f64 {
            let mut sheet = Sheet::new(cells);
            match cells.len() {
                0 => 0.0,
                n => sheet.value(n - 1),
            }
        }
    }
    pub use sheet::*;
}

macro_rules! cells {
    ($m:ident) => {{
        use $m::Cell::*;
        vec![
            Value(1200.0),
            Value(350.5),
            Empty,
            Sum { from: 0, to: 2 },
            Threshold { cell: 3, limit: 900.0, rate: -0.3 },
            Scaled { cell: 0, factor: -0.08 },
            Sum { from: 3, to: 5 },
        ]
    }};
}

fn main() {
    use ad::prelude::*;
    let e = exp::BottomLine;
    let x = cells!(exp);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::bottom_line(&cells!(plain)));
    ad::testing::check(&e, &x).unwrap();
}
