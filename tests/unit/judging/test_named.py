"""Which articles may refute a claim: those about something that it names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from localcheck.judging.named import (
    is_named,
    is_of_its_article,
    names_whole,
    of_another_thing,
    says_of,
    speaks_of,
    told_beside_it,
    unresolved,
)
from localcheck.judging.namesakes import (
    begins_with_a_namesake,
    named_whole,
    names_only_a_part,
    names_only_others,
    of_a_longer_name,
    of_a_namesake,
    under_other_numbers,
)
from localcheck.types import Claim, Span

NAMED = [
    ("Nile", "The Nile River is approximately 4,135 miles long."),
    ("Commodore (rank)", "Commodore is only a land rank."),
    ("Elizabeth II", "Queen Elizabeth II came to the throne in 1953."),
    ("Spanish language", "Spanish is the second most spoken language."),
    ("Human heart", "The first human heart transplant took place in New York."),
    ("Human heart", "human heart transplants began in New York."),
    ("Linkin Park", "The second album of Linkin Park was Thriller."),
    ("Polynomial", "A polynomial only consists of set values."),
    ("长江", "长江全长6000公里。"),
]
NOT_NAMED = [
    ("Summer Olympic Games", "Michael Phelps has won 28 Olympic medals."),
    ("Michael", "Michael Phelps has won 28 Olympic medals."),
    ("Vice president", "George Bush was vice president under Reagan."),
    ("Monarch", "Queen Elizabeth II is the longest-reigning monarch in British history."),
    ("Geography of Russia", "The Arctic Ocean covers an area of about 14.05 million square kilometers."),
    ("Albert Einstein", "Albert S. Ruddy is born in 1932."),
    ("黄河", "长江全长6000公里。"),
]


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


@pytest.mark.parametrize(("title", "text"), NAMED)
def test_the_subject_or_another_name_of_the_claim(title: str, text: str) -> None:
    assert is_named([title], claim(text))


@pytest.mark.parametrize(("title", "text"), NOT_NAMED)
def test_something_else(title: str, text: str) -> None:
    assert not is_named([title], claim(text))


def test_another_name_of_the_article_counts() -> None:
    text = claim("Mark Twain was born in 1850.")
    assert not is_named(["Samuel Langhorne Clemens"], text)
    assert is_named(["Samuel Langhorne Clemens", "Mark Twain"], text)


@pytest.mark.parametrize(
    ("text", "about", "open_"),
    [
        ("It has no rings.", "", True),
        ("Its day lasts ten hours.", "", True),
        ("It has no rings.", "Jupiter", False),
        ("Jupiter has no rings.", "", False),
        ("The planet has no rings.", "", False),
        ("", "", False),
    ],
)
def test_a_pronoun_that_stands_for_nobody_known(text: str, about: str, open_: bool) -> None:
    assert unresolved(replace(claim(text), about=about)) is open_


@pytest.mark.parametrize(
    ("title", "text", "other"),
    [
        ("Charles Lyell", "Charles Darwin was buried in Westminster Abbey.", True),
        ("James Watson", "Emma Watson was born on the 15th of April 1990.", True),
        ("Rice University", "Brown University's main campus is located in Providence.", True),
        ("Pope Innocent IV", "Pope Innocent III was from Spain originally.", True),
        ("Charles Darwin", "Charles Darwin was buried in Westminster Abbey.", False),
        ("Abraham Lincoln", "President Lincoln was shot in a theatre.", False),
        ("Lockheed Martin F-35 Lightning II", "Lockhead Martin F-35 Lightning II first flew in 2007.", False),
        ("World War II", "World War Two ended in 1946.", False),
        ("World War II", "World War 2 ended in 1946.", False),
        ("World War I", "World War II ended in 1946.", True),
        ("World War I", "The First World War ended in 1920.", False),
        ("Henry VIII", "Henry the Eighth had nine wives.", False),
        ("Pope John XXII", "Pope John XXIII was born in Spain.", True),
        ("Manchester United F.C.", "Manchester United was founded in 1902.", False),
        ("RMS Titanic", "Captain Edward Smith survived the disaster.", False),
        ("Mars", "The rover Curiosity landed in Gale crater in August 2018.", False),
        ("Mercury (planet)", "Mercury has two moons.", False),
        ("Rain", "it rained.", False),
    ],
)
def test_another_bearer_of_the_name(title: str, text: str, other: bool) -> None:
    assert of_a_namesake([title], claim(text)) is other


def test_an_article_by_another_of_its_names_is_no_namesake_s() -> None:
    assert not of_a_namesake(["Charles Robert Darvinsson", "Charles Darwin"], claim("Charles Darwin was a naturalist."))


def test_a_quote_with_all_of_the_name_is_about_its_bearer_in_whatever_article() -> None:
    founded = claim("Sébastien Artois founded the Den Hoorn brewery.")
    assert of_a_namesake(["Stella Artois"], founded)
    assert named_whole(founded, "In 1717 Sébastien Artois, its head brewer, bought the brewery.")
    assert not named_whole(founded, "Artois founded it in 1366.")
    assert not named_whole(claim("Darwin was a geologist."), "Darwin read Lyell.")  # one word may be anybody's
    launched = replace(claim("Apollo 13 lifted off on 11 April 1970."), about="Apollo 13")
    assert not named_whole(launched, "Apollo 11 lifted off on 16 July 1969 at 13:32 UTC.")
    assert named_whole(launched, "Later Apollo 13 was launched at 13:13.")


REEF = "The Great Barrier Reef was declared a World Heritage Site in 1981."


@pytest.mark.parametrize(
    ("title", "text", "quote", "other"),
    [
        ("Belize", REEF, "The Belize Barrier Reef was declared a World Heritage Site in 1996.", True),
        ("Queensland", REEF, "The Great Barrier Reef became a World Heritage Site in 1981.", False),
        ("Great Barrier Reef", REEF, "The Barrier Reef Park was founded in 1975.", False),
        ("Queensland", REEF, "The reef was declared a World Heritage Site in 1981.", False),
        ("Vicksburg", "Ulysses S. Grant died in 1885.", "General Grant died in 1885.", False),
        ("Vicksburg", "Ulysses S. Grant died in 1885.", "Grant died in 1885.", False),
        ("Vicksburg", "Ulysses S. Grant died in 1885.", "Hiram Grant died in 1850.", True),
        ("Vicksburg", "Ulysses S. Grant died in 1885.", "Ulyses Grant died in 1885.", False),
        ("United States", "George Washington died in 1799.", "President Washington died in 1799.", False),
        ("Cuba", "The Soviet Union sent no missiles.", "Soviet Premier Nikita Khrushchev sent missiles.", False),
        (
            "Istanbul",
            "The Blue Mosque of Istanbul is tall.",
            "The Sultan Ahmed Mosque, known as the Blue Mosque, is tall.",
            False,
        ),
        ("Cuba", "It rained.", "Soviet Premier Nikita Khrushchev sent missiles.", False),
    ],
)
def test_a_quote_that_begins_with_a_namesake(title: str, text: str, quote: str, other: bool) -> None:
    assert begins_with_a_namesake([title], claim(text), quote) is other


@pytest.mark.parametrize(
    ("title", "text", "quote", "others"),
    [
        ("Nile", "Victoria Falls was found by Stanley.", "He sailed around Lake Victoria and saw Ripon Falls.", True),
        ("Nile", "Victoria Falls was found by Stanley.", "Stanley saw Victoria Falls and Ripon Falls.", False),
        ("Victoria Falls", "Victoria Falls was found by Stanley.", "Stanley saw Victoria near the Falls.", False),
        ("Film", "Stanley Williams acted.", "It stars Robin Williams, Stanley Tucci.", True),
        ("Film", "Stanley Williams acted.", "It stars Williams.", False),
        ("Physics", "Marie Curie won a prize.", "Pierre and Marie Curie won a prize.", False),
        ("Lake", "Victoria is large.", "Lake Victoria is large.", False),
        (
            "Diocletian",
            "Diocletian defeated Carinus at the Battle of the Margus.",
            "Carus' son was Carinus, but Diocletian defeated him in the Battle of the Margus.",
            False,
        ),
    ],
)
def test_a_quote_with_the_words_of_a_name_in_other_names(title: str, text: str, quote: str, others: bool) -> None:
    assert names_only_others([title], claim(text), quote) is others


@pytest.mark.parametrize(
    ("title", "text", "quote", "part"),
    [
        ("Geography of Morocco", "The Sahara is larger than Ohio.", "Western Sahara is larger than Ohio.", True),
        ("Geography of Morocco", "The Sahara is larger than Ohio.", "Western Sahara is west of the Sahara.", False),
        ("Geography of Morocco", "The Western Sahara is dry.", "Western Sahara is dry.", False),
        ("Sahara", "The Sahara is larger than Ohio.", "Western Sahara is smaller than Ohio.", False),
        ("Kim Il-sung", "Korea has a king.", "He ruled North Korea.", True),
        ("Einstein family", "Einstein was a physicist.", "Albert Einstein was a physicist.", False),
    ],
)
def test_a_quote_about_a_place_with_a_longer_name(title: str, text: str, quote: str, part: bool) -> None:
    assert names_only_a_part([title], claim(text), quote) is part


@pytest.mark.parametrize(
    ("text", "title", "quote"),
    [
        (
            "During the Second World War Turing worked at Blenheim Palace.",
            "Alan Turing",
            "He worked at Bletchley Park.",
        ),
        ("In the Middle Ages Florence was poor.", "Florence", "In the Middle Ages it was rich."),
        ("In World War II Norway stayed neutral.", "Norway", "It was invaded in 1940."),
    ],
)
def test_a_time_before_the_subject_is_no_part_of_its_name(text: str, title: str, quote: str) -> None:
    assert says_of([title], claim(text), quote)


WATCH = "Rembrandt painted The Night Watch in 1642."


@pytest.mark.parametrize(
    ("text", "quote", "beside"),
    [
        (WATCH, "The museum moved. The Night Watch is by Rembrandt. In 1809 the museum opened its doors.", True),
        (WATCH, "The Night Watch is by Rembrandt. It was sold in 1809.", False),
        (WATCH, "The Night Watch is by Rembrandt. In 1639 Rembrandt moved.", False),
        (WATCH, "In 1809 the museum opened its doors.", False),
        (WATCH, "The museum moved. The Night Watch, of 1642, is by Rembrandt. In 1809 the museum opened.", False),
        ("Lego opened a shop in 1805.", "Lego was founded by Ole. In 1809 the company opened a shop.", False),
    ],
)
def test_a_number_of_a_sentence_beside_it(text: str, quote: str, beside: bool) -> None:
    assert told_beside_it(text, quote) is beside


KING = "Martin Luther King Jr. was an American minister. He was born in Atlanta. King led the movement."
EINSTEIN = "Albert Einstein was a German-born physicist. Einstein is known for his formula."
VICTORIA = "Victoria was Queen of the United Kingdom. She was born in 1819. Her father died. She reigned for 63 years."


@pytest.mark.parametrize(
    ("titles", "text", "article", "other"),
    [
        (["Martin Luther King Jr."], "Martin Luther was a German monk.", KING, True),
        (["Martin Luther King Jr.", "MLK"], "Luther was a German monk.", KING, True),
        (["Martin Luther King Jr."], "Martin Luther King was a German monk.", KING, False),
        (["Martin Luther King Jr."], "King was a German monk.", KING, False),
        (["Queen Victoria"], "Victoria is a state of Australia.", VICTORIA, True),
        (
            ["Queen Victoria", "Victoria"],
            "Victoria is a state of Australia.",
            "Queen Victoria was queen from 1837.",
            True,
        ),
        (["George Washington"], "Washington is a state.", VICTORIA.replace("Victoria", "Washington"), True),
        (["Queen Victoria"], "Victoria was born in 1820.", VICTORIA, False),
        (["New York City"], "York is a city in England.", "New York City is a city. The city is large.", True),
        (["Albert Einstein"], "Einstein was born in 1899.", EINSTEIN, False),
        (["RMS Titanic"], "The Titanic sank in 1915.", "RMS Titanic was a liner.", False),
        (["Mount Everest"], "Everest is 5,000 metres high.", "Mount Everest is a mountain.", False),
        (["Danube River"], "The Danube flows into the North Sea.", "The Danube River is a river.", False),
        (["Elizabeth I of England"], "Elizabeth I was an only child.", "She was the second child.", False),
        (["Manchester United F.C."], "Manchester United is based in Bolton.", "It is based in Old Trafford.", False),
        (["Lockheed Martin F-35"], "Lockheed Martin was founded in 1950.", "The F-35 first flew in 2006.", True),
        (["Napoleon III", "Louis-Napoléon"], "Napoleon was born in Corsica.", "He was born in Paris.", True),
        (["Samuel Langhorne Clemens", "Mark Twain"], "Mark Twain was born in 1850.", "He was born in 1835.", False),
        (["Rain"], "it rained.", "It rains.", False),
    ],
)
def test_an_article_about_a_longer_name_is_about_something_else(
    titles: list[str], text: str, article: str, other: bool
) -> None:
    assert of_a_longer_name(titles, claim(text), article) is other


SUBWAY = "The Tremont Street Subway was the first rapid transit tunnel in the United States."
SPEAKS = [
    ("Great Wall of China", "The Great Wall ends in the North Sea.", ""),
    ("Transportation Authority", "Tremont Street Subway started in New York.", SUBWAY),
    ("Elizabeth I of England", "Elizabeth I was the aunt of Henry VIII.", ""),
    ("Joseph Goebbels", "Joseph Goebbels' Propaganda Ministry gained nothing.", ""),
    ("Lockheed Martin F-35 Lightning II", "Lockhead Martin F-35 Lightning II first flew in 2008.", ""),
    ("Alabama", "The capital of Alabama is Birmingham.", ""),
    ("Field extension", "A polynomial consists of only coefficients.", "More generally, it is a field."),
]


@pytest.mark.parametrize(("title", "text", "quote"), SPEAKS)
def test_who_speaks_of_the_claims_subject(title: str, text: str, quote: str) -> None:
    assert speaks_of([title], claim(text), quote)


def test_what_is_said_of_something_else_contradicts_nothing() -> None:
    danube = replace(claim("It ends in the North Sea."), about="Danube")
    assert not speaks_of(["Great Wall of China"], danube, "In the east the Ming wall reaches the sea at Shanhai Pass.")
    assert speaks_of(["Danube"], danube, "It flows into the Black Sea.")
    assert not speaks_of(["Michael"], claim("Michael Phelps won 28 medals."), "It means who is like God.")


SAID_OF_IT = [
    ("Battle of Waterloo", "Marshal Grouchy reached Waterloo in time.", "Grouchy, however, was too far away by then."),
    ("Norway", "Norway joined the European Union.", "In two referendums the people voted against it."),
    ("Joseph Goebbels", "Joseph Goebbels' ministry gained nothing.", "The ministry gained control of the news media."),
    ("Red Line (MBTA)", "Tremont Street Subway started in New York.", "The Tremont Street Subway was built in Boston."),
    ("Manchester United F.C.", "Manchester United is based in Bolton.", "Manchester United is based in Old Trafford."),
    (
        "Elizabeth I of England",
        "Elizabeth I was the sister of Anne Boleyn.",
        "Elizabeth was the daughter of Anne Boleyn.",
    ),
    ("Elizabeth I of England", "Elizabeth I was an only child.", "She was the second child of Henry VIII."),
    ("Lockheed Martin F-35", "The Lockhead Martin F-35 first flew in 2008.", "The F-35 first flew in 2006."),
    ("Polynomial", "A polynomial is barely an expression.", "Each term consists of a coefficient."),
    (
        "Pen",
        "Andy Warhol never drew with a pen.",
        "Many artists such as Jasper Johns and Andy Warhol, among others, drew.",
    ),
]
SAID_IN_PASSING = [
    ("Pen", "Andy Warhol never drew with a pen.", "Artists such as Jasper Johns, whom Andy Warhol met, drew with it."),
    ("John Cleese", "Jamie Lee Curtis starred in Halloween.", "He co-starred with Jamie Lee Curtis in another film."),
    ("The Beach Boys", "The Beach's director was Danny Boyle.", "Carl took over as the band's musical director."),
    ("Ohio River", "West Virginia borders Maryland.", "The course forms the northern border of West Virginia."),
    ("Cthulhu Mythos", "Cthulhu is a gigantic deity.", "Lovecraft made many references to the Great Old Ones."),
    ("Luke the Evangelist", "Padua lies in France.", "In 1992 Ieronymos asked Bishop Mattiazzo of Padua for it."),
]


@pytest.mark.parametrize(
    ("title", "text", "quote", "before", "another"),
    [
        ("Mercury (planet)", "Saturn has many moons.", "The planet has no moons.", "", True),
        (
            "Mercury (planet)",
            "Saturn has many moons.",
            "It has no moons.",
            "Mercury is smaller than Saturn's moon Titan.",
            True,
        ),
        ("Mercury (planet)", "Saturn has many moons.", "The planet has no moons.", "Saturn is large.", False),
        ("Saturn", "Saturn has many moons.", "The planet has no moons.", "", False),
        ("Paris", "The capital of France is Lyon.", "It is the capital of France.", "", False),
        ("Mercury (planet)", "The planet has many moons.", "The planet has no moons.", "", False),
        ("Planet", "Saturn has many moons.", "Mercury has no moons.", "", False),
        (
            "Gold",
            "The biggest nugget was found in South Africa.",
            "The largest nugget was found in Victoria.",
            "",
            False,
        ),
    ],
)
def test_what_an_article_says_of_its_own_subject(title: str, text: str, quote: str, before: str, another: bool) -> None:
    assert is_of_its_article([title], claim(text), quote, before) is another


@pytest.mark.parametrize(("title", "text", "quote"), SAID_OF_IT)
def test_what_an_article_says_of_the_subject_may_refute(title: str, text: str, quote: str) -> None:
    assert says_of([title], claim(text), quote)


@pytest.mark.parametrize(("title", "text", "quote"), SAID_IN_PASSING)
def test_what_another_article_tells_in_passing_refutes_nothing(title: str, text: str, quote: str) -> None:
    assert not says_of([title], claim(text), quote)


@pytest.mark.parametrize(
    ("title", "text", "may"),
    [
        ("Fenway Park", "You feel it in every alley.", False),
        ("Eurovision Song Contest", "The city has never hosted the Eurovision Song Contest.", False),
        ("Lisbon", "The city became the capital by a law passed in 1255.", False),
        ("Kinetic energy", "A thrown ball does not have kinetic energy.", True),
        ("Human heart", "The human heart has five chambers.", True),
        ("Sun", "The sun is the only star of the Milky Way.", True),
        ("Milky Way", "The sun is the only star of the Milky Way.", False),
        ("France", "The first president of France was a woman.", True),
        ("长江", "它全长6000公里。", True),
    ],
)
def test_a_claim_without_a_name_for_its_subject_is_about_what_its_words_say(title: str, text: str, may: bool) -> None:
    assert says_of([title], claim(text), "It is said of something.") is may


def test_a_claim_that_is_about_something_known_is_about_that() -> None:
    hosted = replace(claim("The city has never hosted the Eurovision Song Contest."), about="Lisbon")
    assert says_of(["Lisbon"], hosted, "In 2018 it hosted the Eurovision Song Contest.")


@pytest.mark.parametrize(
    ("title", "text", "about", "other"),
    [
        ("Mount Fuji", "More than 300 people have died on the mountain.", "", True),
        ("Mount Everest", "More than 300 people have died on the mountain.", "", False),
        ("Reinhold Messner", "He has climbed the mountain twice.", "", False),
        ("Mount Fuji", "More than 300 people have died on the mountain.", "Mount Everest", False),
        ("Mount Fuji", "More than 300 people have died on Everest.", "", False),
        ("Mount Fuji", "More than 300 people have died of the cold.", "", False),
        ("Italy", "The country has 20 regions.", "", True),
        ("Battle of the Nile", "A fleet under Nelson attacked the place.", "", True),
        ("Mount Fuji", "Tokyo lies near the mountain.", "", True),
        ("Eiffel Tower", "The tower in Paris is of iron.", "", False),  # it says which
        ("Apollo 16", "The mission was launched after Apollo 11.", "", True),
        ("Apollo 11", "The mission was launched after Apollo 11.", "", False),
        ("Pioneer 11", "The spacecraft left.", "", True),
        ("Nepal", "The mountain lies in Nepal.", "", True),
        ("Platypus", "Mating takes place in May.", "", True),
        ("Platypus", "Mating takes place in May.", "Komodo dragon", False),
        ("Everest", "The females come in May.", "", False),
        ("Nepal", "The mountain is the pride of Nepal.", "", False),
        ("Apple", "The company that made the phone moved.", "", False),
        ("Nile", "The river Nile flows into the sea of Egypt.", "", False),
    ],
)
def test_the_mountain_is_none_that_the_text_does_not_name(title: str, text: str, about: str, other: bool) -> None:
    whole = f"Mount Everest is the highest mountain on Earth. Reinhold Messner climbed it. {text}"
    assert of_another_thing([title], replace(claim(text), about=about), whole) is other


def test_a_quote_names_the_whole_subject_in_an_article_about_no_longer_name() -> None:
    battle = claim("The Battle of Hastings was fought in 1166.")
    assert names_whole(["Hastings"], battle, "Hastings gives its name to the Battle of Hastings, in 1066.")
    assert not names_whole(["Hastings"], battle, "Hastings lies on the Channel.")
    assert not names_whole(["Mary I of England"], claim("Mary was queen at the age of 6."), "Mary was queen at 37.")
    assert not names_whole(["Hastings"], claim("it was fought in 1166."), "It was fought in 1066.")


@pytest.mark.parametrize(
    ("text", "quote", "before", "about"),
    [
        (
            "Edmond Halley saw it again.",
            "He did not live to see it.",
            "The English astronomer Edmond Halley saw it.",
            True,
        ),
        ("Edmond Halley saw it again.", "He did not live to see it.", "The astronomer Johann Palitzsch saw it.", False),
        ("The Bayeux Tapestry is in London.", "The tapestry is in Bayeux.", "It is told on the Bayeux Tapestry.", True),
        ("The Bayeux Tapestry is in London.", "The castle is in Bayeux.", "It is told on the Bayeux Tapestry.", False),
        ("The Bayeux Tapestry is in London.", "The tapestry is in Angers.", "The Apocalypse Tapestry is older.", False),
        ("The Bayeux Tapestry is in London.", "The tapestry is in Bayeux.", "", False),
    ],
)
def test_a_sentence_that_goes_on_is_about_what_the_one_before_it_names(
    text: str, quote: str, before: str, about: bool
) -> None:
    assert says_of(["Battle of Hastings"], claim(text), quote, before) is about


SPUTNIK = "Sputnik 1 was a satellite. Sputnik 2 carried a dog."


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("Sputnik 7 carried a dog.", True),
        ("Sputnik 2 carried a cat.", False),
        ("Sputnik carried a cat.", False),
        ("In Sputnik 7 dogs died.", False),
        ("Vostok 7 carried a dog.", False),
    ],
)
def test_an_article_that_never_has_the_number_of_a_name(text: str, another: bool) -> None:
    assert under_other_numbers(["Sputnik 1", "Sputnik"], claim(text), SPUTNIK) is another


def test_the_number_behind_a_name_belongs_to_it() -> None:
    assert of_a_namesake(["Apollo 11"], claim("Apollo 13 landed on the Moon."))
    assert not of_a_namesake(["Apollo 11"], claim("Apollo 11 landed on the Moon."))
    assert not says_of(["Moon"], claim("Apollo 13 landed on it."), "Apollo 11 landed on the Moon.")
    assert says_of(["Moon"], claim("Apollo 13 landed on it."), "Apollo 13 flew around the Moon.")
    assert not of_a_namesake(["Paris Opera"], claim("Paris 20 years ago was a city."))
