"""Constraints over integers: domains, propagators, and the goals that post them (CLP(FD))."""
