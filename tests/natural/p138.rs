#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod sheet {
        #[derive(Clone, Debug)]
        pub enum Cell {
            Empty,
            Number(f64),
            Sum { from: usize, to: usize },
            Product(Vec<usize>),
            If { test: usize, then: usize, otherwise: usize },
        }

        pub struct Sheet<'a> {
            cells: &'a [Cell],
            visiting: Vec<bool>,
        }

        impl Sheet<'_> {
            fn value(&mut self, index: usize) -> Result<f64, &'static str> {
                if self.visiting[index] {
                    return Err("circular reference");
                }
                self.visiting[index] = true;
                let value = match &self.cells[index] {
                    Cell::Empty => 0.0,
                    Cell::Number(n) => *n,
                    Cell::Sum { from, to } => {
                        let mut total = 0.0;
                        for i in *from..=*to {
                            total += self.value(i)?;
                        }
                        total
                    }
                    Cell::Product(indices) => {
                        let mut product = 1.0;
                        for &i in indices {
                            product *= self.value(i)?;
                        }
                        product
                    }
                    &Cell::If { test, then, otherwise } => {
                        if self.value(test)? > 0.0 { self.value(then)? } else { self.value(otherwise)? }
                    }
                };
                self.visiting[index] = false;
                Ok(value)
            }
        }

        pub fn recalculate(cells: &[Cell]) -> Vec<f64> {
            let mut sheet = Sheet { cells, visiting: vec![false; cells.len()] };
            (0..cells.len()).map(|i| sheet.value(i).unwrap_or(f64::NAN)).collect()
        }
    }
    pub use sheet::*;
}

fn main() {
    use ad::prelude::*;
    use exp::Cell as C; use plain::Cell as D;
    let e = exp::Recalculate;
    let x = vec![C::Number(2.0), C::Number(-3.0), C::Empty, C::Sum { from: 0, to: 2 }, C::Product(vec![0, 3, 3]), C::If { test: 3, then: 0, otherwise: 4 }];
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).1);
    println!("value {:?} plain {:?}", value, plain::recalculate(&[D::Number(2.0), D::Number(-3.0), D::Empty, D::Sum { from: 0, to: 2 }, D::Product(vec![0, 3, 3]), D::If { test: 3, then: 0, otherwise: 4 }]));
    ad::testing::check(&e, &x).unwrap();
}
