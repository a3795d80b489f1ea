//! Collects facts about an annotated module for adjoint programs.

use crate::fields;
use crate::kind::{Kind, Values};
use crate::known::{Known, LIST, NUMBER, Operator};
use crate::numbers::Numbers;
use crate::parameter::{self, type_name};
use crate::signatures::{Fact, Given, Signature, Signatures, Untold};
use crate::visit::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::HashSet;
use syn::{
    FnArg, GenericArgument, ImplItem, Item, ItemImpl, Path, PathArguments, ReturnType, TraitItem, Type,
};

/// The traits of operators that may have adjoint programs, and their methods.
const OPERATORS: [(&str, &str); 9] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Neg", "neg"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
];

/// The facts about a module and the modules inside.
pub(crate) fn known(items: &[Item], numbers: &Numbers) -> Known {
    let mut known = Known::default();
    collect(&mut known, items, numbers);
    known
}

/// The facts about an item, for those below: `numbers` knows the types above.
pub(crate) fn remember(item: Item, numbers: &Numbers) {
    let recorded = recorded(&item, false);
    let mut known = known(&[item], &numbers.with_types());
    known.functions.extend(&recorded);
    known.remember();
}

/// The same of an item without an adjoint program: its name, and whether its arguments leave the numbers open.
pub(crate) fn remember_untold(item: Item, numbers: &Numbers) {
    let recorded = recorded(&item, true);
    let mut functions = known(&[item], &numbers.with_types()).functions.untold();
    functions.extend(&recorded);
    Known { functions, ..Known::default() }.remember();
}

/// Whether calls of a free function are recorded. One that changes its arguments has to have a program.
fn recorded(item: &Item, recorded: bool) -> Signatures {
    let Item::Fn(of) = item else { return Signatures::default() };
    let changes = |input: &FnArg| match input {
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(of) if of.mutability.is_some()),
        FnArg::Receiver(_) => true,
    };
    let recorded = Some(recorded && !of.sig.inputs.iter().any(changes));
    Signatures::of(of.sig.ident.to_string(), Signature { recorded, ..Signature::default() })
}

/// The operator that an `impl` block implements, if it does: `impl Mul<f64> for V3` gives `mul`, `V3`, `number`.
pub(crate) fn operator(item: &ItemImpl, numbers: &Numbers) -> Option<Operator> {
    let (_, path, _) = item.trait_.as_ref()?;
    let last = path.segments.last()?;
    let (_, method) = OPERATORS.into_iter().find(|(name, _)| last.ident == name)?;
    let left = match type_name(&item.self_ty)? {
        of if of == "f64" && matches!(&*item.self_ty, Type::Path(_)) => NUMBER.to_owned(),
        of if of == "f64" => return None,
        of => of.to_string(),
    };
    let right = match &last.arguments {
        PathArguments::AngleBracketed(list) => match list.args.first()? {
            GenericArgument::Type(ty) => Some(name(ty, &left)),
            _ => return None,
        },
        // `impl Add for &V3` adds two references.
        _ => (method != "neg").then(|| name(&item.self_ty, &left)),
    };
    let output = item.items.iter().find_map(|member| match member {
        ImplItem::Type(output) if output.ident == "Output" => Some(kind(&output.ty, &left, numbers)),
        _ => None,
    });
    let by_reference = matches!(&*item.self_ty, Type::Reference(_));
    Some(Operator { method, left, by_reference, right, output: output.unwrap_or(Kind::Plain) })
}

/// `type Output = …`
pub(crate) fn output_of(item: &ItemImpl) -> Option<Type> {
    item.items.iter().find_map(|member| match member {
        ImplItem::Type(output) if output.ident == "Output" => Some(output.ty.clone()),
        _ => None,
    })
}

/// Whether an operand is a type over numbers.
fn of_struct(operator: &Operator, numbers: &Numbers) -> bool {
    let right = operator.right.as_deref().filter(|_| operator.left == NUMBER);
    let right = right.map(|right| right.strip_prefix("ref_").unwrap_or(right));
    numbers.named(right.unwrap_or(&operator.left)).is_some()
}

