"""One call of each operation by the client that openapi-python-client made; `python.test.ts` writes `calls.json`.

Bodies go through the generated models, and answers come back through them: a model that loses a member is found.
"""

import importlib
import json
import pkgutil
import re
import sys
import time
import typing
from datetime import datetime

import httpx

import client.api
from client import AuthenticatedClient

base_url, token = sys.argv[1:3]
api = AuthenticatedClient(base_url=base_url, token=token, timeout=httpx.Timeout(60))
kept = {}

FINAL = ["completed", "partially_completed", "failed"]


def filled(value):
    """A value of the table with the `{name}` of earlier calls filled in."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: kept[found[1]], value)
    if isinstance(value, list):
        return [filled(one) for one in value]
    return {name: filled(one) for name, one in value.items()} if isinstance(value, dict) else value


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


modules = {
    name.rsplit(".", 1)[1]: name for _, name, folder in pkgutil.walk_packages(client.api.__path__, "client.api.") if not folder
}


def body_of(function, body):
    """The body as the first generated model that the call takes."""
    hint = typing.get_type_hints(function)["body"]
    model = next(one for one in typing.get_args(hint) or [hint] if hasattr(one, "from_dict"))
    made = model.from_dict(body)
    if made.to_dict() != body:
        raise SystemExit(f"{model.__name__} makes {made.to_dict()} of {body}")
    return made


def timed(value):
    """Times as times: models write them in another form than the service."""
    if isinstance(value, str):
        return datetime.fromisoformat(value) if re.match(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+]00:00)$", value) else value
    if isinstance(value, list):
        return [timed(one) for one in value]
    return {name: timed(one) for name, one in value.items()} if isinstance(value, dict) else value


def answered(call):
    function = importlib.import_module(modules[snake(call["operationId"])]).sync_detailed
    given = {snake(name): filled(value) for name, value in call.get("with", {}).items()}
    # The generator keeps this name for itself.
    if "url" in given:
        given["url_query"] = given.pop("url")
    if "body" in call:
        given["body"] = body_of(function, filled(call["body"]))
    answer = function(client=api, **given)
    if timed(answer.parsed.to_dict()) != timed(json.loads(answer.content)):
        raise SystemExit(f"{call['operationId']}: {answer.parsed} of {answer.content}")
    return answer


for call in json.load(open("calls.json")):
    answer = answered(call)
    while call.get("untilFinal") and answer.parsed.job.status not in FINAL:
        time.sleep(0.1)
        answer = answered(call)
    if "keep" in call:
        name, *path = call["keep"]
        found = json.loads(answer.content)
        for member in path:
            found = found[member]
        kept[name] = found
    print(call["operationId"], int(answer.status_code))
