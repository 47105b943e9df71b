"""The query machine's kernel in memory."""

from __future__ import annotations


from ...kernels.library import Library

library = Library("machine", f"{__package__}.kernels.whole", __file__)
is_compiled, load, function = library.is_compiled, library.load, library.function
