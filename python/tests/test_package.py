"""Scenarios, results, players and errors."""

from __future__ import annotations

import json
import pickle
import threading
import time
import _thread

import elenchus
import numpy
import pytest
from conftest import THREE_STEPS


def test_ten_lines_do_everything():
    assert {"find-the-lie", "three-lamps"} <= {row["id"] for row in elenchus.list()}
    scenario = elenchus.load("rigged-coin").set("alice", "shift:0.02")
    exact = scenario.solve().pair["value"]
    played = scenario.simulate(4000, seed=1)
    sweep = scenario.sweep({"alice.shift": numpy.linspace(0, 0.4, 5)}, 100).to_pandas()
    attack = scenario.attack("alice")
    record = scenario.run(seed=3)
    review = record.review()

    assert played.interval[0] < exact < played.interval[1]
    assert list(sweep["at.alice.shift"]) == [0, 0.1, 0.2, 0.3, 0.4]
    assert sweep["exact"].is_monotonic_decreasing
    assert attack.is_best and attack.exact > exact
    assert scenario.set("alice", attack.strongest).solve().pair["value"] == pytest.approx(attack.exact)
    assert record.replay() == record and record.doubts == []
    assert review.winner == record.winner and review.to_pandas().shape[0] == len(record.moves) + 1
    # The last value is the result, because nobody moves after it.
    assert review.moves[-1]["value"] == float(record.winner == "alice")


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        (["solve", "three-lamps"], lambda scenario: scenario.solve()),
        (["simulate", "three-lamps", "--debates", "50", "--seed", "7"], lambda scenario: scenario.simulate(50, seed=7)),
        (
            ["sweep", "three-lamps", "--vary", "bob.constant=0.5,0.75", "--debates", "50", "--best", "bob"],
            lambda scenario: scenario.sweep({"bob.constant": [0.5, 0.75]}, 50, best=["bob"]),
        ),
        (["attack", "three-lamps", "--seat", "bob"], lambda scenario: scenario.attack("bob")),
    ],
)
def test_a_result_has_the_bytes_of_the_command(command, arguments, call):
    assert call(elenchus.load("three-lamps")).to_json() == command(*arguments, "--json")


def test_a_record_is_that_of_the_command(command):
    record = elenchus.load("three-lamps").run(seed=5)
    assert record.to_dict() == json.loads(command("run", "three-lamps", "--seed", "5", "--json"))


def test_settings_are_those_of_the_file():
    scenario = elenchus.read(THREE_STEPS)
    assert elenchus.read(scenario.to_yaml()).to_dict() == scenario.to_dict()
    changed = scenario.set("alice", "honest").set("protocol.claim", 0)
    assert changed.to_dict()["seats"]["alice"] == "honest" and scenario.to_dict()["seats"]["alice"] == "lie-at:2"
    assert changed.to_dict()["protocol"]["cross-examination"]["claim"] == 0
    restored = pickle.loads(pickle.dumps(changed))
    assert restored.to_dict() == changed.to_dict() and restored.name == changed.name


def test_a_notebook_shows_boards():
    scenario = elenchus.read(THREE_STEPS)
    record = scenario.run()
    for shown in (scenario, record, record.review()):
        assert shown._repr_html_().startswith("<svg")
    assert "Bob wins" in record.review()._repr_html_()


def test_rows_are_the_debates_that_are_counted():
    scenario = elenchus.load("rigged-coin")
    played = scenario.simulate(200, seed=4, rows=True)
    frame = played.to_pandas()
    assert (frame["winner"] == "alice").sum() == played.alice_wins > 0
    seed = int(frame["seed"][17])
    assert scenario.run(seed=seed).winner == frame["winner"][17]


def test_a_function_plays_what_a_strategy_plays():
    scenario = elenchus.read(THREE_STEPS)
    views = []

    def second(view):
        views.append(view)
        return "point 2"

    assert scenario.run(players={"bob": second}).winner == scenario.run(players={"bob": "point:2"}).winner == "bob"
    assert scenario.run(players={"bob": lambda view: "point 1"}).winner == "alice"
    [view] = views
    assert (view.seat, view.moves) == ("bob", [{"by": "alice", "move": "write 111"}])
    assert {"point 1", "point 2", "point 3"} <= set(view.legal)


def test_a_view_has_nothing_that_its_seat_may_not_see():
    # Two worlds that Bob cannot distinguish give him the same view.
    views = []
    for answer in ("'yes'", "'no'"):
        text = THREE_STEPS.replace("yes?, answer: 'no'", f"yes?, answer: {answer}").replace("lie-at:2", "script")
        text = text.replace("alice: 'script'", "alice: {script: [run, write 111], then: honest}")
        elenchus.read(text).run(players={"bob": lambda view: views.append(view) or "point 2"})
    assert views[0] == views[1]


def test_a_distribution_is_drawn_with_its_probabilities():
    scenario = elenchus.read(THREE_STEPS)

    def bob(view):
        return {"point 1": 0.25, "point 2": 0.75}

    played = scenario.simulate(1000, seed=1, players={"bob": bob})
    assert played.seats["bob"] == "program:python:bob"
    low, high = played.interval
    assert low < 0.25 < high and 0 < played.alice_wins < 1000
    # The seed decides each draw.
    assert scenario.simulate(1000, seed=1, players={"bob": bob}) == played


