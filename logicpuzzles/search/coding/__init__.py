"""A task over small numbers: what the plain searches and the kernels are both made from."""
