//! Programs over `f32`, as in a game: signed distances, rays, a camera, joints, a rigid body.
#![allow(unreachable_pub, reason = "the visibility of natural code")]

use ad::prelude::*;
use ad::special::detached;

use crate::Probe;

both! {
    mod scenes {
        use std::f32::consts::{FRAC_PI_2, PI};
        use std::ops::{Add, Mul, Neg, Sub};

        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Vec3 {
            pub x: f32,
            pub y: f32,
            pub z: f32,
        }

        impl Vec3 {
            pub fn new(x: f32, y: f32, z: f32) -> Self {
                Vec3 { x, y, z }
            }
            pub fn splat(v: f32) -> Self {
                Self::new(v, v, v)
            }
            pub fn dot(self, other: Self) -> f32 {
                self.x * other.x + self.y * other.y + self.z * other.z
            }
            pub fn cross(self, other: Self) -> Self {
                Vec3::new(
                    self.y * other.z - self.z * other.y,
                    self.z * other.x - self.x * other.z,
                    self.x * other.y - self.y * other.x,
                )
            }
            pub fn length(&self) -> f32 {
                self.dot(*self).sqrt()
            }
            pub fn normalized(self) -> Self {
                self * (1.0 / self.length().max(f32::EPSILON))
            }
            pub fn map(self, f: impl Fn(f32) -> f32) -> Self {
                Vec3::new(f(self.x), f(self.y), f(self.z))
            }
            pub fn lerp(self, other: Self, t: f32) -> Self {
                self * (1.0 - t) + other * t
            }
        }

        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
            }
        }
        impl Sub for Vec3 {
            type Output = Vec3;
            fn sub(self, o: Vec3) -> Vec3 {
                Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
            }
        }
        impl Mul<f32> for Vec3 {
            type Output = Vec3;
            fn mul(self, by: f32) -> Vec3 {
                Vec3::new(self.x * by, self.y * by, self.z * by)
            }
        }
        impl Mul<Vec3> for f32 {
            type Output = Vec3;
            fn mul(self, v: Vec3) -> Vec3 {
                v * self
            }
        }
        impl Neg for Vec3 {
            type Output = Vec3;
            fn neg(self) -> Vec3 {
                Vec3::new(-self.x, -self.y, -self.z)
            }
        }

        /// A body of the scene.
        pub trait Body {
            fn distance(&self, p: Vec3) -> f32;
            fn inflated(&self, p: Vec3, by: f32) -> f32 {
                self.distance(p) - by
            }
        }
        #[derive(Clone, Copy)]
        pub struct Ball {
            pub center: Vec3,
            pub radius: f32,
        }
        impl Body for Ball {
            fn distance(&self, p: Vec3) -> f32 {
                (p - self.center).length() - self.radius
            }
        }
        #[derive(Clone, Copy)]
        pub struct Block {
            pub half: Vec3,
        }
        impl Body for Block {
            fn distance(&self, p: Vec3) -> f32 {
                let q = p.map(f32::abs) - self.half;
                q.map(|c| c.max(0.0)).length() + q.x.max(q.y.max(q.z)).min(0.0)
            }
        }

        const SOFTNESS: f32 = 0.3;
        const STEPS: usize = 24;
        const UP: [f32; 3] = [0.0, 1.0, 0.0];

        pub fn smooth_min(a: f32, b: f32, k: f32) -> f32 {
            let h = (0.5 + 0.5 * (b - a) / k).clamp(0.0, 1.0);
            b * (1.0 - h) + a * h - k * h * (1.0 - h)
        }

        fn inflated<B: Body>(body: &B, p: Vec3) -> f32 {
            body.inflated(p, 0.05)
        }

        pub fn scene(p: Vec3) -> f32 {
            let ball = Ball { center: Vec3::new(0.1, 0.2, -0.3), radius: 0.7 };
            let block = Block { half: Vec3::splat(0.4) };
            smooth_min(inflated(&ball, p), block.distance(2.0 * p) / 2.0, SOFTNESS)
        }

        /// The length of a ray up to the scene.
        pub fn march(origin: Vec3, direction: Vec3) -> f32 {
            let direction = direction.normalized();
            let mut t = 0.0;
            for _ in 0..STEPS {
                let d = scene(origin + direction * t);
                if d < 1e-3 {
                    break;
                }
                t += d;
            }
            t
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Camera {
            pub position: Vec3,
            pub yaw: f32,
            pub pitch: f32,
            pub fov_degrees: f32,
        }
        impl Camera {
            pub fn forward(&self) -> Vec3 {
                let (sin, cos) = self.yaw.sin_cos();
                let pitch = self.pitch.clamp(-FRAC_PI_2, FRAC_PI_2);
                Vec3::new(cos * pitch.cos(), pitch.sin(), sin * pitch.cos())
            }
            /// The pixel of a point.
            pub fn project(&self, p: Vec3, width: u32, height: u32) -> [f32; 2] {
                let forward = self.forward();
                let right = forward.cross(Vec3::new(UP[0], UP[1], UP[2])).normalized();
                let up = right.cross(forward);
                let d = p - self.position;
                let focal = (self.fov_degrees.to_radians() * 0.5).tan().recip();
                let aspect = width as f32 / height as f32;
                let depth = d.dot(forward);
                [
                    (0.5 + 0.5 * focal / aspect * d.dot(right) / depth) * width as f32,
                    (0.5 - 0.5 * focal * d.dot(up) / depth) * height as f32,
                ]
            }
        }

        /// The squared distance of the end of a chain of joints from its target.
        pub fn reach(angles: &[f32], lengths: &[f32], target: [f32; 2]) -> f32 {
            let (mut angle, mut x, mut y) = (0.0_f32, 0.0, 0f32);
            for (turn, length) in angles.iter().zip(lengths) {
                angle += turn;
                x = length.mul_add(angle.cos(), x);
                y += length * angle.sin();
            }
            let cost: f32 = angles.iter().map(|a| a.powi(2)).sum();
            (x - target[0]).powi(2) + (y - target[1]).powf(2.0) + 1e-2 * cost / PI
        }

        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Rigid {
            pub position: Vec3,
            pub velocity: Vec3,
            pub spin: [f32; 3],
        }
        impl Rigid {
            pub fn step(&mut self, force: Vec3, mass: f32, dt: f32) {
                self.velocity = self.velocity + (force * (1.0 / mass) - Vec3::new(0.0, 9.81, 0.0)) * dt;
                self.position = self.position + self.velocity * dt;
                for s in self.spin.iter_mut() {
                    *s *= (-0.1 * dt).exp();
                }
                if self.position.y < 0.0 {
                    self.position.y = -self.position.y;
                    self.velocity.y *= -0.8_f32;
                }
            }
        }
        pub fn height(start: Vec3, push: Vec3, mass: f32) -> f32 {
            let mut body = Rigid { position: start, velocity: Vec3::default(), spin: [0.5; 3] };
            for i in 0..40 {
                let fade = 1.0 - i as f32 / 40.0;
                body.step(push * fade, mass, 1.0 / 60.0);
            }
            body.position.y + body.spin.iter().sum::<f32>()
        }
    }
}

