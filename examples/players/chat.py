"""Any seat of any protocol, played by a language model behind a chat-completions endpoint.

    export CHAT_URL=https://example.org/v1/chat/completions CHAT_MODEL=some-model CHAT_KEY=...
    elenchus run find-the-lie --bob 'program:python3 examples/players/chat.py' --move-time 120

The address, the model and the key come from the environment (CHAT_URL, CHAT_MODEL and CHAT_KEY, which may
be left out where no key is needed) or from the options below. The model is told what the seat is shown: the
rules when a debate begins, and with each question what may be done, the board, the evidence, and what the
seat knows. Both texts are templates: --template and --turn-template name files to use instead of RULES and
TURN below, with the same names in braces. The model may think aloud: its move is the last line that begins
with the verb of an offer, `MOVE` or `MOVE # COMMENT`, or the object `{"move": ..., "comment": ...}` with
--json-schema, which is given up where the endpoint refuses it. What is refused is put to it again, with the
reason. An endpoint that is busy (429), fails (5xx), answers nonsense or nothing, or cuts its answer off is
asked again after a pause that doubles; then the program says why on its standard error and ends, which stops
the debate with its record kept. `meta` of each answer has the model, the prompt and the whole reply, the
tokens, their cost, the seconds, how often the endpoint was asked and why it was asked again, and with
--probability how likely the model takes the claim to be.
"""

import argparse
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

RULES = """\
You play the seat '{seat}' in a formal debate: {title}.
{claim}

The rules:
{rules}

Each turn you are told what is asked, what may be done and what your seat is shown. You may think first. End
with one line that is your move and nothing else: a verb that is on offer and its argument, such as `point 3`,
`read input 2` or `state 0.6`, and, if you like, ` # ` and a short reason.
"""

TURN = """\
{question}
{notes}

What you may do:
{offers}

What happened since you were last asked:
{moves}

Evidence:
{evidence}

What you see, as JSON: {board}
What you know, as JSON: {view}
What everybody paid, as JSON: {ledger}
"""

