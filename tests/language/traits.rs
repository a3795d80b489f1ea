//! Traits over numbers, in annotated modules: with objects, constants, provided methods, and `impl`s outside of the module.

use ad::prelude::*;

#[exp]
mod stages {
    pub(super) trait Named {
        fn name(&self) -> &'static str;
    }

    pub(super) trait Stage: Named {
        const COUNT: usize = 2;
        fn apply(&self, batch: Vec<f64>) -> Vec<f64>;
        fn twice(&self, batch: Vec<f64>) -> Vec<f64> {
            self.apply(self.apply(batch))
        }
    }

    pub(super) struct Scale {
        pub(super) factor: f64,
    }

    pub(super) struct Decimate(pub(super) usize);

    impl Named for Scale {
        fn name(&self) -> &'static str {
            "scale"
        }
    }

    impl Named for Decimate {
        fn name(&self) -> &'static str {
            "decimate"
        }
    }

    impl Stage for Scale {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.into_iter().map(|v| v * self.factor).collect()
        }
    }

    impl Stage for Decimate {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.chunks(self.0).map(|c| c.iter().sum::<f64>() / c.len() as f64).collect()
        }
    }

    fn total<S: Stage>(stage: &S, x: Vec<f64>) -> f64 {
        stage.twice(x).iter().sum::<f64>() * S::COUNT as f64
    }

    fn by_path<S>(stage: &S, x: &[f64]) -> f64
    where
        S: Stage,
    {
        let once = <S as Stage>::apply(stage, x.to_vec());
        S::apply(stage, once)[0] * Stage::apply(stage, x.to_vec())[0]
    }

    pub(super) fn process(x: &[f64], scale: &Scale) -> f64 {
        let names = scale.name().len() as f64;
        total(scale, x.to_vec()) + total(&Decimate(2), x.to_vec()) * names + by_path(scale, x)
    }
}
use stages::{Process, Scale, process};

#[exp]
mod objects {
    pub(super) trait Stage {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64>;
    }

    struct Scale {
        factor: f64,
    }

    struct Decimate(usize);

    impl Stage for Scale {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.into_iter().map(|v| v * self.factor).collect()
        }
    }

    impl Stage for Decimate {
        fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
            batch.chunks(self.0).map(|c| c.iter().sum::<f64>() / c.len() as f64).collect()
        }
    }

    pub(super) fn pipeline(x: &[f64], factor: f64) -> f64 {
        let all: Vec<Box<dyn Stage>> = vec![Box::new(Scale { factor }), Box::new(Decimate(2))];
        let mut batch = x.to_vec();
        for stage in &all {
            batch = stage.apply(batch);
        }
        batch[0] * batch[1]
    }
}
use objects::{Pipeline, pipeline};

/// Over plain floats, as the name says.
struct Mine;

impl objects::Stage for Mine {
    fn apply(&self, batch: Vec<f64>) -> Vec<f64> {
        batch
    }
}

#[test]
fn traits_over_numbers() {
    let x = (vec![1.0, 2.0, 4.0], Scale { factor: 0.5 });
    // 0.25 · 7 · 2 + (2.75 in the end) · 2 · 5 + 0.25 · 0.5
    assert_eq!(process(&x.0, &x.1), 3.5 + 27.5 + 0.125);
    assert_eq!(call::value(&Process, &x), process(&x.0, &x.1));
    testing::check(&Process, &x).unwrap();
    let y = (vec![1.0, 2.0, 4.0], 0.5);
    assert_eq!(pipeline(&y.0, y.1), 1.5);
    testing::check(&Pipeline, &y).unwrap();
    assert_eq!(objects::Stage::apply(&Mine, vec![1.0]), [1.0]);
}
