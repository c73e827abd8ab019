"""Asks `hooklaw serve` before and after each tool call. Standard library only."""

import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """What became of a call: whether it may run, with which input, and what the model is told if it may not."""

    allowed: bool
    input: dict[str, Any]
    text: str = ""


class Guard:
    """One session of an agent. Whatever goes wrong on the way to a verdict blocks the call."""

    def __init__(self, session_id: str, url: str = "http://127.0.0.1:4665", token: str | None = None, timeout: float = 15.0):
        self._session_id = session_id
        self._url = url.rstrip("/")
        self._token = token if token is not None else os.environ.get("HOOKLAW_TOKEN")
        self._timeout = timeout
        # No proxy of the environment: a verdict comes from the server itself or not at all.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect()).open

    def before(self, tool: str, tool_input: dict[str, Any], call_id: str) -> Verdict:
        """Judges a call. It may run only when the server said so."""
        event = {"tool_name": tool, "tool_input": tool_input, "tool_use_id": call_id}
        try:
            verdict, answer = self._ask("PreToolUse", event)
        except GuardError as error:
            return Verdict(False, tool_input, f"BLOCKED: The guard did not answer ({error}). Nothing ran. Tell the user.")
        said = answer.get("hookSpecificOutput", {})
        if verdict in ("silent", "allow"):
            return Verdict(True, said.get("updatedInput", tool_input))
        # `ask` wants a person, and a loop without one stops there as well.
        return Verdict(False, tool_input, said.get("permissionDecisionReason") or "BLOCKED: The call was refused.")

    def after(self, tool: str, tool_input: dict[str, Any], call_id: str, result: Any) -> None:
        """Reports a call that ran, which is when what it spent is settled and rules on earlier calls learn of it."""
        self._tell("PostToolUse", {"tool_name": tool, "tool_input": tool_input, "tool_use_id": call_id, "tool_response": result})

    def failed(self, tool: str, tool_input: dict[str, Any], call_id: str, error: str) -> None:
        """Reports a call that failed; what it had reserved is released."""
        self._tell("PostToolUseFailure", {"tool_name": tool, "tool_input": tool_input, "tool_use_id": call_id, "error": error})

    def end(self) -> None:
        """Ends the session: its summary is written."""
        self._tell("Stop", {})

    def _tell(self, event: str, fields: dict[str, Any]) -> None:
        """After the fact nothing can be stopped, so a report that does not arrive is only said."""
        try:
            self._ask(event, fields)
        except GuardError as error:
            print(f"guard: {event} was not recorded: {error}")

    def _ask(self, event: str, fields: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        body = {"hook_event_name": event, "session_id": self._session_id, "cwd": os.getcwd(), **fields}
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(f"{self._url}/hook/{event}", json.dumps(body).encode(), headers, method="POST")
        try:
            with self._open(request, timeout=self._timeout) as response:
                verdict = response.headers.get("hooklaw-verdict")
                answer = json.loads(response.read())
        except (OSError, ValueError) as error:
            raise GuardError(str(error)) from error
        if verdict is None or not isinstance(answer, dict):
            raise GuardError("what answered is not hooklaw")
        return verdict, answer


class GuardError(Exception):
    """There is no verdict."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any) -> None:
        return None
