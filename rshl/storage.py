"""How static files are kept: under names with a hash of their content, and packed beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage


class PackedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed names for all files; the admin's, which few people ever load, are not packed: that takes many seconds."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pack the site's own files and yield each name with that of its packed twin."""
        yield from super().compress_files([path for path in paths if not path.startswith("admin/")])
