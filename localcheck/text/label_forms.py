"""What labels say: "Capital: …" that the capital of something is …, "Died: …" when and where somebody died. Data only.

Awards as the value of a label: "Nobel Prize: Physics, 1921" is "the Nobel Prize in Physics in 1921".
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import COUNT_WORDS, word_set
from localcheck.text.patterns import regex

_FORMS = """
The {label} of {who} {is} {what} |
 capital, largest city, biggest city, official language, official languages, language, languages, national
 language, currency, national anthem, anthem, president, prime minister, first president, king, queen, monarch,
 head of state, chemical symbol, symbol, chemical formula, formula, atomic number, atomic mass, atomic weight,
 boiling point, melting point, freezing point, density, half-life, genre, original language, main character,
 protagonist, religion, main religion, headquarters, highest point, highest mountain, longest river, largest
 lake, mouth, source, orbital period, largest island, smallest island, narrator, surface temperature, average
 temperature, lifespan, life expectancy, scientific name, real name, full name, birth name, official name, top
 speed, speed, gestation period, first king, first emperor, diameter, radius, mass, weight, age, capacity,
 number of moons, number of planets, number of bones, cause
The capital of {who} is {what} | capital city
The currency of {who} is {what} | official currency, national currency, money
The chemical symbol of {who} is {what} | chemical element symbol, element symbol
{who} was written by {what} | author, authors, writer, writers, written by, original author, playwright, novelist
{who} was directed by {what} | director, directed by
{who} was composed by {what} | composer, composed by, music
{who} was painted by {what} | painter, painted by
{who} was created by {what} | creator, creators, created by, artist, made by, sculptor
{who} was invented by {what} | inventor, inventors, invented by
{who} was discovered by {what} | discoverer, discoverers, discovered by
{who} was founded by {what} | founder, founders, founded by, established by
{who} was designed by {what} | architect, architects, designer, designed by
{who} was built by {what} | builder, built by, constructed by
{who} was won by {what} | winner, victor, won by, who won
{what} was the father of {who} | father
{what} was the mother of {who} | mother
{what} preceded {who} | predecessor, preceded by
{what} succeeded {who} | successor, succeeded by
{who} was born {when} | born, birth, date of birth, birth date, birthdate, birthday, birthplace, place of birth, year of birth
{who} died {when} | died, death, date of death, death date, place of death, year of death, death place
{who} was founded {when} | founded, foundation, founding, date founded, year founded
{who} was established {when} | established, formed, formation
{who} was built {when} | built, constructed, construction, year built
{who} was completed {when} | completed, completion, year completed, finished
{who} was opened {when} | opened, opening, inaugurated
{who} was released {when} | released, release, release date, release year, year of release, premiere, premiered
{who} was published {when} | published, publication, publication date, publication year, publication place, first published
{who} was discovered {when} | discovered, year discovered, discovery date, date of discovery, year of discovery
{who} was invented {when} | invented, year invented, year of invention
{who} was launched {when} | launched, launch, launch date
{who} was signed {when} | signed, date signed
{who} was first performed {when} | first performed, first performance
{who} took place {when} | date, dates, took place, when, period
{who} began {when} | began, started, start, start date, beginning
{who} ended {when} | ended, end, end date
{who} reigned {when} | reign, reigned, ruled
{who} is {what} high | height, elevation, summit elevation, maximum height
{who} is {what} long | length, total length, maximum length, max length
{who} is {what} deep | depth, maximum depth, max depth
{who} is {what} wide | width
{who} has a population of {what} | population, inhabitants, number of inhabitants
{who} has an area of {what} | area, total area, surface area
{who} was {where} | where, site, venue
{who} is {where} | location, located, located in, country, continent, region, state, province, county
{who} is known for {what} | known for, famous for, best known for, notable for, notable achievement
{who} died of {what} | cause of death, died of, died from
{who} was buried {where} | buried, burial place, resting place, place of burial
{who} was married {to} | spouse, spouses, wife, husband, married, married to, partner
{who} studied {where} | education, alma mater, university, studied at
{who} studied {when} | studied
{who} is also known as {what} | also known as, other names, nickname, alternative names
{who} invented {what} | invention, inventions
{who} discovered {what} | discovery, discoveries
{who} wrote {what} | notable work, notable works, famous work, famous works, major work, major works
{who} received {prize} | awards, award, nobel prize, prizes, honours, honors
{who} eats {what} | diet, food
{who} lives {where} | habitat, native to
{who} played the {what} | instrument, instruments
{who} stars {what} | starring, cast, stars
{who} worked in {what} | field, fields
{who} is based on {what} | based on
{who} is made of {what} | made of, material, composition, composed of
{who} flows into {what} | flows into, empties into
{who} is part of {what} | part of
{who} borders {what} | borders, bordering countries
{who} was {a} | occupation, profession, job, occupations
{who} was {what} | nationality
{who} fell {when} | fell
{who} was divided into {what} | divided, divided into
{who} is {a} | type, class, classification, category, kind
"""
"""A form a line: the sentence, and behind the bar the labels that say it, in small letters.

