"""Log-in attempts, counted before the hash: a password costs 0.4 CPU seconds to check."""

from __future__ import annotations

import time

from django.conf import settings
from django.http import HttpRequest

from kb.accounts.throttle import Ledger, client_of

# safety.md section 10: 10 a minute and 50 an hour, for an address and for an account.
_ledgers = (Ledger(share=10.0, refill=10 / 60), Ledger(share=50.0, refill=50 / 3600))


def wait_for(request: HttpRequest, name: str) -> int:
    """Seconds until this client may try this account again; 0 = now, and then it is counted."""
    if not settings.RATE_LIMIT:
        return 0
    now = time.monotonic()
    keys = (f"address {client_of(request)}", f"account {name.strip().casefold()[:150]}")
    wait = max(ledger.wait(key, now) for ledger in _ledgers for key in keys)
    if not wait:
        for ledger in _ledgers:
            for key in keys:
                ledger.spend(key, 1.0, now)
    return wait
