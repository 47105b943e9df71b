"""The commands, whoever offers them: one table of their names, words and parameters."""
