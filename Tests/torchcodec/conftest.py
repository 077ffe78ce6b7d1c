"""What tests of torchcodec have in common with those of the program."""
import sys

from kit import ROOT

sys.path[:0] = [str(ROOT / 'Tests/live')]
