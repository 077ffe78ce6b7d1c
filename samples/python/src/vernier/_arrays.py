"""NumPy, which only those need who want arrays."""
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .errors import MissingPackage

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Pixels = NDArray[numpy.unsignedinteger[Any]]
    Integers = NDArray[numpy.int64]
    Reals = NDArray[numpy.floating[Any]]


def need_numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingPackage("arrays need NumPy: pip install 'vernier-client[numpy]'") from None


def pixels(buffer: Any, shape: tuple[int, ...], size: int = 1) -> "Pixels":
    """Bytes as an array of this shape, without a copy; `size` is how many an item has."""
    need_numpy()
    import numpy
    return numpy.frombuffer(buffer, f"<u{size}").reshape(shape)


def turned(picture: "Pixels", degrees: int) -> "Pixels":
    """A picture turned clockwise, without a copy."""
    need_numpy()
    import numpy
    return numpy.rot90(picture, -round(degrees / 90))


def integers(values: Iterable[int]) -> "Integers":
    need_numpy()
    import numpy
    return numpy.array(values, numpy.int64)


def reals(values: Iterable[float]) -> "Reals":
    need_numpy()
    import numpy
    return numpy.array(values, numpy.float64)


def steps(values: "Integers", end: int) -> "Integers":
    """How far each value is from the next one, and the last from the end."""
    import numpy
    return numpy.diff(values, append=end)
