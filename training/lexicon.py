"""Word lists from which synthetic claims are paraphrased and falsified. Data, no code that decides anything."""

from __future__ import annotations

PARAPHRASES: tuple[tuple[str, str], ...] = (
    ("was educated at", "studied at"), ("was educated at", "attended"), ("graduated from", "completed his studies at"),
    ("was born in", "came from"), ("was appointed", "became"), ("was named", "was appointed"), ("moved to", "relocated to"),
    ("settled in", "made a home in"), ("died in", "passed away in"), ("died on", "passed away on"), ("wrote", "authored"),
    ("published", "brought out"), ("was founded", "was established"), ("founded", "established"), ("began", "started"),
    ("is located in", "lies in"), ("is located in", "is situated in"), ("is situated", "is located"),
    ("received", "was given"), ("was awarded", "received"), ("won", "was the winner of"), ("married", "wed"),
    ("joined", "became a member of"), ("served as", "worked as"), ("served as", "held the post of"),
    ("was elected", "was voted in as"), ("is known for", "is famous for"), ("best known for", "most famous for"),
    ("is a member of", "belongs to"), ("is considered", "is regarded as"), ("was considered", "was regarded as"),
    ("is often", "is frequently"), ("consists of", "is made up of"), ("contains", "includes"), ("such as", "including"),
    ("approximately", "about"), ("about", "roughly"), ("near", "close to"), ("throughout", "all over"),
    ("because of", "due to"), ("as a result of", "because of"), ("in order to", "to"), ("also", "in addition"),
    ("however, ", ""), ("large", "big"), ("many", "numerous"), ("several", "a number of"), ("important", "significant"),
    ("famous", "well-known"), ("famous", "renowned"), ("well-known", "notable"), ("begins", "starts"),
    ("created", "made"), ("built", "constructed"), ("was built", "was erected"), ("destroyed", "demolished"),
    ("killed", "slain"), ("defeated", "beat"), ("attacked", "assaulted"), ("used", "employed"), ("called", "named"),
    ("is called", "is known as"), ("was called", "was known as"), ("returned to", "went back to"), ("became", "turned into"),
    ("developed", "worked out"), ("introduced", "brought in"), ("resigned", "stepped down"), ("retired", "stopped working"),
    ("taught at", "was a teacher at"), ("studied", "was a student of"), ("films", "movies"), ("film", "movie"),
    ("physician", "doctor"), ("author", "writer"), ("writer", "author"), ("lawyer", "attorney"), ("professor", "academic"),
    ("children", "sons and daughters"), ("wife", "spouse"), ("husband", "spouse"), ("country", "nation"),
    ("ship", "vessel"), ("area", "region"), ("city", "municipality"), ("during", "in the course of"), ("largest", "biggest"),
    ("allowed", "permitted"), ("bought", "purchased"), ("ended", "came to an end"), ("led", "headed"), ("main", "principal"),
    ("main", "primary"), ("first", "earliest"), ("usually", "normally"), ("mostly", "mainly"), ("rapidly", "quickly"),
    ("throughout his life", "all his life"), ("at the age of", "aged"), ("the son of", "a son of"),
    ("worldwide", "around the world"),
    ("in the United States", "in the US"), ("United Kingdom", "UK"), ("World War II", "the Second World War"),
    ("World War I", "the First World War"), ("claimed", "asserted"), ("said", "stated"), ("stated", "said"),
    ("helped", "assisted"),
    ("rejected", "turned down"), ("discovered", "found"), ("grew up in", "spent his childhood in"), ("increased", "rose"),
)  # fmt: skip
"""Phrase and what may stand in its place without changing what is said."""

OPPOSITES: tuple[tuple[str, str], ...] = (
    ("first", "last"), ("largest", "smallest"), ("highest", "lowest"), ("most", "least"), ("more", "fewer"),
    ("oldest", "youngest"), ("older", "younger"), ("elder", "younger"), ("before", "after"), ("early", "late"),
    ("north", "south"),
    ("northern", "southern"), ("east", "west"), ("eastern", "western"), ("increased", "decreased"), ("won", "lost"),
    ("victory", "defeat"), ("defeated", "was defeated by"), ("success", "failure"), ("successful", "unsuccessful"),
    ("rich", "poor"),
    ("father", "mother"), ("son", "daughter"), ("brother", "sister"), ("husband", "wife"), ("uncle", "aunt"),
    ("father", "brother"), ("son", "nephew"), ("grandson", "son"), ("mother", "sister"), ("founded", "dissolved"),
    ("accepted", "rejected"), ("joined", "left"), ("began", "ended"), ("opened", "closed"), ("built", "demolished"),
    ("supported", "opposed"), ("support", "opposition"), ("always", "never"), ("often", "rarely"), ("common", "rare"),
    ("male", "female"), ("public", "private"), ("high", "low"), ("long", "short"), ("major", "minor"), ("upper", "lower"),
    ("positive", "negative"), ("strong", "weak"), ("good", "bad"), ("better", "worse"), ("best", "worst"), ("above", "below"),
    ("inside", "outside"), ("import", "export"), ("alive", "dead"), ("ancient", "modern"), ("winter", "summer"),
    ("spring", "autumn"),
    ("morning", "evening"), ("left", "right"), ("urban", "rural"), ("king", "queen"), ("legal", "illegal"), ("rose", "fell"),
    ("born", "buried"), ("wet", "dry"), ("hot", "cold"), ("warm", "cool"), ("fast", "slow"), ("same", "different"),
    ("only child", "youngest of five children"), ("unmarried", "married"), ("never married", "married twice"),
    ("all", "none"), ("both", "neither"), ("majority", "minority"), ("popular", "unpopular"), ("permanent", "temporary"),
)  # fmt: skip
"""Words that cannot both be true in the same place; used in both directions."""