/// Whether a type is `Self`, or the type of the block by its name.
pub(crate) fn is_itself(ty: &Type, numbers: &Numbers) -> bool {
    type_name(ty).is_some_and(|name| {
        matches!(ty, Type::Path(_))
            && (name == "Self" || numbers.itself.as_ref().is_some_and(|itself| *itself == name))
    })
}

/// The associated constants of a block that are of its type: `Complex::ZERO`.
pub(crate) fn constants(item: &ItemImpl) -> HashSet<String> {
    let Some(of) = type_name(&item.self_ty).filter(|_| item.trait_.is_none()) else { return HashSet::new() };
    let constants = item.items.iter().filter_map(|member| match member {
        ImplItem::Const(constant) if type_name(&constant.ty).is_some_and(|ty| ty == "Self" || ty == of) => {
            Some(format!("{of}::{}", constant.ident))
        }
        _ => None,
    });
    constants.collect()
}

/// A type as part of a name: `number`, `V3`, `ref_V3`, `list`.
fn name(ty: &Type, itself: &str) -> String {
    match ty {
        Type::Reference(inner) => format!("ref_{}", name(&inner.elem, itself)),
        Type::Array(_) | Type::Slice(_) => LIST.to_owned(),
        ty => match type_name(ty) {
            Some(ident) if ident == "f64" => NUMBER.to_owned(),
            Some(ident) if ident == "Self" => itself.to_owned(),
            Some(ident) => ident.to_string(),
            None => "other".to_owned(),
        },
    }
}

/// The kind of a type inside an `impl` block of `itself`.
fn kind(ty: &Type, itself: &str, numbers: &Numbers) -> Kind {
    match type_name(ty) {
        Some(ident) if ident == "Self" && matches!(ty, Type::Path(_)) => {
            numbers.named(itself).unwrap_or(Kind::Unknown)
        }
        // `Result<Self, Error>`
        _ => Kind::of_type(&named(ty, itself), &Kind::Number, numbers),
    }
}

/// A type with `Self` by its name.
fn named(ty: &Type, itself: &str) -> Type {
    let mut ty = ty.clone();
    if !itself.is_empty() && parameter::mentions(&ty, "Self") {
        Named(itself).visit_type_mut(&mut ty);
    }
    ty
}

/// Writes `Self` by its name.
struct Named<'a>(&'a str);

impl VisitMut for Named<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.is_ident("Self") {
            *path = Ident::new(self.0, Span::mixed_site()).into();
        }
        visit::visit_path_mut(self, path);
    }
}

