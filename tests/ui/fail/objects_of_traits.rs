use ad::prelude::*;

#[exp(adjoint)]
mod layers {
    trait Layer {
        fn forward(&self, x: f64) -> f64;
    }

    #[derive(Default)]
    pub struct Linear {
        weight: f64,
    }

    impl Layer for Linear {
        fn forward(&self, x: f64) -> f64 {
            self.weight * x
        }
    }

    fn boxed<L: Layer + Clone>(layer: &L) -> Box<dyn Layer> {
        Box::new(layer.clone())
    }

    fn any() -> Box<dyn Layer> {
        Box::new(super::choose())
    }

    struct Other;

    fn listed(x: f64) -> f64 {
        let mut layers: Vec<Box<dyn Layer>> = Vec::new();
        layers.push(Box::new(Other));
        layers[0].forward(x)
    }

    pub fn twice(x: f64, w: f64) -> f64 {
        let layer: Box<dyn Layer> = Box::new(Linear { weight: w });
        layer.forward(layer.forward(x))
    }
}

fn choose() -> layers::Linear {
    layers::Linear::default()
}

#[exp(adjoint)]
mod meters {
    use std::cell::Cell;

    trait Meter {
        fn read(&self, x: f64) -> f64;
    }

    struct Counter {
        calls: Cell<u32>,
        scale: f64,
    }

    impl Meter for Counter {
        fn read(&self, x: f64) -> f64 {
            self.calls.set(self.calls.get() + 1);
            self.scale * x
        }
    }

    pub fn total(x: f64) -> f64 {
        let meter: Box<dyn Meter> = Box::new(Counter { calls: Cell::new(0), scale: x });
        meter.read(x)
    }
}

fn main() {
    layers::twice(1.0, 2.0);
}
