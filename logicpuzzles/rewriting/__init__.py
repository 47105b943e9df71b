"""Where a relation is compiled: asked once with every cell unknown, its answers become rewrite rules."""
