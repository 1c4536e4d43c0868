"""The secret key of an installation that was given none."""

import os
import secrets
from pathlib import Path

from rshl.env import BadEnvironment


def local_secret_key(folder: Path) -> str:
    """Return the key kept in ``folder``, made at the first start and readable by its owner alone.

    Two processes that start at once agree on one key: the file is linked into place, never overwritten. Raises
    ``BadEnvironment`` where nothing can be kept.
    """
    try:
        return _kept(folder)
    except OSError as error:
        raise BadEnvironment(f"{folder} cannot hold the site's files ({error.strerror}); set RSHL_STATE_DIR") from error


def _kept(folder: Path) -> str:
    file = folder / "secret-key"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"secret-key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text().strip()
