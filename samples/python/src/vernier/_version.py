"""What this client is, and which interface it speaks."""

VERSION = "1.0.0"
API = "1.0.0"
