"""Bob in a stochastic debate: draws the votes that an honest Bob draws, and aborts where their mean
is too far from what Alice stated. Gates, of which no votes are drawn, he lets pass.

    elenchus run chain-thousand-steps --bob 'program:python3 examples/players/honest_bob.py'
"""

import json
import sys


def gauge(board):
    """The interval that is near enough, and Bob's own mean if he has one."""
    for pane in board["panes"]:
        if pane["kind"] == "gauge":
            own = [at for words, at in pane["points"] if words.startswith("you ")]
            return pane["band"], own[-1] if own else None
    return None, None


def answer(asked):
    band, mean = gauge(asked["board"])
    votes = [offer for offer in asked["offers"] if offer["verb"] == "sample"]
    if mean is None and votes:
        # The first such offer is the number of votes that an honest Bob draws.
        return f"sample {votes[0]['argument']['most']}"
    if mean is not None and band and not band[0] < mean < band[1]:
        return "abort"
    return "continue"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"move": answer(message)}), flush=True)
