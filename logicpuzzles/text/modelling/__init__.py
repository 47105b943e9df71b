"""Models in Prolog text: a clause that states constraints over integers, read as variables, domains and constraints."""
