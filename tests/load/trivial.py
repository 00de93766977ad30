"""The limit: one Django view that says ok, on the same server with the same settings of it.

python -m tests.load.trivial PORT
"""

import sys
from typing import Any

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

settings.configure(
    ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="x" * 50, MIDDLEWARE=[]
)


def ok(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n")


urlpatterns = [path("healthz", ok)]


class Server(BaseApplication):  # type: ignore[misc]
    def load_config(self) -> None:
        given = {"bind": f"127.0.0.1:{sys.argv[1]}", "worker_class": "gthread", "workers": 2}
        for name, value in (given | {"threads": 4, "control_socket_disable": True}).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from django.core.wsgi import get_wsgi_application

        return get_wsgi_application()


if __name__ == "__main__":
    django.setup()
    Server().run()
