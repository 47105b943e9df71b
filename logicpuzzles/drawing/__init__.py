"""Boards and figures as text. Pure functions returning str."""
