#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod robot {
        #[derive(Debug, Clone, Copy)]
        pub struct Pose {
            pub x: f64,
            pub y: f64,
            pub heading: f64,
        }

        #[derive(Debug, Clone, Copy)]
        pub enum Command {
            Forward(f64),
            Turn(f64),
            Arc { radius: f64, angle: f64 },
            Stop,
        }

        impl Pose {
            pub fn apply(self, command: Command) -> Option<Pose> {
                let Pose { x, y, heading } = self;
                match command {
                    Command::Forward(d) => {
                        let (sin, cos) = heading.sin_cos();
                        Some(Pose { x: x + d * cos, y: y + d * sin, heading })
                    }
                    Command::Turn(angle) => Some(Pose { heading: heading + angle, ..self }),
                    Command::Arc { radius, angle } => {
                        let next = heading + angle;
                        Some(Pose {
                            x: x + radius * (next.sin() - heading.sin()),
                            y: y - radius * (next.cos() - heading.cos()),
                            heading: next,
                        })
                    }
                    Command::Stop => None,
                }
            }
        }

        pub fn execute(start: Pose, program: &[Command]) -> Pose {
            let mut pose = start;
            for &command in program {
                let Some(next) = pose.apply(command) else { break };
                pose = next;
            }
            pose
        }

        pub fn miss(target: (f64, f64), forward: f64, turn: f64, radius: f64) -> f64 {
            let program = [
                Command::Forward(forward),
                Command::Turn(turn),
                Command::Arc { radius, angle: std::f64::consts::FRAC_PI_3 },
                Command::Forward(0.5 * forward),
                Command::Stop,
                Command::Forward(100.0),
            ];
            let end = execute(Pose { x: 0.0, y: 0.0, heading: 0.1 }, &program);
            (end.x - target.0).hypot(end.y - target.1)
        }
    }
    pub use robot::*;
}

fn main() {
    ad::testing::check_function(&exp::Miss, |x| plain::miss(x.0, x.1, x.2, x.3), &((2.0, 1.0), 1.1, 0.3, 0.8)).unwrap();
}
