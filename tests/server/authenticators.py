"""A device that makes and uses passkeys as browsers do, and can be told to do it wrongly."""

import json
import secrets
from hashlib import sha256
from struct import pack
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey for the server at ``origin``."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.counter = 0
        """How often it says that it was used."""
        self.flags = PRESENT | VERIFIED
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser sends back when it has made the passkey."""
        public = cbor.encode(dict(ES256.from_cryptography_key(self._key.public_key())))  # type: ignore[no-untyped-call]
        attested = bytes(16) + pack(">H", len(self.id)) + self.id + public
        data = self._data(self.flags | ATTESTED) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser sends back when it has used the passkey."""
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + bytes([flags]) + pack(">I", self.counter)

    def _client(self, what: str, options: dict[str, Any]) -> bytes:
        challenge = websafe_encode(websafe_decode(options["challenge"]))
        return json.dumps({"type": what, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        name = websafe_encode(self.id)
        written = {key: websafe_encode(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": written}
