"""Django settings: one file, everything that differs between installations read from the environment.

``RSHL_ENV`` is ``local`` (the default: one machine, no server to install) or ``production`` (HTTPS, a secret key and
host names demanded). ``DATABASE_URL`` and ``REDIS_URL`` switch to PostgreSQL and Redis in either.
"""

from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from rshl.env import Env
from rshl.secret import local_secret_key

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent
STATE_DIR = env.folder("RSHL_STATE_DIR", BASE_DIR / "var")
PRODUCTION = env.choice("RSHL_ENV", ("local", "production")) == "production"
DEBUG = env.flag("RSHL_DEBUG", default=False)
SITE_NAME = env.text("RSHL_SITE_NAME", "RSHL")

if PRODUCTION:
    SECRET_KEY = env.secret("SECRET_KEY", least=50)
    ALLOWED_HOSTS = env.required_names("ALLOWED_HOSTS", "the host names the site answers to, with commas between")
    env.required("DATABASE_URL", "postgresql://user:password@host:port/database")
    if DEBUG:
        env.complaints.append("RSHL_DEBUG is on: it must be off in production")
else:
    SECRET_KEY = env.text("SECRET_KEY", "") or local_secret_key(STATE_DIR)
    ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]", ".localhost"])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.usersessions",
    "league.apps.LeagueConfig",
    "teams.apps.TeamsConfig",
    "games.apps.GamesConfig",
    "penalties.apps.PenaltiesConfig",
    "rshl.apps.SiteConfig",
]

MIDDLEWARE = [
    "rshl.pagecache.PageCacheMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.zones.ZoneMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.second_factor.SecondFactorMiddleware",
]

ROOT_URLCONF = "rshl.urls"
WSGI_APPLICATION = "rshl.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "rshl.context.site",
            ],
        },
    },
]

DATABASES = {"default": env.database("DATABASE_URL", STATE_DIR / "rshl.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.address("REDIS_URL", ("redis", "rediss"))

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["league.signing_in.NameBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

ACCOUNT_ADAPTER = "league.signing_in.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "league.login_forms.SignInForm",
    "signup": "league.login_forms.SignUpForm",
    "reset_password": "league.login_forms.ResetForm",
    "add_email": "league.login_forms.AddressForm",
    "change_password": "league.login_forms.NewPasswordForm",
    "set_password": "league.login_forms.FirstPasswordForm",
    "reset_password_from_key": "league.login_forms.ForgottenPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_CONFIRMATION_ANONYMOUS_REDIRECT_URL = LOGIN_URL
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
MFA_ADAPTER = "league.signing_in.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = SITE_NAME
# Nobody gets in without a confirmed address; a new one that is not confirmed yet is in nobody's way.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# In production nobody does a staff role's work with a password alone.
SECOND_FACTOR_REQUIRED = PRODUCTION
# How many proxies of one's own stand before the site: the limits count by the address that the outermost one saw.
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("RSHL_PROXIES", default=1 if PRODUCTION else 0, least=0, most=9)

DISCORD_ID = env.text("RSHL_DISCORD_CLIENT_ID", "")
DISCORD_SECRET = env.text("RSHL_DISCORD_CLIENT_SECRET", "")
if bool(DISCORD_ID) != bool(DISCORD_SECRET):
    env.complaints.append("RSHL_DISCORD_CLIENT_ID and RSHL_DISCORD_CLIENT_SECRET: set both, or neither")
SOCIALACCOUNT_ADAPTER = "league.signing_in.DiscordAdapter"
SOCIALACCOUNT_FORMS = {"signup": "league.login_forms.DiscordSignUpForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_PROVIDERS = {
    "discord": {
        "APPS": [{"client_id": DISCORD_ID, "secret": DISCORD_SECRET}] if DISCORD_ID else [],
        "SCOPE": ["identify", "email"],
    },
}

# What all processes count together, such as failed sign-ins; the table is made by a migration.
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "rshl",
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
        }
    }
else:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "league_cache"}
    }

MAIL_SERVER = env.mail_server("EMAIL_URL")
# Whatever is sent is written into the outbox first; the worker hands it to this server.
EMAIL_BACKEND = "league.outbox.OutboxBackend"
EMAIL_HOST, EMAIL_PORT = MAIL_SERVER.host, MAIL_SERVER.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL_SERVER.user, MAIL_SERVER.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_SERVER.tls, MAIL_SERVER.ssl
EMAIL_TIMEOUT = 20
# Where readers find the site, for the links in mails.
SITE_ADDRESS = env.address("RSHL_ADDRESS", ("http", "https")).rstrip("/") or (
    f"https://{ALLOWED_HOSTS[0].lstrip('.*')}" if PRODUCTION and ALLOWED_HOSTS else "http://localhost:8000"
)
DEFAULT_FROM_EMAIL = env.sender("RSHL_MAIL_FROM", f"{SITE_NAME} <noreply@{urlsplit(SITE_ADDRESS).hostname}>")
# Without a mail server a local installation shows on a page what would have been sent.
MAIL_ON_PAGE = not PRODUCTION and not EMAIL_HOST

