//! Hand tracking: how far measured points lie from the surface of a hand in a given pose.

use ad::prelude::*;
use ad::sparse;

/// An affine map: three rows of a matrix, each with its translation.
pub type Affine<T> = [[T; 4]; 3];

/// The bones of a hand and its skin.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub bones: Vec<Bone>,
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[usize; 3]>,
    pub is_mirrored: bool,
}

/// A bone, after its parent.
#[derive(Clone, Debug)]
pub struct Bone {
    pub parent: Option<usize>,
    pub base_relative: Affine<f64>,
    pub inverse_base_absolute: Affine<f64>,
}

/// A vertex in the base pose, and the bones that move it, each with its weight.
#[derive(Clone, Debug)]
pub struct Vertex {
    pub base: [f64; 3],
    pub weights: Vec<(usize, f64)>,
}

/// How many numbers make a pose: a global rotation, a translation, and four angles for each finger.
pub const POSE: usize = 26;

/// First `b`, then `a`.
#[exp]
fn after(a: &[[f64; 4]; 3], b: &[[f64; 4]; 3]) -> [[f64; 4]; 3] {
    let mut c = [[0.0; 4]; 3];
    for i in 0..3 {
        for j in 0..4 {
            c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
        }
        c[i][3] += a[i][3];
    }
    c
}

/// A plain map as one of numbers.
#[exp]
fn constant(#[fixed] a: &[[f64; 4]; 3]) -> [[f64; 4]; 3] {
    let mut b = [[0.0; 4]; 3];
    for i in 0..3 {
        for j in 0..4 {
            b[i][j] += a[i][j];
        }
    }
    b
}

/// The rotation by `angles` around x, then y, then z.
#[exp]
fn euler(angles: [f64; 3]) -> [[f64; 4]; 3] {
    let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(f64::sin_cos);
    [
        [cy * cz, -cx * sz + sx * sy * cz, sx * sz + cx * sy * cz, 0.0],
        [cy * sz, cx * cz + sx * sy * sz, -sx * cz + cx * sy * sz, 0.0],
        [-sy, sx * cy, cx * cy, 0.0],
    ]
}

