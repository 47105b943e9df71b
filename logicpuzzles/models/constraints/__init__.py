"""The constraints, a file each: what it says, what it checks, how it is read, its forms, its words."""
