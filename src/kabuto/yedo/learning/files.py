"""The files that hold networks of Yedo."""

from kabuto.table.numbers.network_files import NetworkFiles
from kabuto.yedo.learning.mind import VERSION, shapes

FILES = NetworkFiles("yedo", VERSION, shapes, (2, 3, 4, 5))
