"""Settings: typed, checked, told."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from durak_p2p.ui.settings import (
    SETTINGS,
    Settings,
    SettingsError,
    parse_value,
    settings_from,
    turned,
)


def test_the_defaults_are_the_first_values() -> None:
    assert asdict(Settings()) == {
        name: next(iter(setting.values)) for name, setting in SETTINGS.items()
    }
    assert Settings().told() == {}


def test_what_is_told_gives_the_same_settings() -> None:
    changed = settings_from({"theme": "light", "bell": False})
    assert changed.told() == {"theme": "light", "bell": False}
    assert settings_from(changed.told()) == changed


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"colour": "red"}, "There is no setting 'colour'; there are language, theme,"),
        ({"theme": "pink"}, "'pink' is not a value of theme: dark, light, felt, mono."),
        ({"bell": 1}, "1 is not a value of bell: true, false."),
        ({"bell": "true"}, "'true' is not a value of bell"),
        ({"theme": True}, "true is not a value of theme"),
        ({"theme": ["dark"]}, "['dark'] is not a value of theme"),
    ],
)
def test_what_is_no_setting(chosen: dict[str, object], sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_from(chosen)
    assert str(refused.value).startswith(sentence)


def test_values_are_typed_as_words() -> None:
    assert parse_value("theme", "Light") == "light"
    assert parse_value("bell", "no") is False
    assert parse_value("bell", "true") is True
    for name, word in (("theme", "no"), ("bell", "maybe"), ("nothing", "no")):
        with pytest.raises(SettingsError):
            parse_value(name, word)


def test_turning_a_setting_goes_round() -> None:
    settings = Settings()
    for name, setting in SETTINGS.items():
        there = settings
        for _ in setting.values:
            there = turned(there, name, 1)
        assert there == settings
        assert turned(turned(settings, name, 1), name, -1) == settings
