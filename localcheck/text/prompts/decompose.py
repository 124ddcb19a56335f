"""Claim decomposition: the prompt of Wang et al. 2023 (Appendix A, Figure 3), its Chinese form, and the answer's schema."""

from __future__ import annotations

from localcheck.types import JSON

DECOMPOSE = """Follow these steps to process the text in the triple delimiter:

Step 1: Rewrite the text while use the original names of entities instead of pronouns when referring to them

Step 2: Decompose the text into basic knowledge, requiring each piece of knowledge to contain only one entity and one \
attribute of that entity and one value of the attribute.

Step 3: Express each decomposed piece of knowledge in a natural language sentence.

Step 4: Output which sentence in step three was obtained from the original text.

Output the result in JSON format, the key of JSON is 'step1', 'step2', 'step3' and 'step4', the value of step3 should be \
a list of sentences and the value of step4 should be pairs of sentence in step3 and original sentence in the original text \
and the index of the sentence in the original text.

```{passage}```
Output:"""
"""Verbatim; ``passage`` comes from ``passage``."""

DECOMPOSE_ZH = """请按照以下步骤处理三重分隔符中的文本:

步骤1: 改写文本, 用实体的原名代替指代它们的代词。

步骤2: 将文本分解为基本知识, 每条知识只包含一个实体、该实体的一个属性以及该属性的一个值。

步骤3: 用一个自然语言句子表达每条分解出的知识, 使用中文。

步骤4: 输出步骤3中的每个句子来自原文的哪一句。

以JSON格式输出结果, JSON的键为'step1'、'step2'、'step3'和'step4', step3的值是句子列表, \
step4的值是步骤3中的句子、原文中的句子以及该句在原文中的序号。

```{passage}```
输出:"""
"""The same in Chinese."""

PROMPTS = {"en": DECOMPOSE, "zh": DECOMPOSE_ZH}
LONGEST = 300
"""Characters of one sentence in the answer; longer ones are runaways."""
MOST = 48
"""Pieces of knowledge in one answer."""

_sentence: JSON = {"type": "string", "minLength": 1, "maxLength": LONGEST}
_pair: JSON = {
    "type": "object",
    "properties": {"sentence": _sentence, "original": {"type": "string"}, "index": {"type": "integer"}},
    "required": ["sentence", "original", "index"],
    "additionalProperties": False,
}
SCHEMA: JSON = {
    "type": "object",
    "properties": {
        "step1": {"type": "string"},
        "step2": {"type": "array", "items": {"type": "string"}, "maxItems": MOST},
        "step3": {"type": "array", "items": _sentence, "minItems": 1, "maxItems": MOST},
        "step4": {"type": "array", "items": _pair, "maxItems": MOST},
    },
    "required": ["step1", "step2", "step3", "step4"],
}


def passage(sentences: list[str], about: str = "") -> str:
    """Numbered sentences, what the text is about in front; the prompt's delimiter cannot occur in it.

    >>> passage(["He ``` ran.", "He won."], "Ada")
    "(Ada)\\n1. He ''' ran.\\n2. He won."
    """
    lines = [f"({_line(about)})"] if about else []
    return "\n".join([*lines, *(f"{i}. {_line(s)}" for i, s in enumerate(sentences, 1))])


def _line(text: str) -> str:
    return " ".join(text.split()).replace("```", "'''")
