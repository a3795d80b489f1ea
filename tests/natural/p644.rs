#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod csv {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Aggregate {
            Sum,
            Mean,
            Max,
        }

        impl std::str::FromStr for Aggregate {
            type Err = String;
            fn from_str(s: &str) -> Result<Self, Self::Err> {
                match s.to_lowercase().as_str() {
                    "sum" => Ok(Aggregate::Sum),
                    "mean" | "avg" => Ok(Aggregate::Mean),
                    "max" => Ok(Aggregate::Max),
                    other => Err(format!("unknown aggregate '{other}'")),
                }
            }
        }

        fn column(table: &str, name: &str) -> Option<Vec<f64>> {
            let mut lines = table.lines().filter(|l| !l.trim().is_empty());
            let index = lines.next()?.split(',').position(|h| h.trim() == name)?;
            lines.map(|line| line.split(',').nth(index)?.trim().parse::<f64>().ok()).collect()
        }

        fn aggregate(kind: Aggregate, values: impl Iterator<Item = f64> + Clone) -> f64 {
            match kind {
                Aggregate::Sum => values.sum(),
                Aggregate::Mean => {
                    let n = values.clone().count();
                    values.sum::<f64>() / n as f64
                }
                Aggregate::Max => values.fold(f64::NEG_INFINITY, f64::max),
            }
        }

        /// Runs a query like `mean price` after scaling and shifting the column.
        pub fn query(table: &str, query: &str, scale: f64, shift: f64) -> Result<f64, String> {
            let (kind, name) = query.split_once(' ').ok_or("malformed query")?;
            let kind: Aggregate = kind.parse()?;
            let values = column(table, name).ok_or_else(|| format!("no column {name}"))?;
            Ok(aggregate(kind, values.iter().map(|v| v * scale + shift)))
        }
    }
    pub use csv::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::Query { table: "id, price\n1, 2.5\n2, 4.0\n3, 1.75\n", query: "mean price" };
    let x = (1.5, -0.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::query("id, price\n1, 2.5\n2, 4.0\n3, 1.75\n", "mean price", 1.5, -0.5));
    ad::testing::check(&e, &x).unwrap();
}
