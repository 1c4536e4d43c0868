"""The WSGI application that the web server runs."""

import multiprocessing
import os

from django.core.wsgi import get_wsgi_application

from rshl import processes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rshl.settings")

# The web server makes its own processes; under the supervisor they end with it even when it is killed.
server = multiprocessing.parent_process()
if os.environ.get("RSHL_SUPERVISED") and server is not None and server.pid is not None:
    processes.die_with_parent(server.pid)

application = get_wsgi_application()
