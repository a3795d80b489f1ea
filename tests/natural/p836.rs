#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Chi-square of the power law `scale * x^exponent` against the columns `x`, `y` and `sigma` of a CSV text.
    /// Lines that are empty, comments or incomplete are skipped.
    #[exp(adjoint)]
    pub fn csv_chi_square(csv: &str, scale: f64, exponent: f64) -> f64 {
        let mut lines = csv.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        let header: Vec<&str> = lines.next().unwrap_or("").split(',').map(str::trim).collect();
        let column = |name: &str| header.iter().position(|h| *h == name);
        let (Some(cx), Some(cy), Some(cs)) = (column("x"), column("y"), column("sigma")) else {
            return f64::INFINITY;
        };

        let mut chi2 = 0.0;
        for line in lines {
            let fields: Vec<Option<f64>> = line.split(',').map(|f| f.trim().parse().ok()).collect();
            let get = |c: usize| fields.get(c).copied().flatten();
            if let (Some(x), Some(y), Some(sigma)) = (get(cx), get(cy), get(cs)) {
                let residual = (scale * x.powf(exponent) - y) / sigma;
                chi2 += residual * residual;
            }
        }
        chi2
    }
}

fn main() {
    use ad::prelude::*;
    let csv = "# lab 3\nid, x, y, sigma\n1, 1.0, 2.1, 0.1\n2, 2.0, 5.6, 0.2\n3, oops, 7.0, 0.2\n\n4, 3.5, 13.3, 0.4\n5, 4.0\n";
    let e = exp::CsvChiSquare { csv };
    let x = (2.0, 1.5);
    let value = ad::call::value(&e, &x);
    println!("value {:?} plain {:?}", value, plain::csv_chi_square(csv, x.0, x.1));
    ad::testing::check(&e, &x).unwrap();
}
