//! The constructors of containers of other crates in adjoint programs: `Vector3::new(x, y, z)` calls `Vector3::__adjoint_new`.
//!
//! An item of the type itself has precedence over one of a trait, so a user's `Vector3` calls its own companion.

macro_rules! constructors {
    ($($Trait:ident::$name:ident of $of:literal;)*) => {$(
        #[doc = concat!("A type whose `", $of, "` has an adjoint program.")]
        pub trait $Trait: Sized {
            /// The type of the program: it takes the arguments and whether the value comes late, and returns a value of this type
            /// with its reverse sweep.
            type Program;
            /// The program.
            #[allow(non_upper_case_globals, reason = "it has the name that the macro writes")]
            const $name: Self::Program;
        }
    )*};
}

constructors! {
    New::__adjoint_new of "new";
    NewUnchecked::__adjoint_new_unchecked of "new_unchecked";
    FromMatrixUnchecked::__adjoint_from_matrix_unchecked of "from_matrix_unchecked";
}
