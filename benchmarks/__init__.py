"""Figures, each beside a plain reference measured in the same run: machines differ, ratios differ less."""
