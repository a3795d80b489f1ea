use ad::prelude::*;

#[exp(adjoint)]
mod views {
    struct View<'a> {
        x: &'a [f64],
        at: usize,
    }

    impl<'a> View<'a> {
        fn head(&self) -> f64 {
            self.x[self.at]
        }

        fn advance(&mut self) {
            self.x = &self.x[1..];
        }

        fn of(x: &'a [f64]) -> Option<Self> {
            (!x.is_empty()).then(|| View { x, at: 0 })
        }

        fn early(x: &'a [f64]) -> Self {
            if x.len() < 2 {
                return View { x, at: 0 };
            }
            View { x, at: 1 }
        }
    }

    trait Area {
        fn width(&self) -> usize;
    }

    impl Area for View<'_> {
        fn width(&self) -> usize {
            self.x.len()
        }
    }

    struct Rows<'a> {
        rows: Vec<&'a [f64]>,
    }

    impl Rows<'_> {
        fn first(&self) -> f64 {
            self.rows[0][0]
        }
    }

    fn in_an_option(x: &[f64]) -> f64 {
        View::of(x).map_or(0.0, |view| view.head())
    }

    fn made_early(x: &[f64]) -> f64 {
        let view = View::early(x);
        view.head()
    }

    fn in_a_list(x: &[f64]) -> f64 {
        let views = [View { x, at: 0 }, View { x, at: 1 }];
        views[0].head()
    }

    fn in_a_closure(x: &[f64]) -> f64 {
        let head = |view: &View| view.head();
        head(&View { x, at: 0 })
    }

    fn of_a_trait(x: &[f64]) -> f64 {
        let view = View { x, at: 0 };
        x[view.width() - 1]
    }

    fn passed_on(x: &[f64]) -> f64 {
        let view = View { x, at: 0 };
        std::convert::identity(&view).head()
    }

    fn of_rows(x: &[f64]) -> f64 {
        let rows = Rows { rows: vec![x] };
        rows.first()
    }
}

fn main() {}
