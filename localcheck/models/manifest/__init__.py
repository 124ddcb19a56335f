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

from localcheck.models.manifest.card import (
    AUTO,
    BESIDE,
    CARD,
    CAREFUL,
    CASCADE,
    KINDS,
    RECORD,
    STARTER,
    Card,
    FileRecord,
    InstallRecord,
    card_from,
    file_records,
    find_model,
    installed,
    model_files,
    nli_models,
    read_card,
    read_json,
    read_record,
    shipped,
    write_card,
    write_record,
)
from localcheck.models.manifest.integrity import (
    State,
    check_files,
    remember,
    remembered_hashes,
    state_of,
    verified_digest,
)
