#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod water_filling {
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Channel {
            pub gain: f64,
            pub noise: f64,
        }

        impl Channel {
            fn floor(&self) -> f64 {
                self.noise / self.gain
            }

            fn capacity(&self, power: f64) -> f64 {
                (1.0 + power / self.floor()).log2()
            }
        }

        #[derive(Debug)]
        pub struct Allocation {
            pub level: f64,
            pub powers: Vec<f64>,
        }

        /// Exact water filling: drops channels from the worst until all powers are positive.
        pub fn allocate(channels: &[Channel], budget: f64) -> Allocation {
            let mut floors: Vec<f64> = channels.iter().map(Channel::floor).collect();
            floors.sort_by(|a, b| a.partial_cmp(b).expect("NaN noise"));
            let mut active = floors.len();
            let level = loop {
                let level = (budget + floors[..active].iter().sum::<f64>()) / active as f64;
                if active == 1 || level > floors[active - 1] {
                    break level;
                }
                active -= 1;
            };
            let powers = channels.iter().map(|c| (level - c.floor()).max(0.0)).collect();
            Allocation { level, powers }
        }

        pub fn total_capacity(channels: &[Channel], budget: f64) -> f64 {
            let allocation = allocate(channels, budget);
            channels.iter().zip(allocation.powers).map(|(c, p)| c.capacity(p)).sum()
        }
    }
    pub use water_filling::*;
}

fn main() {
    use ad::prelude::*;
    let e = exp::TotalCapacity;
    let x = (vec![exp::Channel { gain: 1.0, noise: 0.3 }, exp::Channel { gain: 0.5, noise: 0.4 }, exp::Channel { gain: 0.2, noise: 0.9 }], 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::total_capacity(&vec![plain::Channel { gain: 1.0, noise: 0.3 }, plain::Channel { gain: 0.5, noise: 0.4 }, plain::Channel { gain: 0.2, noise: 0.9 }], 1.5));
    ad::testing::check(&e, &x).unwrap();
}
