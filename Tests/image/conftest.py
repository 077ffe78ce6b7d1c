"""What tests of the image have in common with those of the program."""
import sys

from kit import ROOT

sys.path[:0] = [str(ROOT / 'Tests/live')]
