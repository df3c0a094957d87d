"""Any seat of any protocol, played by a language model behind a chat-completions endpoint.

    export CHAT_URL=https://example.org/v1/chat/completions CHAT_MODEL=some-model CHAT_KEY=...
    elenchus run find-the-lie --bob 'program:python3 examples/players/chat.py' --move-time 120

The address, the model and the key come from the environment: CHAT_URL, CHAT_MODEL and CHAT_KEY, which
may be left out where no key is needed; CHAT_TIMEOUT is in seconds. The model is told what the seat is
shown, and answers with one line, `MOVE` or `MOVE # COMMENT`. What is refused is put to it again, with
the reason. If the endpoint fails, the program says why on its standard error and ends, which stops the
debate with its record kept.
"""

import json
import os
import sys
import urllib.error
import urllib.request

RULES = (
    "You play the seat '{seat}' in a formal debate. Each turn you are told, as JSON, what your seat is "
    "shown: the question, what may be done (offers: a verb and its argument), the board, the ledger and "
    "the moves since you were last asked. Answer with one line and nothing else: the move, such as "
    "`point 3`, `read input 2` or `state 0.6`, and, if you like, ` # ` and a short reason."
)


def complete(messages):
    """The endpoint's next message."""
    request = urllib.request.Request(
        os.environ["CHAT_URL"],
        data=json.dumps({"model": os.environ["CHAT_MODEL"], "messages": messages}).encode(),
        headers={"Content-Type": "application/json"},
    )
    if os.environ.get("CHAT_KEY"):
        request.add_header("Authorization", "Bearer " + os.environ["CHAT_KEY"])
    with urllib.request.urlopen(request, timeout=float(os.environ.get("CHAT_TIMEOUT", "60"))) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]


def parsed(text):
    """The move and the comment of an answer: its first line that says something."""
    lines = [line.strip().strip("`") for line in text.splitlines()]
    line = next((line for line in lines if line), "")
    move, _, comment = line.partition("#")
    return move.strip().strip("`"), comment.strip()


def main():
    messages = []
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "begin":
            # Each debate is a conversation of its own.
            messages = [
                {"role": "system", "content": RULES.format(seat=told["seat"])},
                {"role": "user", "content": line.strip()},
            ]
            continue
        if told["type"] == "over":
            continue
        messages.append({"role": "user", "content": line.strip()})
        text = complete(messages)
        messages.append({"role": "assistant", "content": text})
        move, comment = parsed(text)
        print(json.dumps({"move": move, "comment": comment or None}), flush=True)


if __name__ == "__main__":
    missing = [name for name in ("CHAT_URL", "CHAT_MODEL") if not os.environ.get(name)]
    if missing:
        sys.exit(f"set {' and '.join(missing)} in the environment")
    try:
        main()
    except (urllib.error.URLError, OSError, KeyError, IndexError, ValueError) as error:
        sys.exit(f"the endpoint gave no answer: {error}")
