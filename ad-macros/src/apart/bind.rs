//! The names that patterns bind. In an inlined function they get other names.

use super::body::Body;
use super::scope::Meaning;
use crate::visit::{self, VisitMut};
use quote::format_ident;
use syn::{Expr, FieldPat, Pat, PatIdent, PatStruct, Token, Type};

impl Body<'_> {
    /// Puts the names of a pattern in scope. A capital name may be a constant.
    pub(super) fn bind(&mut self, pattern: &mut Pat) {
        Names { body: self, irrefutable: false }.visit_pat_mut(pattern);
    }

    /// Puts the names of a pattern without constants in scope.
    pub(super) fn bind_irrefutable(&mut self, pattern: &mut Pat) {
        Names { body: self, irrefutable: true }.visit_pat_mut(pattern);
    }
}

struct Names<'b, 'a> {
    body: &'b mut Body<'a>,
    irrefutable: bool,
}

impl VisitMut for Names<'_, '_> {
    fn visit_pat_ident_mut(&mut self, pattern: &mut PatIdent) {
        let name = pattern.ident.to_string();
        let constant = name.starts_with(char::is_uppercase) && !self.irrefutable;
        let renamed = self.body.inlined.filter(|_| !constant).map(|number| {
            let name = name.trim_start_matches("r#");
            format_ident!("__inlined_{number}_{name}", span = pattern.ident.span())
        });
        if let Some(renamed) = &renamed {
            pattern.ident = renamed.clone();
        }
        self.body.scope.push((name, renamed.map_or(Meaning::Other, Meaning::Renamed)));
        visit::visit_pat_ident_mut(self, pattern);
    }

    fn visit_field_pat_mut(&mut self, field: &mut FieldPat) {
        if field.colon_token.is_none() && self.body.inlined.is_some() {
            field.colon_token = Some(<Token![:]>::default());
        }
        visit::visit_field_pat_mut(self, field);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut PatStruct) {
        if let Some(of) = self.body.type_of(&pattern.path) {
            self.body
                .refuse(&pattern.path, format_args!("`{of}` borrows numbers; destructure it with `let`"));
        }
        visit::visit_pat_struct_mut(self, pattern);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        self.body.visit_type_mut(ty);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.body.visit_expr_mut(expr);
    }
}
