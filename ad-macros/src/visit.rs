//! Visitors of a syntax tree: those of `syn`, compiled once.
//!
//! The visitors of `syn` are generic. Each of our hundred visitors would compile all 180 functions of the traversal, which would be
//! 18,000 functions. Here, [`Through`] is the only visitor of `syn`. It calls the visitor's methods through a table,
//! which only has the nodes that a visitor of ours treats.

use proc_macro2::Ident;
use syn::*;

macro_rules! visitor {
    (
        $traversal:ident: $Visit:ident $([$of:lifetime])?, $Object:ident, $Through:ident;
        object: $object:ty, $ast:lifetime;
        treated { $($treated:ident: $Treated:ty;)* }
        begun { $($begun:ident: $Begun:ty;)* }
    ) => {
        /// A visitor. By default, a method visits the parts of its node.
        pub(crate) trait $Visit$(<$of>)?: $Object$(<$of>)? {
            $(fn $treated(&mut self, node: $Treated) {
                $traversal::$treated(&mut $Through(self.object()), node);
            })*
            $(fn $begun(&mut self, node: $Begun)
            where
                Self: Sized,
            {
                $traversal::$begun(&mut $Through(self), node);
            })*
        }

        /// A visitor as an object, so that a default method can pass it on.
        pub(crate) trait $Object$(<$of>)? {
            fn object(&mut self) -> &mut dyn $Visit$(<$of>)?;
        }

        impl<$($of,)? V: $Visit$(<$of>)?> $Object$(<$of>)? for V {
            fn object(&mut self) -> &mut dyn $Visit$(<$of>)? {
                self
            }
        }

        struct $Through<'v$(, $of)?>(&'v mut dyn $Visit$(<$of>)?);

        impl$(<$of>)? $traversal::$Visit$(<$of>)? for $Through<'_$(, $of)?> {
            $(fn $treated(&mut self, node: $Treated) {
                self.0.$treated(node);
            })*
        }

        // The parts of a node.
        $(#[allow(
            dead_code,
            clippy::extra_unused_lifetimes,
            clippy::ptr_arg,
            reason = "few visitors treat the node, one kind has a lifetime, and the types are those of `syn`"
        )]
        pub(crate) fn $treated<$ast>(visitor: &mut $object, node: $Treated) {
            $traversal::$treated(&mut $Through(visitor), node);
        })*
    };
}

