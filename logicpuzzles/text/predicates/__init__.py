"""What every text may use without loading anything."""
