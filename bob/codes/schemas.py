"""Codes 600 to 629: typed schemas, and files held against one."""

from __future__ import annotations

from bob.codes.rule import Rule

_CORRECT = "correct the line that the note names, in the schema"
_FETCH = "ask who made the file; bob inspect FILE shows what it holds"

RULES: dict[str, Rule] = {
    "BOB600": Rule(
        "names a dim that it does not have",
        "Axes, counts, absent= and refinements of a schema mention its own dims alone.",
        "the size has no meaning, so no file could be held against it",
        _CORRECT,
    ),
    "BOB601": Rule(
        "has a name pattern that is badly made",
        "The prefix of a repeated block holds one index of its own, such as {i}, and each name below it "
        "holds all indices around it once, apart from other digits.",
        "the names of two repeats would be one, or could not be read back into indices",
        _CORRECT,
    ),
    "BOB602": Rule(
        "has two members of one name",
        "No two members of a schema have one name, and no two of its patterns stand for one name of a file.",
        "nobody could say which of them a tensor of that name belongs to",
        _CORRECT,
    ),
    "BOB603": Rule(
        "has axes or a count that cannot be read",
        "Axes are terms over dims and natural numbers with + - * / // % and parentheses, parted by commas.",
        "a text is read, never evaluated, so nothing else has a meaning there",
        _CORRECT,
    ),
    "BOB604": Rule(
        "has a member that is badly made",
        "A schema holds dims, params, blocks and refinements, with bounds, ties and options that are there.",
        "what is meant by it is not certain",
        _CORRECT,
    ),
    "BOB605": Rule(
        "is no schema that can be loaded",
        "A schema is named as one that Bob ships, or as FILE.py:Name, a file of Python that defines it.",
        "without a schema there is nothing to hold the file against",
        "name one of those that are listed, or correct the file",
        status=2,
    ),
    "BOB610": Rule(
        "lacks tensors of the schema",
        "Every param of the schema is there at every index, unless it is optional.",
        "a loader leaves a missing tensor as it was initialized, or stops",
        _FETCH,
    ),
    "BOB611": Rule(
        "has tensors that the schema does not know",
        "Every tensor of the file belongs to one param of the schema.",
        "a loader drops them silently, or stops: the file is not of the kind that is expected",
        f"{_FETCH}, or add the params to the schema, optional=True where they need not be there",
    ),
    "BOB612": Rule(
        "has tensors under names that are nearly those of the schema",
        "Every tensor has the name that the schema gives it, letter for letter.",
        "a loader takes the one for unexpected and the other for missing, and loads neither",
        "rename the tensors, or correct the pattern in the schema",
    ),
    "BOB613": Rule(
        "has names with another prefix than the schema's",
        "Names begin as the schema's patterns do.",
        "a loader that does not strip or add the prefix finds none of the tensors",
        "save it without the wrapper that put the prefix there, or rename the tensors",
    ),
    "BOB614": Rule(
        "has a hole in its indices",
        "The indices of a repeated block go from 0 to its count without a hole.",
        "the blocks after the hole are loaded in the wrong place, or those in it are left as initialized",
        _FETCH,
    ),
    "BOB615": Rule(
        "has an axis of another size",
        "Every axis has the size that its term has at the dims of the file, which all axes together state.",
        "the tensor does not fit into what will load it",
        _FETCH,
    ),
    "BOB616": Rule(
        "has axes that disagree, and none can be blamed",
        "Axes that mention one dim agree on its size.",
        "one of them is wrong, and as many axes are for it as are against it",
        "give the config (--config), which states the size, or ask who made the file",
    ),
    "BOB617": Rule(
        "has a tensor with another number of axes",
        "A tensor has as many axes as the schema gives its param.",
        "its elements would be read in another order, or not at all",
        _FETCH,
    ),
    "BOB618": Rule(
        "has tensors that are transposed",
        "Axes stand in the order in which the schema writes them.",
        "read the other way round every row would be a column: the numbers are there, the places are not",
        "transpose the tensors, or use the schema of the convention in which the file was written",
    ),
    "BOB619": Rule(
        "has params fused that the schema has apart, or apart that it has fused",
        "Every param has a tensor of its own.",
        "a loader finds neither the one nor the other under its name",
        "split or join the tensors along the axis that the note names, or use the schema of that convention",
    ),
    "BOB620": Rule(
        "disagrees with its config",
        "What a config states of the dims is what the weights have.",
        "the code builds what the config says, and the weights do not fit into it",
        "take config and weights from one revision",
    ),
    "BOB621": Rule(
        "has a tensor of another type",
        "The type of a tensor's elements is one of the class that the schema gives its param.",
        "its bytes would be read as other numbers, or converted without a word",
        _FETCH,
    ),
    "BOB622": Rule(
        "has sizes that no dims give",
        "There are dims for which every axis has its size and every refinement holds.",
        "no code of this kind was ever built with such shapes",
        _FETCH,
    ),
    "BOB623": Rule(
        "breaks a refinement of the schema",
        "The refinements of a schema hold at the dims of the file.",
        "the code that will load the file relies on them",
        _FETCH,
    ),
    "BOB624": Rule(
        "has a dim outside of its bounds",
        "Each dim lies between the least and the largest that the schema allows.",
        "the code that will load the file has no meaning for such a size",
        _FETCH,
    ),
    "BOB625": Rule(
        "has a config that cannot be read",
        "A config is one JSON object in UTF-8, no key twice, whose fields for dims are natural numbers.",
        "what it states of the dims cannot be held against the weights",
        "correct the config, or leave it away",
    ),
}
