"""hashlib of Python's standard library."""

import hashlib
import platform
import ssl

from contender import serve

sha3_256, sha3_512, shake_128, shake_256, sha256 = (
    hashlib.sha3_256,
    hashlib.sha3_512,
    hashlib.shake_128,
    hashlib.shake_256,
    hashlib.sha256,
)

serve(
    "py-hashlib",
    f"Python {platform.python_version()}, {ssl.OPENSSL_VERSION}",
    {
        "sha3-256": lambda message: sha3_256(message).digest(),
        "sha3-512": lambda message: sha3_512(message).digest(),
        "shake128": lambda message: shake_128(message).digest(32),
        "shake256": lambda message: shake_256(message).digest(64),
        "sha-256": lambda message: sha256(message).digest(),
    },
)
