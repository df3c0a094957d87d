"""Environments for Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings

import elenchus
import numpy
import pytest
from conftest import THREE_STEPS
from elenchus.environments import VERBS, row

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


def play(env, choose, seed=0):
    """Plays a debate with the moves that `choose` picks from the legal ones. Returns the reward."""
    _, info = env.reset(options={"seed": seed})
    for _ in range(1000):
        legal = info["legal"]
        _, reward, over, _, info = env.step(legal.index(choose(legal)) if legal else 0)
        if over:
            return reward
    raise AssertionError("the debate does not end")


def best(env, words):
    """The largest reward of a plan that makes one of the moves with these words, and else the first legal move."""
    _, info = env.reset(options={"seed": 0})
    plans = [(index, move) for index, move in enumerate(info["legal"]) if move.startswith(words)]
    assert plans
    return max(play(env, lambda legal, move=move: move if move in legal else legal[0]) for _, move in plans)


@pytest.mark.parametrize("scenario", ["three-lamps", "find-the-lie", "contract-comma"])
@pytest.mark.parametrize("seat", ["bob", "judge"])
def test_gymnasium_checks_an_environment(scenario, seat):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Numbers of steps and probabilities share a column, so its bounds are wide.
        warnings.filterwarnings("ignore", message=".*precision.*")
        check_env(elenchus.env(scenario, seat), skip_render_check=True)


@pytest.mark.parametrize("scenario", ["three-lamps", "find-the-lie", "seven-steps"])
def test_pettingzoo_checks_the_form_for_two_players(scenario):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(elenchus.aec_env(scenario), num_cycles=200)


def test_the_best_bob_that_is_enumerated_is_ours():
    scenario = elenchus.load("find-the-lie")
    found = best(elenchus.env(scenario, "bob"), "point")
    ours = scenario.solve(reveal=True).best_responses["bob"]["value"]["value"]
    assert found == 1 - ours == 1


def test_the_best_alice_that_is_enumerated_is_ours():
    # Bob points at a random step. The value of a transcript is the average over his three choices.
    scenario = elenchus.read(THREE_STEPS).set("bob", "random")
    envs = [elenchus.env(scenario, "alice", players={"bob": f"point:{step}"}) for step in (1, 2, 3)]

    _, info = envs[0].reset(options={"seed": 0})
    transcripts = [move for move in info["legal"] if move.startswith("write")]
    assert len(transcripts) == 4, "the last bit is Alice's claim"
    found = max(
        sum(play(env, lambda legal, wrote=wrote: wrote) for env in envs) / len(envs) for wrote in transcripts
    )
    ours = scenario.solve().best_responses["alice"]["value"]["value"]
    assert found == pytest.approx(ours) == pytest.approx(2 / 3)


def test_the_best_bob_that_is_learned_is_ours():
    # Bob states one number, and then nature draws. The learner plays each number, and then the best ones more often.
    scenario = elenchus.load("one-claim")
    env = elenchus.env(scenario, "bob")
    _, info = env.reset(options={"seed": 0})
    numbers = [move for move in info["legal"] if move.startswith("estimate")]
    assert len(numbers) == 11

    def rewards(move, seeds):
        return [play(env, lambda legal: move if move in legal else legal[0], seed) for seed in seeds]

    first = {move: numpy.mean(rewards(move, range(60))) for move in numbers}
    best_three = sorted(numbers, key=first.get)[-3:]
    second = {move: rewards(move, range(60, 360)) for move in best_three}
    learned = max(second, key=lambda move: numpy.mean(second[move]))
    mean, error = numpy.mean(second[learned]), numpy.std(second[learned]) / 300**0.5
    # Alice's value against the best Bob is what he pays.
    ours = scenario.solve(reveal=True).best_responses["bob"]["value"]["value"]
    assert abs(mean + ours) < 3 * error
    constant = scenario.set("bob", "constant:" + learned.removeprefix("estimate "))
    assert constant.solve(reveal=True).pair["value"] == pytest.approx(ours)


def test_an_observation_is_what_the_seat_saw():
    env = elenchus.env(elenchus.read(THREE_STEPS), "bob")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    seen = observation["observation"][0]
    assert tuple(seen) == row("alice", "write 111") == (1.0, VERBS.index("write") + 1, float(0b1111))
    assert observation["action_mask"].sum() == len(info["legal"])
    assert not observation["observation"][1:].any()


def test_different_moves_have_different_rows():
    moves = ["write 011", "write 11", "write 0110", "point 3", "point 11", "estimate 0.1", "read step 2", "read input 2"]
    assert len({row("alice", move) for move in moves}) == len(moves)


def test_a_debate_depends_on_its_seed_alone():
    env = elenchus.env("one-claim", "bob")
    first = [play(env, lambda legal: legal[-1], seed) for seed in range(20)]
    assert first == [play(env, lambda legal: legal[-1], seed) for seed in range(20)]
    env.reset(seed=5)
    one, _ = env.reset(seed=5)
    other, _ = env.reset(seed=5)
    assert (one["observation"] == other["observation"]).all()


def test_an_agent_of_two_gets_what_the_other_loses():
    env = elenchus.aec_env("three-lamps")
    rng = numpy.random.default_rng(1)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(1000):
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        legal = numpy.flatnonzero(observation["action_mask"])
        env.step(None if over else int(rng.choice(legal)))
    assert not env.agents and total["alice"] == -total["bob"]


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: elenchus.env("three-lamps", "carol"), "seat: 'carol'"),
        (lambda: elenchus.env("three-lamps", "bob", players={"bob": "honest"}), "players: the environment plays bob"),
        (lambda: elenchus.env("three-lamps", "bob", actions=0), "actions: 0"),
        (lambda: elenchus.env("three-lamps", "bob", actions=2).reset(), "actions: this position has 11 legal moves"),
        (lambda: elenchus.env("hundred-thousand-steps", "alice"), "hundred-thousand-steps: no move of alice"),
    ],
)
def test_a_bad_argument_is_named(call, argument):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(argument)