/// The rotation by the angle |r| around r.
#[exp]
fn rotation(r: [f64; 3]) -> [[f64; 3]; 3] {
    let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    let angle = square.sqrt();
    if angle < 0.0001 {
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    let [x, y, z] = [r[0] / angle, r[1] / angle, r[2] / angle];
    let (s, c) = angle.sin_cos();
    let rest = 1.0 - c;
    [
        [c + x * x * rest, x * y * rest - z * s, x * z * rest + y * s],
        [x * y * rest + z * s, c + y * y * rest, y * z * rest - x * s],
        [x * z * rest - y * s, z * y * rest + x * s, c + z * z * rest],
    ]
}

/// The angles of each bone around x, y and z. The wrist has none. Each finger bends at three joints and spreads at the first.
#[exp]
fn angles(theta: &[f64; 26]) -> Vec<[f64; 3]> {
    let mut angles = vec![[0.0; 3]; 22];
    let (mut bone, mut next) = (2, 6);
    for _ in 0..5 {
        for joint in 0..3 {
            angles[bone][0] = theta[next];
            next += 1;
            if joint == 0 {
                angles[bone][2] = theta[next];
                next += 1;
            }
            bone += 1;
        }
        bone += 1;
    }
    angles
}

/// The transformation of the skin by each bone.
#[exp]
fn transforms(#[fixed] model: &Model, theta: &[f64; 26]) -> Vec<[[f64; 4]; 3]> {
    let angles = angles(theta);
    let mut absolutes: Vec<[[f64; 4]; 3]> = Vec::with_capacity(model.bones.len());
    let mut transforms = Vec::with_capacity(model.bones.len());
    for (bone, angles) in model.bones.iter().zip(angles) {
        let relative = after(&constant(&bone.base_relative), &euler(angles));
        let absolute = match bone.parent {
            Some(parent) => after(&absolutes[parent], &relative),
            None => relative,
        };
        transforms.push(after(&absolute, &constant(&bone.inverse_base_absolute)));
        absolutes.push(absolute);
    }
    transforms
}

/// Where a vertex of the skin is.
#[exp]
fn position(
    #[fixed] vertex: &Vertex,
    is_mirrored: bool,
    transforms: &[[[f64; 4]; 3]],
    global: &[[f64; 3]; 3],
    translation: &[f64; 3],
) -> [f64; 3] {
    let [x, y, z] = vertex.base;
    let mut v = [0.0; 3];
    for &(bone, weight) in &vertex.weights {
        for i in 0..3 {
            let row = &transforms[bone][i];
            v[i] += weight * (row[0] * x + row[1] * y + row[2] * z + row[3]);
        }
    }
    if is_mirrored {
        v[0] = -v[0];
    }
    let mut p = *translation;
    for i in 0..3 {
        p[i] += global[i][0] * v[0] + global[i][1] * v[1] + global[i][2] * v[2];
    }
    p
}

/// A measured point with its vertex or triangle.
#[derive(Clone, Copy, Debug)]
pub struct Correspondence {
    pub index: usize,
    pub point: [f64; 3],
}

/// From each point to its vertex.
#[exp]
pub fn simple(#[fixed] model: &Model, #[fixed] points: &[Correspondence], theta: [f64; 26]) -> Vec<[f64; 3]> {
    let transforms = transforms(model, &theta);
    let global = rotation([theta[0], theta[1], theta[2]]);
    let translation = [theta[3], theta[4], theta[5]];
    points
        .iter()
        .map(|to| {
            let v =
                position(&model.vertices[to.index], model.is_mirrored, &transforms, &global, &translation);
            [to.point[0] - v[0], to.point[1] - v[1], to.point[2] - v[2]]
        })
        .collect()
}

/// From each point to the place on its triangle that has the barycentric coordinates `us`.
#[exp]
pub fn complicated(
    #[fixed] model: &Model,
    #[fixed] points: &[Correspondence],
    us: &[[f64; 2]],
    theta: [f64; 26],
) -> Vec<[f64; 3]> {
    let transforms = transforms(model, &theta);
    let global = rotation([theta[0], theta[1], theta[2]]);
    let translation = [theta[3], theta[4], theta[5]];
    let corner =
        |i: usize| position(&model.vertices[i], model.is_mirrored, &transforms, &global, &translation);
    points
        .iter()
        .zip(us)
        .map(|(to, u)| {
            let [a, b, c] = model.triangles[to.index];
            let (a, b, c) = (corner(a), corner(b), corner(c));
            let mut residual = [0.0; 3];
            for i in 0..3 {
                residual[i] = to.point[i] - (u[0] * a[i] + u[1] * b[i] + (1.0 - u[0] - u[1]) * c[i]);
            }
            residual
        })
        .collect()
}

/// The Jacobian with respect to the pose, three rows for each point, by one pass of 26 tangents.
pub fn simple_jacobian(
    model: &Model,
    points: &[Correspondence],
    theta: [f64; POSE],
) -> Vec<[[f64; POSE]; 3]> {
    forward::jacobian(Simple { model, points }).width::<POSE>().at(theta)
}

/// The rows of the Jacobian with respect to a point's own barycentric coordinates and the pose.
pub fn complicated_jacobian(
    model: &Model,
    points: &[Correspondence],
    us: &[[f64; 2]],
    theta: [f64; POSE],
) -> Vec<Vec<f64>> {
    let x = (us.to_vec(), theta);
    let (_, jacobian) = sparse::jacobian(Complicated { model, points }, &x).jacobian(&x);
    let (pattern, entries) = (jacobian.pattern(), jacobian.entries());
    let row = |i: usize| {
        let mut row = vec![0.0; 2 + POSE];
        for (column, entry) in pattern.row(i).iter().zip(&entries[pattern.offsets()[i]..]) {
            // Each row has entries at the two coordinates of its own point only.
            let (column, shared) = (*column as usize, 2 * us.len());
            row[if column < shared { column % 2 } else { 2 + column - shared }] = *entry;
        }
        row
    };
    (0..pattern.rows()).map(row).collect()
}
