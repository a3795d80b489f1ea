#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp]
    #[derive(Debug, Clone, Copy)]
    pub struct Material {
        pub albedo: [f64; 3],
        pub roughness: f64,
        pub metallic: f64,
    }

    #[exp(adjoint)]
    fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    #[exp(adjoint)]
    fn normalize(v: [f64; 3]) -> [f64; 3] {
        let len = dot(&v, &v).sqrt();
        v.map(|c| c / len)
    }

    /// Cook–Torrance with the GGX distribution.
    #[exp(adjoint)]
    pub fn shade(material: &Material, normal: [f64; 3], light: [f64; 3], view: [f64; 3]) -> [f64; 3] {
        let n = normalize(normal);
        let l = normalize(light);
        let v = normalize(view);
        let h = normalize([l[0] + v[0], l[1] + v[1], l[2] + v[2]]);
        let n_l = dot(&n, &l).max(0.0);
        let n_v = dot(&n, &v).max(1e-4);
        let n_h = dot(&n, &h).max(0.0);

        let alpha2 = material.roughness.powi(4);
        let d = alpha2 / (std::f64::consts::PI * (n_h * n_h * (alpha2 - 1.0) + 1.0).powi(2));
        let k = (material.roughness + 1.0).powi(2) / 8.0;
        let g = n_l / (n_l * (1.0 - k) + k) * n_v / (n_v * (1.0 - k) + k);

        let mut color = [0.0; 3];
        for c in 0..3 {
            let f0 = 0.04 + (material.albedo[c] - 0.04) * material.metallic;
            let fresnel = f0 + (1.0 - f0) * (1.0 - dot(&h, &v)).powi(5);
            let diffuse = (1.0 - fresnel) * (1.0 - material.metallic) * material.albedo[c] / std::f64::consts::PI;
            color[c] = (diffuse + d * g * fresnel / (4.0 * n_l.max(1e-4) * n_v)) * n_l;
        }
        color
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Shade;
    let x = (exp::Material { albedo: [0.8, 0.4, 0.2], roughness: 0.4, metallic: 0.3 }, [0.1, 1.0, 0.2], [0.5, 1.0, 0.3], [-0.3, 0.8, 0.6]);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &[1.0, 2.0, 3.0]).1);
    println!("value {:?} plain {:?}", value, plain::shade(&plain::Material { albedo: [0.8, 0.4, 0.2], roughness: 0.4, metallic: 0.3 }, [0.1, 1.0, 0.2], [0.5, 1.0, 0.3], [-0.3, 0.8, 0.6]));
    ad::testing::check(&e, &x).unwrap();
}
