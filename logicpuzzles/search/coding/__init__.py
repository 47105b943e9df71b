"""A task over small numbers, from which the plain searches and the kernels are both made."""
