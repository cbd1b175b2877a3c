"""Trains a network of two hidden layers in PyTorch: it learns what positions were worth in the end."""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np

from kabuto.table import BadOption, Catalogue, Refused

WORDS = Catalogue("kabuto.learn")
Report = Callable[[str], object]
HELD_OUT = 0.05
"""The part of the newest positions that is only used to measure the loss."""
AT_ONCE = 16384
"""Positions judged at once when the loss is measured."""
DECAY = 1e-4
"""How strongly weights are drawn towards zero."""


def train(
    parts: Sequence[tuple[Any, Any]],
    sizes: Sequence[tuple[int, ...]],
    exchanges: Sequence[Sequence[int]],
    *,
    start: Sequence[Any] | None,
    epochs: int,
    batch: int,
    rate: float,
    seed: int,
    device: str,
) -> tuple[list[Any], list[float]]:
    """The weights, and the loss on positions not learned from, after every epoch.

    ``parts`` are inputs and results, the newest last. Every batch shows its positions in another equivalent
    order of the inputs, so the network learns that these are the same.
    """
    torch = pytorch(device)
    generator = torch.Generator().manual_seed(seed)
    *older, (inputs, results) = parts
    held = max(1, int(len(results) * HELD_OUT))
    known = [*older, (inputs[held:], results[held:])]
    data = [(torch.from_numpy(x).to(device), torch.from_numpy(y).to(device)) for x, y in known]
    test = torch.from_numpy(inputs[:held]).to(device), torch.from_numpy(results[:held]).to(device)
    orders = [torch.tensor(order, device=device) for order in exchanges]
    weights = [
        torch.nn.Parameter(part.to(device))
        for part in (_fresh(torch, sizes, generator) if start is None else map(torch.tensor, start))
    ]
    steps = epochs * sum(max(1, len(y) // batch) for _, y in data)
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1, pct_start=0.1)
    losses: list[float] = []
    step = 0
    for _ in range(epochs):
        for part in torch.randperm(len(data), generator=generator).tolist():
            x, y = data[part]
            places = torch.randperm(len(y), generator=generator).to(device)
            for at in range(max(1, len(y) // batch)):
                chosen = places[at * batch : (at + 1) * batch]
                loss = _loss(torch, weights, x[chosen].float(), y[chosen], orders[step % len(orders)])
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                schedule.step()
                step += 1
        losses.append(round(_measured(torch, weights, test, orders[0]), 5))
        if not isfinite(losses[-1]):
            raise Refused(WORDS.say("not_a_number"))
    return [np.ascontiguousarray(part.detach().cpu().numpy()) for part in weights], losses


def judged(torch: Any, weights: Sequence[Any], inputs: Any) -> Any:
    """What a network makes of positions: the logarithm of the odds to win."""
    first, first_bias, second, second_bias, last = weights
    wide = torch.relu(inputs @ first + first_bias)
    return torch.relu(wide @ second + second_bias) @ last[:-1] + last[-1]


def _loss(torch: Any, weights: Sequence[Any], inputs: Any, results: Any, order: Any) -> Any:
    """The mean log-loss, with the inputs in another order."""
    first, *rest = weights
    guesses = judged(torch, [first[order], *rest], inputs)
    return torch.nn.functional.binary_cross_entropy_with_logits(guesses, results)


def _measured(torch: Any, weights: Sequence[Any], test: tuple[Any, Any], order: Any) -> float:
    """The loss on positions that were not learned from."""
    inputs, results = test
    with torch.no_grad():
        sums = [
            float(_loss(torch, weights, inputs[at : at + AT_ONCE].float(), results[at : at + AT_ONCE], order))
            * len(results[at : at + AT_ONCE])
            for at in range(0, len(results), AT_ONCE)
        ]
    return sum(sums) / len(results)


def _fresh(torch: Any, sizes: Sequence[tuple[int, ...]], generator: Any) -> list[Any]:
    """Weights to begin with: small and random, and no bias."""
    first, first_bias, second, second_bias, last = sizes
    return [
        torch.randn(first, generator=generator) / 12,
        torch.zeros(first_bias),
        torch.randn(second, generator=generator) * (2 / second[0]) ** 0.5,
        torch.zeros(second_bias),
        torch.randn(last, generator=generator) / 8,
    ]


def pytorch(device: str) -> Any:
    """PyTorch; refused if it is not there or does not have the device."""
    try:
        import torch
    except ModuleNotFoundError:
        raise Refused(WORDS.say("needs_torch")) from None
    if device == "cuda" and not torch.cuda.is_available():
        raise BadOption(WORDS.say("no_gpu"), "device")
    return torch
