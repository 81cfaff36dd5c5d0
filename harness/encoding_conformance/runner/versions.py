"""Finds implementations of another version than the one that their known deviations were seen with. It does no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from encoding_conformance.adapters.installation import bare, is_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.runner.registry import Registered


class Outdated(NamedTuple):
    """The known deviations of an implementation were seen with `since`, and `installed` is another version, or the same one on
    another platform. `fails` says whether what has changed fails the run."""

    since: str
    installed: str
    fails: bool


def outdated(registered: Iterable[Registered], versions: Mapping[str, str], platform: str, strict: bool) -> dict[str, Outdated]:
    """The implementations, by name, whose manifests state their deviations of another version or platform than is installed.
    `versions` are those that are installed, by name. What has changed fails the run if the implementation was named, or if
    the run is `strict`. If it is not known which version is installed, it is taken for the one that the manifest states."""
    found = {}
    for each in registered:
        implementation = each.implementation
        version = versions[implementation.name]
        other_version = bool(version and implementation.deviations_of) and not is_of(version, implementation.deviations_of)
        other_platform = bool(implementation.deviations_on) and not is_of(platform, implementation.deviations_on)
        if other_version or other_platform:
            installed = f"{bare(version)} on {platform}" if other_platform else bare(version)
            found[implementation.name] = Outdated(_stated(implementation), installed, strict or each.named)
    return found


def _stated(implementation: Implementation) -> str:
    """The version and the platform that a manifest states, or one of them."""
    version, platform = implementation.deviations_of, implementation.deviations_on
    return f"{version} on {platform}" if version and platform else version or platform
