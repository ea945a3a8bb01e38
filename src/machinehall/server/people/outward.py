"""Where this server may call somebody: public addresses only, however they are written, and few ports."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from machinehall.server.config import Config
from machinehall.server.errors import Malformed

HTTPS = 443
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def public(address: str) -> bool:
    """Whether an address is one of the public network; one that carries another in it is judged by that one too."""
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return public(str(inner))
        if found.is_reserved or found.is_site_local or found.teredo is not None:
            return False
    return found.is_global and not (found.is_multicast or found.is_unspecified or found.is_reserved)


def check_webhook(address: str, config: Config) -> None:
    """Only https, only public addresses: the server must not become a tool against its own network."""
    if not config.webhooks:
        raise Malformed("notify.no_webhooks")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or (HTTPS if parts.scheme == "https" else 80)
    except ValueError:  # a port that is none, half an IPv6 address
        raise Malformed("notify.bad_webhook") from None
    listed, usual = config.webhook_hosts, port in config.webhook_ports
    if parts.scheme in ("http", "https") and (f"{host}:{port}" in listed or (host in listed and usual)):
        return
    if parts.scheme != "https" or not host or listed or not usual:
        raise Malformed("notify.bad_webhook")
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)}
    except (OSError, UnicodeError):
        raise Malformed("notify.bad_webhook") from None
    if not all(map(public, found)):
        raise Malformed("notify.bad_webhook")
