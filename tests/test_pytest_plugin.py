from __future__ import annotations

import os
from pathlib import Path

import pytest

import bob
from tests.cli.test_verify_format import safetensors
from tests.cli.test_verify_project import SCHEMA

pytest_plugins = ["pytester"]
PLUGIN = ("-p", "bob.pytest_plugin", "-p", "no:cacheprovider")
TEST = """
def test_it(assert_checkpoint):
    assert_checkpoint({arguments})
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    # The plugin is named on the command line, whether it is installed or not.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(bob.__file__).parent.parent)]))
    (pytester.path / "schemas.py").write_text(SCHEMA)
    (pytester.path / "good.safetensors").write_bytes(safetensors((3,), (3, 3)))
    (pytester.path / "bad.safetensors").write_bytes(safetensors((3,), (3, 4)))
    (pytester.path / "c.json").write_text('{"hidden_size": 4}')
    return pytester


def ran(project: pytest.Pytester, arguments: str) -> pytest.RunResult:
    project.makepyfile(TEST.format(arguments=arguments))
    return project.runpytest_inprocess(*PLUGIN)


@pytest.mark.parametrize(
    "arguments",
    [
        "'good.safetensors'",
        "'good.safetensors', schema='schemas.py:Two'",
        "__import__('pathlib').Path('good.safetensors'), 'schemas.py:Two'",
        "'good.safetensors', __import__('schemas').Two",
        "'good.safetensors', schema=__import__('pathlib').Path('schemas.py')",
    ],
    ids=["by its format", "by a schema", "by a Path", "by a class", "by a Path of a schema"],
)
def test_a_checkpoint_that_is_what_it_must_be_passes(project: pytest.Pytester, arguments: str) -> None:
    ran(project, arguments).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            "'bad.safetensors', schema='schemas.py:Two'",
            [
                "E*AssertionError: bad.safetensors: REFUSED  BOB615*",
                "E*why*",
                "E*do*",
                "E*written at schemas.py:6",
            ],
        ),
        (
            "'good.safetensors', schema='schemas.py:Two', config='c.json'",
            ["E*AssertionError: good.safetensors: REFUSED*"],
        ),
        (
            "'bad.safetensors', __import__('schemas').Two",
            ["E*AssertionError: bad.safetensors: REFUSED  BOB615*", "E*written at *schemas.py:6"],
        ),
        ("'gone'", ["E*AssertionError: gone: UNABLE  BOB820*"]),
        ("'good.safetensors', schema='no-such-schema'", ["E*AssertionError: good.safetensors: *BOB605*"]),
    ],
    ids=["another shape", "another config", "another class", "no file", "no schema"],
)
def test_another_fails_with_the_whole_report_as_its_message(
    project: pytest.Pytester, arguments: str, lines: list[str]
) -> None:
    result = ran(project, arguments)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(lines)


def test_the_report_is_shown_at_the_line_of_the_test(project: pytest.Pytester) -> None:
    shown = ran(project, "'gone'").stdout.str()
    assert "__tracebackhide__" not in shown
    assert ">       assert_checkpoint('gone')" in shown


def test_it_is_the_same_in_processes_of_xdist(project: pytest.Pytester) -> None:
    project.makepyfile(TEST.format(arguments="'bad.safetensors', 'schemas.py:Two'"))
    result = project.runpytest_subprocess(*PLUGIN, "-p", "xdist", "-n", "1")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*AssertionError: bad.safetensors: REFUSED  BOB615*"])


def test_without_the_fixture_it_is_the_same_function() -> None:
    from bob.pytest_plugin import assert_checkpoint

    with pytest.raises(AssertionError, match="BOB820"):
        assert_checkpoint("gone")


def test_the_plugin_loads_nothing_else_of_bob() -> None:
    from tests.test_imports import loaded_by

    loaded = loaded_by("import bob.pytest_plugin")
    assert loaded & {"click", "numpy", "z3", "construct", "blake3"} == set()
