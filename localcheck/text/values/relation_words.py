"""The words that tell a relation between two names, and in which direction: verbs, nouns and phrases of English. Data only."""

from __future__ import annotations

EITHER = frozenset(
    "supported admired helped influenced encouraged praised inspired visited interviewed described trusted loved befriended "
    "contacted criticized criticised opposed blamed thanked accompanied attacked honored honoured respected liked joined "
    "played approached engaged challenged addressed mentioned quoted credited recognized portrayed rivaled rivalled embraced "
    "assisted advised invited threatened accused insulted asked informed married divorced met faced resembled".split()
)
"""Verbs of which both directions may be true at once, or that mean the same both ways."""
HOLDER = "the "
"""What the relation begins with of which a thing has one at a time: the captain of a ship."""
EITHER_WAY = "either way: "
"""What the relation of such a verb begins with."""
UNSURE = frozenset("engaged joined played".split())
"""Those of ``EITHER`` that are as often said of a thing."""
MUTUAL = frozenset("met married divorced faced resembled debated".split())
"""Verbs that mean the same both ways."""
NEVER = frozenset(
    "included returned served starred ranked retired remained lived moved died continued appeared happened referred wanted "
    "added occurred traveled travelled studied worked placed called named considered declared rated compared lacked needed "
    "rejoined merged bordered shared linked matched equaled equalled involved featured contained numbered totaled bored used "
    "based tied followed".split()
)
"""Words that end as verbs do and do not have both voices, or say more with what comes behind them."""
PARTICIPLES = {
    "beaten": "beat", "overthrown": "overthrew", "chosen": "chose", "driven": "drove", "written": "wrote", "drawn": "drew",
    "taken": "took", "given": "gave", "slain": "slew", "bitten": "bit", "known": "knew", "begun": "began", "torn": "tore",
}  # fmt: skip
"""Of verbs whose past is another."""

FORWARD, BACKWARD = 1, -1
RELATIONS: tuple[tuple[str, int, str], ...] = (
    ("defeat", FORWARD, "defeated|beat|overcame|vanquished|routed|won against|prevailed over|was victorious over"),
    ("defeat", BACKWARD, "lost to|fell to|surrendered to|went down to"),
    ("teach", FORWARD, "taught|tutored|trained|mentored|instructed|educated"),
    ("teach", BACKWARD, "studied under|studied with|learned from|learnt from"),
    ("succeed", FORWARD, "succeeded|replaced|came after"),
    ("succeed", BACKWARD, "preceded|came before|was followed by|gave way to"),
    ("employ", FORWARD, "employed|hired"),
    ("employ", BACKWARD, "worked for|was in the service of"),
    ("treat", FORWARD, "treated|operated on"),
    ("pass", FORWARD, "overtook|passed|outran"),
    ("outlive", FORWARD, "outlived|outlives|died after"),
    ("outlive", BACKWARD, "died before"),
    ("buy", FORWARD, "bought|acquired|purchased|took over"),
    ("sell", FORWARD, "sold|ceded"),
    ("parent", FORWARD, "fathered"),
    ("orbit", FORWARD, "orbits|revolves around|circles"),
    ("kill", FORWARD, "killed|murdered|assassinated|slew"),
    ("kill", BACKWARD, "died at the hands of|was killed by"),
    ("harm", FORWARD, "shot|stabbed|poisoned|fatally shot|mortally wounded"),
    ("above", FORWARD, "is higher than|is taller than|is larger than|is bigger than|is longer than"),
    ("above", BACKWARD, "is lower than|is shorter than|is smaller than"),
    ("older", FORWARD, "is older than|was born before|predates"),
    ("older", BACKWARD, "is younger than|was born after"),
    ("heavier", FORWARD, "is heavier than"),
    ("heavier", BACKWARD, "is lighter than"),
    ("faster", FORWARD, "is faster than"),
    ("faster", BACKWARD, "is slower than"),
    ("north", FORWARD, "is north of|lies north of|is to the north of|lies to the north of|is located north of"),
    ("north", BACKWARD, "is south of|lies south of|is to the south of|lies to the south of|is located south of"),
    ("east", FORWARD, "is east of|lies east of|is to the east of|lies to the east of|is located east of"),
    ("east", BACKWARD, "is west of|lies west of|is to the west of|lies to the west of|is located west of"),
    ("part", FORWARD, "is part of|is a part of|belongs to|was part of"),
    ("part", BACKWARD, "contains|includes|consists of"),
)
"""What stands between two names -> the relation of the first to the second, or of the second to the first."""
ROLES = {
    "teacher": ("teach", FORWARD), "tutor": ("teach", FORWARD), "mentor": ("teach", FORWARD),
    "instructor": ("teach", FORWARD), "pupil": ("teach", BACKWARD), "student": ("teach", BACKWARD),
    "disciple": ("teach", BACKWARD), "apprentice": ("teach", BACKWARD), "father": ("parent", FORWARD),
    "mother": ("parent", FORWARD), "parent": ("parent", FORWARD), "son": ("parent", BACKWARD),
    "daughter": ("parent", BACKWARD), "child": ("parent", BACKWARD), "successor": ("succeed", FORWARD),
    "predecessor": ("succeed", BACKWARD), "employer": ("employ", FORWARD), "killer": ("kill", FORWARD),
    "murderer": ("kill", FORWARD), "assassin": ("kill", FORWARD), "capital": ("capital", FORWARD),
    "patient": ("treat", BACKWARD), "doctor": ("treat", FORWARD), "physician": ("treat", FORWARD),
    "surgeon": ("treat", FORWARD), "employee": ("employ", BACKWARD), "assistant": ("assist", BACKWARD),
}  # fmt: skip
"""Nouns: "X was the tutor of Y", "X was Y's tutor" -> the relation of X to Y, or of Y to X."""
ONE = frozenset(("capital",))
"""Relations of which a thing has one: another first name excludes the claim's."""
OUTCOMES = (
    (
        "win",
        r"won|won at|was victorious at|was victorious in|victory at|victory in|win at|win in|triumph at|triumph in",
    ),
    (
        "lose",
        r"lost|lost at|was defeated at|was defeated in|was beaten at|was beaten in|defeat at|defeat in|loss at|loss in",
    ),
)
"""What stands between somebody and a battle or a contest; who won it did not lose it."""
