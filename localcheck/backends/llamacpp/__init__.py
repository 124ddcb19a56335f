"""GGUF models in this process, by llama-cpp-python: loading, batches over one context, sampling, token scores.

``llamacpp.llm:open_llm`` is the backend ``gguf`` of the registry; nothing else is meant for other rooms but ``loading`` and
``memory``, which the doctor reads.
"""
