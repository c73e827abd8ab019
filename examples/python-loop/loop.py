"""A plain agent loop that asks the guard before each tool.

usage: python3 loop.py [URL]

The model is a script here, so that the example runs without an account; `next_turn` is where a call of the Messages API would stand.
"""

import sys
import uuid
from typing import Any, Callable

from guard import Guard

Tools = dict[str, Callable[..., Any]]


def lookup_order(order_id: str) -> dict[str, Any]:
    return {"order_id": order_id, "total": 2000}


def refund_customer(order_id: str, amount: float) -> dict[str, Any]:
    print(f"    (the tool ran: {amount} refunded for {order_id})")
    return {"refunded": amount}


def escalate_to_human(**case: Any) -> dict[str, Any]:
    return {"ticket": "T-31"}


TOOLS: Tools = {"lookup_order": lookup_order, "refund_customer": refund_customer, "escalate_to_human": escalate_to_human}

SCRIPT = [
    {"name": "lookup_order", "input": {"order_id": "A-1042"}},
    {"name": "refund_customer", "input": {"order_id": "A-1042", "amount": 2000}},
    {"name": "escalate_to_human", "input": {"cause": "a refund over the limit", "amount": 2000}},
    {"name": "refund_customer", "input": {"order_id": "A-1042", "amount": 200}},
]


def next_turn(messages: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The model's next tool call; None when it is done."""
    done = sum(1 for message in messages if message["role"] == "user" and isinstance(message["content"], list))
    if done >= len(SCRIPT):
        return None
    return {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex}", **SCRIPT[done]}


def run_tool(guard: Guard, call: dict[str, Any]) -> dict[str, Any]:
    """Runs one call, or answers it with a denial. Every `tool_use` gets its `tool_result`, so the conversation stays valid."""
    name, call_id = call["name"], call["id"]
    verdict = guard.before(name, call["input"], call_id)
    if not verdict.allowed:
        return {"type": "tool_result", "tool_use_id": call_id, "is_error": True, "content": verdict.text}
    try:
        result = TOOLS[name](**verdict.input)
    except Exception as error:  # a tool may raise anything, and the loop goes on
        guard.failed(name, verdict.input, call_id, str(error))
        return {"type": "tool_result", "tool_use_id": call_id, "is_error": True, "content": str(error)}
    guard.after(name, verdict.input, call_id, result)
    return {"type": "tool_result", "tool_use_id": call_id, "content": str(result)}


def main() -> None:
    guard = Guard(f"python-{uuid.uuid4()}", *sys.argv[1:2])
    messages: list[dict[str, Any]] = [{"role": "user", "content": "I want my $2,000 back."}]
    while (call := next_turn(messages)) is not None:
        result = run_tool(guard, call)
        messages.append({"role": "assistant", "content": [call]})
        messages.append({"role": "user", "content": [result]})
        print(f"{call['name']} {call['input']}\n  -> {result['content']}")
    guard.end()


if __name__ == "__main__":
    main()
