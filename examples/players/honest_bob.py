"""Bob in a stochastic debate. He draws the votes that an honest Bob draws, and aborts if their mean is
too far from Alice's statement. He accepts gates, because they have no votes.

    elenchus run chain-thousand-steps --bob 'program:python3 examples/players/honest_bob.py'
"""

import json
import sys


def gauge(board):
    """The interval that Bob accepts, and his own mean if he has drawn votes."""
    for pane in board["panes"]:
        if pane["kind"] == "gauge":
            own = [at for words, at in pane["points"] if words.startswith("you ")]
            return pane["band"], own[-1] if own else None
    return None, None


def answer(asked):
    band, mean = gauge(asked["board"])
    votes = [offer for offer in asked["offers"] if offer["verb"] == "sample"]
    if mean is None and votes:
        # The first of these offers is the number of votes that an honest Bob draws.
        return f"sample {votes[0]['argument']['most']}"
    if mean is not None and band and not band[0] < mean < band[1]:
        return "abort"
    return "continue"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"move": answer(message)}), flush=True)
