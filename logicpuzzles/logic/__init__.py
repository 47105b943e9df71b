"""Where a question is answered: terms, goals, relations, and the one machine that runs them."""
