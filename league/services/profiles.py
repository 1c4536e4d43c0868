"""What somebody may change about himself: his name here, his zone, the mail he wants."""

from __future__ import annotations

import re
from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.audit import CLOCKWORK
from league.models import User
from league.models.mail import OPTIONAL_MAIL
from league.models.seasons import validate_zone
from league.names import clean_name, name_key
from league.services.clockwork import Clock

# Names that would be taken for the site's own words in the record.
DELETED = "Deleted user"
NOT_FOR_PEOPLE = re.compile(rf"{name_key(CLOCKWORK)}|{name_key(DELETED)} \d+")


def free_username(name: str, *, of: User | None = None) -> str:
    """Return the name without blanks around it, if a login can have it; the one ``of`` has already stays free for him.

    Raises ``ValidationError`` for what is no name, what others have in any way of writing it, an address of mail, which
    would be shown to everybody, and the words the site itself uses.
    """
    name = clean_name(name)
    key = name_key(name)
    if NOT_FOR_PEOPLE.fullmatch(key):
        raise ValidationError("This name stands for something else in the record; take another one.", code="reserved")
    if is_address(name):
        raise ValidationError("This looks like your address, and names are shown to everybody.", code="address")
    others = User.objects.exclude(pk=of.pk) if of else User.objects.all()
    if others.filter(username_key=key).exists():
        raise ValidationError("Somebody has this name already.", code="taken")
    return name


def is_address(name: str) -> bool:
    """Return whether a name is an address of mail."""
    try:
        validate_email(name)
    except ValidationError:
        return False
    return True


def update_profile(
    *, user: User, username: str, time_zone: str, muted_mail: Collection[str], clock: Clock = timezone.now
) -> User:
    """Change what is a user's own to choose, and return him as he is then; the same again changes nothing.

    ``time_zone`` is an IANA name, or empty for the browser's. Raises ``ValidationError`` for a name that cannot be had,
    for what is no zone, and for a kind of mail that there is not or that always comes.
    """
    if time_zone:
        validate_zone(time_zone)
    if unknown := set(muted_mail) - set(OPTIONAL_MAIL):
        raise ValidationError(f"Mail of the kind {min(unknown)} cannot be left out.", code="kind")
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = clock()
        name = free_username(username, of=locked)
        if name != locked.username:
            audit.record("user.renamed", at=now, actor=locked, user=name, user_id=locked.pk)
            # News and whatever else names him says the new name from now on.
            versions.bump_everything()
        locked.username, locked.time_zone, locked.muted_mail = name, time_zone, sorted(muted_mail)
        locked.save(update_fields=["username", "username_key", "time_zone", "muted_mail"])
    return locked