visitor! {
    visit: Visit ['ast], Object, Through;
    object: dyn Visit<'ast>, 'ast;
    treated {
        visit_assoc_type: &'ast AssocType;
        visit_attribute: &'ast Attribute;
        visit_block: &'ast Block;
        visit_expr: &'ast Expr;
        visit_expr_assign: &'ast ExprAssign;
        visit_expr_binary: &'ast ExprBinary;
        visit_expr_break: &'ast ExprBreak;
        visit_expr_call: &'ast ExprCall;
        visit_expr_cast: &'ast ExprCast;
        visit_expr_closure: &'ast ExprClosure;
        visit_expr_continue: &'ast ExprContinue;
        visit_expr_for_loop: &'ast ExprForLoop;
        visit_expr_let: &'ast ExprLet;
        visit_expr_loop: &'ast ExprLoop;
        visit_expr_match: &'ast ExprMatch;
        visit_expr_method_call: &'ast ExprMethodCall;
        visit_expr_path: &'ast ExprPath;
        visit_expr_reference: &'ast ExprReference;
        visit_expr_return: &'ast ExprReturn;
        visit_expr_try: &'ast ExprTry;
        visit_expr_while: &'ast ExprWhile;
        visit_field: &'ast Field;
        visit_ident: &'ast Ident;
        visit_impl_item_const: &'ast ImplItemConst;
        visit_item: &'ast Item;
        visit_item_fn: &'ast ItemFn;
        visit_item_use: &'ast ItemUse;
        visit_lifetime: &'ast Lifetime;
        visit_local: &'ast Local;
        visit_macro: &'ast Macro;
        visit_parenthesized_generic_arguments: &'ast ParenthesizedGenericArguments;
        visit_pat: &'ast Pat;
        visit_pat_ident: &'ast PatIdent;
        visit_pat_type: &'ast PatType;
        visit_path: &'ast Path;
        visit_type: &'ast Type;
        visit_type_bare_fn: &'ast TypeBareFn;
        visit_type_path: &'ast TypePath;
        visit_type_reference: &'ast TypeReference;
        visit_type_trait_object: &'ast TypeTraitObject;
        visit_type_tuple: &'ast TypeTuple;
    }
    begun {
        visit_fn_arg: &'ast FnArg;
        visit_generics: &'ast Generics;
        visit_predicate_type: &'ast PredicateType;
        visit_return_type: &'ast ReturnType;
        visit_signature: &'ast Signature;
        visit_stmt: &'ast Stmt;
        visit_type_param: &'ast TypeParam;
    }
}

/// The traversal with changes. That of a list of attributes is missing in `syn`.
mod visit_mut {
    pub(super) use syn::visit_mut::*;

    pub(super) fn visit_attributes_mut(visitor: &mut impl VisitMut, attributes: &mut [syn::Attribute]) {
        attributes.iter_mut().for_each(|attribute| visitor.visit_attribute_mut(attribute));
    }
}

visitor! {
    visit_mut: VisitMut, ObjectMut, ThroughMut;
    object: dyn VisitMut, 'ast;
    treated {
        visit_attribute_mut: &mut Attribute;
        visit_attributes_mut: &mut Vec<Attribute>;
        visit_block_mut: &mut Block;
        visit_const_param_mut: &mut ConstParam;
        visit_expr_array_mut: &mut ExprArray;
        visit_expr_call_mut: &mut ExprCall;
        visit_expr_closure_mut: &mut ExprClosure;
        visit_expr_match_mut: &mut ExprMatch;
        visit_expr_method_call_mut: &mut ExprMethodCall;
        visit_expr_mut: &mut Expr;
        visit_expr_path_mut: &mut ExprPath;
        visit_expr_return_mut: &mut ExprReturn;
        visit_expr_struct_mut: &mut ExprStruct;
        visit_expr_tuple_mut: &mut ExprTuple;
        visit_field_pat_mut: &mut FieldPat;
        visit_field_value_mut: &mut FieldValue;
        visit_fields_named_mut: &mut FieldsNamed;
        visit_fields_unnamed_mut: &mut FieldsUnnamed;
        visit_generic_argument_mut: &mut GenericArgument;
        visit_generics_mut: &mut Generics;
        visit_impl_item_fn_mut: &mut ImplItemFn;
        visit_item_enum_mut: &mut ItemEnum;
        visit_item_fn_mut: &mut ItemFn;
        visit_item_mod_mut: &mut ItemMod;
        visit_item_mut: &mut Item;
        visit_item_type_mut: &mut ItemType;
        visit_item_use_mut: &mut ItemUse;
        visit_lifetime_mut: &mut Lifetime;
        visit_local_mut: &mut Local;
        visit_macro_mut: &mut Macro;
        visit_parenthesized_generic_arguments_mut: &mut ParenthesizedGenericArguments;
        visit_pat_ident_mut: &mut PatIdent;
        visit_pat_mut: &mut Pat;
        visit_pat_struct_mut: &mut PatStruct;
        visit_pat_type_mut: &mut PatType;
        visit_path_mut: &mut Path;
        visit_signature_mut: &mut Signature;
        visit_stmt_mut: &mut Stmt;
        visit_trait_item_fn_mut: &mut TraitItemFn;
        visit_type_bare_fn_mut: &mut TypeBareFn;
        visit_type_mut: &mut Type;
        visit_type_param_mut: &mut TypeParam;
        visit_type_reference_mut: &mut TypeReference;
    }
    begun {
        visit_angle_bracketed_generic_arguments_mut: &mut AngleBracketedGenericArguments;
        visit_expr_assign_mut: &mut ExprAssign;
        visit_fn_arg_mut: &mut FnArg;
        visit_generic_param_mut: &mut GenericParam;
        visit_path_arguments_mut: &mut PathArguments;
        visit_path_segment_mut: &mut PathSegment;
        visit_return_type_mut: &mut ReturnType;
        visit_type_param_bound_mut: &mut TypeParamBound;
        visit_type_path_mut: &mut TypePath;
        visit_where_predicate_mut: &mut WherePredicate;
    }
}

/// Whether there is an early `return` that leaves the function.
pub(crate) fn returns(body: &Block) -> bool {
    let mut found = Returns(false);
    found.visit_block(body);
    found.0
}

/// Whether there is an early `return` that leaves the closure with this body.
pub(crate) fn returns_early(body: &Expr) -> bool {
    let mut found = Returns(false);
    found.visit_expr(body);
    found.0
}

struct Returns(bool);

impl<'ast> Visit<'ast> for Returns {
    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.0 = true;
    }
    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.0 = true;
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
