"""Any seat of any protocol, played by a language model behind a chat-completions endpoint.

    export CHAT_URL=https://example.org/v1/chat/completions CHAT_MODEL=some-model CHAT_KEY=...
    elenchus run find-the-lie --bob 'program:python3 examples/players/chat.py' --move-time 120

The address, the model and the key come from the environment (CHAT_URL, CHAT_MODEL and CHAT_KEY, which may
be left out where no key is needed) or from the options below. The model is told what the seat is shown. It
may think aloud: its move is the last line that begins with the verb of an offer, `MOVE` or
`MOVE # COMMENT`, or the object `{"move": ..., "comment": ...}` with --json-schema. What is refused is put to
it again, with the reason. An endpoint that is busy (429), fails (5xx), answers nonsense or nothing is asked
again after a pause that doubles; then the program says why on its standard error and ends, which stops the
debate with its record kept. `meta` of each answer has the model, its tokens, their cost, the seconds, how
often the endpoint was asked, and the whole reply.
"""

import argparse
import json
import os
import sys
import time
import urllib.error
import urllib.request

RULES = (
    "You play the seat '{seat}' in a formal debate. Each turn you are told, as JSON, what your seat is "
    "shown: the question, what may be done (offers: a verb and its argument), the board, the evidence, the "
    "ledger and the moves since you were last asked. You may think first. End with one line that is your "
    "move and nothing else, such as `point 3`, `read input 2` or `state 0.6`, and, if you like, ` # ` and a "
    "short reason."
)

SCHEMA = {
    "type": "json_schema",
    "json_schema": {
        "name": "move",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"move": {"type": "string"}, "comment": {"type": "string"}},
            "required": ["move", "comment"],
            "additionalProperties": False,
        },
    },
}


class Failed(Exception):
    """The endpoint gave no answer that can be used."""


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    environment = os.environ.get
    parser.add_argument("--url", default=environment("CHAT_URL"))
    parser.add_argument("--model", default=environment("CHAT_MODEL"))
    parser.add_argument("--timeout", type=float, default=float(environment("CHAT_TIMEOUT", "60")))
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--max-tokens", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--json-schema", action="store_true", help="ask for an object by a JSON Schema")
    parser.add_argument("--template", help="a file with the rules as the model is told them; {seat} is its seat")
    parser.add_argument("--retries", type=int, default=4, help="how often the endpoint is asked again")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before it is, doubled each time")
    parser.add_argument("--per-minute", type=float, help="no more requests a minute")
    parser.add_argument("--price-in", type=float, default=0.0, help="of a million tokens of the prompt")
    parser.add_argument("--price-out", type=float, default=0.0, help="of a million tokens of the reply")
    given = parser.parse_args()
    missing = [name for name in ("url", "model") if not getattr(given, name)]
    if missing:
        names = " and ".join(f"CHAT_{name.upper()}" for name in missing)
        sys.exit(f"set {names} in the environment, or give --{missing[0]}")
    return given


class Endpoint:
    def __init__(self, given):
        self.given = given
        self.next = 0.0

    def body(self, messages):
        body = {"model": self.given.model, "messages": messages}
        for name in ("temperature", "max_tokens", "seed"):
            if getattr(self.given, name) is not None:
                body[name] = getattr(self.given, name)
        if self.given.json_schema:
            body["response_format"] = SCHEMA
        return json.dumps(body).encode()

    def once(self, messages):
        """One reply: its text and what it used."""
        if self.given.per_minute:
            time.sleep(max(0.0, self.next - time.monotonic()))
            self.next = time.monotonic() + 60 / self.given.per_minute
        request = urllib.request.Request(
            self.given.url, data=self.body(messages), headers={"Content-Type": "application/json"}
        )
        if os.environ.get("CHAT_KEY"):
            request.add_header("Authorization", "Bearer " + os.environ["CHAT_KEY"])
        with urllib.request.urlopen(request, timeout=self.given.timeout) as reply:
            told = json.load(reply)
        text = told["choices"][0]["message"]["content"]
        if not isinstance(text, str) or not text.strip():
            raise ValueError("an empty reply")
        return text, told.get("usage") or {}

    def complete(self, messages):
        """A reply and its `meta`; asks again where that may help."""
        began, pause = time.monotonic(), self.given.pause
        for asked in range(1, self.given.retries + 2):
            try:
                text, usage = self.once(messages)
                return text, self.meta(text, usage, time.monotonic() - began, asked)
            except urllib.error.HTTPError as error:
                failed, wait = error, error.headers.get("Retry-After", "")
                if error.code != 429 and error.code < 500:
                    break
                if wait.isdigit():
                    pause = max(pause, float(wait))
            except (OSError, KeyError, IndexError, TypeError, ValueError) as error:
                failed = error
            if asked <= self.given.retries:
                time.sleep(pause)
                pause *= 2
        raise Failed(f"the endpoint gave no answer, asked {asked} times: {failed}")

    def meta(self, text, usage, seconds, asked):
        told, said = (usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens"))
        cost = (told * self.given.price_in + said * self.given.price_out) / 1e6
        return {
            "model": self.given.model,
            "tokens": told + said,
            "prompt_tokens": told,
            "completion_tokens": said,
            "cost": cost,
            "seconds": round(seconds, 3),
            "asked": asked,
            "reply": text,
        }


def parsed(text, verbs):
    """The move and the comment of a reply: an object, or its last line that begins with a verb."""
    try:
        told = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return str(told["move"]), str(told.get("comment") or "")
    except (ValueError, KeyError, TypeError):
        pass
    lines = [line.strip().strip("`*").strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    moves = [line for line in lines if any((line + " ").startswith(verb + " ") for verb in verbs)]
    line = (moves or lines)[-1]
    move, _, comment = line.partition("#")
    before = "\n".join(lines[: lines.index(line)])
    return move.strip().strip("`"), comment.strip() or before


def main():
    given = options()
    endpoint, rules = Endpoint(given), RULES
    if given.template:
        with open(given.template, encoding="utf-8") as file:
            rules = file.read()
    messages, verbs = [], []
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "begin":
            # Each debate is a conversation of its own.
            system = rules.replace("{seat}", told["seat"])
            messages = [
                {"role": "system", "content": system},
                {"role": "user", "content": line.strip()},
            ]
            continue
        if told["type"] == "over":
            continue
        if told["type"] == "ask":
            verbs = [offer["verb"] for offer in told["offers"]]
        messages.append({"role": "user", "content": line.strip()})
        text, meta = endpoint.complete(messages)
        messages.append({"role": "assistant", "content": text})
        move, comment = parsed(text, verbs)
        print(json.dumps({"move": move, "comment": comment or None, "meta": meta}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(str(failed))
