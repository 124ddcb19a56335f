"""Verdicts on claims that were judged before, by the same means: a second check of an edited text judges what was edited."""

from localcheck.run.remembering.claim_cache import ClaimCache
from localcheck.run.remembering.means import means_of, remembered
