"""PyCryptodome."""

import Crypto
from Crypto.Hash import SHA3_256, SHA3_512, SHA256, SHAKE128, SHAKE256, KangarooTwelve, TurboSHAKE128, TurboSHAKE256, keccak

from contender import serve

serve(
    "py-pycryptodome",
    f"PyCryptodome {Crypto.__version__}",
    {
        "keccak-256": lambda message: keccak.new(data=message, digest_bits=256).digest(),
        "sha3-256": lambda message: SHA3_256.new(message).digest(),
        "sha3-512": lambda message: SHA3_512.new(message).digest(),
        "shake128": lambda message: SHAKE128.new(message).read(32),
        "shake256": lambda message: SHAKE256.new(message).read(64),
        "turboshake128": lambda message: TurboSHAKE128.new(data=message).read(32),
        "turboshake256": lambda message: TurboSHAKE256.new(data=message).read(64),
        "kt128": lambda message: KangarooTwelve.new(data=message).read(32),
        "sha-256": lambda message: SHA256.new(message).digest(),
    },
)
