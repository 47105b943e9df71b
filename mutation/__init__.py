"""Whether the tests notice small faults in the code that proves, compiles and lowers: ``make mutants``."""
