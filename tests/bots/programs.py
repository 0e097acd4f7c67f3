"""Programs that play, for the tests: `python programs.py KIND` talks as the protocol has it."""

import json
import os
import subprocess
import sys
import time


def main(kind: str) -> None:
    """Answer as a program of some kind does."""
    if kind == "stubborn":  # it listens to nothing, and neither does its child
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open(sys.argv[2], "w") as file:
            print(os.getpid(), child.pid, file=file)
        say({"type": "ready"})
        time.sleep(600)
    asked = 0
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "hello":
            say(HELLO.get(kind, {"type": "ready", "name": kind}))
            if kind == "hasty":
                sys.exit("I have no time")
        elif told["type"] == "begin":
            asked = 0
        elif told["type"] == "decide":
            asked += 1
            decide(kind, asked, told)


def decide(kind: str, asked: int, told: dict) -> None:
    """Answer a question: well, but for the second of the first round."""
    choices = told["view"]["choices"]
    chosen = told["seed"] % len(choices)
    if asked == 2 and told["view"]["round"] == 1:
        match kind:
            case "crasher":
                print("some words before", file=sys.stderr)
                sys.exit("lost the notebook")
            case "dreamer":
                time.sleep(600)
            case "babbler":
                print("let me see ...")
            case "gambler":
                chosen = len(choices)
            case "cheat":
                chosen = {"do": "place", "tile": "linda_x", "space": "nowhere.IX"}
            case "greeter":
                say({"type": "ready"})
    if kind == "worded":
        chosen = choices[chosen]["action"]
    say({"type": "choice", "choose": chosen})


HELLO = {
    "newer": {"type": "ready", "protocol": 2},
    "nosy": {"type": "ready", "wants": ["view", "steps"]},
    "rude": {"type": "choice", "choose": 1},
}


def say(answer: dict) -> None:
    """Write a line."""
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
