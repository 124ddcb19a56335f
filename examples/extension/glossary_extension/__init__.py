"""An example of an extension of localcheck; docs/extensions.md explains it."""
