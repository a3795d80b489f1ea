//! Rotations, poses, rays and the sphere.

use crate::kernels::published;

const EARTH_RADIUS: f64 = 6371.0088;

kernel_module! {
    pub type Vec3 = [f64; 3];

    /// A quaternion.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Quaternion {
        pub w: f64,
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }

    impl Quaternion {
        pub fn new(w: f64, x: f64, y: f64, z: f64) -> Self {
            Quaternion { w, x, y, z }
        }

        pub fn from_axis_angle(axis: [f64; 3], angle: f64) -> Self {
            let norm = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
            let (s, c) = (angle / 2.0).sin_cos();
            Self::new(c, s * axis[0] / norm, s * axis[1] / norm, s * axis[2] / norm)
        }

        pub fn conjugate(self) -> Self {
            Quaternion { w: self.w, x: -self.x, y: -self.y, z: -self.z }
        }

        pub fn norm(&self) -> f64 {
            (self.w.powi(2) + self.x.powi(2) + self.y.powi(2) + self.z.powi(2)).sqrt()
        }

        pub fn normalize(self) -> Self {
            let n = self.norm();
            Quaternion::new(self.w / n, self.x / n, self.y / n, self.z / n)
        }

        pub fn dot(&self, other: &Quaternion) -> f64 {
            self.w * other.w + self.x * other.x + self.y * other.y + self.z * other.z
        }

        pub fn rotate(self, v: [f64; 3]) -> [f64; 3] {
            let p = self * Quaternion::new(0.0, v[0], v[1], v[2]) * self.conjugate();
            [p.x, p.y, p.z]
        }

        /// Spherical linear interpolation (K. Shoemake, 1985).
        pub fn slerp(self, other: Self, t: f64) -> Self {
            let mut cos = self.dot(&other);
            let mut other = other;
            if cos < 0.0 {
                cos = -cos;
                other = Quaternion::new(-other.w, -other.x, -other.y, -other.z);
            }
            let (a, b) = if cos > 0.9995 {
                (1.0 - t, t)
            } else {
                let theta = cos.acos();
                (((1.0 - t) * theta).sin() / theta.sin(), (t * theta).sin() / theta.sin())
            };
            Quaternion {
                w: a * self.w + b * other.w,
                x: a * self.x + b * other.x,
                y: a * self.y + b * other.y,
                z: a * self.z + b * other.z,
            }
            .normalize()
        }
    }

    impl std::ops::Mul for Quaternion {
        type Output = Quaternion;
        fn mul(self, q: Quaternion) -> Quaternion {
            Quaternion {
                w: self.w * q.w - self.x * q.x - self.y * q.y - self.z * q.z,
                x: self.w * q.x + self.x * q.w + self.y * q.z - self.z * q.y,
                y: self.w * q.y - self.x * q.z + self.y * q.w + self.z * q.x,
                z: self.w * q.z + self.x * q.y - self.y * q.x + self.z * q.w,
            }
        }
    }

    /// A rigid motion.
    #[derive(Clone, Copy, Debug)]
    pub struct Pose {
        pub rotation: Quaternion,
        pub translation: [f64; 3],
    }

    impl Pose {
        pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
            let mut q = self.rotation.rotate(p);
            for (q, t) in q.iter_mut().zip(self.translation) {
                *q += t;
            }
            q
        }

        pub fn compose(&self, other: &Pose) -> Pose {
            Pose { rotation: self.rotation * other.rotation, translation: self.apply(other.translation) }
        }

        pub fn inverse(&self) -> Pose {
            let rotation = self.rotation.conjugate();
            let t = rotation.rotate(self.translation);
            Pose { rotation, translation: [-t[0], -t[1], -t[2]] }
        }
    }

    /// A point seen from a camera halfway between two attitudes.
    pub fn between(a: [f64; 3], b: [f64; 3], angle: f64, t: f64, p: [f64; 3]) -> [f64; 3] {
        let q0 = Quaternion::from_axis_angle(a, angle);
        let q1 = Quaternion::from_axis_angle(b, 2.0 * angle);
        let pose = Pose { rotation: q0.slerp(q1, t), translation: a };
        pose.compose(&pose).inverse().apply(p)
    }

    /// Rotation by Rodrigues' formula.
    pub fn rodrigues(v: &[f64; 3], axis: &[f64; 3], theta: f64) -> [f64; 3] {
        let cross = [
            axis[1] * v[2] - axis[2] * v[1],
            axis[2] * v[0] - axis[0] * v[2],
            axis[0] * v[1] - axis[1] * v[0],
        ];
        let dot: f64 = v.iter().zip(axis.iter()).map(|(a, b)| a * b).sum();
        let mut result = [0.0; 3];
        for i in 0..3 {
            result[i] = v[i] * theta.cos() + cross[i] * theta.sin() + axis[i] * dot * (1.0 - theta.cos());
        }
        result
    }

    pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }

    pub fn dot(a: Vec3, b: Vec3) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    /// The nearest intersection of a ray with a sphere.
    pub fn hit_sphere(origin: Vec3, direction: Vec3, center: Vec3, radius: f64) -> Option<f64> {
        let oc = sub(origin, center);
        let a = dot(direction, direction);
        let half_b = dot(oc, direction);
        let c = dot(oc, oc) - radius * radius;
        let discriminant = half_b * half_b - a * c;
        if discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        let near = (-half_b - root) / a;
        if near > 0.0 {
            return Some(near);
        }
        let far = (-half_b + root) / a;
        if far > 0.0 { Some(far) } else { None }
    }

    /// The intersection of a ray with a triangle (T. Möller and B. Trumbore, 1997): (t, u, v).
    pub fn hit_triangle(origin: Vec3, direction: Vec3, triangle: [Vec3; 3]) -> Option<(f64, f64, f64)> {
        const EPSILON: f64 = 1e-12;
        let [v0, v1, v2] = triangle;
        let e1 = sub(v1, v0);
        let e2 = sub(v2, v0);
        let p = cross(direction, e2);
        let det = dot(e1, p);
        if det.abs() < EPSILON {
            return None;
        }
        let inv_det = det.recip();
        let s = sub(origin, v0);
        let u = inv_det * dot(s, p);
        if !(0.0..=1.0).contains(&u) {
            return None;
        }
        let q = cross(s, e1);
        let v = inv_det * dot(direction, q);
        if v < 0.0 || u + v > 1.0 {
            return None;
        }
        let t = inv_det * dot(e2, q);
        (t > EPSILON).then_some((t, u, v))
    }

    /// The signed distance of a torus (I. Quilez).
    pub fn sd_torus(p: Vec3, major: f64, minor: f64) -> f64 {
        let q = p[0].hypot(p[2]) - major;
        q.hypot(p[1]) - minor
    }

    /// Sphere tracing of a torus joined smoothly with a sphere (J. Hart, 1996): the distance along the ray.
    pub fn sphere_trace(origin: Vec3, direction: Vec3) -> f64 {
        let mut t = 0.0;
        for _ in 0..200 {
            let p = [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
            let a = sd_torus(p, 1.0, 0.25);
            let b = dot(p, p).sqrt() - 0.6;
            let k = 0.1;
            let h = (0.5 + 0.5 * (b - a) / k).clamp(0.0, 1.0);
            let d = b * (1.0 - h) + a * h - k * h * (1.0 - h);
            if d < 1e-13 {
                break;
            }
            t += d;
        }
        t
    }

    /// The distance on the sphere by the haversine formula, in kilometres.
    pub fn haversine(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
        let phi1 = lat1.to_radians();
        let phi2 = lat2.to_radians();
        let dphi = (lat2 - lat1).to_radians();
        let dlambda = (lon2 - lon1).to_radians();
        let a = (dphi / 2.0).sin().powi(2) + phi1.cos() * phi2.cos() * (dlambda / 2.0).sin().powi(2);
        2.0 * EARTH_RADIUS * a.sqrt().atan2((1.0 - a).sqrt())
    }

    /// The distance on the ellipsoid WGS 84 by T. Vincenty's inverse formula (1975), in metres.
    pub fn vincenty(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
        let (a, f) = (6_378_137.0, 1.0 / 298.257_223_563);
        let b = (1.0 - f) * a;
        let l = (lon2 - lon1).to_radians();
        let u1 = ((1.0 - f) * lat1.to_radians().tan()).atan();
        let u2 = ((1.0 - f) * lat2.to_radians().tan()).atan();
        let (sin_u1, cos_u1) = u1.sin_cos();
        let (sin_u2, cos_u2) = u2.sin_cos();
        let mut lambda = l;
        let mut iterations = 0;
        let (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm) = loop {
            let (sin_l, cos_l) = lambda.sin_cos();
            let sin_sigma = ((cos_u2 * sin_l).powi(2) + (cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_l).powi(2)).sqrt();
            let cos_sigma = sin_u1 * sin_u2 + cos_u1 * cos_u2 * cos_l;
            let sigma = sin_sigma.atan2(cos_sigma);
            let sin_alpha = cos_u1 * cos_u2 * sin_l / sin_sigma;
            let cos2_alpha = 1.0 - sin_alpha * sin_alpha;
            let cos_2sm = if cos2_alpha == 0.0 { 0.0 } else { cos_sigma - 2.0 * sin_u1 * sin_u2 / cos2_alpha };
            let c = f / 16.0 * cos2_alpha * (4.0 + f * (4.0 - 3.0 * cos2_alpha));
            let previous = lambda;
            lambda = l + (1.0 - c) * f * sin_alpha
                * (sigma + c * sin_sigma * (cos_2sm + c * cos_sigma * (-1.0 + 2.0 * cos_2sm * cos_2sm)));
            iterations += 1;
            if (lambda - previous).abs() < 1e-14 || iterations == 100 {
                break (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm);
            }
        };
        let u_sq = cos2_alpha * (a * a - b * b) / (b * b);
        let big_a = 1.0 + u_sq / 16384.0 * (4096.0 + u_sq * (-768.0 + u_sq * (320.0 - 175.0 * u_sq)));
        let big_b = u_sq / 1024.0 * (256.0 + u_sq * (-128.0 + u_sq * (74.0 - 47.0 * u_sq)));
        let delta = big_b * sin_sigma * (cos_2sm + big_b / 4.0
            * (cos_sigma * (-1.0 + 2.0 * cos_2sm.powi(2))
                - big_b / 6.0 * cos_2sm * (-3.0 + 4.0 * sin_sigma.powi(2)) * (-3.0 + 4.0 * cos_2sm.powi(2))));
        b * big_a * (sigma - delta)
    }
}

