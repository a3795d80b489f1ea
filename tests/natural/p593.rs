#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod turtle {
        #[derive(Debug, Clone, Copy)]
        pub struct Turtle {
            x: f64,
            y: f64,
            heading: f64,
            length: f64,
        }

        impl Turtle {
            fn forward(&mut self) {
                let (s, c) = self.heading.sin_cos();
                self.x += self.length * c;
                self.y += self.length * s;
            }
        }

        fn expand(axiom: &str, generations: usize) -> String {
            let mut current = axiom.to_string();
            for _ in 0..generations {
                current = current
                    .chars()
                    .map(|c| match c {
                        'F' => "F[+F]F[-F]".to_string(),
                        other => other.to_string(),
                    })
                    .collect::<Vec<_>>()
                    .concat();
            }
            current
        }

        /// Moment of inertia of a plant drawn by an L-system.
        pub fn plant_inertia(generations: usize, angle: f64, length: f64, shrink: f64) -> f64 {
            let mut turtle = Turtle { x: 0.0, y: 0.0, heading: std::f64::consts::FRAC_PI_2, length };
            let mut saved = vec![];
            let mut inertia = 0.0;
            for command in expand("F", generations).chars() {
                match command {
                    'F' => {
                        turtle.forward();
                        inertia += turtle.length * (turtle.x * turtle.x + turtle.y * turtle.y);
                    }
                    '+' => turtle.heading += angle,
                    '-' => turtle.heading -= angle,
                    '[' => {
                        saved.push(turtle);
                        turtle.length *= shrink;
                    }
                    ']' => turtle = saved.pop().expect("unbalanced brackets"),
                    _ => {}
                }
            }
            inertia
        }
    }
    pub use turtle::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::PlantInertia { generations: 2 };
    let x = (0.4, 1.1, 0.7);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::plant_inertia(2, 0.4, 1.1, 0.7));
    ad::testing::check(&e, &x).unwrap();
}
