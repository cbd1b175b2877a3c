"""The files for forges follow their schemas, trust what cannot change, and may no more than they need."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner, Result
from ruamel.yaml import YAML

from kabuto.version import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))
SCHEMAS = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": FORMS,
    "github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
    "gitlab-ci": [ROOT / ".gitlab-ci.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}
ACTION = re.compile(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
UNIX = re.compile(r"import (fcntl|pty|resource|termios)|from \.terminal import")
RIGHTS = {
    ("release.yml", "attest"): {"attestations", "id-token"},
    ("release.yml", "describe"): {"contents"},
    ("release.yml", "image"): {"packages"},
    ("release.yml", "publish"): {"id-token"},
    ("pages.yml", "deploy"): {"id-token", "pages"},
}
"""Workflow and job → what it may write."""


def read(path: Path) -> Any:
    return YAML(typ="safe").load(path)


def check(schema: str, *files: Path) -> Result:
    """Check files by a schema that comes with the program."""
    return CliRunner().invoke(check_jsonschema, ["--builtin-schema", f"vendor.{schema}", *map(str, files)])


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_file_follows_its_schema(schema: str) -> None:
    checked = check(schema, *SCHEMAS[schema])
    assert checked.exit_code == 0, checked.output


def test_a_fault_in_a_file_is_seen(tmp_path: Path) -> None:
    (tmp_path / "x.yml").write_text("on: push\njobs:\n  test:\n    steps: []\n")
    assert check("github-workflows", tmp_path / "x.yml").exit_code == 1


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_actions_are_named_by_the_hash_of_their_commit(path: Path) -> None:
    used = [line.strip().removeprefix("- ") for line in path.read_text().splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not ACTION.fullmatch(line)] == []


def test_one_action_has_one_hash_in_all_workflows() -> None:
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: (\S+)", path.read_text())}
    names = [line.partition("@")[0] for line in used]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_a_job_may_write_only_what_it_is_for(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        rights = {what for what, how in job.get("permissions", {}).items() if how == "write"}
        assert rights == RIGHTS.get((path.name, name), set())


def test_a_checkout_leaves_no_key_behind() -> None:
    for path in WORKFLOWS:
        for job in read(path)["jobs"].values():
            steps = [step for step in job["steps"] if "actions/checkout@" in step.get("uses", "")]
            assert all(step["with"]["persist-credentials"] is False for step in steps)


def test_nothing_that_a_stranger_writes_becomes_part_of_a_command() -> None:
    for path in WORKFLOWS:
        for job in read(path)["jobs"].values():
            assert [step["run"] for step in job["steps"] if "${{" in step.get("run", "")] == []


def test_both_forges_run_what_everybody_runs() -> None:
    """Changes by .ci/run, releases by make release, the portable tests by their list."""
    told = "".join(path.read_text() for path in WORKFLOWS), (ROOT / ".gitlab-ci.yml").read_text()
    for text in told:
        for command in (".ci/run", "make release", "make docs", "make static", "pytest @tests/portable.txt"):
            assert command in text


def test_nothing_that_everybody_runs_works_on_one_forge_only() -> None:
    for name in ("Makefile", ".ci/run", *(str(path) for path in (ROOT / "release").glob("*.py"))):
        text = (ROOT / name).read_text()
        assert re.findall(r"GITHUB_|GITLAB|CI_|\bgh\b|\bglab\b", text) == []


def test_the_image_is_built_on_one_digest() -> None:
    found = {
        digest
        for name in ("deploy/Containerfile", "deploy/compose.yaml", ".gitlab-ci.yml")
        for digest in re.findall(r"python:3\.13-slim@sha256:([0-9a-f]{64})", (ROOT / name).read_text())
    }
    assert len(found) == 1


def test_the_portable_tests_are_there_and_need_no_terminal_of_unix() -> None:
    for name in (ROOT / "tests" / "portable.txt").read_text().split():
        path = ROOT / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        assert files
        for each in files:
            assert not UNIX.search(each.read_text())


def test_what_the_portable_tests_need_is_what_was_tested() -> None:
    wanted = set((ROOT / "tests" / "portable-requirements.txt").read_text().split())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    known = {re.split(r"[\[<>=]", line)[0] for line in project["optional-dependencies"]["dev"]}
    assert wanted <= known


def test_both_forges_have_a_form_for_faults_rules_and_translations() -> None:
    assert [path.stem.partition("-")[2] for path in FORMS] == ["fault", "rule", "translation"]
    there = sorted(path.stem for path in (ROOT / ".gitlab" / "issue_templates").glob("*.md"))
    assert there == ["Fault", "Rule", "Translation"]
    for text in (FORMS[0].read_text(), (ROOT / ".gitlab" / "issue_templates" / "Fault.md").read_text()):
        assert "record" in text
        assert "kabuto doctor --report" in text


def test_the_citation_is_that_of_this_version() -> None:
    assert read(ROOT / "CITATION.cff")["version"] == __version__


def test_security_names_a_way_to_report_what_is_in_scope_and_what_not() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    assert all(part in text for part in ("privately", "**In scope**", "**Out of scope**", "**Supported**"))
