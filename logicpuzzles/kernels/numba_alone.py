"""numba, imported without the settings that a file of the current folder may have: it may be a stranger's.

numba takes `.numba_config.yaml` there for its settings, by which it can be made to read caches of compiled code
elsewhere, or to import modules. Nothing documented turns that off, so it is imported from another folder where there is
such a file, and told afterwards that its file is one without content.
"""

from __future__ import annotations

import os
import sys

_here = os.getcwd() if "numba" not in sys.modules and os.path.lexists(".numba_config.yaml") else None
if _here is not None:
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
try:
    from numba.core import config
finally:
    if _here is not None:
        os.chdir(_here)
config._config_fname = os.devnull  # else it is read again for each kernel that is compiled