LANGUAGE_CODE = "en"
TIME_ZONE = env.zone("RSHL_TIME_ZONE", "America/New_York")
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = env.folder("RSHL_STATIC_ROOT", STATE_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = env.folder("RSHL_MEDIA_ROOT", STATE_DIR / "media")
BACKUP_DIR = env.folder("RSHL_BACKUP_DIR", STATE_DIR / "backups")
BACKUPS_KEPT = env.integer("RSHL_BACKUPS_KEPT", default=14, least=1, most=1000)
# Names with a hash of the content need `collectstatic` first; tests and a development server do without.
HASHED_STATIC = env.flag("RSHL_HASHED_STATIC", default=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "rshl.storage.PackedStaticFiles"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_MAX_AGE = 3600
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = not HASHED_STATIC

# A schedule of a whole season is some 100 KB; anything near the limit is not one.
IMPORT_MAX_BYTES = 5 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        # The button of Discord sends a form here that is answered with the way to Discord.
        "form-action": [SELF, "https://discord.com"] if DISCORD_ID else [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    # Reading is for everybody; what writes asks for itself who may.
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer", "league.api.look.LookRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser", "rest_framework.parsers.FormParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "league.api.base.problem",
}
SPECTACULAR_SETTINGS = {
    "TITLE": f"{SITE_NAME} API",
    "DESCRIPTION": "Everything the public pages show, and what those who are signed in may enter. Times are in UTC.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PATH_CONVERTER_OVERRIDES": {"id": int},
}

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "rshl.views.forged"
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", [])
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", default=31_536_000, least=0, most=63_072_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

PAGE_CACHE_BYTES = env.integer("RSHL_PAGE_CACHE_MB", default=32, least=0, most=4096) * 1024 * 1024
# Answers carry the number of the process that made them: for tests and for finding a process that misbehaves.
SHOW_PROCESS = env.flag("RSHL_SHOW_PROCESS", default=False)

BROKER_DIR = STATE_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
REDIS_OPTIONS: dict[str, float | str] = {
    "visibility_timeout": 600,
    "unacked_restore_throttle": 1,
    # Whoever wakes the worker has a reader waiting: a server that is down is given up at once.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.05,
    "interval_max": 0.05,
    "socket_connect_timeout": 1,
    "socket_timeout": 15,
}
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = REDIS_OPTIONS
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_DIR),
        "data_folder_out": str(BROKER_DIR),
        "control_folder": str(STATE_DIR / "broker-control"),
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
# Written with each message, so that the age of the file tells whether the clock runs.
CELERY_BEAT_SYNC_EVERY = 1
CELERY_BEAT_SCHEDULE_FILENAME = str(STATE_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "league.tasks.sweep", "schedule": 60.0, "options": {"expires": 55}},
    "daily-backup": {"task": "league.tasks.plan_backup", "schedule": 3600.0, "options": {"expires": 3000}},
}
# Which function does a job of which kind; see league.services.clockwork.
JOB_HANDLERS = {
    "backup": "league.services.backups.prepare",
    "clinch": "games.services.marks.prepare",
    "import": "games.services.imports.prepare",
    "mail": "league.services.mail.prepare",
}
# Who is asked what waits for somebody; see league.selectors.desk.
DESK_SOURCES = (
    "teams.selectors.claims.waiting",
    "games.selectors.desk.results",
    "games.selectors.desk.imports",
    "games.selectors.season_desk.steps",
    "league.selectors.news.drafts_waiting",
)
# Who tells somebody what is held about him, and who takes it away when he wants it deleted; see
# league.selectors.personal and league.services.forgetting.
PERSONAL_DATA = (
    "league.selectors.personal.login",
    "league.selectors.personal.deeds",
    "teams.selectors.claims.personal",
)
FORGETTERS = ("teams.services.forgetting.forget_player", "league.services.forgetting.forget_login")
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.choice("RSHL_LOG_LEVEL", ("INFO", "DEBUG", "WARNING", "ERROR"))},
    "loggers": {"django.request": {"level": "ERROR"}, "django.db.backends": {"level": "INFO"}},
}

env.check()
