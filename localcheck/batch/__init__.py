"""Many documents in, one JSON line a document out, in their order; killed anywhere and resumed, the same bytes come out."""
