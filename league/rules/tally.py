"""Columns while they are being added up: the one mutable thing of the engine, which never leaves a single call."""

from __future__ import annotations


class Tally:
    """One team's columns while they are being added up (S2); ``w`` and ``l`` hold the overtime ones too."""

    __slots__ = (
        *("gp", "otw", "otl", "pts", "gf", "ga", "bonus"),
        *("home_w", "home_l", "home_t", "away_w", "away_l", "away_t"),
    )

    def __init__(self) -> None:
        """Start from nothing."""
        self.gp = self.otw = self.otl = self.pts = self.gf = self.ga = self.bonus = 0
        self.home_w = self.home_l = self.home_t = self.away_w = self.away_l = self.away_t = 0

    @property
    def w(self) -> int:
        """All wins."""
        return self.home_w + self.away_w


class Inside:
    """One team's record in the games among the members of a level group (S4)."""

    __slots__ = ("away_goals", "gd", "gp", "pts", "w")

    def __init__(self) -> None:
        """Start from nothing."""
        self.gp = self.pts = self.w = self.gd = self.away_goals = 0
