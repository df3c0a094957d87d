"""Plays any seat of any protocol with a language model behind a chat-completions endpoint.

    export CHAT_URL=https://example.org/v1/chat/completions CHAT_MODEL=some-model CHAT_KEY=...
    elenchus run find-the-lie --bob 'program:python3 examples/players/chat.py' --move-time 120

The address and the model come from the environment (CHAT_URL and CHAT_MODEL) or from the options below. The
key comes from CHAT_KEY; leave it out if the endpoint needs none.

The model gets the rules when a debate begins. With each question it gets the legal moves, the board, the
evidence, and what its seat knows. Both texts are templates. --template and --turn-template name files to use
instead of RULES and TURN below, with the same names in braces.

The model may think first. Its move is the last line that begins with a legal verb: `MOVE` or `MOVE #
COMMENT`. Capitals, list marks, bold type, a label such as `Move:` and a full stop do no harm, and `70%` is 0.7.
With --json-schema it is the object `{"move": ..., "comment": ...}`; if the endpoint refuses schemas,
the program goes on without them. After an illegal move, the model gets the reason and up to three legal
moves, and tries again.

If the endpoint is busy (429), fails (5xx), or sends nothing useful, the program asks again after a pause, and
doubles the pause each time. After the last try it prints the reason on standard error and ends. This stops the
debate, and Elenchus keeps its record.

`meta` of each answer has the model, the prompt, the whole reply, the tokens, their cost and the seconds. It
also has the number of requests and the reasons for repeated ones. With --probability it has the model's
probability of the claim.
"""

import argparse
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request

RULES = """\
You play the seat '{seat}' in a formal debate: {title}.
{claim}

The rules:
{rules}

Each turn you get a question, the legal moves and the information of your seat. You may think first. End with
one line that has only your move: a legal verb and its argument, such as `point 3`, `read input 2` or
`state 0.6`. After it you may write ` # ` and a short reason.
"""

TURN = """\
{question}
{notes}

What you may do:
{offers}

The moves since your last turn:
{moves}

Evidence:
{evidence}

The board, as JSON: {board}
What you know, as JSON: {view}
The costs of all players, as JSON: {ledger}
"""

