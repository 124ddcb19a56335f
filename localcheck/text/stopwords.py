"""Function words and tell-tale letters of common languages, for ``language.detect``; written for this project."""

from __future__ import annotations

import re

_WORDS = """
en: the of and to in is was for on that with as by at from his her he she it they were which are an be this has had have not
 but or its their who been after also when into than first where there its would could these one two during between about
 him them then while such other more most only over some
de: der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie
 nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein
 wurde sei
fr: le la les de des du un une et en est que qui dans pour au aux par sur pas plus ce cette avec il elle sont été son sa ses
 se ne ou mais où nous vous leur était fut d'un d'une qu'il c'est à a ont comme entre
es: el la los las de del y en que un una es por con para se su sus al lo como más pero fue era ha son este esta entre sobre
 también desde cuando muy sin hasta donde años después fueron está
it: il lo la gli le di del della dei delle e è in che un una uno per con non si da dal dalla al alla nel nella sono come più
 ma anche suo sua ha fu era dopo questo questa tra sul nato stato ed
pt: o a os as de do da dos das e em no na nos nas que um uma é por com para se seu sua ao à como mais mas foi era não também
 entre sobre quando muito são pelo pela até isso ele ela nasceu
nl: de het een en van in is dat op te zijn met voor niet aan er om als ook bij maar uit door over hij werd was of naar heeft
 had dan nog wordt deze die onder na tot ze haar hem geen
sv: och i att det som en på är av för med den till inte om ett han var de från men hon hade efter så vid sig har kan under
 också eller när ut blev där sin
da: og i at det som en på er af for med den til ikke om et han var de fra men hun havde efter så ved sig har kan under også
 eller når ud blev der hvor af mellem
no: og i at det som en på er av for med den til ikke om et han var de fra men hun hadde etter så ved seg har kan under også
 eller når ut ble der hvor mellom ei
fi: ja on ei se että hän oli ovat mutta kun myös tai sen joka jotka ollut mukaan kuin vuonna niin sekä hänen jossa vain olla
 sitä siitä voi ne jälkeen
pl: i w na z do się jest nie że o to jak po od za przez był była dla oraz przy tym jego ale który która które ma są lub roku
 także został ich
cs: a v na se je že s z do o to jako po za pro od byl byla bylo ale který která které jeho jsou nebo roku také i však při
 své není
hu: a az és hogy nem is egy volt van meg ez de ki mint csak már azt még el vagy után majd között által lett ezt amely pedig
 évben
ro: și în de la a cu pe din care este un o nu se că pentru mai prin fost sau ca sunt dar după al ale lui între anul către fi
 era
tr: ve bir bu da de için ile olarak en olan daha çok gibi kadar sonra değil ne ya o ise ancak tarafından yılında her olduğu
 vardır doğdu
vi: và của là có được trong cho các một những với không người này đã từ khi năm ông đến về như ra tại cũng để
id: yang dan di dari dengan untuk pada adalah ini itu dalam tidak ke sebagai oleh juga akan ia telah atau karena seorang
 tahun lebih dapat mereka bahwa
ca: el la els les de del dels i en que un una és per amb al als va ser com més però seva seu entre també són no aquest
 aquesta fou des l'any
ru: и в не на что с он как по это из к но за от был была было его она они а для у о при так же или до его году который также
 были
uk: і в у не на що з він як по це до та за від був була було його вона вони а для при так або є року який також були й із
bg: и в не на че с той като по това от към но за е са беше бил била през той тя те а при или до който също се да във със
ar: في من على إلى أن عن هذا هذه التي الذي كان كانت هو هي مع ما لا بعد كما وقد بين ذلك قد و
fa: و در به از که این را با است برای آن یک خود تا کرد بر هم نیز شد بود می او های
ur: کے میں کی ہے اور سے کا کو اس نے پر ہیں یہ تھا ایک کہ بھی جو تھے تھی لیے
"""
STOPWORDS = {
    language: frozenset(words.split())
    for line in re.sub(r"\n ", " ", _WORDS).split("\n")[1:-1]
    for language, _, words in [line.partition(":")]
}
"""Language -> its function words."""
ENGLISH = STOPWORDS["en"]
"""Words that occur in nearly every English sentence."""
SCRIPTS = {
    **dict.fromkeys(STOPWORDS, "LATIN"),
    **dict.fromkeys(("ru", "uk", "bg"), "CYRILLIC"),
    **dict.fromkeys(("ar", "fa", "ur"), "ARABIC"),
}
"""Language -> the script that it is written in."""

LETTERS = {
    "de": "ß",
    "es": "ñ¿¡",
    "pt": "ãõ",
    "pl": "łżśćąę",
    "cs": "řěůž",
    "ro": "țăș",
    "tr": "ığş",
    "vi": "đơưạảấầẩậắằặẹẻếềểệịọỏốồổộớờởợụủứừửựỳ",
    "hu": "őű",
    "no": "",
    "uk": "іїєґ",
    "ru": "ыэё",
    "bg": "",
    "fa": "گچپژ",
    "ur": "ٹڈڑےں",
}
"""Letters that hardly occur in the other languages of the same script; each occurrence is half a function word."""
