#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod springs {
        use std::rc::Rc;

        #[derive(Debug)]
        enum Spring {
            Linear { k: f64 },
            Series(Rc<Spring>, Rc<Spring>),
            Parallel(Rc<Spring>, Rc<Spring>),
        }

        impl Spring {
            fn linear(k: f64) -> Rc<Self> {
                Rc::new(Spring::Linear { k })
            }

            fn stiffness(&self) -> f64 {
                match *self {
                    Spring::Linear { k } => k,
                    Spring::Series(ref a, ref b) => {
                        let (a, b) = (a.stiffness(), b.stiffness());
                        a * b / (a + b)
                    }
                    Spring::Parallel(ref a, ref b) => a.stiffness() + b.stiffness(),
                }
            }
        }

        pub fn elongation(k: [f64; 3], force: f64) -> f64 {
            let [a, b, c] = k.map(Spring::linear);
            let pair = Rc::new(Spring::Series(Rc::clone(&a), b));
            let whole = Spring::Parallel(pair.clone(), Rc::new(Spring::Series(c, pair)));
            force / whole.stiffness()
        }
    }
    pub use springs::*;
}

fn main() {
    ad::testing::check_function(&exp::Elongation, |x| plain::elongation(x.0, x.1), &([1.0, 2.0, 3.0], 4.0)).unwrap();
}
