"""Reads documents: plain text, Markdown, HTML, PDF, DOCX, JSON rows and standard input become ``Document`` values."""

from localcheck.ingest.documents.read import TEXT_LIMIT, from_text, read_document, read_documents, read_text

__all__ = ["TEXT_LIMIT", "from_text", "read_document", "read_documents", "read_text"]
