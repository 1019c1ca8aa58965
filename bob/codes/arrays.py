"""Codes 570 to 579: NumPy's npy and npz files."""

from __future__ import annotations

from bob.codes.rule import Rule

_DO = "write the file again: numpy.save, or numpy.savez"
_ONE = 'numpy.lib.format, "Format Version 1.0"'

RULES: dict[str, Rule] = {
    "BOB570": Rule(
        "is not an npy file",
        "An npy file begins with its magic, the byte 0x93 and NUMPY.",
        "these bytes belong to another kind of file",
        "name a file that numpy.save wrote",
        source=_ONE,
    ),
    "BOB571": Rule(
        "has a version of npy that there is not",
        "The version is 1.0, 2.0 or 3.0.",
        "no document says how the header of another version is read",
        _DO,
        source='numpy.lib.format, "Format Version 1.0" to "Format Version 3.0"',
    ),
    "BOB572": Rule(
        "has a header that is cut short",
        "The bytes that the header's length counts are all there.",
        "type and shape are not known, and so neither is what the data means",
        "copy the file again from where it is whole",
        source='numpy.lib.format, "Format Version 1.0" and "Format Version 2.0" (HEADER_LEN)',
    ),
    "BOB573": Rule(
        "has a header that is no dictionary of three keys",
        "The header is a Python literal of a dictionary with the keys descr, fortran_order and shape, each "
        "once and no others.",
        "a header that has to be evaluated can do anything, and of two equal keys readers take either",
        _DO,
        source='numpy.lib.format, "Format Version 1.0" and "Format Version 3.0"',
    ),
    "BOB574": Rule(
        "has a header with a value of another kind",
        "The shape is a tuple of natural numbers, fortran_order is True or False, and descr is a type string "
        "or a list of fields.",
        "without them nobody knows how many elements there are, or in which order",
        _DO,
        source=_ONE,
    ),
    "BOB575": Rule(
        "holds Python objects",
        "The elements are numbers: an array of objects is a pickle of it.",
        "loading a pickle runs whatever its author wrote into it",
        "ask its author for arrays of numbers; numpy.load refuses it too, unless told allow_pickle=True",
        source='numpy.lib.format, "Format Version 1.0" (dtype.hasobject)',
    ),
    "BOB576": Rule(
        "holds an array that is no tensor",
        "The elements of a tensor are plain numbers of a width that each machine has.",
        "strings, dates, structures and bytes of no stated meaning can be well formed, yet are not compared",
        "save the numbers in it as arrays of their own",
        status=2,
        source="numpy.dtype, and the type strings of the array interface",
    ),
    "BOB577": Rule(
        "holds another number of bytes than its shape needs",
        "After the header come the elements and nothing else: as many bytes as the shape's product x the "
        "width of an element.",
        "elements are missing, or bytes that nothing reads say that something else wrote to the file",
        "copy the file again from where it is whole",
        source=_ONE,
    ),
    "BOB578": Rule(
        "has a header that is not filled up as it must be",
        "The header is padded with spaces and ends with a line feed, where a multiple of 64 bytes is full; "
        "in versions 1.0 and 2.0 of 16, as the rule was until NumPy 1.13.",
        "a reader that maps the data into memory finds it at an address that it cannot use",
        _DO,
        source='numpy.lib.format, "Format Version 1.0"; the same of NumPy 1.13',
    ),
    "BOB579": Rule(
        "holds a member that is no array",
        "An npz file is a zip of npy files, each named as its array with .npy behind it.",
        "such a member is skipped by some readers, and given as bytes by others",
        "write the arrays again: numpy.savez",
        source="numpy.lib.format, NPY format; numpy.savez, Notes",
    ),
}