#[test]
fn quaternions_and_poses() {
    compare!(
        Between,
        |&(a, b, angle, t, p)| between(a, b, angle, t, p),
        at([1.0, 2.0, 0.5], [0.3, -1.0, 2.0], 0.6, 0.3, [1.0, 2.0, 3.0])
    );
    compare!(Rodrigues, |(v, axis, t)| rodrigues(v, axis, *t), at([1.0, 2.0, 3.0], [0.6, 0.0, 0.8], 0.4));
    compare_second!(Rodrigues, at([1.0, 2.0, 3.0], [0.6, 0.1, 0.8], 0.4));
}

#[test]
fn rays() {
    let (o, d) = ([0.1, 0.2, -3.0], [0.05, 0.02, 1.0]);
    compare!(HitSphere, |&(o, d, c, r)| hit_sphere(o, d, c, r), at(o, d, [0.0, 0.3, 1.0], 1.5));
    let triangle = [[-1.0, -1.0, 0.0], [2.0, -1.0, 0.5], [0.0, 2.0, 1.0]];
    compare!(HitTriangle, |&(o, d, t)| hit_triangle(o, d, t), at(o, d, triangle));
    compare!(SdTorus, |&(p, a, b)| sd_torus(p, a, b), at([0.7, 0.3, -0.9], 1.0, 0.25));
    compare!(SphereTrace, |&(o, d)| sphere_trace(o, d), within 1e-6, at ([0.7, 3.0, 0.2], [0.02, -1.0, 0.05]));
}

#[test]
fn distances_on_the_earth() {
    // Paris to New York.
    published(plain::haversine(48.8566, 2.3522, 40.7128, -74.0060), 5837.2, 1e-3);
    compare!(Haversine, |&(a, b, c, d)| haversine(a, b, c, d), at(48.8566, 2.3522, 40.7128, -74.0060));
    // Flinders Peak to Buninyong, the worked example of Geoscience Australia, on WGS 84.
    published(
        plain::vincenty(-37.951_033_417, 144.424_867_889, -37.652_821_139, 143.926_495_528),
        54_972.271,
        1e-7,
    );
    compare!(
        Vincenty,
        |&(a, b, c, d)| vincenty(a, b, c, d),
        within 1e-6,
        at (-37.951_033_417, 144.424_867_889, -37.652_821_139, 143.926_495_528)
    );
}
