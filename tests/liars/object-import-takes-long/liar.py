import sys
import time

sys.path.insert(0, "..")
from honest import Ascii

time.sleep(3)
CODEC = Ascii()
