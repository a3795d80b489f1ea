//! The variables in scope, each with its slot.

/// The scopes of one function, from the outermost to the innermost.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    scopes: Vec<Vec<Variable>>,
    slots: usize,
    parameters: usize,
}

#[derive(Debug)]
struct Variable {
    name: String,
    slot: usize,
    mutable: bool,
}

impl Scope {
    /// The scope of a function with these parameters.
    pub(crate) fn of(parameters: impl IntoIterator<Item = String>) -> Self {
        let mut scope = Scope { scopes: vec![Vec::new()], ..Scope::default() };
        for name in parameters {
            scope.declare(name, false);
            scope.parameters += 1;
        }
        scope
    }

    /// The number of slots that were ever in use.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    pub(crate) fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// A new variable, which hides older ones of its name. Returns its slot.
    pub(crate) fn declare(&mut self, name: String, mutable: bool) -> usize {
        let slot = self.slots;
        self.slots += 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable { name, slot, mutable });
        }
        slot
    }

    /// The slot of a name, and whether it may be assigned to.
    pub(crate) fn find(&self, name: &str) -> Option<(usize, bool)> {
        let mut variables = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        variables.find(|variable| variable.name == name).map(|variable| (variable.slot, variable.mutable))
    }

    pub(crate) fn is_argument(&self, slot: usize) -> bool {
        slot < self.parameters
    }
}
