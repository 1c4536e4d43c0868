"""The API of the zone: what its pages show, as JSON, under ``/api/v1/``."""
