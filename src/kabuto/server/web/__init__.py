"""HTTP and WebSocket: the application, the sockets and the pages."""