use scenes::{plain, program};

fn points() -> impl Iterator<Item = [f32; 6]> {
    let mut state = 1_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    std::iter::repeat_with(move || std::array::from_fn(|_| next())).take(200)
}

fn over(v: [f32; 3]) -> program::Vec3 {
    program::Vec3::new(v[0], v[1], v[2])
}

fn itself(v: [f32; 3]) -> plain::Vec3 {
    plain::Vec3::new(v[0], v[1], v[2])
}

/// Its gradient by the program, the tape and forward mode, and its value, which has the bits of the function without the attribute.
macro_rules! derivatives_agree {
    ($e:expr, $x:expr, $plain:expr) => {{
        let (e, x) = ($e, $x);
        let (y, gradient) = call::value_and_grad(&e, &x);
        let expected: f32 = $plain;
        assert_eq!(y.to_bits(), expected.to_bits(), "{y} {expected}");
        assert_eq!(call::value(&e, &x).to_bits(), expected.to_bits());
        for (z, other) in
            [stack::value_and_grad(&e).eval(F32, x.clone()), forward::value_and_grad(&e).eval(F32, x.clone())]
        {
            assert_eq!(z.to_bits(), expected.to_bits());
            close(&format!("{gradient:?}"), &format!("{other:?}"));
        }
    }};
}