def test_an_attack_answers_a_distribution():
    def blind(view):
        return {f"point {step}": 1 / 3 for step in (1, 2, 3)}

    found = elenchus.read(THREE_STEPS).attack("alice", players={"bob": blind})
    # One step is wrong, and Bob points at it in one of three debates.
    assert found.value == pytest.approx(2 / 3)
    best = found.best_response_value
    assert best["low"] == best["high"] == found.value and best["by"] == "asked"


def test_a_player_that_raises_fails_its_debate_and_no_other():
    def fragile(view):
        if view.moves[0]["move"] != "write 111":
            raise RuntimeError("only three ones")
        return "point 2"

    scenario = elenchus.read(THREE_STEPS).set("alice", "mix: {'lie-at:2': 0.5, honest: 0.5}")
    played = scenario.simulate(200, seed=1, players={"bob": fragile})
    assert played.debates + len(played.failed) == 200
    assert played.alice_wins == 0 and 0 < played.debates < 200
    assert not played.to_dict()["partial"]
    seed, error = played.failed[0]["seed"], played.failed[0]["error"]
    assert error.startswith("Bob: Traceback") and 'in fragile\n    raise RuntimeError("only three ones")' in error
    record = scenario.run(seed=seed, players={"bob": fragile})
    assert record.error == error and record.winner is None and record.moves
    assert elenchus.read(record.to_yaml(), "record").to_dict()["moves"] == record.moves


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("point 9", "there is no step 9"),
        ("jump", "`jump` is no move"),
        ({"point 1": 0.5}, "sum to 0.5"),
        ({"point 1": float("nan")}, "sum to NaN"),
        ({"point 1": 2.0, "point 2": -1.0}, "from 0 to 1"),
        ({}, "a player returned {}"),
        (7, "a player returned 7"),
    ],
)
def test_an_answer_that_is_no_move_says_why(answer, why):
    assert why in elenchus.read(THREE_STEPS).run(players={"bob": lambda view: answer}).error


def test_ctrl_c_stops_long_work():
    # The timer fires only if the work has released the interpreter, and the work does not end by itself.
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        elenchus.load("rigged-coin").simulate(10**12)
    timer.join()
    assert elenchus.load("rigged-coin").simulate(10).debates == 10


def test_long_work_shows_its_progress(monkeypatch):
    shown = []

    class Bar:
        n, total = 0, None

        def __init__(self, **settings):
            assert settings["unit"] == " debates"

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def update(self, more):
            self.n += more
            shown.append((self.n, self.total))

    monkeypatch.setattr("tqdm.auto.tqdm", Bar)

    def slow(view):
        time.sleep(0.02)
        return "point 2"

    elenchus.read(THREE_STEPS).simulate(40, players={"bob": slow})
    assert shown and shown == sorted(shown) and shown[-1][1] == 40


@pytest.mark.parametrize(
    ("call", "file", "place", "fix"),
    [
        (lambda: elenchus.load("find-the-lei"), "find-the-lei", (None, None), "Did you mean `find-the-lie`?"),
        (lambda: elenchus.read("elenchus: 1\nfoo: 3\n", "my.yaml"), "my.yaml", (2, 1), "There are `elenchus`"),
        (lambda: elenchus.load("rigged-coin").set("kk", 2), "rigged-coin with kk=2", (None, None), "This scenario has"),
        (lambda: elenchus.load("rigged-coin").set("alice", "shfit:1"), "rigged-coin", (None, None), "you can choose"),
        (lambda: elenchus.load("rigged-coin").sweep({"bob.x": [1]}), "rigged-coin", (None, None), "you can choose"),
    ],
)
def test_an_error_has_its_place_and_its_fix(call, file, place, fix):
    with pytest.raises(elenchus.ScenarioError) as caught:
        call()
    error = caught.value
    assert (error.file, (error.line, error.column)) == (file, place) and fix in error.fix
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda scenario: scenario.set("k", float("nan")), "set('k'): nan"),
        (lambda scenario: scenario.sweep({"alice.shift": [0.1, numpy.inf]}), "vary['alice.shift']: inf"),
        (lambda scenario: scenario.sweep({"alice.shift": numpy.zeros((2, 2))}), "vary['alice.shift']: the array has 2"),
        (lambda scenario: scenario.sweep({"alice.shift": []}), "vary['alice.shift']: there are no values"),
        (lambda scenario: scenario.sweep({"alice.shift": 0.1}), "vary['alice.shift']: 0.1"),
        (lambda scenario: scenario.sweep({}), "vary: {}"),
        (lambda scenario: scenario.simulate(-1), "n: -1"),
        (lambda scenario: scenario.simulate(2.5), "n: 2.5"),
        (lambda scenario: scenario.simulate(5, seed="x"), "seed: 'x'"),
        (lambda scenario: scenario.simulate(5, map=3), "map: 3"),
        (lambda scenario: scenario.simulate(5, map=map, slices=0), "slices: 0"),
        (lambda scenario: scenario.run(players={"carol": "honest"}), "players: 'carol'"),
        (lambda scenario: scenario.run(players={"bob": 3}), "players: bob's player is 3"),
        (lambda scenario: scenario.attack("judge"), "seat: 'judge'"),
    ],
)
def test_a_bad_argument_is_named(call, argument):
    with pytest.raises((ValueError, TypeError)) as caught:
        call(elenchus.load("rigged-coin"))
    assert str(caught.value).startswith(argument)