PROBABILITY = """
In the line before your move, write your probability that the claim is true, such as `probability 0.7`.
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
    """The endpoint sent no useful answer."""


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    environment = os.environ.get
    option = parser.add_argument
    option("--url", default=environment("CHAT_URL"), help="the address of the endpoint")
    option("--model", default=environment("CHAT_MODEL"), help="the name of the model")
    option("--timeout", type=float, default=float(environment("CHAT_TIMEOUT", "60")), help="seconds for each request")
    option("--temperature", type=float, help="the temperature of the model")
    option("--max-tokens", type=int, help="the longest reply, in tokens")
    option("--seed", type=int, help="the seed of the model")
    option("--json-schema", action="store_true", help="ask for an object with a JSON Schema")
    option("--probability", action="store_true", help="ask for the probability of the claim")
    option("--template", help="a file with the text that begins a debate")
    option("--turn-template", help="a file with the text of each turn")
    option("--most-shown", type=int, default=20000, help="the longest board or view, in characters")
    option("--retries", type=int, default=4, help="the number of repeated requests after a failure")
    option("--pause", type=float, default=1.0, help="seconds before the first of them, doubled each time")
    option("--per-minute", type=float, help="the largest number of requests in a minute")
    option("--price-in", type=float, default=0.0, help="the price of a million tokens of the prompt")
    option("--price-out", type=float, default=0.0, help="the price of a million tokens of the reply")
    given = parser.parse_args()
    missing = [name for name in ("url", "model") if not getattr(given, name)]
    if missing:
        names = " and ".join(f"CHAT_{name.upper()}" for name in missing)
        sys.exit(f"an address or a model is missing: set {names} in the environment, or give --{missing[0]}")
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
        """The text of one reply, and its token counts."""
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
        """A reply and its `meta`. Repeats the request if that may help."""
        began, pause, errors = time.monotonic(), self.given.pause, []
        for asked in range(1, self.given.retries + 2):
            try:
                text, usage = self.once(messages)
                return text, self.meta(text, usage, time.monotonic() - began, errors)
            except urllib.error.HTTPError as error:
                errors.append(str(error))
                if error.code == 400 and self.schema:
                    # This server does not support JSON Schema, so go on without it.
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
                # The random part keeps many players from coming back at the same moment.
                time.sleep(pause * random.uniform(1.0, 1.25))
                pause *= 2
        raise Failed(f"the endpoint sent no useful answer, asked {len(errors)} times: {errors[-1]}")

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
    """The move and the comment of a reply: from its object, or from its last line with a verb."""
    try:
        told = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return str(told["move"]), str(told.get("comment") or "")
    except (ValueError, LookupError, TypeError):
        pass
    lines = [plain(line) for line in answer(text).splitlines()]
    lines = [line for line in lines if line] or [""]
    found = [(at, move) for at, line in enumerate(lines) if (move := legal(line, verbs)) is not None]
    at, move = found[-1] if found else (len(lines) - 1, lines[-1])
    move, _, comment = move.partition("#")
    return percent(move.strip().rstrip(".`* ")), comment.strip() or "\n".join(lines[:at])


def answer(text):
    """The reply without the thoughts that some models write before it."""
    text = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL)
    return text.split("</think>")[-1]


def plain(line):
    """The line without list marks, quote marks and bold type."""
    line = re.sub(r"^\s*(?:[-*>•]\s+|\d+[.)]\s+)*", "", line)
    return line.replace("**", "").strip().strip("`").strip()


def legal(line, verbs):
    """The move in the line, with its verb as the rules write it. None if no legal verb begins it."""
    labels = r"^(?:(?:my|the|final)\s+)*(?:move|answer|action)\s*(?:is)?\s*:\s*"
    line = re.sub(labels, "", line, flags=re.IGNORECASE).strip().strip("`").strip()
    # The longest verb first, since one verb can begin another.
    for verb in sorted(verbs, key=len, reverse=True):
        match = re.match(re.escape(verb) + r"(?![\w-])[:.]?", line, flags=re.IGNORECASE)
        if match:
            return f"{verb} {line[match.end():].strip()}".strip()
    return None


def percent(text):
    """The text with each percentage as a number from 0 to 1."""
    as_number = lambda match: f"{float(match[1]) / 100:.12g}"
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)\s*%", as_number, text)


def probability(text):
    """The number in the last line `probability NUMBER`. None if there is no such line."""
    for line in reversed(answer(text).splitlines()):
        words = percent(plain(line)).replace(":", " ").lower().rstrip(".").split()
        if len(words) == 2 and words[0] == "probability":
            try:
                return float(words[1])
            except ValueError:
                pass
    return None


def shape(argument):
    """The argument of a verb, in words."""
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
    """The template with its names in braces replaced. Other braces stay."""
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
    """The value as JSON, cut to a length that a model can read."""
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
    messages, verbs, some, stating = [], [], [], []
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "begin":
            # Each debate is a new conversation.
            messages = [{"role": "system", "content": rules(opening, told)}]
            continue
        if told["type"] == "over":
            continue
        if told["type"] == "ask":
            verbs = [offer["verb"] for offer in told["offers"]]
            stating = [offer["verb"] for offer in told["offers"] if offer["argument"]["kind"] == "number"]
            some = [f"`{own['verb']} {shape(own['argument'])}`".replace(" `", "`") for own in told["offers"][:3]]
            prompt = turn(each, told, given.most_shown)
        else:
            prompt = (
                f"This move is not legal: {told['reason']} Legal now: {'; '.join(some)}. "
                f"Try again. You have {told['left']} more tries."
            )
        messages.append({"role": "user", "content": prompt})
        text, meta = endpoint.complete(messages)
        messages.append({"role": "assistant", "content": text})
        move, comment = parsed(text, verbs)
        if len(stating) == 1 and re.fullmatch(r"\d*\.?\d+", move):
            # The reply is a bare number, and only one move has a number.
            move = f"{stating[0]} {move}"
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
        # Elenchus has ended.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
