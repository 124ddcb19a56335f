"""Language detection: right on real sentences, silent on too little."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.text.language import detect

SAMPLES = {
    "en": "The company was founded in 1976 and it has been based in California since then, with offices in other states.",
    "zh": "爱因斯坦1879年出生于德国乌尔姆，他是一位物理学家。",
    "ja": "アルベルト・アインシュタインは、ドイツ生まれの理論物理学者である。",
    "ko": "알베르트 아인슈타인은 독일 태생의 이론물리학자이다.",
    "de": "Die Gesellschaft wurde im Jahr 1976 von drei Studenten gegründet und hat ihren Sitz in der Stadt München.",
    "fr": "La société a été fondée en 1976 par trois étudiants et elle est installée dans la ville de Lyon depuis cette date.",
    "es": "La empresa fue fundada en el año 1976 por tres estudiantes y tiene su sede en la ciudad de Sevilla desde entonces.",
    "it": "La società è stata fondata nel 1976 da tre studenti e ha la sua sede nella città di Torino, che si trova in Italia.",
    "pt": "A empresa foi fundada em 1976 por três estudantes e não tem mais a sua sede na cidade do Porto, como era antes.",
    "nl": "Het bedrijf werd in 1976 opgericht door drie studenten en heeft sinds die tijd een kantoor in de stad Utrecht.",
    "sv": "Företaget grundades 1976 av tre studenter och har sedan dess haft sitt huvudkontor i staden, men det är inte stort.",
    "pl": "Firma została założona w 1976 roku przez trzech studentów i od tego czasu ma siedzibę w mieście, które jest duże.",
    "tr": "Şirket 1976 yılında üç öğrenci tarafından kurulmuş ve o yıldan bu yana bu şehirde daha çok büyümüştür.",
    "ru": "Компания была основана в 1976 году тремя студентами, и с тех пор она находится в городе, который был столицей.",
    "uk": "Компанію було засновано у 1976 році трьома студентами, і з того часу вона є у місті, яке було столицею України.",
    "ar": "تأسست الشركة في عام 1976 من قبل ثلاثة طلاب وهي تقع في المدينة التي كانت عاصمة",
    "fa": "این شرکت در سال ۱۹۷۶ توسط سه دانشجو تأسیس شد و از آن زمان در این شهر است که پایتخت بود.",
    "el": "Η εταιρεία ιδρύθηκε το 1976 από τρεις φοιτητές.",
    "he": "החברה נוסדה בשנת 1976 על ידי שלושה סטודנטים.",
    "hi": "कंपनी की स्थापना 1976 में तीन छात्रों ने की थी।",
    "th": "บริษัทก่อตั้งขึ้นในปี พ.ศ. 2519",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_a_sentence_tells_its_language(language: str) -> None:
    assert detect(SAMPLES[language]) == language


@pytest.mark.parametrize(
    "text",
    ["Lionel Aldridge (born October 28, 1940) is a former American football player.", "Fort Sumter is a sea fort."],
)
def test_is_a_is_as_english_as_it_is_hungarian(text: str) -> None:
    assert detect(text) in ("en", "und")


@pytest.mark.parametrize("text", ["", "1234 5678", "Curie", "OK", "Wolfgang Amadeus Mozart"])
def test_too_little_is_undetermined(text: str) -> None:
    assert detect(text) == "und"


def test_names_in_another_script_do_not_decide() -> None:
    assert (
        detect(
            "Emperor Wenxuan of Northern Qi (北齊文宣帝) was the first emperor of the dynasty and he ruled for nine years."
        )
        == "en"
    )


@given(st.text(max_size=200))
def test_any_text_has_an_answer(text: str) -> None:
    assert detect(text) == "und" or len(detect(text)) == 2
