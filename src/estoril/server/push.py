"""Web Push: what a browser is told while no page of ours is open.

A message goes to the push service of the browser's maker (RFC 8030), encrypted for the browser
alone (RFC 8291), and signed with a key by which the service knows this server (VAPID, RFC 8292).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from typing import Final
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from estoril.server.refusals import Refusal

_CURVE: Final = ec.SECP256R1()
_RECORD: Final = 4096  # bytes of a record, of which there is one
_ROOM: Final = 512  # bytes to which a message is filled up, so that its length tells nothing
_AUTH: Final = 16  # bytes of a browser's secret
_LASTS: Final = 86_400  # seconds that a service keeps a call for a browser that is off
_VALID: Final = 12 * 3600  # seconds that a signature is good; a day is the most


class Keys:
    """The keys of a server; the secret one never leaves it and its database."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._private = ec.derive_private_key(int.from_bytes(secret), _CURVE)
        self.public = to_text(_point(self._private))

    @classmethod
    def new(cls) -> Keys:
        """Make keys that nobody had before."""
        number = ec.generate_private_key(_CURVE).private_numbers().private_value
        return cls(number.to_bytes(32))

    def sign(self, claims: dict[str, object]) -> str:
        """Return claims as a signed token (JWT, ES256)."""
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(to_text(json.dumps(part).encode()) for part in parts)
        r, s = decode_dss_signature(self._private.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{to_text(r.to_bytes(32) + s.to_bytes(32))}"


def to_text(data: bytes) -> str:
    """Write bytes as base64url without filling, as all of these standards do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Read what `to_text` has written; browsers may fill it up.

    Raises:
        ValueError: It is nothing of the kind.
    """
    try:
        bare = text.rstrip("=")
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as problem:
        raise ValueError("no base64url") from problem


def check(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Read the keys of a browser.

    Raises:
        Refusal: They are none.
    """
    try:
        point, secret = from_text(p256dh), from_text(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    except (ValueError, UnsupportedAlgorithm):
        raise Refusal("refused.push.keys", 422) from None
    if len(secret) != _AUTH:
        raise Refusal("refused.push.keys", 422)
    return point, secret


def headers(
    keys: Keys, endpoint: str, table: str, contact: str | None, now: float
) -> dict[str, str]:
    """Return what goes with a message: a later call at a table takes the place of an earlier."""
    parts = urlsplit(endpoint)
    claims: dict[str, object] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now) + _VALID,
    }
    if contact is not None:
        claims["sub"] = contact
    return {
        "Authorization": f"vapid t={keys.sign(claims)}, k={keys.public}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_LASTS),
        "Topic": to_text(hashlib.sha256(table.encode()).digest()[:24]),
        "Urgency": "high",
    }


def encrypt(message: bytes, point: bytes, auth: bytes) -> bytes:
    """Encrypt a message for a browser (RFC 8291, in one record of RFC 8188)."""
    filled = (message + b"\2").ljust(_ROOM, b"\0")
    return seal(filled, point, auth, ec.generate_private_key(_CURVE), os.urandom(16))


def seal(
    record: bytes, point: bytes, auth: bytes, key: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a record, with a key and a salt that are used once."""
    own = _point(key)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    shared = key.exchange(ec.ECDH(), browser)
    secret = _derive(auth, shared, b"WebPush: info\0" + point + own, 32)
    content_key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4) + len(own).to_bytes(1) + own
    return head + AESGCM(content_key).encrypt(nonce, record, None)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