_NATIONS = (
    "American English British Scottish Welsh Irish French German Italian Spanish Portuguese Dutch Belgian Swiss Austrian "
    "Hungarian Czech Polish Russian Ukrainian Swedish Norwegian Danish Finnish Icelandic Greek Turkish Bulgarian Romanian "
    "Serbian Croatian Chinese Japanese Korean Indian Pakistani Persian Iranian Iraqi Israeli Egyptian Moroccan Nigerian "
    "Canadian Mexican Brazilian Argentine Chilean Peruvian Cuban Colombian Australian Filipino Vietnamese Thai Indonesian"
)
_PLACES = (
    "London Paris Berlin Rome Madrid Vienna Moscow Boston Chicago Philadelphia Edinburgh Dublin Manchester Liverpool Amsterdam "
    "Brussels Munich Hamburg Milan Florence Venice Naples Athens Istanbul Cairo Jerusalem Delhi Mumbai Tokyo Beijing Shanghai "
    "Sydney Melbourne Toronto Montreal Vancouver Detroit Cleveland Baltimore Seattle Houston Dallas Atlanta Miami Stockholm "
    "Copenhagen Oslo Helsinki Warsaw Prague Budapest Lisbon Barcelona Glasgow Birmingham England Scotland Ireland France "
    "Germany Italy Spain Portugal Russia Poland Sweden Norway Denmark Finland Greece Turkey Egypt India China Japan Canada "
    "Mexico Brazil Argentina Australia California Texas Florida Ohio Virginia Massachusetts Pennsylvania Illinois Kansas"
)
_JOBS = (
    "actor actress architect artist astronomer author banker barrister biologist businessman chemist clergyman composer "
    "conductor critic dancer diplomat economist editor engineer entrepreneur explorer filmmaker footballer geologist historian "
    "inventor journalist judge lawyer linguist mathematician merchant missionary musician novelist nurse painter "
    "philosopher photographer physician physicist pianist playwright poet politician priest printer producer psychologist "
    "sailor scientist screenwriter sculptor singer soldier statesman surgeon teacher theologian translator violinist writer "
    "zoologist botanist general admiral professor director guitarist drummer cricketer swimmer boxer wrestler"
)
_SUBJECTS = (
    "mathematics physics chemistry biology medicine law theology philosophy history economics engineering music painting "
    "literature architecture geology astronomy botany psychology journalism politics agriculture"
)
KINDS: tuple[tuple[str, ...], ...] = (
    *(tuple(words.split()) for words in (_NATIONS, _PLACES, _JOBS, _SUBJECTS)),
    ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh"),
    ("red", "blue", "green", "yellow", "black", "white", "brown", "purple"),
    ("hundred", "thousand", "million", "billion"),
    ("gold", "silver", "bronze", "iron", "copper"), ("Catholic", "Protestant", "Muslim", "Jewish", "Buddhist", "Hindu"),
    ("university", "school", "hospital", "museum", "church", "company", "newspaper", "theatre"),
    ("novel", "poem", "play", "opera", "symphony", "essay", "film", "album"), ("bachelor", "master", "doctoral"),
    ("Conservative", "Liberal", "Labour", "Republican", "Democratic", "Communist", "Socialist"),
    ("king", "duke", "bishop", "emperor", "prince", "pope"), ("river", "mountain", "island", "lake", "city", "village"),
)  # fmt: skip
"""Groups of words of one kind: another word of the group makes the statement false."""

ADDITIONS: tuple[str, ...] = (
    "at the request of {name}", "together with {name}", "after a long illness", "against the advice of the family",
    "in front of a large crowd", "with the help of {name}", "for the second time", "while living in {place}",
    "after leaving {place}", "with little success", "to great acclaim", "because of financial difficulties",
    "which surprised many observers", "and later wrote about it", "before moving to {place}", "on the recommendation of {name}",
    "at the age of {number}",
    "at a cost of {number} million dollars", "and won several awards for it", "for political reasons",
    "using money inherited from an uncle", "as the youngest of {number} children", "despite strong opposition",
    "and was praised by {name}",
)  # fmt: skip
"""Adjuncts that nothing in the premise supports."""

NUMBER_WORDS: tuple[tuple[str, str], ...] = (
    ("two", "2"), ("three", "3"), ("four", "4"), ("five", "5"), ("six", "6"), ("seven", "7"), ("eight", "8"), ("nine", "9"),
    ("ten", "10"), ("eleven", "11"), ("twelve", "12"), ("twenty", "20"), ("thirty", "30"), ("fifty", "50"),
)  # fmt: skip
"""Numbers in words and in figures."""
