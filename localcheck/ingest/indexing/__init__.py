"""Builds indexes: corpus readers in, an index out. One of the places where layers meet.

A build has two phases in a hidden folder beside the result. *Reading* turns the corpus into the table of articles, with a
journal: after an interruption the same command continues where it stopped. *Indexing* lets the engine rank them; by then
the amount of text is known, by which Tantivy is fed. Only a finished index takes its name, in one rename.
"""

from localcheck.ingest.corpus import Recognised
from localcheck.ingest.corpus.ordered import Cluster
from localcheck.ingest.indexing.build import build
from localcheck.ingest.indexing.events import Built, Copying, Indexing, Merging, Reading, Updated
from localcheck.ingest.indexing.merge import merge, rebuild
from localcheck.ingest.indexing.update import source_of, update
