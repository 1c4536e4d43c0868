# The site as one image: web server, worker, clock and migrations are the same image with another command.
FROM python:3.12-slim AS build
WORKDIR /app
COPY requirements-installer.lock requirements.lock ./
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements-installer.lock \
    && /opt/venv/bin/uv pip install --no-cache --python /opt/venv/bin/python --compile-bytecode \
        --require-hashes -r requirements.lock \
    && /opt/venv/bin/pip uninstall --yes uv
COPY manage.py ./
COPY league league
COPY teams teams
COPY games games
COPY penalties penalties
COPY rshl rshl
COPY templates templates
COPY static static
# Files with hashed names, packed; no secret is needed for that, and none ends up in the image.
RUN RSHL_STATE_DIR=/tmp/build RSHL_STATIC_ROOT=/app/staticfiles /opt/venv/bin/python manage.py collectstatic --noinput \
    && /opt/venv/bin/python -m compileall -q /app

FROM python:3.12-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data rshl
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    RSHL_ENV=production \
    RSHL_STATE_DIR=/data \
    RSHL_STATIC_ROOT=/app/staticfiles
WORKDIR /app
USER rshl
VOLUME /data
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", "3", "--respawn-failed-workers", "--host", "0.0.0.0", "--port", "8000", "--log-level", "warning", "rshl.wsgi:application"]
