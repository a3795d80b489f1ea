//! Vectors, slices, options, strings, cells and their methods.

use crate::behaviour::{log, note};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;

same! {
    fn growing_and_shrinking(x: f64) -> f64 {
        let mut v = Vec::with_capacity(4);
        v.push(x);
        v.extend([1.0, 2.0]);
        v.insert(note("at", 1), note("value", x * 2.0));
        v.extend_from_slice(&[3.0, x]);
        let removed = v.remove(0) + v.swap_remove(1);
        v.truncate(3);
        v.resize(5, 0.5);
        let popped = v.pop().unwrap_or(9.0);
        v.retain(|y| *y != 3.0);
        removed * popped + v.iter().sum::<f64>() + v.len() as f64
    }

    fn splitting_and_joining(x: f64) -> f64 {
        let mut v = vec![x, 1.0, 2.0, 3.0];
        let mut tail = v.split_off(2);
        tail.append(&mut v);
        let drained: Vec<f64> = tail.drain(1..3).collect();
        let (a, b) = drained.split_first().unwrap();
        let both = [&drained[..], &[x]].concat();
        *a * b.len() as f64 + tail[0] - both[2] + both.last().unwrap()
    }

    fn rearranging(x: f64) -> f64 {
        let mut v = vec![x, 1.0, 2.0, 3.0, 4.0];
        v.swap(note("a", 0), note("b", 4));
        v[1..4].reverse();
        v.rotate_left(2);
        v[..2].copy_from_slice(&[x, 7.0]);
        v.copy_within(0..2, 3);
        v[2..].fill(x * 0.5);
        v.iter().fold(0.0, |a, b| a * 2.0 + b)
    }

    fn slicing(x: f64) -> f64 {
        let v = [x, 1.0, 2.0, 3.0];
        let s = &v[note("from", 1)..note("to", 3)];
        let t = &v[..2];
        let [.., last] = v;
        s[0] * s[s.len() - 1] + t.iter().sum::<f64>() - last + v[2..].first().unwrap() + v[..=1][0]
    }

    fn out_of_bounds_panics(x: f64) -> f64 {
        let v = [x, 1.0];
        let i = if x > 0.0 { 2 } else { 1 };
        log("before");
        let s = &v[i..];
        s[0] + v[note("index", i + 1)]
    }

    fn getters(x: f64) -> f64 {
        let v = vec![x, 1.0];
        v.get(0).copied().unwrap_or(0.1) + v.get(5).copied().unwrap_or(0.2) + v.get(..1).map_or(0.3, |s| s[0])
            + *v.first().unwrap_or(&0.4) + v.last().map(|y| y * 2.0).unwrap_or_default()
    }

    fn matrices(x: f64) -> f64 {
        let n = 3;
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..n { for j in 0..n { m[i][j] = if i == j { x } else { 1.0 / (1 + i + j) as f64 }; } }
        for i in 1..n { let f = m[i][0] / m[0][0]; for j in 0..n { let above = m[0][j]; m[i][j] -= f * above; } }
        m.iter().map(|row| row.iter().sum::<f64>()).fold(1.0, |a, b| a * b)
    }

    fn matrices_updated_in_place(x: f64) -> f64 {
        let mut m = [[x, 2.0], [3.0, x * x]];
        for k in 0..2 { m[1][k] -= m[0][k] * m[1][0] / m[0][0]; }
        let [a, b] = &mut m;
        a[0] += b[1];
        b[0] *= a[1];
        m.swap(0, 1);
        m[0][0] + 2.0 * m[0][1] - m[1][0] / m[1][1]
    }

    fn options_combined(x: f64) -> f64 {
        let some = Some(x);
        let none: Option<f64> = None;
        let a = some.and_then(|y| if y > 0.0 { Some(y * 2.0) } else { None }).or(Some(0.1)).unwrap();
        let b = none.or_else(|| { log("or else"); some }).xor(None).unwrap_or(0.2);
        let c = some.zip(Some(2.0)).map(|(y, z)| y * z).unwrap_or(0.3);
        let d = some.filter(|y| y.is_finite()).map_or_else(|| note("default", 0.4f64 as f64), |y| y + 1.0);
        let e = some.ok_or("none").and_then(|y| if y < 0.0 { Err("negative") } else { Ok(y) }).unwrap_or(0.5);
        a + b * c - d + e + some.is_some_and(|y| y > 1.0) as u8 as f64 + none.is_none_or(|_| false) as u8 as f64
    }

    fn options_in_place(x: f64) -> f64 {
        let mut o = Some(x);
        if let Some(y) = o.as_mut() { *y += 1.0; }
        if let Some(y) = &mut o { *y *= 2.0; }
        let taken = o.take().unwrap();
        let inserted = *o.get_or_insert_with(|| { log("insert"); 3.0 });
        let old = o.replace(x).unwrap();
        let mut p = None;
        *p.insert(x) -= old;
        taken + inserted * p.unwrap_or(0.5) + o.unwrap_or_default()
    }

    fn results_combined(x: f64) -> f64 {
        let f = |y: f64| -> Result<f64, String> { if y > 1.0 { Err("large".to_owned()) } else { Ok(y) } };
        let a = f(x).map(|y| y * 2.0).map_err(|e| e.len()).unwrap_or_else(|n| n as f64);
        let b = f(0.5).and_then(f).or_else(|_| f(0.25)).unwrap_or(0.125);
        let c = f(x).is_ok_and(|y| y > 0.0) as u8 as f64 + f(x).ok().map_or(7.0, |y| y) + f(x).err().map_or(0, |e| e.len()) as f64;
        let d = f(x).as_ref().map_or(1.5, |y| y + 1.0);
        a + b * c - d
    }

    fn unwrapping_panics(x: f64) -> f64 {
        let o = Some(x).filter(|y| *y > 0.0);
        log("before");
        o.expect("it was positive") + Some(1.0).unwrap()
    }

    fn errors_panic(x: f64) -> f64 {
        let r: Result<f64, String> = if x > 0.0 { Ok(x) } else { Err(format!("bad {}", 1 + 1)) };
        r.unwrap()
    }

    fn text_and_characters(x: f64) -> f64 {
        let text = "alpha, beta ;gamma";
        let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
        let longest = parts.iter().max_by_key(|p| p.len()).unwrap();
        let vowels = text.chars().filter(|c| "aeiou".contains(*c)).count();
        let joined = parts.join("-") + "!";
        log(joined.replace("beta", &parts.len().to_string()));
        x * longest.len() as f64 + vowels as f64 + text.find("beta").map_or(-1.0, |i| i as f64) + joined.bytes().map(u64::from).sum::<u64>() as f64
    }

    fn programs_in_text(x: f64) -> f64 {
        let mut stack = vec![];
        for token in "x 2 * x + 3 /".split_whitespace() {
            let value = match token {
                "x" => x,
                "+" | "*" | "/" => {
                    let (b, a): (f64, f64) = (stack.pop().unwrap(), stack.pop().unwrap());
                    match token { "+" => a + b, "*" => a * b, _ => a / b }
                }
                digit => digit.parse::<u8>().unwrap() as f64,
            };
            stack.push(value);
        }
        stack[0]
    }

    fn maps_of_data(x: f64) -> f64 {
        let mut m: BTreeMap<String, usize> = BTreeMap::new();
        for word in "a b a c b a".split(' ') { *m.entry(word.to_string()).or_insert(0) += 1; }
        m.iter().map(|(k, n)| (k.len() * n) as f64 * x).sum::<f64>() + m.range("b".to_string()..).count() as f64
    }

    fn maps_over_numbers(x: f64) -> f64 {
        let mut m = HashMap::from([("a", x), ("b", 2.0)]);
        m.insert("c", x * x);
        if let Some(y) = m.get_mut("a") { *y += 1.0; }
        let missing = m.get("z").copied().unwrap_or(0.5);
        m["a"] * m["b"] - m.remove("c").unwrap() + missing + m.contains_key("c") as u8 as f64
    }

    fn sets_and_heaps(x: f64) -> f64 {
        let mut heap = BinaryHeap::from([3, 1, 2]);
        let seen: HashSet<i32> = [1, 2, 2, 3].into_iter().collect();
        let mut y = x;
        while let Some(k) = heap.pop() { y = y * 0.5 + k as f64; }
        y + seen.len() as f64
    }

    fn linked_lists(x: f64) -> f64 {
        let mut l = LinkedList::new();
        l.push_back(x);
        l.push_front(2.0);
        l.push_back(x * 3.0);
        let front = l.pop_front().unwrap();
        l.iter().fold(front, |a, b| a * b)
    }

    fn rings(x: f64) -> f64 {
        let mut q: VecDeque<f64> = (0..4).map(|i| x + i as f64).collect();
        let mut y = 0.0;
        for _ in 0..6 { let a = q.pop_front().unwrap(); y += a; q.push_back(a * 0.5); }
        y - q.front().unwrap() + q.iter().rev().take(2).sum::<f64>()
    }

    fn cells(x: f64) -> f64 {
        let c = Cell::new(x);
        c.set(c.get() + 1.0);
        let old = c.replace(2.0);
        let k = Cell::new(3);
        k.set(k.get() * 2);
        let once = OnceCell::new();
        let y = *once.get_or_init(|| { log("init"); x * 2.0 });
        old * c.get() + k.take() as f64 + y + *once.get_or_init(|| { log("never"); x })
    }

    fn shared_vectors(x: f64) -> f64 {
        let shared = Rc::new(RefCell::new(vec![x]));
        let push = { let shared = shared.clone(); move |y| shared.borrow_mut().push(y) };
        push(x * 2.0);
        push(1.0);
        shared.borrow_mut()[note("i", 0)] += note("right", x);
        let sum: f64 = shared.borrow().iter().sum();
        sum + Rc::strong_count(&shared) as f64
    }

    fn borrowed_or_owned(x: f64) -> f64 {
        let clean = |s: &'static str| -> Cow<'static, str> { if s.contains(' ') { Cow::Owned(s.replace(' ', "")) } else { Cow::Borrowed(s) } };
        let mut c = clean("a b");
        c.to_mut().push('c');
        x * (c.len() + clean("ab").len()) as f64
    }

    fn boxes(x: f64) -> f64 {
        let mut b = Box::new(x);
        *b += 1.0;
        let nested = Box::new(Box::new(*b * 2.0));
        let slice: Box<[f64]> = vec![x, **nested].into_boxed_slice();
        slice[0] - slice[1] + slice.len() as f64
    }

    fn trees_of_boxes(x: f64) -> f64 {
        enum List<T> { Cons(T, Box<List<T>>), Nil }
        use List::{Cons, Nil};
        fn length<T>(l: &List<T>) -> usize { match l { Cons(_, rest) => { log("cons"); 1 + length(rest) } Nil => 0 } }
        let l = Cons(x, Box::new(Cons(x * 2.0, Box::new(Nil))));
        let second = match &l { Cons(_, rest) => match &**rest { Cons(y, _) => *y, Nil => 0.0 }, Nil => 1.0 };
        second * length(&l) as f64
    }

    fn arrays(x: f64) -> f64 {
        let a = [x; 3].map(|y| y + 1.0);
        let b = [1, 2, 3].map(|k| k as f64 * x);
        let c = [[x, 1.0]; 2].concat();
        let equal = a == [x + 1.0; 3];
        a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() + c[2] + equal as u8 as f64 + <[f64; 3]>::try_from(&c[..3]).unwrap()[1]
    }

    fn dot_products_and_norms(x: f64) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let a = [x, 2.0, -1.0];
        let n = dot(&a, &a).sqrt();
        let unit: Vec<f64> = a.iter().map(|y| y / n).collect();
        dot(&unit, &a) - n
    }

    fn strings_from_formatting(x: f64) -> f64 {
        let name = "k";
        let text = format!("{name}={:>4}|{:?}|{{}}|{0:#x}|{width:03}", 10, Some("a"), width = 7);
        log(text.as_str());
        x * text.len() as f64
    }
}
