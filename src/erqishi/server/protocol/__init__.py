"""What goes over the wire: `client_in` (from a client to us), `client_out` (from us to a client), `shared` (in both).

docs/protocol.md tells it in words; `python -m erqishi.server.protocol.typescript` writes web/src/protocol.ts.
"""

PROTOCOL = 1
"""The version spoken here. It rises when an old client would misunderstand; new optional fields do not raise it."""

PROTOCOL_MIN = 1
"""The oldest version that is still understood; a client below it is answered with `upgrade`."""

MAX_FRAME = 16 * 1024
"""Most bytes in one frame from a client. A larger one closes the connection (1009)."""
