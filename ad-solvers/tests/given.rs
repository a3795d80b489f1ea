//! One expression with given numbers, in every adapter.

use ad::prelude::*;

/// A valley with its lowest point at (a, a²).
#[exp(adjoint)]
fn valley(a: f64, x: f64, y: f64) -> f64 {
    (a - x).powi(2) + 10.0 * (y - x * x).powi(2)
}

#[exp(adjoint)]
fn sides(a: f64, x: f64, y: f64) -> Vec<f64> {
    vec![a - x, 10.0 * (y - x * x)]
}

#[test]
fn an_expression_with_given_numbers_is_one_for_every_adapter() {
    let (start, all) = ((0.0, 0.0), (2.0, 0.0, 0.0));
    let e = Valley.given(2.0);
    let by_name = Valley.given_entries(["a"], &all);
    let _ = (&e, &by_name);

    #[cfg(feature = "argmin")]
    {
        use ad_solvers::argmin::Cost;
        use argmin::core::{CostFunction, Gradient, Hessian};
        let (cost, by_name) = (Cost::new(&e, &start), Cost::new(&by_name, &by_name.others(&all)));
        assert_eq!(cost.names(), ["x", "y"]);
        assert_eq!(by_name.names(), ["x", "y"]);
        let at = vec![1.0, 2.0];
        assert_eq!((cost.cost(&at).unwrap(), by_name.cost(&at).unwrap()), (11.0, 11.0));
        assert_eq!(cost.gradient(&at).unwrap(), by_name.gradient(&at).unwrap());
        assert_eq!(cost.hessian(&at).unwrap(), by_name.hessian(&at).unwrap());
    }
    #[cfg(feature = "levenberg-marquardt")]
    {
        use ad_solvers::levenberg_marquardt::Fit;
        let (report, (x, y)) = Fit::new(Sides.given(2.0), &start).minimize();
        assert!(report.termination.was_successful());
        assert!((x - 2.0).abs() < 1e-9 && (y - 4.0).abs() < 1e-9);
        let e = Sides.given_entries([true, false, false], &all);
        let (_, found) = Fit::new(&e, &e.others(&all)).minimize();
        assert_eq!(found, [x, y]);
    }
    #[cfg(feature = "nuts-rs")]
    {
        use ad_solvers::nuts_rs::Density;
        use nuts_rs::CpuLogpFunc;
        let mut slope = [0.0; 2];
        let density = |slope: &mut [f64]| Density::new(&e, &start).logp(&[1.0, 2.0], slope).unwrap();
        assert_eq!((density(&mut slope), slope), (11.0, [-42.0, 20.0]));
        Density::new(&by_name, &by_name.others(&all)).logp(&[1.0, 2.0], &mut slope).unwrap();
        assert_eq!(slope, [-42.0, 20.0]);
    }
    #[cfg(feature = "optimization_engine")]
    {
        use ad_solvers::optimization_engine::Function;
        let mut slope = [0.0; 2];
        Function::new(&e, &start).gradient()(&[1.0, 2.0], &mut slope).unwrap();
        assert_eq!(slope, [-42.0, 20.0]);
    }
    #[cfg(feature = "factrs")]
    {
        use ad_solvers::factrs::Function;
        let _: Function<factrs::variables::VectorVar2, _> = Function::new(&e, &start);
    }
    #[cfg(feature = "diffsol")]
    {
        use ad_solvers::diffsol::{Slope, Start};
        let slope = Slope::new(Decay.given(0.5), &([3.0], 1.0));
        let mut speed = [0.0];
        slope.rhs()(&[3.0], &[2.0], 0.0, &mut speed);
        assert_eq!((slope.parameters(), speed), (vec![1.0], [-3.0]));
        assert_eq!(Start::new(First.given(2.0), &1.0).states(), 1);
    }
    #[cfg(feature = "pounce-nlp")]
    {
        use ad::sparse::Problem;
        let nlp = ad_solvers::pounce_nlp::Nlp::new(Problem::new(e.clone(), Sides.given(2.0), &start));
        assert_eq!(nlp.x, [0.0, 0.0]);
        _ = ad_solvers::pounce_nlp::Nlp::new(Problem::new(
            by_name.clone(),
            Sides.given_entries(["a"], &all),
            &[0.0; 2],
        ));
    }
    #[cfg(feature = "nlopt")]
    {
        let _ = ad_solvers::nlopt::Function::new(&e, &start);
    }
    #[cfg(feature = "ipopt")]
    {
        use ad::sparse::Problem;
        _ = ad_solvers::ipopt::Nlp::new(Problem::new(e.clone(), Sides.given(2.0), &start));
    }
}

#[cfg(feature = "diffsol")]
#[exp(adjoint)]
fn decay(base: f64, y: [f64; 1], rate: f64) -> [f64; 1] {
    [-base * rate * y[0]]
}

#[cfg(feature = "diffsol")]
#[exp(adjoint)]
fn first(scale: f64, start: f64) -> [f64; 1] {
    [scale * start]
}
