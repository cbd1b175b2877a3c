"""Tables over HTTP and WebSocket: what the browser talks to.

Needs Starlette, uvicorn, websockets and msgspec (``pip install kabuto[play]``).
"""
