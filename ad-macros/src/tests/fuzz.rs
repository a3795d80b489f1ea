//! Mutated tokens of real functions: the macro always returns tokens that can be parsed.

use super::inputs;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A small generator (`xorshift64*`), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let n = u64::try_from(n.max(1)).expect("a small number");
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n).expect("a small number")
    }
}

/// Tokens for insertion at any place.
const SPICE: &str = "f64 1.0 -2.5 1e999 0x1f64 'a N D self Self ? = == .. ..= :: => -> | & * % < > # ! _ as async const \
    unsafe extern \"C\" fn impl for in if let mut match loop while break return move ref static where dyn fixed exp \
    vec![0.0; 3] matches!(1.0) println!(\"{x}\") assert!(1.0) #[fixed] #[exp(name = 3)] (f64, f64) [f64; 3] { 1.0 } \
    |x: f64| x Some(1.0) f64::MAX f64::sqrt x.to_bits() x as usize union auto r#try 'static";

fn mutate(
    tokens: TokenStream,
    random: &mut Random,
    spice: &[TokenTree],
    pool: &[TokenTree],
    rate: usize,
) -> TokenStream {
    let mut mutated = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => {
                let inner = mutate(group.stream(), random, spice, pool, rate);
                let delimiter = match random.below(rate * 4) {
                    0 => Delimiter::None,
                    1 => Delimiter::Bracket,
                    2 => Delimiter::Brace,
                    _ => group.delimiter(),
                };
                TokenTree::Group(Group::new(delimiter, inner))
            }
            token => token,
        };
        match random.below(rate * 6) {
            0 => {}
            1 => mutated.extend([token.clone(), token]),
            2 => mutated.push(spice[random.below(spice.len())].clone()),
            3 => mutated.extend([token, spice[random.below(spice.len())].clone()]),
            4 => mutated.push(pool[random.below(pool.len())].clone()),
            5 if !mutated.is_empty() => {
                let index = random.below(mutated.len());
                mutated.insert(index, token);
            }
            _ => mutated.push(token),
        }
    }
    mutated.into_iter().collect()
}

#[test]
fn mutated_functions_give_tokens_and_never_a_panic() {
    let spice: Vec<TokenTree> = SPICE.parse::<TokenStream>().expect("tokens").into_iter().collect();
    let mut items = Vec::new();
    let language = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/language");
    let mut sources: Vec<String> = inputs().into_iter().map(|(_, source)| source).collect();
    for file in ["parameters.rs", "structs.rs", "../programs/natural/borrowed_numbers.rs"] {
        sources.extend(std::fs::read_to_string(format!("{language}/{file}")));
    }
    for source in sources {
        let file: syn::File = syn::parse_str(&source).expect("the input is Rust");
        items.extend(
            file.items.into_iter().map(|mut item| (super::take_exp(&mut item).unwrap_or_default(), item)),
        );
    }
    let pool: Vec<TokenTree> =
        items.iter().flat_map(|(_, item)| quote::ToTokens::to_token_stream(item).into_iter()).collect();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut parsed, mut accepted) = (0, 0);
    // `.ci/run optimized` runs all rounds.
    let rounds = if cfg!(debug_assertions) { 12 } else { 40 };
    for round in 0..rounds {
        for (args, item) in &items {
            // After few mutations items parse, after many they do not.
            let rate = [5, 20, 60, 200][round % 4];
            let item = mutate(quote::ToTokens::to_token_stream(item), &mut random, &spice, &pool, rate);
            let args = mutate(args.clone(), &mut random, &spice, &pool, rate);
            parsed += usize::from(syn::parse2::<syn::Item>(item.clone()).is_ok());
            let expanded = crate::expand::expand(args, item);
            accepted += usize::from(!expanded.to_string().contains("compile_error"));
        }
    }
    assert!(
        parsed > 7 * rounds && accepted > 2 * rounds,
        "{parsed} items parsed and {accepted} were accepted: too few to tell"
    );
}

#[test]
fn a_closure_over_a_constant_is_no_panic() {
    let item = "fn f(x: f64) -> f64 { Some(x).map(|LIMIT| x).unwrap() }".parse().expect("tokens");
    crate::expand::expand(TokenStream::new(), item);
}

#[test]
fn long_and_deep_expressions_do_not_exhaust_the_stack() {
    // The stack size that rustc gives a macro.
    let stack = std::thread::Builder::new().stack_size(8 << 20);
    stack.spawn(long_and_deep_expressions).expect("a thread").join().expect("no panic");
}

fn long_and_deep_expressions() {
    let expand = |body: &str| {
        let item: TokenStream = format!("fn f(x: f64) -> f64 {{ {body} }}").parse().expect("tokens");
        crate::expand::expand(TokenStream::new(), item).to_string()
    };

    let sum = vec!["0.5 * x"; 2000].join(" + ");
    assert!(!expand(&sum).contains("compile_error"));

    let nested =
        |open: &str, close: &str, depth: usize| format!("{}x{}", open.repeat(depth), close.repeat(depth));
    for (open, close) in
        [("(", ")"), ("{ ", " }"), ("x.max(", ")"), ("vec![", "]"), ("if x > 0.0 { ", " } else { x }")]
    {
        assert!(!expand(&nested(open, close, 40)).contains("compile_error"), "{open}");
        expand(&nested(open, close, 249));
        assert!(expand(&nested(open, close, 10_000)).contains("nested too deeply"), "{open}");
    }
}
