"""The tests read English, whatever language their reader has."""

import os

os.environ["DURAK_LANG"] = "en"
