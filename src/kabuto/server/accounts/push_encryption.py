"""Messages of Web Push that one browser alone can read (RFC 8291), each as one record of RFC 8188."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

RECORD = 4096
"""Bytes of a record of an encrypted message; ours have one."""


def encrypt(
    message: bytes, browser: bytes, auth: bytes, sender: Any = None, salt: bytes | None = None
) -> bytes:
    """Encrypt for a browser, by its public key and its secret; sender and salt are new each time."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    sender, salt = sender or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    info = b"WebPush: info\0" + browser + public_point(sender)
    shared = _derived(auth, sender.exchange(ec.ECDH(), theirs), info, 32)
    key = _derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([65]) + public_point(sender)
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def public_point(private: Any) -> bytes:
    """The public key that belongs to a private one."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def encode(value: bytes) -> str:
    """Bytes as addresses and signatures write them."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Bytes that were written so; ``ValueError`` if they were not."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
