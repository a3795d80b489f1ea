"""What can be named at a place of a random program."""


class Scope:
    """The names that can be used at a place."""

    def __init__(self, parent=None):
        self.numbers = list(parent.numbers) if parent else []  # readable
        self.mutable = list(parent.mutable) if parent else []  # numbers that can be assigned
        self.arrays = dict(parent.arrays) if parent else {}  # name -> length, readable
        self.mutable_arrays = dict(parent.mutable_arrays) if parent else {}
        self.vectors = list(parent.vectors) if parent else []  # of unknown length, at least 1
        self.integers = list(parent.integers) if parent else []
        self.counters = list(parent.counters) if parent else []
        self.functions = list(parent.functions) if parent else []  # closures of one number
        self.pairs = list(parent.pairs) if parent else []  # structs with methods, which change
        self.options = list(parent.options) if parent else []  # options that can be assigned
        self.constants = list(parent.constants) if parent else []  # numbers that depend on no variable, and change
        self.lists = list(parent.lists) if parent else []  # those of the mutable arrays that are vectors
        self.labels = list(parent.labels) if parent else []  # loops that can be left by name
        self.loops = parent.loops if parent else 0
        self.closed = parent.closed if parent else False  # whether this is in a closure

    def forget(self, arrays, name):
        """Takes away an array, and all rows of the matrix that it is a row of."""
        for other in list(arrays):
            if other.split("[")[0] == name.split("[")[0]:
                del arrays[other]

    @staticmethod
    def of_inputs():
        """What can be named everywhere."""
        scope = Scope()
        scope.arrays["x"] = 5
        return scope
