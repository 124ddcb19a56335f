"""How an installation and its checks stand: alerts over the checks log, metrics, the doctor."""
