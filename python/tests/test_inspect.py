"""Studies as tasks of Inspect."""

from __future__ import annotations

import elenchus
import pytest
from conftest import THREE_STEPS

pytest.importorskip("inspect_ai")

from elenchus.inspect import moves_in, task  # noqa: E402
from inspect_ai import eval as inspect_eval  # noqa: E402
from inspect_ai.model import ModelOutput, ModelUsage, get_model  # noqa: E402


@pytest.fixture
def three_steps(tmp_path):
    path = tmp_path / "three-steps.yaml"
    path.write_text(THREE_STEPS)
    return str(path)


def study(scenario, players, seeds=2):
    return {"title": "A study", "scenarios": [scenario], "players": players, "seeds": seeds}


def answers(*texts):
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts]
    for output in outputs:
        # Otherwise Inspect counts tokens with a table from the network.
        output.usage = ModelUsage()
    return get_model("mockllm/model", custom_outputs=outputs, memoize=False)


def played(tmp_path, content, model):
    [log] = inspect_eval(task(content), model=model, log_dir=str(tmp_path / "logs"), display="none", max_samples=1)
    assert log.status == "success", log.error
    scores = {score.name: score.metrics["mean"].value for score in log.results.scores}
    return log, scores


def test_a_model_plays_a_seat_and_is_scored(tmp_path, three_steps):
    players = [{"name": "model", "bob": "inspect"}]
    right, wrong = 'It is the second.\n{"move": "point 2"}', "```\npoint 1\n```"
    log, scores = played(tmp_path, study(three_steps, players), answers(right, wrong))
    assert scores == {"right_ruling": 0.5, "queries": 4.0, "payoff": 0.5}
    first, second = log.samples
    assert (first.id, second.id) == (f"{three_steps}/model/1", f"{three_steps}/model/2")
    assert [sample.output.completion for sample in log.samples] == ["bob wins", "alice wins"]
    record = elenchus.read(first.store["record"], "record")
    assert record.to_dict()["moves"][-1] == {"judge": "rule bob"}


def test_a_model_may_answer_again(tmp_path, three_steps):
    players = [{"name": "model", "bob": "inspect:critic"}]
    model = answers("I do not know.", "point 9", '{"move": "point 2"}')
    log, scores = played(tmp_path, study(three_steps, players, 1), model)
    assert scores["right_ruling"] == 1
    said = [message.text for message in log.samples[0].messages]
    assert any("no step 9" in text and "1 attempts are left" in text for text in said)


def test_a_model_that_never_answers_fails_its_sample(tmp_path, three_steps):
    content = study(three_steps, [{"name": "model", "bob": "inspect"}], 1)
    [log] = inspect_eval(
        task(content), model=answers(*["?"] * 3), log_dir=str(tmp_path / "logs"), display="none", fail_on_error=False
    )
    assert "3 answers without a legal move" in log.samples[0].error.message


def test_models_see_only_what_their_seats_see(tmp_path):
    # The judge reads nothing: it answers the question about step 9, and rules. It sees no bit of Alice's transcript.
    players = [{"name": "judge", "judge": "inspect"}]
    model = answers('{"move": "answer no"}', '{"move": "rule bob"}')
    log, scores = played(tmp_path, study("contract-comma", players, 1), model)
    assert scores["right_ruling"] == 1
    text = "\n".join(message.text for message in log.samples[0].messages)
    assert "1111010110111111" not in text and "the contract says what was agreed" in text


def test_strategies_need_no_model(tmp_path, three_steps):
    _, scores = played(tmp_path, study(three_steps, [{"name": "honest", "bob": "honest"}], 1), answers())
    assert scores["right_ruling"] == 1


def test_a_study_file_is_that_of_the_command(tmp_path, three_steps):
    path = tmp_path / "study.yaml"
    path.write_text(f"title: A study\nscenarios: [{three_steps}]\nplayers: [{{name: m, bob: lazy}}]\nseeds: 3\nretries: 2\n")
    assert len(task(str(path)).dataset) == 3


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sceneries": []}, "unknown key `sceneries`"),
        ({"seeds": 0}, "seeds: 0"),
        ({"players": [{"name": "m", "bob": "lazzy"}]}, "no strategy `lazzy`"),
        ({"players": [{"name": "m", "carol": "lazy"}]}, "unknown key `carol`"),
        ({"scenarios": ["find-the-lei"]}, "Did you mean `find-the-lie`"),
    ],
)
def test_a_mistake_in_a_study_is_named(three_steps, change, why):
    with pytest.raises(ValueError, match=why):
        task(study(three_steps, [{"name": "m", "bob": "lazy"}]) | change)


def test_a_mistake_in_yaml_has_its_line(tmp_path):
    path = tmp_path / "study.yaml"
    path.write_text("title: A\nscenarios: [a\n")
    with pytest.raises(elenchus.ScenarioError) as caught:
        task(str(path))
    assert caught.value.line == 3 and caught.value.file == str(path)


@pytest.mark.parametrize(
    ("reply", "first"),
    [('I think {"a": 1} so\n{"move": "point 2"}', "point 2"), ("so:\n**point 2**", "point 2"), ("{bad}\npoint 2", "point 2")],
)
def test_a_reply_ends_with_its_move(reply, first):
    assert moves_in(reply)[0] == first


def test_an_empty_reply_has_no_move():
    assert moves_in("  \n") == []


def test_debaters_exchange_their_seats(tmp_path, three_steps):
    players = [{"name": "pair", "alice": "inspect:writer", "bob": "honest"}]
    content = study(three_steps, players, 1) | {"swap": True}
    first, second = task(content).dataset
    assert (first.id, second.id) == (f"{three_steps}/pair/1", f"{three_steps}/pair/1/swapped")
    assert (first.metadata["models"], first.metadata["players"]) == ({"alice": "writer"}, {"bob": "honest"})
    assert (second.metadata["models"], second.metadata["players"]) == ({"bob": "writer"}, {"alice": "honest"})
    with pytest.raises(elenchus.ScenarioError, match="does not name both"):
        task(study(three_steps, [{"name": "one", "bob": "inspect"}]) | {"swap": True})
