"""The pronouns of the third person: the one that a sentence goes on with, and that of a first name or a title. Pure."""

from __future__ import annotations

from localcheck.text.lexicon import OPENING_WORDS, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import words

MALE, FEMALE, THING = ("he", "his", "him"), ("she", "her", "her"), ("it", "its", "it")
"""As subject, possessive and object."""
_UNLIKE = regex(r"^(?:Unlike|Like|With|Before|After) [^,]*,")


def goes_on_with(text: str) -> tuple[str, ...]:
    """The forms of the pronoun that comes before any name in a sentence; of "Unlike Faraday, he" the name does not count.

    >>> goes_on_with("In 1831 he met Ampère.")[0], goes_on_with("Ampère met him.")
    ('he', ())
    """
    for i, word in enumerate(words(_UNLIKE.sub("", text))):
        for forms in (MALE, FEMALE, THING):
            if word.lower() in forms[:2]:
                return forms
        if i and word[0].isupper() and word not in OPENING_WORDS:
            break
    return ()


# First names that are of women or men only: a list written for this project.
_WOMEN = word_set(
    "Ada Agatha Agnes Alice Amanda Amelia Amélie Amy Anastasia Angela Anita Anna Anne Annie Antoinette Astrid Audrey"
    " Barbara Beatrice Beatrix Belinda Bertha Bessie Betty Bridget Brigitte Camilla Carla Carol Caroline Catherine"
    " Cecilia Celia Charlotte Christina Christine Clara Claudia Colette Constance Cynthia Daphne Debbie Deborah Diana"
    " Diane Dolly Dora Doris Dorothy Edith Edna Eileen Eleanor Elena Elisabeth Eliza Elizabeth Ella Ellen Elsa Elsie"
    " Emilia Emily Emma Emmeline Enid Erica Esther Ethel Eva Fanny Fiona Françoise Frida Gabriela Georgina Geraldine"
    " Gertrude Gisela Gladys Gloria Golda Greta Gwendolyn Hannah Harriet Hedwig Hedy Helen Helena Henrietta Hilda Ida"
    " Imogen Indira Ingrid Irene Irène Isabel Isabella Isabelle Jacqueline Jane Janet Janis Jeanne Jennifer Jenny"
    " Jessica Jill Joan Joanna Johanna Josephine Judith Judy Julia Julie Karen Kate Katharina Katharine Katherine"
    " Kathleen Kathryn Kimberly Laura Lena Lillian Lily Linda Lisa Lise Lois Loretta Louise Lucille Lucy Lydia Mabel"
    " Madeleine Maggie Marcia Margaret Marguerite Maria Marianne Marie Marilyn Marjorie Marlene Martha Mary Matilda"
    " Maud Maureen Melanie Melissa Michelle Mildred Millicent Miriam Molly Monica Muriel Nadia Nancy Naomi Natalie"
    " Nellie Nelly Nicole Nina Nora Norma Olga Olivia Oprah Pamela Patricia Paula Pauline Peggy Penelope Phyllis Polly"
    " Rachel Rebecca Rita Rosa Rosalind Rose Rosemary Ruth Sally Sandra Sara Sarah Serena Sheila Shirley Sigrid Simone"
    " Sofia Sonia Sophia Sophie Stephanie Susan Suzanne Svetlana Sylvia Tamara Tatiana Teresa Thelma Theresa Tina"
    " Ursula Valentina Valerie Vanessa Vera Veronica Vivien Wilhelmina Winifred Yoko Yvonne Zelda Zoe"
)
_MEN = word_set(
    "Aaron Abraham Adam Adolf Ahmed Akira Alan Albert Alessandro Alexander Alexandre Alfonso Alfred Alfredo Anders"
    " Andreas Andrei Andrew Anthony Antoine Anton Antonio Archibald Arthur Barry Benjamin Bernard Bertrand Bill Billy"
    " Bob Bobby Boris Brian Bruce Calvin Carl Carlos Cecil Charles Christopher Clarence Claude Colin Craig Cyril"
    " Daniel David Dennis Derek Dmitri Dominic Donald Douglas Duncan Dwight Edgar Edmond Edmund Eduard Edvard Edward"
    " Edwin Elijah Emil Enrico Eric Erik Ernest Ernst Erwin Ethan Eugene Evan Émile Felix Ferdinand Fernando Francis"
    " Frank Franz Fred Frederick Friedrich Fritz Fyodor Gary Geoffrey Georg George Gerald Gerard Gerhard Gilbert"
    " Giovanni Giuseppe Gordon Gottfried Graham Greg Gregory Guglielmo Gustav Gustave Günter Hans Harold Harry Harvey"
    " Heinrich Helmut Henri Henry Herbert Herman Hermann Horace Horatio Howard Hugh Hugo Humphrey Ian Igor Immanuel"
    " Irving Isaac Isambard Ivan Jack Jacob Jacques James Jared Jason Jeff Jeffrey Jeremy Jerome Jerry Jim Jimmy"
    " Joachim Joe Joel Johann Johannes John Johnny Jonas Jonathan Jorge Josef Joseph José Joshua Juan Julian Julius"
    " Jürgen Karl Keith Kenneth Kevin Klaus Konrad Kurt Larry Lars Leo Leon Leonard Leonhard Leopold Lionel Louis"
    " Ludvig Ludwig Luigi Luis Luke Malcolm Manfred Marcel Marco Marcus Mario Mark Martin Matthew Maurice Max Michael"
    " Miguel Mike Mikhail Mohamed Mohammed Mohandas Muhammad Nathan Nathaniel Neil Nicholas Niels Nikola Nikolai Noah"
    " Norman Oliver Orson Orville Oscar Otto Pablo Paolo Patrick Paul Pedro Percy Peter Philip Pierre Pieter Rafael"
    " Ralph Randolph Raymond Reginald Reinhold René Richard Roald Robert Roberto Rodney Roger Roland Ron Ronald Roy"
    " Rudolf Samuel Sean Sebastian Sergei Sergio Siegfried Sigmund Simon Stephen Steve Steven Sven Søren Ted Terence"
    " Theodore Thomas Tim Timothy Tom Tony Tycho Ulrich Umberto Victor Vincent Vladimir Walter Werner Wilbur Wilfred"
    " Wilhelm Willem William Winston Wolfgang Woodrow Yuri Yves Zachary Barack Desmond Diego Elon Fidel Gregor Nelson"
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
