//! The crate under another name: the root of this one says `extern crate ad as gradients`.

mod inner {
    pub mod reexported {
        pub(crate) use gradients::{__private, F64, exp};
    }

    #[reexported::exp(crate = reexported)]
    pub fn square(x: f64) -> f64 {
        x * x - 0.5
    }

    #[gradients::exp(crate = ::gradients, class = Real + PartialOrd, name = Cubed)]
    pub fn cube(x: f64) -> f64 {
        if x > 0.0 { x * x * x } else { square(x) }
    }
}

#[test]
fn the_crate_has_the_name_that_the_user_gives_it() {
    use gradients::Exp;
    assert_eq!(inner::Square.eval(gradients::F64, 1.0), 0.5);
    assert_eq!(inner::Cubed.eval(inner::reexported::F64, 2.0), 8.0);
}
