#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    #[exp(adjoint)]
    fn normalize(a: [f64; 3]) -> [f64; 3] {
        let len = dot(&a, &a).sqrt();
        a.map(|c| c / len)
    }

    /// Cook–Torrance reflection with GGX distribution, Smith shadowing and Schlick's Fresnel term.
    #[exp(adjoint)]
    pub fn cook_torrance(
        normal: [f64; 3],
        view: [f64; 3],
        light: [f64; 3],
        base_color: [f64; 3],
        metallic: f64,
        roughness: f64,
    ) -> [f64; 3] {
        let n = normalize(normal);
        let v = normalize(view);
        let l = normalize(light);
        let h = normalize([v[0] + l[0], v[1] + l[1], v[2] + l[2]]);
        let n_l = dot(&n, &l);
        let n_v = dot(&n, &v).max(1e-4);
        if n_l <= 0.0 {
            return [0.0; 3];
        }
        let n_h = dot(&n, &h).clamp(0.0, 1.0);
        let v_h = dot(&v, &h).clamp(0.0, 1.0);

        let a2 = roughness.powi(4);
        let d = a2 / (std::f64::consts::PI * (n_h * n_h * (a2 - 1.0) + 1.0).powi(2));
        let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
        let g1 = |c: f64| c / (c * (1.0 - k) + k);
        let g = g1(n_l) * g1(n_v);
        let fresnel = (1.0 - v_h).powi(5);

        let mut out = [0.0; 3];
        for (o, &c) in out.iter_mut().zip(base_color.iter()) {
            let f0 = 0.04 * (1.0 - metallic) + c * metallic;
            let f = f0 + (1.0 - f0) * fresnel;
            let diffuse = (1.0 - f) * (1.0 - metallic) * c / std::f64::consts::PI;
            let specular = d * g * f / (4.0 * n_l * n_v);
            *o = (diffuse + specular) * n_l;
        }
        out
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::CookTorrance;
    let x = ([0.0, 0.1, 1.0], [0.5, 0.25, 1.0], [-0.5, 0.5, 0.75], [0.8, 0.5, 0.2], 0.25, 0.4);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::cook_torrance(x.0, x.1, x.2, x.3, x.4, x.5));
    ad::testing::check(&e, &x).unwrap();
}
