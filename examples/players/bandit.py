"""Alice in a stochastic debate without gates. Over many debates she learns how far to overstate.

In each debate she draws the votes that an honest Alice draws. She states their mean plus a shift. UCB1
chooses the shift from the list, by the results of the earlier debates. After the last debate she writes
the best shift to the file that is named after the list.

    RAYON_NUM_THREADS=1 elenchus simulate chain-thousand-steps --set steps=4 --set constants=teaching \
        --debates 1500 --alice 'program:python3 examples/players/bandit.py 0:0.4:0.05 found.json'

Each thread starts a process of its own, so one thread makes one learner.
"""

import json
import math
import sys


def shifts(text):
    first, last, step = map(float, text.split(":"))
    return [first + i * step for i in range(round((last - first) / step) + 1)]


class Bandit:
    def __init__(self, arms):
        self.arms = arms
        self.played = [0] * len(arms)
        self.won = [0] * len(arms)
        self.arm = 0

    def choose(self):
        for at, played in enumerate(self.played):
            if played == 0:
                self.arm = at
                return
        log = math.log(sum(self.played))
        worth = [w / n + math.sqrt(0.5 * log / n) for w, n in zip(self.won, self.played)]
        self.arm = worth.index(max(worth))

    def shift(self):
        return self.arms[self.arm]

    def learn(self, won):
        self.played[self.arm] += 1
        self.won[self.arm] += won

    def found(self):
        best = self.played.index(max(self.played))
        rates = [w / max(n, 1) for w, n in zip(self.won, self.played)]
        return {"shift": self.arms[best], "rate": rates[best], "debates": sum(self.played)}


def answer(asked, bandit):
    for offer in asked["offers"]:
        if offer["verb"] == "sample" and not (asked["moves"] and drawn(asked)):
            # The first of these offers is the number of votes that an honest Alice draws.
            return f"sample {offer['argument']['most']}"
    yes, votes = drawn(asked)
    stated = min(1.0, max(0.0, yes / votes + bandit.shift()))
    return f"state {stated}"


def drawn(asked):
    """The votes of the last move: the number of yes votes, and of all votes. None if the last move was no draw."""
    moves = asked["moves"][-2:]
    if len(moves) == 2 and moves[0]["move"].startswith("sample "):
        return int(moves[1]["move"].split()[-1]), int(moves[0]["move"].split()[-1])
    return None


def main():
    bandit = Bandit(shifts(sys.argv[1]))
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            bandit.choose()
        elif message["type"] == "ask":
            print(json.dumps({"move": answer(message, bandit)}), flush=True)
        elif message["type"] == "over":
            bandit.learn(message["winner"] == "alice")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as out:
            json.dump(bandit.found(), out)


if __name__ == "__main__":
    main()
