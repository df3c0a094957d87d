"""Plays any seat of any protocol with random legal moves.

    elenchus run find-the-lie --bob 'program:python3 examples/players/random_player.py 7'

The argument is the seed of its random numbers.
"""

import json
import random
import sys


def argument(of, coins):
    """A random argument for a verb."""
    kind = of["kind"]
    if kind == "nothing":
        return ""
    if kind in ("step", "place"):
        return str(coins.randint(1, of["most"]))
    if kind == "cell":
        at = coins.randrange(of["steps"] + of["inputs"])
        if at < of["steps"]:
            return f"step {at + 1}"
        return f"input {at - of['steps'] + 1}"
    if kind == "bits":
        bits = [coins.choice("01") for _ in range(of["len"])]
        if of["fixed"]:
            place, bit = of["fixed"]
            bits[place] = "1" if bit else "0"
        return "".join(bits)
    if kind == "word":
        return coins.choice(of["words"])
    if kind == "count":
        return str(coins.randint(of["least"], of["most"]))
    if kind == "number":
        if of["certain"]:
            return coins.choice("01")
        return str(coins.randrange(100) / 100)
    if kind == "layout":
        at = coins.randrange(len(of["arguments"]))
        laid = of["arguments"][at]
        count = coins.randint(laid["least"], laid["most"])
        named = sorted(coins.sample(range(1, laid["of"] + 1), count))
        return f"{at + 1}: {' '.join(map(str, named))}"
    if kind == "wire":
        return coins.choice(of["wires"])
    if kind == "skip":
        step = coins.randint(2, max(2, of["most"]))
        return f"{step} written {coins.randint(1, step - 1)}"
    return of.get("start") or ""


def main():
    coins = random.Random(sys.argv[1] if len(sys.argv) > 1 else "0")
    offers = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "ask":
            offers = message["offers"]
        elif message["type"] != "refused":
            continue
        elif message["left"] == 1:
            # A random argument can be illegal, so the last try uses the first offer, which ends the turn.
            offers = offers[:1]
        offer = coins.choice(offers)
        move = f"{offer['verb']} {argument(offer['argument'], coins)}".strip()
        print(json.dumps({"move": move}), flush=True)


if __name__ == "__main__":
    main()
