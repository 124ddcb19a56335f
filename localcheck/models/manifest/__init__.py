"""What lies in a model folder: its card (``localcheck.json``), its install record (``localcheck-model.json``), its hashes.

Both the runtimes that load models and the store that installs them stand on this module; it loads no runtime itself.

A model folder holds::

    localcheck.json         the card: what the files are and how to use them
    localcheck-model.json   only for installed models: source, revision, licence, when, and SHA-256 and size of every file
    model.bin, config.json, vocabulary.*        CTranslate2 (kinds nli-encoder, nli-seq2seq, encoder)
    tokenizer.json | spiece.model | sentencepiece.bpe.model
    head.npz                the classification head (nli-encoder)
    model.gguf              kind llm-gguf
"""

from localcheck.models.manifest.card import CARD, KINDS, Card, card_from, read_card, read_json, write_card
from localcheck.models.manifest.record import (
    AUTO,
    BESIDE,
    CAREFUL,
    CASCADE,
    RECORD,
    STARTER,
    FileRecord,
    InstallRecord,
    State,
    check_files,
    file_records,
    find_model,
    installed,
    model_files,
    nli_models,
    read_record,
    remember,
    remembered_hashes,
    shipped,
    state_of,
    verified_digest,
    write_record,
)
