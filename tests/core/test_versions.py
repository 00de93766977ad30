"""Versions against what is wanted of them."""

import pytest

from kb.core.versions import (
    DEVELOPMENT,
    UNRELEASED,
    VersionError,
    canonical_version,
    parse_specifiers,
    satisfies,
)

H, F, U = True, False, None

CASES = [
    # The table of the contract.
    ("0.24.1.dev3+gabc", "<0.24.1", U),
    ("0.24.1.dev3+gabc", ">=0.24.1", U),
    ("0.24.1.dev3+gabc", "==0.24.1", U),
    ("0.24.1.dev3+gabc", "<0.24.0", F),
    ("0.24.1.dev3+gabc", ">=0.24.0", H),
    ("0.24.1.dev3+gabc", ">=0.25", F),
    ("0.11.0rc2", ">=0.11.0", U),
    ("0.11.0rc2", "<0.11.0", U),
    ("0.8.5.post1", "==0.8.5", H),
    ("0.8.5.post1", "<=0.8.5", H),
    ("0.8.5.post1", ">=0.8.5", H),
    ("0.24.0+cu129", "==0.24.0", H),
    ("0.24.0+cu129", ">0.24.0", F),
    ("2.6.0+cu126", "==2.6.0+cu124", F),
    ("b4589", ">=b4000", H),
    ("nightly", ">=0.1", U),
    ("latest", "<99", U),
    ("0.1.dev1+gabc", "<99", U),
    # Ranges, series, compatible releases.
    ("0.9.1", ">=0.9,<0.9.2", H),
    ("0.9.2", ">=0.9,<0.9.2", F),
    ("0.9.2rc2.dev35+g123", ">=0.9,<0.9.2", U),
    ("0.9.2rc2.dev35+g123", ">=0.9.2rc2", F),
    ("0.11.0rc2", ">=0.11.0rc1", H),
    ("0.8.5", "0.8.5", H),
    ("0.8.5", "=0.8.5", H),
    ("0.8.5", "==0.8.*", H),
    ("0.8.5", "0.8.x", H),
    ("0.8.0.dev5", "==0.8.*", U),
    ("0.8.1.dev5", "==0.8.*", H),
    ("0.9.0", "!=0.8.*", H),
    ("0.8.9", "~=0.8.2", H),
    ("0.9.0", "~=0.8.2", F),
    ("0.8.1", "~=0.8.2", F),
    ("0.8.5", "!=0.8.5", F),
    ("0.8.5.post1", "!=0.8.5", F),
    ("0.8.5.post1", ">0.8.5", F),
    ("0.8.5.post1", "<0.8.5", F),
    ("0.8.5.post1", "==0.8.5.post1", H),
    ("0.8.5", "<0.8.5.post1", H),
    ("0.8.5", "==0.8.5.post1", F),
    ("0.10", "==0.10.0", H),
    ("0.10.0", ">0.9.2", H),
    # Labels of a build.
    ("2.6.0", "==2.6.0+cu124", U),
    ("2.7.0", "==2.6.0+cu124", F),
    ("2.6.0+cu124", "==2.6.0+cu124", H),
    ("2.6.0+cu126", "!=2.6.0+cu124", H),
    ("0.6.6.dev27+ge461c262.rocm624", "<0.6.6", U),
    ("0.6.6.dev27+ge461c262.rocm624", "<0.6.5", F),
    # Other spellings.
    ("v0.24.0-cu129", "==0.24.0", H),
    ("0.5.5@1f0a3d4", "==0.5.5", H),
    ("580.126.09", ">=580", H),
    ("531.79", "<535", H),
    ("b9282", "==b9282", H),
    ("4589", "<b5000", H),
    ("0 (unknown)", ">=b4000", U),
    ("deepseekv4-cu130", ">=0.9", U),
    ("0.0.0", ">=0.9", U),
]


@pytest.mark.parametrize(("have", "wanted", "holds"), CASES)
def test_a_version_meets_what_is_wanted(have: str, wanted: str, holds: bool | None) -> None:
    answer = satisfies(have, wanted)
    assert answer.holds is holds
    assert (answer.reason is None) == (holds is not None)


@pytest.mark.parametrize(
    ("have", "wanted", "reason"),
    [("0.24.1.dev3", "<0.24.1", DEVELOPMENT), ("nightly", ">=1", UNRELEASED)],
)
def test_unknown_says_why(have: str, wanted: str, reason: object) -> None:
    assert satisfies(have, wanted).reason == reason


@pytest.mark.parametrize(
    ("raw", "canonical"),
    [
        ("v0.24.0", "0.24.0"),
        ("v0.24.0-cu129", "0.24.0"),
        ("0.5.2rc0-cu126-fix", "0.5.2rc0"),
        ("v0.11.0-x86_64", "0.11.0"),
        ("0.20.2rc1.dev9+g01d4d1ad3", "0.20.2rc1.dev9+g01d4d1ad3"),
        ("0.6.6.dev27+ge461c262.rocm624", "0.6.6.dev27+ge461c262.rocm624"),
        ("550.90.07", "550.90.07"),
        ("latest", "latest"),
        ("nightly-9af2c1", "nightly-9af2c1"),
        ("deepseekv4-cu130", None),
        ("", None),
    ],
)
def test_a_tag_gives_its_version(raw: str, canonical: str | None) -> None:
    assert canonical_version(raw) == canonical


@pytest.mark.parametrize(
    ("raw", "canonical"),
    [("4589 (eb7cf15a)", "b4589"), ("b9282", "b9282"), ("8173", "b8173"), ("unknown", None)],
)
def test_a_llama_cpp_build_is_a_number(raw: str, canonical: str | None) -> None:
    assert canonical_version(raw, build=True) == canonical


@pytest.mark.parametrize("wanted", ["newest", ">=", "", ">=0.9,", ">0.8.*", "~=1", "0.9 - 0.10"])
def test_what_cannot_be_read_is_refused(wanted: str) -> None:
    with pytest.raises(VersionError):
        parse_specifiers(wanted)