fn collect(known: &mut Known, items: &[Item], numbers: &Numbers) {
    for item in items {
        if let Item::Struct(syn::ItemStruct { ident, generics, .. })
        | Item::Enum(syn::ItemEnum { ident, generics, .. }) = item
            && let Some(of) = numbers.named(&ident.to_string())
        {
            known.functions.add(&format!("{ident}::default"), &giving(of));
            if generics.params.is_empty() {
                known.bare.insert(ident.to_string());
            }
        }
        match item {
            Item::Fn(inner) => {
                let generics = &inner.sig.generics;
                let count = generics.type_params().count() + generics.const_params().count();
                let count = numbers.occurs_in(&inner.sig).then_some(count);
                let (generics, untold) = (Fact::Agreed(count), Fact::Agreed(untold(&inner.sig, numbers)));
                let free = Signature { generics, untold, ..Signature::default() };
                known.functions.add(&inner.sig.ident.to_string(), &free);
                function(known, &inner.sig, "", numbers);
            }
            Item::Mod(inner) => {
                if let Some((_, items)) = &inner.content {
                    collect(known, items, numbers);
                }
            }
            Item::Impl(inner) => {
                known.constants.extend(constants(inner));
                let operator = operator(inner, numbers);
                known.operators.extend(operator.filter(|operator| of_struct(operator, numbers)));
                if let Some(of) = conversion(inner).filter(|of| numbers.named(&of.name).is_some()) {
                    let source = Fact::Agreed(kind(of.source, &of.name, numbers));
                    let result = numbers.named(&of.name).filter(|_| of.method == "from");
                    let result = result.map_or(Fact::Absent, Fact::Agreed);
                    known.functions.add(&of.key(), &Signature { result, source, ..Signature::default() });
                }
                let itself = type_name(&inner.self_ty).map(|name| name.to_string());
                known.iterators.extend(itself.clone().filter(|_| item_of_iterator(inner).is_some()));
                for member in &inner.items {
                    if let (ImplItem::Fn(method), Some(of)) = (member, &itself) {
                        receiver(known, &method.sig, of);
                    }
                    if let (ImplItem::Fn(method), None) = (member, &inner.trait_) {
                        if let (Some(of), true) = (&itself, method.sig.receiver().is_some()) {
                            let inherent = Signature { inherent: true, ..Signature::default() };
                            known.functions.add(&format!("{of}::{}", method.sig.ident), &inherent);
                        }
                        function(known, &method.sig, itself.as_deref().unwrap_or_default(), numbers);
                    }
                }
            }
            Item::Struct(syn::ItemStruct { ident, generics, .. })
            | Item::Enum(syn::ItemEnum { ident, generics, .. })
            | Item::Type(syn::ItemType { ident, generics, .. })
                if generics.lifetimes().next().is_some() =>
            {
                known.borrowing.insert(ident.to_string());
            }
            Item::Trait(inner) => {
                for member in &inner.items {
                    if let TraitItem::Fn(method) = member {
                        receiver(known, &method.sig, &inner.ident.to_string());
                        if let ReturnType::Type(_, ty) = &method.sig.output
                            && let of @ (Kind::Struct(_) | Kind::Number) = kind(ty, "", numbers)
                        {
                            known.functions.add(&method.sig.ident.to_string(), &giving(of));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// A function with this result.
fn giving(result: Kind) -> Signature {
    Signature { result: Fact::Agreed(result), ..Signature::default() }
}

/// The function, if its arguments do not determine the numbers of its result.
fn untold(signature: &syn::Signature, numbers: &Numbers) -> Option<Untold> {
    let generics = &signature.generics;
    let ReturnType::Type(_, output) = &signature.output else { return None };
    let result = Kind::of_type(output, &Kind::Number, numbers);
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else { return None };
        let kind = if fields::is_fixed(&input.attrs) {
            Kind::Plain
        } else {
            Kind::of_type(&input.ty, &Kind::Number, numbers)
        };
        parameters.push(kind);
    }
    let hidden = numbers.occurs_in(generics) || parameter::mentions(&signature.inputs, "impl");
    let open = !hidden && parameters.iter().all(Kind::is_plain) && numbers.occurs_in(output);
    let count = generics.type_params().count() + generics.const_params().count();
    (open && !result.is_plain()).then_some(Untold { generics: count, parameters, result })
}

/// Remembers whether a method changes its receiver.
fn receiver(known: &mut Known, signature: &syn::Signature, of: &str) {
    if let Some(receiver) = signature.receiver() {
        let changes = matches!(&*receiver.ty, Type::Reference(ty) if ty.mutability.is_some());
        let method = Signature { changes: Some(changes), ..Signature::default() };
        known.functions.add(&format!("{of}::{}", signature.ident), &method);
    }
}

/// The type of the items, if a block is `impl Iterator for …`.
pub(crate) fn item_of_iterator(item: &ItemImpl) -> Option<&Type> {
    let (_, path, _) = item.trait_.as_ref()?;
    path.segments.last().filter(|last| last.ident == "Iterator")?;
    item.items.iter().find_map(|member| match member {
        ImplItem::Type(of) if of.ident == "Item" => Some(&of.ty),
        _ => None,
    })
}

/// An `impl From<…>` or `impl TryFrom<…>`.
pub(crate) struct Conversion<'i> {
    /// The name of the type.
    name: String,
    /// `from`
    pub(crate) method: &'static str,
    source: &'i Type,
    /// The type that `Self::Error` names.
    pub(crate) error: Option<&'i Type>,
}

impl Conversion<'_> {
    /// `Quaternion::from`
    pub(crate) fn key(&self) -> String {
        format!("{}::{}", self.name, self.method)
    }
}

/// The conversion that a block is.
pub(crate) fn conversion(item: &ItemImpl) -> Option<Conversion<'_>> {
    let (_, path, _) = item.trait_.as_ref()?;
    let last = path.segments.last()?;
    let method = match &*last.ident.to_string() {
        "From" => "from",
        "TryFrom" => "try_from",
        _ => return None,
    };
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    let GenericArgument::Type(source) = list.args.first()? else { return None };
    let error = item.items.iter().find_map(|member| match member {
        ImplItem::Type(error) if error.ident == "Error" => Some(&error.ty),
        _ => None,
    });
    Some(Conversion { name: type_name(&item.self_ty)?.to_string(), method, source, error })
}

fn function(known: &mut Known, signature: &syn::Signature, itself: &str, numbers: &Numbers) {
    let kind = match &signature.output {
        ReturnType::Type(_, ty)
            if !parameter::mentions(&ty.to_token_stream(), "impl")
                // A type parameter may be a number.
                && !signature.generics.type_params().any(|of| parameter::mentions(ty, &of.ident.to_string())) =>
        {
            kind(ty, itself, numbers)
        }
        _ => Kind::Unknown,
    };
    // The kind of an option is that of a list.
    let optional = ["Option", "Result", "HashMap", "BTreeMap", "VecDeque"];
    let list = matches!(kind, Kind::List(_));
    // A call that may change numbers is not only looked at.
    let changes = signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => receiver.reference.is_some() && receiver.mutability.is_some(),
        FnArg::Typed(input) => matches!(&*input.ty, Type::Reference(ty) if ty.mutability.is_some()),
    });
    let name = signature.ident.to_string();
    let name = if itself.is_empty() { name } else { format!("{itself}::{name}") };
    let unit = matches!(&signature.output, ReturnType::Default);
    let inspects = Some(kind.is_plain() && !changes && !unit);
    let given = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(_) => None,
        FnArg::Typed(input) => {
            let fixed = input.attrs.iter().any(|attr| attr.path().is_ident("fixed"));
            let reference = matches!(&*input.ty, Type::Reference(_));
            Some(Given { reference, active: !fixed && numbers.occurs_in(&input.ty) })
        }
    });
    let given: Vec<Given> = given.collect();
    let lends = parameter::lends(signature, itself, numbers);
    let data = match &signature.output {
        ReturnType::Type(_, ty) => kind.is_plain().then(|| !parameter::has_shadow(ty)),
        ReturnType::Default => None,
    };
    let kind = if changes && kind.is_plain()
        || list && optional.iter().any(|name| parameter::mentions(&signature.output, name))
    {
        Kind::Unknown
    } else {
        kind
    };
    let values = match &signature.output {
        ReturnType::Type(_, ty) if kind == Kind::Unknown => Values::of_map(&named(ty, itself), numbers),
        _ => None,
    };
    let content = match &signature.output {
        ReturnType::Type(_, ty) => content(&named(ty, itself), numbers),
        ReturnType::Default => None,
    };
    let facts = Signature {
        parameters: Fact::Agreed(given),
        result: Fact::Agreed(kind),
        values: Fact::Agreed(values),
        content: Fact::Agreed(content),
        lends: Fact::Agreed(lends),
        data: Fact::Agreed(data),
        ..Signature::default()
    };
    known.functions.add(&signature.ident.to_string(), &facts);
    known.functions.add(&name, &Signature { inspects, ..facts });
}

/// The struct in an `Option` or `Result`.
fn content(ty: &Type, numbers: &Numbers) -> Option<Kind> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Result")?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    let GenericArgument::Type(content) = list.args.first()? else { return None };
    let kind = Kind::of_type(content, &Kind::Number, numbers);
    (matches!(kind, Kind::Struct(_)) && !matches!(content, Type::Reference(_))).then_some(kind)
}