/// Two containers of floats, as text, differ by rounding only.
#[track_caller]
fn close(a: &str, b: &str) {
    let numbers = |text: &str| -> Vec<f32> {
        let parts = text.split(|c: char| !(c.is_ascii_digit() || ".-einfNaN".contains(c)));
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    let (a, b) = (numbers(a), numbers(b));
    assert_eq!(a.len(), b.len());
    for (x, y) in a.iter().zip(&b) {
        assert!((x - y).abs() <= 1e-3 * x.abs().max(1.0) || x.is_nan() && y.is_nan(), "{a:?} {b:?}");
    }
}

#[test]
fn values_over_singles_have_the_bits_of_rust() {
    for [a, b, c, d, e, f] in points() {
        let (p, q) = ([a, b, c], [d, e, f]);
        assert_eq!(program::scene(over(p)).to_bits(), plain::scene(itself(p)).to_bits());
        derivatives_agree!(program::Scene, over(p), plain::scene(itself(p)));
        derivatives_agree!(
            program::March,
            (over([a, b, 4.0]), over([d * 0.1, e * 0.1, -1.0])),
            plain::march(itself([a, b, 4.0]), itself([d * 0.1, e * 0.1, -1.0]))
        );
        derivatives_agree!(program::Reach, (p.to_vec(), q.to_vec(), [a, d]), plain::reach(&p, &q, [a, d]));
        derivatives_agree!(
            program::Height,
            (over(p), over(q), 2.0 + a),
            plain::height(itself(p), itself(q), 2.0 + a)
        );
        let camera = program::Camera { position: over(q), yaw: a, pitch: b, fov_degrees: 60.0 };
        let expected = plain::Camera { position: itself(q), yaw: a, pitch: b, fov_degrees: 60.0 };
        let [x, y] = expected.project(itself([c, d, 5.0]), 640, 480);
        assert_eq!(camera.project(over([c, d, 5.0]), 640, 480).map(f32::to_bits), [x, y].map(f32::to_bits));
        let project = program::CameraProject { width: 640, height: 480 };
        let argument = (camera, over([c, d, 5.0]));
        assert_eq!(call::value(&project, &argument).map(f32::to_bits), [x, y].map(f32::to_bits));
        let [by_x, _] = call::jacobian(&project, &argument);
        let (row, _) = call::vjp(&project, &argument, &[1.0, 0.0]).1;
        close(&format!("{:?}", by_x.0), &format!("{row:?}"));
    }
}

#[test]
fn higher_derivatives_over_singles_are_singles() {
    let p = over([0.5, 0.25, 0.125]);
    let hessian: program::Vec3<program::Vec3<f32>> = call::hessian(&program::Scene, &p);
    close(&format!("{hessian:?}"), &format!("{:?}", ad::hessian(program::Scene).eval(F32, p)));
    let (y, gradient, again) = call::value_grad_hessian(&program::Scene, &p);
    assert_eq!((y, gradient, again), (program::scene(p), call::grad(&program::Scene, &p), hessian));
    let (_, column) = call::hvp(&program::Scene, &p, &over([1.0, 0.0, 0.0]));
    close(&format!("{column:?}"), &format!("{:?}", hessian.x));
    close(
        &format!("{}", call::laplacian(&program::Scene, &p)),
        &format!("{}", hessian.x.x + hessian.y.y + hessian.z.z),
    );
    let (y, dy): (f32, f32) = call::jvp(&program::Scene, &p, &over([1.0, 0.0, 0.0]));
    assert_eq!((y, dy), (program::scene(p), call::grad(&program::Scene, &p).x));
    // Derivatives of derivatives, and of an expression with constants.
    let by_softness = program::SmoothMin.given(0.5_f32).given(0.4_f32);
    let slope: f32 = call::diff(&by_softness, &0.3_f32);
    let curvature: f32 = call::value(&forward::diff(stack::diff(&by_softness)), &0.3_f32);
    assert_eq!(curvature, call::nth_derivative(&by_softness, 2, &0.3_f32));
    close(
        &format!("{slope}"),
        &format!("{}", (program::smooth_min(0.5, 0.4, 0.301) - program::smooth_min(0.5, 0.4, 0.299)) / 0.002),
    );
}

#[test]
fn checks_of_expressions_over_singles_pass() {
    let p = program::Vec3 { x: 0.5, y: 0.25, z: 0.125 };
    assert_eq!(testing::check(&program::Scene, &p), Ok(()));
    assert_eq!(testing::check(&program::Reach, &(vec![0.3, 0.4], vec![1.0, 0.5], [1.0, 0.5])), Ok(()));
    assert_eq!(testing::check(&Decayed { weights: &[0.1, 0.2] }, &vec![0.3, 0.4]), Ok(()));
}

// One attribute for each item.
#[exp]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spring {
    stiffness: f32,
    length: f32,
    #[fixed]
    limit: f32,
}

#[exp(adjoint)]
impl Spring {
    fn force(&self, x: f32) -> f32 {
        self.stiffness * (x - self.length).min(self.limit)
    }
    // No type of its signature is `f32` by name.
    fn doubled(self) -> Spring {
        Spring { stiffness: 2.0 * self.stiffness, ..self }
    }
}

#[exp(adjoint)]
fn energy(spring: Spring, x: f32) -> f32 {
    0.5 * spring.doubled().force(x) * (x - spring.length)
}

#[exp(adjoint)]
fn stiffer(spring: Spring) -> Spring {
    spring.doubled()
}

#[exp(adjoint)]
fn decayed(#[fixed] weights: &[f32], x: &[f32]) -> f32 {
    let scale = weights[0] + 1.0;
    let mut sum = 0.0;
    for (w, x) in weights.iter().zip(x) {
        sum += w * (-x).exp() / scale + x % 0.75;
        sum -= scale * x * *w;
    }
    if sum > weights[1] { sum } else { sum * scale }
}

