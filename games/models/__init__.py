"""Games with their times and results, what the table takes besides them, series, and files of games."""

from games.models.game import OVER, Game, GameKind, GameStatus, GameTime, Precision
from games.models.imports import UNDECIDED, CsvImport, ImportState
from games.models.results import WITHDRAWN, Decided, Forfeiter, PointAdjustment, Result, ShootoutOrder
from games.models.series import Seed, Series

__all__ = [
    "OVER",
    "UNDECIDED",
    "WITHDRAWN",
    "CsvImport",
    "Decided",
    "Forfeiter",
    "Game",
    "GameKind",
    "GameStatus",
    "GameTime",
    "ImportState",
    "PointAdjustment",
    "Precision",
    "Result",
    "Seed",
    "Series",
    "ShootoutOrder",
]
