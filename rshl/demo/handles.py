"""Names that players go by in the game, put together from words so that none of them is anybody's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from league.names import name_key

QUALITIES = (
    "Amber", "Arctic", "Blind", "Brass", "Broken", "Copper", "Cosmic", "Crooked", "Drowsy", "Dusty", "Electric",
    "Feral", "Frozen", "Gentle", "Hollow", "Humble", "Icy", "Idle", "Iron", "Jagged", "Late", "Lazy", "Lone",
    "Lucky", "Lunar", "Mellow", "Midnight", "Neon", "Nimble", "Odd", "Pale", "Quiet", "Rapid", "Rusty", "Salty",
    "Silent", "Silver", "Sleepy", "Smug", "Solar", "Spare", "Static", "Stray", "Tiny", "Turbo", "Velvet", "Wicked",
    "Winter", "Wobbly", "Zen",
)
THINGS = (
    "Anvil", "Badger", "Bandit", "Beacon", "Biscuit", "Blade", "Boulder", "Cactus", "Comet", "Coyote", "Crease",
    "Cricket", "Dagger", "Decoy", "Drifter", "Ember", "Falcon", "Ferret", "Gizmo", "Glacier", "Goblin", "Hammer",
    "Harpoon", "Heron", "Icicle", "Jackal", "Kettle", "Kraken", "Lantern", "Lynx", "Magnet", "Mallet", "Marmot",
    "Meteor", "Moose", "Nacho", "Noodle", "Otter", "Pickle", "Piston", "Pixel", "Puffin", "Puck", "Quasar", "Raven",
    "Rocket", "Saber", "Skate", "Slapshot", "Sprocket", "Stick", "Thunder", "Toast", "Turnip", "Vortex", "Walrus",
    "Wasp", "Wombat", "Yeti", "Zamboni",
)

Shape = Callable[[str, str, int], str]
SHAPES: tuple[tuple[Shape, int], ...] = (
    (lambda quality, thing, _: f"{quality} {thing}", 6),
    (lambda quality, thing, _: f"{quality}{thing}", 4),
    (lambda _, thing, __: thing, 4),
    (lambda _, thing, number: f"{thing} {number}", 3),
    (lambda _, thing, number: f"{thing.lower()}{number}", 2),
    (lambda quality, thing, _: f"{quality.lower()}_{thing.lower()}", 2),
    (lambda quality, thing, _: f"{quality.lower()} {thing.lower()}", 2),
    (lambda _, thing, __: f"xX{thing}Xx", 1),
    (lambda _, thing, __: f"The {thing}", 2),
    (lambda quality, _, __: f"{quality}.", 1),
)


def handles(rng: random.Random) -> Iterator[str]:
    """Return names without end, no two of them the same to the league."""
    shapes, weights = zip(*SHAPES, strict=True)
    taken: set[str] = set()
    while True:
        [shape] = rng.choices(shapes, weights)
        name = shape(rng.choice(QUALITIES), rng.choice(THINGS), rng.randint(2, 99))
        if name_key(name) not in taken:
            taken.add(name_key(name))
            yield name
