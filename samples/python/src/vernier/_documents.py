"""Reads fields of JSON documents, and refuses those that are not as published."""
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from .errors import ProtocolError

Value = TypeVar("Value", int, str, float, bool)
Document = Mapping[str, Any]

LARGEST = 1 << 53


def parse(text: bytes | str, what: str) -> Any:
    """A JSON text; `what` names it in errors."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"{what} is not JSON: {str(error)[:80]}") from None


def document(value: Any, what: str) -> Document:
    if not isinstance(value, dict):
        raise ProtocolError(f"{what} is not an object")
    return value


def items(value: Any, what: str) -> list[Document]:
    if not isinstance(value, list):
        raise ProtocolError(f"{what} is not a list")
    return [document(one, what) for one in value]


def field(of: Document, name: str, kind: type[Value], low: int = -LARGEST) -> Value:
    """A field of this type; a number is at least `low`, and none that JSON cannot carry."""
    value = of.get(name)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise ProtocolError(f"{name} is {value!r:.40}, not a value of {kind.__name__}")
    if isinstance(value, (int, float)) and not low <= value <= LARGEST:
        raise ProtocolError(f"{name} is {value!r:.40}, which is out of its range")
    return value


def ratio(of: Document, name: str) -> Fraction:
    """Two integers, the one below the line above zero."""
    value = of.get(name)
    if not (isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)
            and 0 < value[1] <= LARGEST and abs(value[0]) <= LARGEST):
        raise ProtocolError(f"{name} is {value!r:.40}, not a fraction")
    return Fraction(value[0], value[1])
