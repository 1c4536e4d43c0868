"""The page register's part about logins, profiles and mail."""

from __future__ import annotations

from tests.entries import MEMBERS, REFUSED, Entry, Kind, Kwargs, each, missing
from tests.world import ROLES, World

NEXT = ("", "?next=/desk/", "?next=https://elsewhere.example/")
ENTRANCE = each(302, anonymous=200)
MEMBERS_ONLY = each(405, anonymous=302)


def with_factor(status: int, others: int) -> dict[str, int]:
    """What the one role with a second factor gets, and what the others get who are signed in."""
    return {role: {"anonymous": 302, "sysop": status}.get(role, others) for role in ROLES}


# The example is of a player of the Lightsabers.
WHO_DECIDES = ("owner", "leader", "captain", "assistant")
DECIDERS = each(404, anonymous=302, **dict.fromkeys(WHO_DECIDES, 200))
DECIDED = each(404, anonymous=302, **dict.fromkeys(WHO_DECIDES, 422))


def claims(world: World) -> list[Kwargs]:
    """The claims of the world on accounts of the example's team."""
    return [{"number": claim.pk} for claim in world.claims]


PEOPLE: tuple[Entry, ...] = (
    Entry("account_login", get=ENTRANCE, post=ENTRANCE, asked=NEXT, public=False),
    Entry("account_signup", get=ENTRANCE, post=ENTRANCE, asked=NEXT, public=False),
    Entry("account_logout", Kind.DEED, get=REFUSED, post=each(302), public=False),
    Entry("account_reauthenticate", get=MEMBERS, post=MEMBERS, asked=NEXT, public=False),
    Entry("account_inactive", public=False),
    Entry("account_email_verification_sent", public=False),
    Entry("account_confirm_email", examples=lambda _: [{"key": "no-key-of-ours"}], post=each(404), public=False),
    Entry("account_email", get=MEMBERS, post=each(302), public=False),
    Entry("account_change_password", get=MEMBERS, post=MEMBERS, public=False),
    # Only for a login without a password.
    Entry("account_set_password", Kind.DEED, get=each(302), post=each(302), public=False),
    Entry("account_reset_password", post=each(200), asked=NEXT, public=False),
    Entry("account_reset_password_done", public=False),
    Entry("account_reset_password_from_key", examples=lambda _: [{"uidb36": "1", "key": "no-key-of-ours"}],
          post=each(200), public=False),
    Entry("account_reset_password_from_key_done", public=False),
    Entry("usersessions_list", get=MEMBERS, post=each(302), public=False),
    Entry("mfa_index", get=MEMBERS, post=MEMBERS_ONLY, public=False),
    # Only between a password and the code that goes with it.
    Entry("mfa_authenticate", Kind.DEED, get=each(302), post=each(302), public=False),
    Entry("mfa_reauthenticate", get=with_factor(200, 302), post=with_factor(200, 302), public=False),
    Entry("mfa_activate_totp", get=with_factor(302, 200), post=with_factor(302, 200), public=False),
    Entry("mfa_deactivate_totp", get=with_factor(200, 404), post=with_factor(302, 404), public=False),
    Entry("mfa_view_recovery_codes", get=with_factor(200, 404), post=MEMBERS_ONLY, public=False),
    Entry("mfa_generate_recovery_codes", get=MEMBERS, post=with_factor(302, 200), public=False),
    Entry("mfa_download_recovery_codes", Kind.TEXT,
          get=with_factor(200, 404), post=with_factor(405, 404), public=False),
    Entry("profile", get=MEMBERS, post=each(422, anonymous=302), public=False),
    Entry("profile_data", Kind.JSON, get=MEMBERS, public=False),
    Entry("profile_delete", get=MEMBERS, post=each(422, anonymous=302), public=False),
    Entry("claims", get=MEMBERS, post=each(422, anonymous=302), public=False),
    Entry("claim", examples=claims, get=DECIDERS, post=DECIDED, unknown=missing("number"), public=False),
    Entry("mail", asked=("", "?page=2", "?page=0", "?page=rubbish"), public=False),
)  # fmt: skip