``{who}`` is what a heading names, ``{what}`` the value, ``{when}`` a time and a place with their prepositions, ``{where}`` a
place, ``{to}`` to whom and when, ``{a}`` a kind with its article, ``{prize}`` an award; ``{is}`` is "are" for a label that ends
with an s.
"""
LABELS = {
    label.strip(): form.strip()
    for line in re.sub(r"\n (?=\S)", " ", _FORMS).splitlines()
    for form, _, labels in [line.partition("|")]
    for label in labels.split(",")
    if label.strip()
}
"""A label -> its form."""
NO_FACTS = word_set(
    "contact quote note notes source sources example examples answer answers question summary tip tips warning update see ref"
    " reference references image caption link url website email mail phone tel address from to cc bcc subject re price"
    " cost total invoice order todo task status version author's step hint pro pros con cons advantages disadvantages"
    " conclusion introduction overview abstract keywords definition meaning translation fun-fact fact facts opinion"
    " comment reply attention important disclaimer ps p.s correction bonus reason explanation why how what who in please"
    " remember rating score level difficulty page chapter part section figure table"
)
"""First words of labels that say nothing of what a heading names."""
UNITS = word_set(
    "% percent kg g mg µg t lb lbs oz kilograms grams milligrams tonnes tons pounds ounces m km cm mm mi ft metres meters"
    " kilometres kilometers centimetres centimeters millimetres millimeters miles feet inches ha acres hectares m² km² sqm"
    " m³ l ml litres liters gallons sec seconds min mins minutes h hrs hours days weeks months years hour day week month year"
    " °c °f kelvin w kw mw gw kwh mwh hz ghz mhz kb mb gb tb km/h mph hpa eur usd gbp chf jpy cny sek nok"
    " dkk € $ £ ¥ euro euros dollars yen francs cents"
) | {"square metres", "square meters", "square kilometres", "square kilometers", "square miles", "us dollars"}
"""Units, in small letters, that a number can have behind it; no letters that may mean something else, as "(k)" and "(s)"."""


_FIELDS = "Physics|Chemistry|Literature|Peace|Medicine|Economics|Physiology or Medicine"
_FIELD_YEAR = regex(rf"(?P<field>{_FIELDS})(?:,? \((?P<year>\d{{4}})\)|,? (?P<bare>\d{{4}}))", re.IGNORECASE)
_COUNT = regex(rf"({COUNT_WORDS}|\d{{1,2}})\b(?! [A-Z])", re.IGNORECASE)


def prize(label: str, value: str) -> str:
    """ "Nobel Prize: Physics, 1921" as "the Nobel Prize in Physics in 1921"; nothing of the value is left out.

    >>> prize("nobel prizes", "two, one in physics and one in chemistry"), prize("nobel prize", "Physics (1903)")
    ('two Nobel Prizes, one in physics and one in chemistry', 'the Nobel Prize in Physics in 1903')
    >>> prize("Nobel Peace Prize", "1993"), prize("awards", "Nobel Prize in Physics (1921)"), prize("awards", "many")
    ('the Nobel Peace Prize in 1993', 'the Nobel Prize in Physics (1921)', 'many')
    """
    label = label.lower()
    if not label.startswith("nobel"):
        return f"the {value}" if value.startswith("Nobel ") else value
    if value.lower() in ("none", "no", "never"):
        return "no Nobel Prize"
    if count := _COUNT.match(value):
        return f"{count[1]} Nobel Prize{'s' * (count[1].lower() not in ('1', 'one'))}{value[count.end() :]}"
    told = _FIELD_YEAR.sub(lambda m: f"the Nobel Prize in {m['field']} in {m['year'] or m['bare']}", value)
    return told if told != value else f"the Nobel {'Peace ' * ('peace' in label)}Prize in {value.removeprefix('in ')}"
