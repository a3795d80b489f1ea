//! Names of references that were elements of a container, after the container has changed, and data that changes after a call received it.
//! Each module is compiled with and without the macro.

both! {
    mod kept {
        use std::collections::{BTreeMap, HashMap, VecDeque};

        pub(crate) struct Job {
            size: f64,
            v: Vec<f64>,
        }

        fn jobs(x: &[f64]) -> Vec<Job> {
            x.iter().map(|&size| Job { size, v: vec![size, 2.0 * size] }).collect()
        }

        fn listed(jobs: &[Job]) -> f64 {
            let mut t = 0.1;
            let mut v: Vec<&Job> = jobs.iter().collect();
            let a = v[0];
            v[0] = &jobs[1];
            t += t * a.size * v[0].size;
            for _ in 0..4 {
                let (a, b) = (v[0], v[1]);
                v.swap(0, 1);
                v.rotate_left(1);
                t += t * a.size * a.size * b.size;
            }
            let best = v.iter().max_by(|a, b| a.size.partial_cmp(&b.size).unwrap()).copied().unwrap();
            v.retain(|job| job.size < 1.0);
            t += t * best.size;
            v.push(&jobs[0]);
            v.sort_by(|a, b| a.size.partial_cmp(&b.size).unwrap());
            let smallest = v[0];
            v.reverse();
            t *= smallest.v[1];
            let removed = v.remove(0);
            v.push(removed);
            t += removed.size;
            let old = v.pop();
            v.clear();
            v.push(&jobs[2]);
            t * old.unwrap().size + v[0].size
        }

        fn taken(jobs: &[Job]) -> f64 {
            let mut t = 0.1;
            let mut all: Vec<&Job> = jobs.iter().collect();
            let last = *all.last().unwrap();
            while let Some(job) = all.pop() {
                t += t * job.size;
            }
            let mut queue: VecDeque<&Job> = jobs.iter().collect();
            for _ in 0..5 {
                let job = queue.pop_front().unwrap();
                t += t * job.size * last.size;
                queue.push_back(job);
            }
            let mut next: VecDeque<(&Job, usize)> = VecDeque::new();
            next.push_back((&jobs[0], 0));
            while let Some((job, k)) = next.pop_front() {
                t += t * job.size;
                if k + 1 < jobs.len() {
                    next.push_back((&jobs[k + 1], k + 1));
                }
            }
            let mut pairs: Vec<(&Job, f64)> = jobs.iter().map(|job| (job, 2.0 * job.size)).collect();
            let (job, w) = pairs[0];
            pairs[0] = (&jobs[1], 0.5);
            t += job.size * w;
            let pair = pairs[1];
            pairs.clear();
            t * pair.0.size * pair.1
        }

        fn keyed(jobs: &[Job]) -> f64 {
            let mut t = 0.1;
            let mut map: HashMap<usize, &Job> = HashMap::new();
            for (k, job) in jobs.iter().enumerate() {
                let old = map.get(&0).copied();
                map.insert(0, job);
                map.insert(k, job);
                if let Some(old) = old {
                    t += t * old.size;
                }
            }
            let a = map[&0];
            map.insert(0, &jobs[2]);
            t += t * a.size;
            map.clear();
            let mut map: BTreeMap<u8, &Job> = BTreeMap::new();
            map.insert(0, &jobs[0]);
            if let Some(old) = map.insert(0, &jobs[1]) {
                t *= 1.0 + old.size;
            }
            if let Some(old) = map.remove(&0) {
                t += t * old.size;
            }
            t
        }

        fn sliced(jobs: &[Job]) -> f64 {
            let mut t = 0.1;
            let mut rows: Vec<&[f64]> = vec![&jobs[0].v, &jobs[1].v];
            let row = rows[0];
            rows[0] = &jobs[2].v;
            t += t * row[1] * rows[0][0];
            rows.pop();
            let mut lists: Vec<&Vec<f64>> = jobs.iter().map(|job| &job.v).collect();
            let list = lists[1];
            lists.clear();
            for y in list.iter() {
                t *= 1.0 + y;
            }
            t
        }

        pub(crate) fn total(x: &[f64]) -> f64 {
            let jobs = jobs(x);
            listed(&jobs) + 2.0 * taken(&jobs) + 3.0 * keyed(&jobs) + 4.0 * sliced(&jobs)
        }
    }
}

#[test]
fn a_name_keeps_its_reference_when_the_container_changes() {
    for x in [vec![0.7, 1.3, 0.45], vec![-0.5, 0.25, 2.0, 0.75]] {
        assert_eq!(ad::call::value(&kept::program::Total, &x), kept::plain::total(&x));
        crate::check::program(&kept::program::Total, &x);
    }
}

both! {
    mod passed {
        use std::collections::{HashMap, HashSet};

        fn scaled(c: &[usize], x: f64) -> f64 {
            x * x * c[1] as f64
        }

        #[derive(Clone)]
        struct Net {
            w: Vec<usize>,
            bias: i32,
        }

        impl Net {
            fn output(&self, x: f64) -> f64 {
                x * x * self.w[1] as f64 + f64::from(self.bias) * x
            }
            fn grow(&mut self) {
                self.bias += 1;
                self.w[1] *= 3;
            }
        }

        fn visit(seen: &HashSet<usize>, next: &HashMap<usize, usize>, at: usize, x: &[f64]) -> f64 {
            if seen.contains(&at) { x[at] * x[at] } else { x[next[&at]].sin() * x[0] }
        }

        fn in_order(x: f64) -> f64 {
            let mut c = vec![1, 2];
            let y = scaled(&c, x);
            c[1] = 5;
            let mut z = y + scaled(&c[..], x);
            let mut i = 0;
            while i < 3 {
                if i == 1 {
                    let d = &mut c;
                    d[1] = 4;
                } else {
                    z += scaled(&c, x * z);
                }
                i += 1;
            }
            let last = scaled(&c, z);
            c = vec![0; 2];
            c.push(1);
            last * [x, y].iter().map(|v| { c[1] += 1; scaled(&c, *v) }).sum::<f64>()
        }

        fn methods(x: f64) -> f64 {
            let mut net = Net { w: vec![1, 2], bias: 3 };
            let y = net.output(x);
            net.w[1] = 7;
            let z = net.output(y * 0.1);
            net.grow();
            let t = net.output(z * 0.1);
            net.bias = 9;
            y * z + t.sin() * net.output(x)
        }

        fn graph(x: &[f64]) -> f64 {
            let mut seen = HashSet::new();
            let mut next: HashMap<usize, usize> = HashMap::new();
            let mut sum = x[1];
            for i in 0..3 {
                next.insert(i, (i + 1) % 3);
                sum += visit(&seen, &next, i, x) * sum;
                seen.insert(i);
                next.insert(0, i);
            }
            sum + visit(&seen, &next, 1, x)
        }

        pub(crate) fn total(x: &[f64]) -> f64 {
            in_order(x[0]) + 2.0 * methods(x[1]) + 3.0 * graph(x)
        }
    }
}

#[test]
fn a_call_keeps_data_that_changes_behind_it() {
    for x in [vec![0.7, 1.3, 0.45], vec![-0.5, 0.25, 2.0]] {
        assert_eq!(ad::call::value(&passed::program::Total, &x), passed::plain::total(&x));
        crate::check::program(&passed::program::Total, &x);
    }
}