PROBABILITY = """
In the line before your move say how likely you take the claim to be true, such as `probability 0.7`.
"""

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
    parser.add_argument("--probability", action="store_true", help="ask how likely the claim is")
    parser.add_argument("--template", help="a file with the rules as the model is told them")
    parser.add_argument("--turn-template", help="a file with what it is told each turn")
    parser.add_argument("--most-shown", type=int, default=20000, help="characters of the board, and of the view")
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
        self.schema = SCHEMA if given.json_schema else None

    def body(self, messages):
        body = {"model": self.given.model, "messages": messages}
        for name in ("temperature", "max_tokens", "seed"):
            if getattr(self.given, name) is not None:
                body[name] = getattr(self.given, name)
        if self.schema:
            body["response_format"] = self.schema
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
        usage = told.get("usage")
        return text, usage if isinstance(usage, dict) else {}

    def complete(self, messages):
        """A reply and its `meta`; asks again where that may help."""
        began, pause, errors = time.monotonic(), self.given.pause, []
        for asked in range(1, self.given.retries + 2):
            try:
                text, usage = self.once(messages)
                return text, self.meta(text, usage, time.monotonic() - began, errors)
            except urllib.error.HTTPError as error:
                errors.append(str(error))
                if error.code == 400 and self.schema:
                    # This server has no JSON Schema.
                    self.schema = None
                    continue
                if error.code not in (408, 409, 425, 429) and error.code < 500:
                    break
                wait = error.headers.get("Retry-After", "")
                if wait.isdigit():
                    pause = max(pause, float(wait))
            except (OSError, http.client.HTTPException, LookupError, TypeError, ValueError) as error:
                errors.append(f"{type(error).__name__}: {error}")
            if asked <= self.given.retries:
                # Many that were turned away together do not come back together.
                time.sleep(pause * random.uniform(1.0, 1.25))
                pause *= 2
        raise Failed(f"the endpoint gave no answer, asked {len(errors)} times: {errors[-1]}")

    def meta(self, text, usage, seconds, errors):
        told, said = (usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens"))
        cost = (told * self.given.price_in + said * self.given.price_out) / 1e6
        return {
            "model": self.given.model,
            "tokens": told + said,
            "prompt_tokens": told,
            "completion_tokens": said,
            "cost": cost,
            "seconds": round(seconds, 3),
            "asked": len(errors) + 1,
            "errors": errors,
            "reply": text,
        }


def parsed(text, verbs):
    """The move and the comment of a reply: an object, or its last line that begins with a verb."""
    try:
        told = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return str(told["move"]), str(told.get("comment") or "")
    except (ValueError, LookupError, TypeError):
        pass
    lines = [line.strip().strip("`*").strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    moves = [at for at, line in enumerate(lines) if any((line + " ").startswith(verb + " ") for verb in verbs)]
    at = moves[-1] if moves else len(lines) - 1
    move, _, comment = lines[at].partition("#")
    return move.strip().strip("`"), comment.strip() or "\n".join(lines[:at])


def probability(text):
    """The last number that stands behind the word in a line of its own."""
    for line in reversed(text.splitlines()):
        words = line.strip("`* \t").replace(":", " ").lower().split()
        if len(words) == 2 and words[0] == "probability":
            try:
                return float(words[1])
            except ValueError:
                pass
    return None


def shape(argument):
    """What follows a verb, in words."""
    kind = argument["kind"]
    if kind in ("step", "place"):
        names = "".join(f"; {n} is {name}" for n, name in enumerate(argument.get("words", []), 1))
        return f"a {kind} from 1 to {argument['most']}{names}"
    if kind == "cell":
        return f"`step N`, N at most {argument['steps']}, or `input N`, N at most {argument['inputs']}"
    if kind == "bits":
        return f"{argument['len']} bits such as 0110"
    if kind == "word":
        return "one of " + ", ".join(argument["words"])
    if kind == "count":
        return f"a whole number from {argument['least']} to {argument['most']}"
    if kind == "number":
        return "0 or 1" if argument["certain"] else "a number from 0 to 1"
    if kind == "wire":
        names = zip(argument["wires"], argument["words"] or argument["wires"])
        return "one of " + ", ".join(f"{wire} ({name})" for wire, name in names)
    if kind == "layout":
        laid = enumerate(argument["arguments"], 1)
        of = "; ".join(f"{n} is {own['words']}, {own['of']} subclaims" for n, own in laid)
        return f"an argument, a colon and the numbers of the subclaims that are true, such as `1: 1 3`; {of}"
    if kind == "text":
        return argument["shape"]
    if kind == "skip":
        return f"a step up to {argument['most']} and an earlier writer, such as `9 written 4`"
    return ""


def filled(template, values):
    """The template with its names in braces replaced; other braces stay."""
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template


def listed(lines):
    return "\n".join(f"- {line}" for line in lines) or "- nothing"


def rules(template, told):
    brief = told["brief"]
    paragraphs = brief["rule"] + brief["numbers"] + brief["warnings"]
    known = {"seat": told["seat"], "title": told["title"], "claim": told["claim"]}
    return filled(template, {**known, "rules": "\n".join(paragraphs), "begin": json.dumps(told)})


def clipped(value, most):
    """JSON, of which a long computation makes more than a model reads."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else text[:most] + " … (cut)"


def turn(template, told, most):
    offers = [f"{own['verb']} {shape(own['argument'])}".strip() + f": {own['words']}" for own in told["offers"]]
    evidence = [f"{own['title']}\n{own['text']}" for own in told["evidence"]]
    values = {name: clipped(told[name], most) for name in ("board", "view", "ledger")}
    values.update(
        question=told["question"],
        notes="\n".join(told["notes"]),
        offers=listed(offers),
        moves=listed(f"{own['by']}: {own['move']}" for own in told["moves"]),
        evidence="\n\n".join(evidence) or "none",
        ask=clipped(told, 2 * most),
    )
    return filled(template, values)


def text_of(path, otherwise):
    if path is None:
        return otherwise
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    given = options()
    endpoint = Endpoint(given)
    opening, each = text_of(given.template, RULES), text_of(given.turn_template, TURN)
    if given.probability:
        opening += PROBABILITY
    messages, verbs = [], []
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "begin":
            # Each debate is a conversation of its own.
            messages = [{"role": "system", "content": rules(opening, told)}]
            continue
        if told["type"] == "over":
            continue
        if told["type"] == "ask":
            verbs = [offer["verb"] for offer in told["offers"]]
            prompt = turn(each, told, given.most_shown)
        else:
            prompt = f"That was not taken: {told['reason']} Try again; {told['left']} more tries are left."
        messages.append({"role": "user", "content": prompt})
        text, meta = endpoint.complete(messages)
        messages.append({"role": "assistant", "content": text})
        move, comment = parsed(text, verbs)
        meta["prompt"] = prompt
        if given.probability:
            meta["probability"] = probability(text)
        print(json.dumps({"move": move, "comment": comment or None, "meta": meta}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(str(failed))
    except BrokenPipeError:
        # Nobody listens any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
