"""First names that are a man's or a woman's only: "Anna met Tom. He …" is not about Anna. A list written for this project."""

from __future__ import annotations

from localcheck.text.lexicon import word_set

_WOMEN = word_set(
    "Ada Agatha Agnes Alice Amanda Amelia Amy Angela Anna Anne Annie Audrey Barbara Beatrice Betty Camilla Carla Caroline"
    " Catherine Charlotte Christina Christine Clara Claudia Deborah Diana Dorothy Edith Elena Elisabeth Elizabeth Ella Ellen"
    " Emily Emma Esther Eva Frida Greta Hannah Harriet Helen Helena Ingrid Irene Isabella Jane Janet Jennifer"
    " Jessica Joan Joanna Josephine Judith Julia Julie Karen Kate Katherine Kathleen Laura Linda Lisa Louise Lucy Margaret"
    " Maria Marie Martha Mary Matilda Melanie Melissa Michelle Monica Nancy Natalie Nicole Nina Olga Olivia Pamela Patricia"
    " Paula Pauline Rachel Rebecca Rita Rosa Rose Ruth Sandra Sara Sarah Serena Sheila Sofia Sophia Sophie Stephanie Susan"
    " Sylvia Teresa Theresa Ursula Valentina Vanessa Vera Zoe"
)
_MEN = word_set(
    "Aaron Abraham Adam Adolf Alan Albert Alexander Alfred Andrew Anthony Antonio Arthur Benjamin Bernard Bob Boris Brian"
    " Bruce Carl Charles Christopher Daniel David Dennis Donald Douglas Edgar Edmund Eduard Edward Edwin Eric Ernest Felix"
    " Francis Frank Franz Fred Frederick Friedrich Gary George Gerald Giovanni Gordon Gustav Hans Harold Harry Heinrich Henri"
    " Henry Herbert Herman Howard Hugh Hugo Isaac Ivan Jack Jacob James Jeff Jeffrey Jim Joe Johann John Jonathan Joseph"
    " Juan Karl Keith Kenneth Kevin Larry Leonard Louis Ludwig Luke Mark Martin Matthew Max Michael Mike Nicholas"
    " Nikola Noah Oliver Oscar Otto Patrick Paul Pedro Peter Philip Pierre Ralph Raymond Richard Robert Roger Ronald Rudolf"
    " Samuel Sebastian Simon Stephen Steve Steven Ted Theodore Thomas Timothy Tom Victor Vincent Vladimir Walter Werner"
    " Wilhelm William Wolfgang"
)
HONORIFICS = {"Mr": "he", "Sir": "he", "Mrs": "she", "Ms": "she", "Miss": "she", "Dame": "she", "Dr": "", "Prof": ""}
"""Titles of people, with the pronoun that they have."""
TITLES = word_set("Lord King Prince Dr Prof Queen Lady Princess") | {*HONORIFICS}


def pronoun_of(name: str) -> str:
    """The pronoun that a name of this first name has; empty where it may be anybody's, or none's.

    >>> pronoun_of("Anna Jones"), pronoun_of("Dr. Tom Reed"), pronoun_of("Ms. Ford"), pronoun_of("Ford")
    ('she', 'he', 'she', '')
    """
    words = [word.strip(".") for word in name.split()]
    if words and HONORIFICS.get(words[0]):
        return HONORIFICS[words[0]]
    first = next((word for word in words if word not in TITLES), "")
    return "she" if first in _WOMEN else "he" if first in _MEN else ""
