//! The number classes, and the needs of a body: the least class, comparisons, and the token of each need.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::BinOp;

/// A number class, the weaker before the stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Semiring,
    Ring,
    Field,
    Real,
}

impl Class {
    pub(crate) const ALL: [Class; 4] = [Class::Semiring, Class::Ring, Class::Field, Class::Real];

    /// The name of the class of numbers.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Semiring => "Semiring",
            Class::Ring => "Ring",
            Class::Field => "Field",
            Class::Real => "Real",
        }
    }

    /// The name of the corresponding capability of a dictionary.
    fn dict(self) -> &'static str {
        match self {
            Class::Semiring => "Dict",
            Class::Ring => "RingDict",
            Class::Field => "FieldDict",
            Class::Real => "RealDict",
        }
    }
}

/// The requirements on numbers: a class, and perhaps an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) class: Class,
    pub(crate) order: bool,
}

impl Bounds {
    pub(crate) const LEAST: Bounds = Bounds { class: Class::Semiring, order: false };
    pub(crate) const MOST: Bounds = Bounds { class: Class::Real, order: true };

    /// The bounds of the number type, as in `::ad::__private::Ring + ::ad::__private::Ordered`.
    pub(crate) fn of_number(self, root: &syn::Path) -> TokenStream {
        let class = format_ident!("{}", self.class.name());
        let order = self.order.then(|| quote!(+ #root::__private::Ordered));
        quote!(#root::__private::#class #order)
    }

    /// The bounds of the dictionary, as in `::ad::__private::RingDict + ::ad::__private::OrderedDict`.
    pub(crate) fn of_dict(self, root: &syn::Path) -> TokenStream {
        let class = Ident::new(self.class.dict(), Span::mixed_site());
        let order = self.order.then(|| quote!(+ #root::__private::OrderedDict));
        quote!(#root::__private::#class #order)
    }

    pub(crate) fn join(self, other: Bounds) -> Bounds {
        Bounds { class: self.class.max(other.class), order: self.order | other.order }
    }
}

/// One need of a body: a class or an order, its token, and the token's description for a message.
pub(crate) struct Need {
    pub(crate) bounds: Bounds,
    pub(crate) span: Span,
    pub(crate) what: String,
}

/// `+=` and similar operators.
pub(crate) fn is_assigning(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
