#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;
    #[exp(adjoint)]
    pub mod optics {
        #[derive(Clone, Copy, Debug)]
        pub enum Element {
            Gap(f64),
            Lens { focal: f64 },
            Surface { radius: f64, from: f64, to: f64 },
            Stop,
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Ray {
            pub height: f64,
            pub angle: f64,
        }

        impl Element {
            fn trace(&self, ray: Ray) -> Ray {
                match *self {
                    Element::Gap(d) => Ray { height: ray.height + d * ray.angle, ..ray },
                    Element::Lens { focal } => Ray { angle: ray.angle - ray.height / focal, ..ray },
                    Element::Surface { radius, from, to } => {
                        let angle = (from - to) / (radius * to) * ray.height + from / to * ray.angle;
                        Ray { angle, ..ray }
                    }
                    Element::Stop => ray,
                }
            }
        }

        pub fn through(elements: &[Element], ray: Ray) -> Ray {
            elements.iter().fold(ray, |ray, element| element.trace(ray))
        }
    }
    pub use optics::*;
}
fn main() {
    use ad::prelude::*;
    let e = exp::Through;
    let x = (vec![exp::Element::Gap(1.0), exp::Element::Lens { focal: 2.0 }, exp::Element::Stop, exp::Element::Surface { radius: 3.0, from: 1.0, to: 1.5 }], exp::Ray { height: 0.5, angle: 0.125 });
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &exp::Ray { height: 1.0, angle: 2.0 }).1);
    println!("value {:?} plain {:?}", value, plain::through(&[plain::Element::Gap(1.0), plain::Element::Lens { focal: 2.0 }, plain::Element::Stop, plain::Element::Surface { radius: 3.0, from: 1.0, to: 1.5 }], plain::Ray { height: 0.5, angle: 0.125 }));
    ad::testing::check(&e, &x).unwrap();
}
