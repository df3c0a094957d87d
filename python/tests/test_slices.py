"""Runs that are cut into slices add up to the byte."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import elenchus
import pytest
from conftest import THREE_STEPS

SWEEP = {"bob.constant": [0.5, 0.75], "protocol.ratio": [2, 3]}


@pytest.fixture(scope="module")
def whole():
    scenario = elenchus.load("three-lamps").set("alice", "random")
    return scenario, scenario.simulate(301, seed=7).to_json(), scenario.sweep(SWEEP, 101, seed=7).to_json()


@pytest.mark.parametrize("slices", [1, 3])
def test_slices_in_any_number_are_the_run(whole, slices):
    scenario, simulated, swept = whole
    assert scenario.simulate(301, seed=7, map=map, slices=slices).to_json() == simulated
    assert scenario.sweep(SWEEP, 101, seed=7, map=map, slices=slices).to_json() == swept


def test_some_slices_may_be_empty():
    scenario = elenchus.read(THREE_STEPS)
    whole = scenario.simulate(5, seed=7).to_json()
    assert scenario.simulate(5, seed=7, map=map, slices=9).to_json() == whole


def test_slices_run_in_threads_and_processes(whole):
    scenario, simulated, _ = whole
    with ThreadPoolExecutor(2) as pool:
        assert scenario.simulate(301, seed=7, map=pool.map).to_json() == simulated
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert scenario.simulate(301, seed=7, map=pool.map).to_json() == simulated


def test_slices_run_on_two_workers_of_dask(whole):
    distributed = pytest.importorskip("distributed")
    scenario, simulated, swept = whole
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert scenario.simulate(301, seed=7, map=client.map).to_json() == simulated
        assert scenario.sweep(SWEEP, 101, seed=7, map=client.map, slices=4).to_json() == swept
        assert len(client.scheduler_info()["workers"]) == 2


def test_a_function_in_a_slice_plays_as_in_one_run():
    scenario = elenchus.read(THREE_STEPS)
    bob = {"bob": lambda view: {"point 1": 0.25, "point 2": 0.75}}
    whole = scenario.simulate(101, seed=7, players=bob)
    assert scenario.simulate(101, seed=7, players=bob, map=map, slices=3).to_json() == whole.to_json()


def test_a_slice_with_a_player_that_fails_is_an_error():
    def broken(view):
        raise RuntimeError("broken")

    with pytest.raises(elenchus.ScenarioError, match="RuntimeError: broken"):
        elenchus.read(THREE_STEPS).simulate(9, players={"bob": broken}, map=map, slices=3)


def test_a_slice_that_is_missing_is_named(whole):
    scenario, _, _ = whole
    with pytest.raises(elenchus.ScenarioError, match="debates 0 to 14 are missing"):
        scenario.simulate(30, map=lambda function, tasks: map(function, tasks[1:]), slices=2)


def test_rows_need_one_run(whole):
    with pytest.raises(ValueError, match="^rows: "):
        whole[0].simulate(9, rows=True, map=map)