/// The same over `f64`, with single precision as data.
#[exp]
fn wide(gain: f32, x: f64) -> f64 {
    f64::from(gain) * x + 0.1
}

#[test]
fn items_over_singles_know_those_above() {
    let spring = Spring { stiffness: 2.0, length: 1.0, limit: 0.1 };
    let (by_spring, by_x) = call::grad(&Energy, &(spring, 3.0_f32));
    assert_eq!((by_spring.stiffness, by_spring.limit, by_x), (0.2, 0.1, 0.2));
    assert_eq!(call::value(&Stiffer, &spring).stiffness, 4.0_f32);
    let gradient: Vec<f32> = call::grad(&Decayed { weights: &[0.1, 0.2] }, &[0.3_f32, 0.4]);
    close(
        &format!("{gradient:?}"),
        &format!("{:?}", stack::grad(Decayed { weights: &[0.1, 0.2] }).eval(F32, vec![0.3, 0.4])),
    );
    assert_eq!(call::diff(&Wide { gain: 0.5 }, &1.0).sqrt(), 0.5_f64.sqrt());
}

// The type is that of another file. Only the first function shows that it is over `f32`.
#[exp(adjoint)]
fn moved(probe: Probe, by: f32) -> Probe {
    Probe { x: probe.x + by }
}

#[exp(adjoint)]
fn signal(probe: Probe) -> f32 {
    ad::special::sigmoid(probe.x) * 0.5
}

#[exp(float = f32)]
fn mirrored(probe: Probe) -> Probe {
    Probe { x: -1.0 * probe.x }
}

#[test]
fn types_of_another_file_are_over_singles() {
    let probe: Probe = Probe { x: 0.0 };
    assert_eq!(moved(probe, 0.5), Probe { x: 0.5 });
    assert_eq!(call::jvp(&Moved, &(probe, 0.0_f32), &(probe, 1.0_f32)).1, Probe { x: 1.0_f32 });
    assert_eq!(call::grad(&Signal, &probe), Probe { x: 0.125_f32 });
    assert_eq!(call::jvp(&Mirrored, &probe, &Probe { x: 1.0_f32 }).1, Probe { x: -1.0 });
}

/// More inputs than forward mode takes.
#[exp]
fn chained(x: &[f32]) -> f32 {
    x.windows(2).map(|w| w[0] * w[1].sin()).sum()
}

#[test]
fn a_tape_over_singles_gives_singles() {
    let x: Vec<f32> = (0..40).map(|i| i as f32 / 8.0).collect();
    let gradient: Vec<f32> = call::grad(&Chained, &x[..]);
    assert_eq!(gradient, stack::grad(Chained).eval(F32, x.clone()));
    let mut again = vec![0.0_f32; 40];
    Prepared::over(Chained, F32).grad_into(&x, &mut again);
    assert_eq!(gradient, again);
}

#[exp(float = f32)]
fn tenth(x: f32) -> f32 {
    x * 0.1 + 16_777_217.0 + 0.1_f32 * std::f32::consts::PI
}

// Halfway between two `f32`, after rounding to `f64`.
#[exp]
fn halfway(x: f32) -> f32 {
    x * 1.000000059604644775390625001
}

#[exp]
fn cell(x: f32, #[fixed] size: f32) -> f32 {
    let i = (x / size).floor() as i32;
    let whole = detached(x / size).floor() as usize;
    x - i as f32 * size + whole as f32
}

/// A literal is exact: each number system has the value next to it.
#[test]
fn literals_over_singles_are_the_nearest_numbers() {
    let plain = |x: f32| x * 0.1_f32 + 16_777_217.0_f32 + 0.1_f32 * std::f32::consts::PI;
    assert_eq!(tenth(0.7), plain(0.7));
    assert_eq!(call::value(&Tenth, &0.7_f32), plain(0.7));
    assert_eq!(Tenth.eval(F64, 0.7), 0.7 * 0.1 + 16_777_217.0 + 0.1 * std::f64::consts::PI);
    assert_eq!(halfway(1.0), 1.000000059604644775390625001_f32);
    assert_eq!(call::value(&Halfway, &1.0_f32), 1.000000059604644775390625001_f32);
    assert_eq!(forward::diff(Affine).eval(Rationals, 1.into()), Rational::new(1, 10));
    assert_eq!(cell(2.75, 0.5), 5.25);
    assert_eq!(call::diff(&Cell { size: 0.5 }, &2.75_f32), 1.0);
}

#[exp]
fn affine(x: f32) -> f32 {
    x * 0.1 + 1.0
}
