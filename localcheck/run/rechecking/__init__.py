"""Re-checks reports without any model: quotes, labels, claims, totals and rulings, against the text and the index."""

from localcheck.run.rechecking.checks import Look, Rechecked, Tally, check_report
from localcheck.run.rechecking.rows import looker, read_rows
